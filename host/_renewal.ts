import type { Tool } from "../agenttool/tool.ts";
import type { LoadedOrigin } from "./_combined.ts";
import { mapSome } from "./_load.ts";
import { mayHave } from "./_selection.ts";
import { waited } from "./_waiting.ts";

/** How sources are asked anew. */
export interface Renewing {
  /** Whose words it says that somebody waits. */
  program?: string;
  /** Takes a source's tools as they are now. */
  take(load: LoadedOrigin, tools: Iterable<Tool>): void;
  /** Is told why a source gives none. */
  fail(load: LoadedOrigin, error: unknown): Promise<void>;
  signal?: AbortSignal;
}

/**
 * Asks sources anew whose lists of tools may be out of date: the one that has a tool, or all that
 * may have it by now.
 *
 * @param loads The sources.
 * @param name The tool's name in the program.
 * @param renewing How they are asked.
 * @returns Whether there are tools to take.
 */
export async function renewLists(
  loads: readonly LoadedOrigin[],
  name: string,
  { program = "toolcli", take, fail, signal }: Renewing,
): Promise<boolean> {
  const owner = loads.find(({ tools }) => tools.some((tool) => tool.name === name));
  const asked = (owner ? [owner] : loads.filter(({ origin }) => mayHave(origin, name)))
    .filter(({ renew }) => renew);
  const renewed = await mapSome(asked, async (load) => {
    try {
      const tools = await waited(load.origin.label, program, load.renew!(name, signal));
      if (tools) take(load, tools);
      return tools !== undefined;
    } catch (error) {
      if (!signal?.aborted) await fail(load, error);
      return false;
    }
  });
  return renewed.includes(true);
}
