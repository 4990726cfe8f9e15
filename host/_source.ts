import type { Tool } from "../agenttool/tool.ts";
import { part } from "./_part.ts";

/** The tools of a source, and what is known about them. */
export interface Loaded {
  /** The tools. */
  tools: Iterable<Tool>;
  /** The program's name, where the source gives one. */
  name?: string;
  /** What the program is for, where the source says it. */
  description?: string;
  /** Why sources in it gave no tools; empty where all did. */
  failures: readonly string[];
  /** Which source a tool is from, where there are several. */
  sourceOf?(tool: Tool): string;
  /** Gives all tools anew whenever a source that came late has loaded. */
  later?: AsyncIterable<Iterable<Tool>>;
  /** Looks for what is wrong in the source's manuals: a sentence each. */
  lint?(): Promise<string[]>;
}

/** How a source is loaded. */
export interface LoadOptions {
  /** Asks MCP servers for their tools instead of reading what they said before. */
  refresh?: boolean;
  /** Shows what MCP servers print on standard error. */
  verbose?: boolean;
  /** Whether the tools are served: no command line names them, and they may have any names. */
  served?: boolean;
  /** The one tool that is asked for: sources that cannot have it are left alone. */
  wanted?: string;
  /** Whether sources may come late, as {@linkcode Loaded.later}. */
  late?: boolean;
  /** Whether only what is known is loaded, and no server started. */
  known?: boolean;
  /** Ends the loading of sources that start something. */
  signal?: AbortSignal;
  /** Whose words about the source are; toolcli's own unless it is compiled. */
  program?: string;
}

/**
 * Gives the tools of a source: a module, a JSON file whose members tell what it is, or a running
 * workflow. What it holds that cannot be used is told on standard error.
 *
 * @param source A path, the address of a module, or `asmp+http://…`.
 * @param options How it is loaded.
 * @returns The tools.
 * @throws {HostError} Where it gives none.
 */
export async function loadSource(source: string, options: LoadOptions = {}): Promise<Loaded> {
  if (!/\.jsonc?$|^asmp\+/i.test(source)) {
    const { loadModule } = await import("./_module.ts");
    return { tools: await loadModule(source), failures: [] };
  }
  const { loadOther } = await part<typeof import("./_other_source.ts")>("./_other_source.ts");
  return await loadOther(source, options);
}
