import { messageOf, ToolsChangedError } from "../agenttool/errors.ts";
import type { Tool } from "../agenttool/tool.ts";
import { ToolSet, wrap } from "../agenttool/tool_set.ts";
import { HostError, SourceError } from "./errors.ts";
import type { Origin, Program } from "./_origin.ts";
import { commandable, idlePatterns, select } from "./_selection.ts";
import type { Loaded, LoadOptions } from "./_source.ts";

/** What gives the tools of each kind of origin, imported when there is one of its kind. */
export type Loaders = {
  readonly [K in Origin["kind"]]?: () => Promise<Loader<K>>;
};

/** What gives the tools of one kind of origin. */
export interface Loader<K extends Origin["kind"]> {
  /** Gives the tools. */
  load(
    origin: Extract<Origin, { kind: K }>,
    options: LoadOptions & Notes,
  ): Iterable<Tool> | Promise<Iterable<Tool>>;
  /** Looks for what is wrong in the origin: a sentence each. */
  lint?(origin: Extract<Origin, { kind: K }>): Promise<string[]>;
}

/** What takes notes about a source. */
export interface Notes {
  /** Takes one: a line for the caller. */
  note(text: string): void;
}

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
  const single = origins.length === 1 && origins[0]!.at === "";
  let loading = true;
  const loads = await mapSome(origins, AT_ONCE, async (origin) => {
    const notes: string[] = [];
    // In the order of the sources; a call may have something to tell later.
    const note = (text: string) => {
      const line = `${placeOf(program, origin)}: ${text}`;
      if (loading) notes.push(line);
      else void tell(options.program, [line]);
    };
    try {
      return { origin, notes, tools: await loadOrigin(origin, loaders, { ...options, note }) };
    } catch (error) {
      if (single && error instanceof HostError) {
        await tell(options.program, notes);
        throw error;
      }
      // A server's last words may be many lines: a failure is one.
      const reason = messageOf(error).replace(/\s*\n\s*/g, " ");
      return { origin, notes, failure: `${placeOf(program, origin)}: ${reason}` };
    }
  });
  loading = false;
  const failures = loads.flatMap(({ failure }) => failure ?? []);
  const loaded = loads.filter((load) => load.tools !== undefined);
  const told = loads.flatMap(({ notes, failure }) => [...notes, ...failure ? [failure] : []]);
  const [only] = failures;
  if (loaded.length === 0 && failures.length === 1) throw new HostError(only!);
  await tell(options.program, told);
  if (loaded.length === 0) throw new SourceError(file, "none of its sources gives tools");
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
    ...single ? {} : { sourceOf: (tool) => set.sourceOf(tool) },
    lint: () => lint(program, loaders),
  };
}

/**
 * Servers that are started, or installed first, at the same time take each other's time, which is
 * limited.
 */
const AT_ONCE = 6;

/** Maps items in their order, so many at the same time. */
async function mapSome<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const work = async () => {
    for (const [index, item] of left) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}

interface LoadedOrigin {
  origin: Origin;
  tools: Tool[];
}

async function loadOrigin(
  origin: Origin,
  loaders: Loaders,
  options: LoadOptions & Notes,
): Promise<Tool[]> {
  if (origin.kind === "none") throw new HostError(origin.reason);
  const loader = await loaders[origin.kind]!() as Loader<typeof origin.kind>;
  const all = [...await loader.load(origin, options)];
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
    for (const tool of closers) await tool.close!();
    return tools;
  }
  // What is left out still ends with the program.
  return closers.length === 0 ? tools : [closing(first, closers), ...tools.slice(1)];
}

function closing(tool: Tool, others: Tool[]): Tool {
  const wrapped = wrap(tool, (call) => tool.execute(call));
  const close = async () => {
    await tool.close?.();
    for (const other of others) await other.close!();
  };
  return Object.create(wrapped, { close: { value: close } });
}

/** The tools of several sources as one set, also where a source's tools change. */
class Combined {
  readonly #program: Program;
  readonly #served: boolean;
  readonly #loads: LoadedOrigin[];
  readonly #sources = new Map<Tool, Origin>();

  constructor(program: Program, loads: LoadedOrigin[], { served = false }: LoadOptions) {
    this.#program = program;
    this.#served = served;
    this.#loads = loads.map((load) => ({ ...load, tools: this.#watched(load, load.tools) }));
  }

  tools(): Tool[] {
    const byName = new Map<string, Origin>();
    return this.#loads.flatMap(({ origin, tools }) => {
      for (const tool of tools) {
        const other = byName.get(tool.name);
        if (other && other !== origin) throw this.#clash(tool.name, other, origin);
        byName.set(tool.name, origin);
        this.#sources.set(tool, origin);
      }
      return tools;
    });
  }

  sourceOf(tool: Tool): string {
    return this.#sources.get(tool)?.label ?? "";
  }

  #clash(name: string, one: Origin, other: Origin): SourceError {
    const named = (origin: Origin) => `${origin.at} (${origin.label})`;
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
          const load = this.#loads.find((load) => load.origin === origin)!;
          const { tools } = select(error.tools, origin);
          load.tools = this.#watched(load, this.#served ? tools : commandable(tools, () => {}));
          throw new ToolsChangedError(error.message, this.tools());
        }
      })
    );
  }
}

function placeOf({ file }: Program, { at, label }: Origin): string {
  return at === "" ? JSON.stringify(file) : `${JSON.stringify(file)}: ${at} (${label})`;
}

async function tell(program = "toolcli", lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  const { visibleLine } = await import("../agenttool/visible.ts");
  for (const text of lines) {
    console.error(`${program}: ${visibleLine(text.trimEnd())}`);
  }
}

async function lint(program: Program, loaders: Loaders): Promise<string[]> {
  const found = await Promise.all(program.origins.map(async (origin) => {
    const loader = await loaders[origin.kind]?.() as Loader<typeof origin.kind> | undefined;
    const lines = await loader?.lint?.(origin as never).catch(() => []) ?? [];
    return lines.map((line) => `${placeOf(program, origin)}: ${line}`);
  }));
  return found.flat();
}
