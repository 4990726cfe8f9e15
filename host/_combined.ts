import { ToolsChangedError } from "../agenttool/errors.ts";
import { type Renew, renewable, type Watch, watchable } from "../agenttool/renewal.ts";
import type { Tool } from "../agenttool/tool.ts";
import { wrap } from "../agenttool/tool_set.ts";
import { SourceError } from "./errors.ts";
import type { Origin, Program } from "./_origin.ts";
import { commandable, select } from "./_selection.ts";
import type { LoadOptions } from "./_source.ts";
import { failureLine, tell } from "./_told.ts";

/** A source that gives tools. */
export interface LoadedOrigin extends OriginTools {
  origin: Origin;
}

/** What a source gives. */
export interface OriginTools {
  tools: Tool[];
  /** Asks anew for all tools of the source, where its list may be out of date. */
  renew?: Renew;
  /** Watches it, where its list may change by itself. */
  watch?: Watch;
}

/** The tools of several sources as one set, also where a source's tools change. */
export class Combined {
  readonly #program: Program;
  readonly #options: LoadOptions;
  readonly #loads: LoadedOrigin[];
  readonly #sources = new Map<Tool, Origin>();

  constructor(program: Program, loads: LoadedOrigin[], options: LoadOptions) {
    this.#program = program;
    this.#options = options;
    this.#loads = loads.map((load) => ({ ...load, tools: this.#watched(load, load.tools) }));
  }

  /**
   * Gives the tools of all sources, in their order.
   *
   * @throws {SourceError} Where two sources have tools of one name.
   */
  tools(): Tool[] {
    const byName = new Map<string, Origin>();
    const all = this.#loads.flatMap(({ origin, tools }) => {
      for (const tool of tools) {
        const other = byName.get(tool.name);
        if (other && other !== origin) throw this.#clash(tool.name, other, origin);
        byName.set(tool.name, origin);
        this.#sources.set(tool, origin);
      }
      return tools;
    });
    if (this.#loads.some(({ renew }) => renew)) {
      renewable(all, (name, signal) => this.renew(name, signal));
    }
    return this.#loads.some(({ watch }) => watch)
      ? watchable(all, (changed) => this.#watch(changed))
      : all;
  }

  /** Gives all tools each time those of a source change by themselves. */
  #watch(changed: (tools: Tool[]) => void): () => void {
    const stops = this.#loads.map((load) =>
      load.watch?.((tools) => {
        const before = { ...load };
        try {
          this.#take(load, tools);
          changed(this.tools());
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          Object.assign(load, before);
          void tell(this.#options.program, [`${error.message}; the tools stay as they were`]);
        }
      })
    );
    return () => stops.forEach((stop) => stop?.());
  }

  /**
   * Takes in a source that has loaded later than the others, and gives all tools.
   *
   * @throws {SourceError} Where another has a tool of the same name; then it is not taken in.
   */
  add(load: LoadedOrigin): Tool[] {
    const { origins } = this.#program;
    const before = [...this.#loads];
    const added = { ...load, tools: this.#watched(load, load.tools) };
    this.#loads.push(added);
    this.#loads.sort((a, b) => origins.indexOf(a.origin) - origins.indexOf(b.origin));
    try {
      return this.tools();
    } catch (error) {
      this.#loads.splice(0, Infinity, ...before);
      throw error;
    }
  }

  /** Asks sources anew for a tool: gives all tools, or nothing where there are no others. */
  async renew(name: string, signal?: AbortSignal): Promise<Tool[] | undefined> {
    const { renewLists } = await import("./_renewal.ts");
    const { program } = this.#options;
    const renewed = await renewLists(this.#loads, name, {
      program,
      take: (load, tools) => this.#take(load, tools),
      fail: ({ origin }, error) => tell(program, [failureLine(this.#program, origin, error)]),
      signal,
    });
    return renewed ? this.tools() : undefined;
  }

  /** Which source a tool is from, for a reader. */
  sourceOf(tool: Tool): string {
    return this.#sources.get(tool)?.label ?? "";
  }

  /** Puts a source's tools as they are now in the place of those before. */
  #take(load: LoadedOrigin, all: Iterable<Tool>): void {
    const { tools } = select(all, load.origin);
    load.renew = undefined;
    const taken = this.#options.served ? tools : commandable(tools, () => {});
    load.tools = this.#watched(load, taken);
  }

  #clash(name: string, one: Origin, other: Origin): SourceError {
    const named = ({ at, label }: Origin) => {
      const line = this.#program.lineOf?.(at);
      return `${at} (${label}${line === undefined ? "" : `, line ${line}`})`;
    };
    const remedy = other.at.startsWith("sources[")
      ? 'give one of them a "prefix"'
      : 'name the servers in a toolcli configuration ("sources"), and give one of them a "prefix"';
    return new SourceError(
      this.#program.file,
      `the tool ${JSON.stringify(name)} is in ${named(one)} and in ${named(other)}: ${remedy}`,
    );
  }

  /** A call that finds its source's tools changed is read once more, with the tools of all. */
  #watched({ origin }: LoadedOrigin, tools: Tool[]): Tool[] {
    if (origin.kind !== "mcp") return tools;
    return tools.map((tool) =>
      wrap(tool, async (call) => {
        try {
          return await tool.execute(call);
        } catch (error) {
          if (!(error instanceof ToolsChangedError)) throw error;
          this.#take(this.#loads.find((load) => load.origin === origin)!, error.tools);
          throw new ToolsChangedError(error.message, this.tools());
        }
      })
    );
  }
}
