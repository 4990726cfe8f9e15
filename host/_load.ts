import { renewalOf, watchOf } from "../agenttool/renewal.ts";
import type { Tool } from "../agenttool/tool.ts";
import { ToolSet, wrap } from "../agenttool/tool_set.ts";
import { Combined, type OriginTools } from "./_combined.ts";
import { HostError, SourceError } from "./errors.ts";
import type { Late } from "./_late.ts";
import type { Origin, Program } from "./_origin.ts";
import { commandable, idlePatterns, select } from "./_selection.ts";
import type { Loaded, LoadOptions } from "./_source.ts";
import { failureLine, placeOf, tell } from "./_told.ts";

/** What gives the tools of each kind of origin, imported when there is one of its kind. */
export type Loaders = {
  readonly [K in Origin["kind"]]?: () => Promise<Loader<K>>;
};

/** What gives the tools of one kind of origin. */
export interface Loader<K extends Origin["kind"]> {
  /** Gives the tools; nothing where they would have to be asked for, and are not to be. */
  load(
    origin: Extract<Origin, { kind: K }>,
    options: LoadOptions & Notes,
  ): Iterable<Tool> | Promise<Iterable<Tool> | undefined>;
  /** Looks for what is wrong in the origin: a sentence each. */
  lint?(origin: Extract<Origin, { kind: K }>): Promise<string[]>;
}

/** What takes notes about a source. */
export interface Notes {
  /** Takes one: a line for the caller. */
  note(text: string): void;
}

/** A source, and what loading it came to. */
export type Load =
  & { origin: Origin; notes: string[] }
  & (OriginTools & { failure?: undefined } | { failure: string });

/** Loads a source; gives nothing where only what is known was to be loaded, and it is not. */
export type LoadOne = (
  origin: Origin,
  how?: Pick<LoadOptions, "known" | "signal">,
) => Promise<Load | undefined>;

/**
 * Loads the tools of a program's sources, several at the same time. A source that fails is told on
 * standard error and takes no other down.
 *
 * @param program What the tools come from.
 * @param loaders What loads each kind.
 * @param options How they are loaded.
 * @returns The tools, in the order of their sources.
 * @throws {HostError} Where no source gives tools, or two give tools of the same name.
 */
export async function loadProgram(
  program: Program,
  loaders: Loaders,
  options: LoadOptions = {},
): Promise<Loaded> {
  const { file, name, description, origins } = program;
  const { wanted } = options;
  const single = origins.length === 1 && origins[0]!.at === "";
  let loading = true;
  const load: LoadOne = async (origin, how) => {
    const notes: string[] = [];
    // In the order of the sources; a call may have something to tell later.
    const note = (text: string) => {
      const line = `${placeOf(program, origin)}: ${text}`;
      if (loading) notes.push(line);
      else void tell(options.program, [line]);
    };
    try {
      const given = await loadOrigin(origin, loaders, { ...options, ...how, note });
      return given && { origin, notes, ...given };
    } catch (error) {
      if (single && error instanceof HostError) {
        await tell(options.program, notes);
        throw error;
      }
      return { origin, notes, failure: failureLine(program, origin, error) };
    }
  };
  let loads: Load[], later: Late["later"];
  if (options.late) {
    ({ loads, later } = await (await import("./_late.ts")).loadLate(program, load, options));
  } else if (wanted !== undefined && origins.length > 1) {
    const { loadWanted } = await import("./_wanted.ts");
    loads = await loadWanted(program, wanted, load, options.program);
  } else loads = await mapSome(origins, async (origin) => (await load(origin))!);
  loading = false;
  const failures = loads.flatMap(({ failure }) => failure ?? []);
  const loaded = loads.filter((load) => load.failure === undefined);
  const [only] = failures;
  const none = loaded.length === 0 && loads.length === origins.length;
  if (none && failures.length === 1) throw new HostError(only!);
  await tell(options.program, loads.flatMap(linesOf));
  if (none) throw new SourceError(file, "none of its sources gives tools");
  const set = new Combined(program, loaded, options);
  let tools: Tool[];
  try {
    tools = set.tools();
  } catch (error) {
    await new ToolSet(loaded.flatMap(({ tools }) => tools)).close().catch(() => {});
    throw error;
  }
  return {
    name,
    description,
    failures,
    tools,
    ...later && { later: later(set) },
    ...single ? {} : { sourceOf: (tool) => set.sourceOf(tool) },
    lint: () => lint(program, loaders),
  };
}

/** What is told of a source once it has loaded. */
export function linesOf({ notes, failure }: Load): string[] {
  return [...notes, ...failure === undefined ? [] : [failure]];
}

/**
 * Servers that are started, or installed first, at the same time take each other's time, which is
 * limited.
 */
const AT_ONCE = 6;

/** Maps items in their order, some at the same time. */
export async function mapSome<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const work = async () => {
    for (const [index, item] of left) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  return results;
}

async function loadOrigin(
  origin: Origin,
  loaders: Loaders,
  options: LoadOptions & Notes,
): Promise<OriginTools | undefined> {
  if (origin.kind === "none") throw new HostError(origin.reason);
  const loader = await loaders[origin.kind]!() as Loader<typeof origin.kind>;
  const given = await loader.load(origin, options);
  if (!given) return undefined;
  const all = [...given];
  const renew = renewalOf(given), watch = watchOf(given);
  // Who has a binary cannot change its patterns.
  if (options.program === undefined) idlePatterns(all, origin).forEach(options.note);
  const { tools: selected, left } = select(all, origin);
  const tools = options.served ? selected : commandable(selected, options.note);
  if (tools.length < selected.length) {
    left.push(...selected.filter((tool) => !tools.includes(tool)));
  }
  const closers = left.filter((tool) => tool.close);
  const [first] = tools;
  if (!first) {
    // A list from the cache has started nothing, and may come to hold such a tool.
    for (const tool of renew ? [] : closers) await tool.close!();
    return { tools, renew, watch };
  }
  // What is left out still ends with the program.
  if (closers.length > 0) tools[0] = closing(first, closers);
  return { tools, renew, watch };
}

/** A tool whose end is that of others, too. */
export function closing(tool: Tool, others: Pick<Tool, "close">[]): Tool {
  const wrapped = wrap(tool, (call) => tool.execute(call));
  const close = async () => {
    await tool.close?.();
    for (const other of others) await other.close?.();
  };
  return Object.create(wrapped, { close: { value: close } });
}

async function lint(program: Program, loaders: Loaders): Promise<string[]> {
  const found = await Promise.all(program.origins.map(async (origin) => {
    const loader = await loaders[origin.kind]?.() as Loader<typeof origin.kind> | undefined;
    const lines = await loader?.lint?.(origin as never).catch(() => []) ?? [];
    return lines.map((line) => `${placeOf(program, origin)}: ${line}`);
  }));
  return found.flat();
}
