import { ToolSet } from "../agenttool/tool_set.ts";
import { endingSignals } from "../cli/deno_process.ts";
import { closing, type Load, type LoadOne, mapSome } from "./_load.ts";
import type { Origin, Program } from "./_origin.ts";
import { mayHave } from "./_selection.ts";
import { placeOf, tell } from "./_told.ts";
import { PATIENCE } from "./_waiting.ts";

/**
 * Loads the sources that may have a tool. Where one whose tools are known has it, no server is
 * started to find out whether another has it too; where servers have to be started for it, the
 * others are waited for only a little longer than the one that has it.
 *
 * @param program What the tools come from.
 * @param wanted The tool's name in the program.
 * @param load Loads a source.
 * @param words Whose words it is that a source was not waited for.
 * @returns What has loaded, in the order of the sources.
 */
export async function loadWanted(
  program: Program,
  wanted: string,
  load: LoadOne,
  words?: string,
): Promise<Load[]> {
  const { origins } = program;
  const controller = new AbortController(), { signal } = controller;
  const loads = new Map<Origin, Load>(), running = new Map<Origin, Promise<void>>();
  let found = false, over = false, changed = () => {};

  const start = async (origin: Origin, known: boolean) => {
    const loaded = await load(origin, { known, signal });
    running.delete(origin);
    if (over) return await closed(loaded);
    if (!loaded) return;
    loads.set(origin, loaded);
    found ||= loaded.failure === undefined && loaded.tools.some(({ name }) => name === wanted);
    changed();
  };

  /** Loads some; where it is enough that some have loaded, the others get a few seconds more. */
  const some = async (some: Origin[], known: boolean, enough: () => boolean) => {
    const all = mapSome(some, async (origin) => {
      if (over) return;
      const starting = start(origin, known);
      running.set(origin, starting);
      await starting;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<unknown>((resolve) => {
      changed = () => {
        // The first timer takes its time: not for what is there in a moment.
        if (enough() && [...running.keys()].some((origin) => mayHang(origin, known))) {
          timer ??= setTimeout(resolve, PATIENCE);
        }
      };
      changed();
      all.then(resolve);
    });
    if (timer !== undefined) clearTimeout(timer);
  };

  const may = origins.filter((origin) => mayHave(origin, wanted));
  await some(may, true, () => found);
  if (!found) {
    const release = exitOnSignals();
    await some(may.filter((origin) => !loads.has(origin)), false, () => found);
    release();
  }
  // What they have may be what was meant.
  if (!found) await some(origins.filter((origin) => !may.includes(origin)), true, () => true);
  over = true;
  const left = may.filter((origin) => running.has(origin));
  await tell(
    words,
    left.map((origin) => `${placeOf(program, origin)}: no answer yet: going on without its tools`),
  );
  const all = origins.flatMap((origin) => loads.get(origin) ?? []);
  const first = all.find((load) => load.failure === undefined && load.tools.length > 0);
  if (left.length > 0 && first?.failure === undefined) {
    first!.tools[0] = closing(first!.tools[0]!, [{ close: end }]);
  }
  return all;

  /** Ends the servers that still start. */
  async function end(): Promise<void> {
    const servers = left.filter(({ kind }) => kind === "mcp");
    controller.abort(new Error("The call has ended"));
    await Promise.all(servers.map((origin) => running.get(origin)));
  }
}

/** Whether loading a source may take for ever, as nothing does that is read from files. */
function mayHang({ kind }: Origin, known: boolean): boolean {
  return kind === "utcp" || kind === "asmp" || kind === "mcp" && !known;
}

/** Ends what came too late. */
async function closed(load: Load | undefined): Promise<void> {
  if (load?.failure === undefined) await new ToolSet(load?.tools ?? []).close().catch(() => {});
}

/** Has the signals that end this process end it in a way that takes its servers along. */
function exitOnSignals(): () => void {
  const listeners = endingSignals().map(([name, status]) =>
    [name, () => Deno.exit(status)] as const
  );
  for (const [name, exit] of listeners) Deno.addSignalListener(name, exit);
  return () => {
    for (const [name, exit] of listeners) Deno.removeSignalListener(name, exit);
  };
}
