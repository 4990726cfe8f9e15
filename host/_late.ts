import type { Tool } from "../agenttool/tool.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import type { Combined } from "./_combined.ts";
import { HostError, SourceError } from "./errors.ts";
import { linesOf, type Load, type LoadOne, mapSome } from "./_load.ts";
import type { Program } from "./_origin.ts";
import type { LoadOptions } from "./_source.ts";
import { tell } from "./_told.ts";
import { PATIENCE } from "./_waiting.ts";

/** Sources that were there in time, and those that were not. */
export interface Late {
  loads: Load[];
  /** Gives all tools anew for each source that comes; absent where none is left to come. */
  later?(set: Combined): AsyncIterable<Iterable<Tool>>;
}

/**
 * Loads sources, and waits a few seconds for them.
 *
 * @param program What the tools come from.
 * @param load Loads one.
 * @param options How they are loaded; the signal ends it.
 * @returns What has loaded by then, and what loads later.
 */
export async function loadLate(
  program: Program,
  load: LoadOne,
  { program: words, signal }: LoadOptions,
): Promise<Late> {
  const { file, origins } = program;
  const arrived: Load[] = [];
  let done = false, error: unknown, wake = () => {};
  const all = mapSome(origins, async (origin) => {
    if (signal?.aborted) return;
    const loaded = (await load(origin, { signal }))!;
    // It has ended because it was told to.
    if (signal?.aborted && loaded.failure !== undefined) return;
    arrived.push(loaded);
    wake();
  }).catch((reason) => error = reason).then(() => {
    done = true;
    wake();
  });
  await inTime(all, signal);
  if (error) throw error;
  const loads = origins.flatMap((origin) => arrived.find((load) => load.origin === origin) ?? []);
  arrived.length = 0;
  if (done && !signal?.aborted) return { loads };
  let some = loads.some(({ failure }) => failure === undefined);
  return { loads, later };

  async function* later(set: Combined): AsyncGenerator<Iterable<Tool>> {
    for (;;) {
      for (let next = arrived.shift(); next; next = arrived.shift()) {
        const { failure } = next;
        if (failure !== undefined && origins.length === 1) throw new HostError(failure);
        await tell(words, linesOf(next));
        if (failure !== undefined) continue;
        some = true;
        const tools = await added(set, next);
        if (tools) yield tools;
      }
      if (done) break;
      await new Promise<void>((resolve) => wake = resolve);
    }
    if (error) throw error;
    if (!some && !signal?.aborted) throw new SourceError(file, "none of its sources gives tools");
  }

  /** Whoever has been told of tools keeps them: one that comes late and has the same is left out. */
  async function added(set: Combined, load: Load & { failure?: undefined }) {
    try {
      return set.add(load);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      await tell(words, [`${error.message}; the tools of the second are left out`]);
      await new ToolSet(load.tools).close().catch(() => {});
    }
  }
}

/** Waits for something, but not for long, nor when it is told to end. */
async function inTime(promise: Promise<void>, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined, end = () => {};
  await new Promise<void>((resolve) => {
    end = resolve;
    timer = setTimeout(end, PATIENCE);
    signal?.addEventListener("abort", end);
    promise.then(end);
  });
  clearTimeout(timer);
  signal?.removeEventListener("abort", end);
}
