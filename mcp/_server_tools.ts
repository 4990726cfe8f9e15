import { messageOf } from "../agenttool/errors.ts";
import { renewalOf, watchOf } from "../agenttool/renewal.ts";
import type { Annotations, Tool } from "../agenttool/tool.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import { type Validator, validator } from "../agenttool/validate.ts";
import { TOOL_META } from "./_meta.ts";
import { servedSchema } from "./_server_schema.ts";
import type { ExactTexts } from "./_server_text.ts";

/** The tools to serve: fixed, or a series of sets, each in the place of the one before. */
export type McpServerTools = Iterable<Tool> | AsyncIterable<Iterable<Tool>>;

/** A tool, and what clients see of it. */
export interface ServedTool {
  readonly tool: Tool;
  /** Checks arguments; there is none where the tool says nothing of them. */
  readonly checker?: Validator;
  /** An item of `tools/list`. */
  readonly item: Record<string, unknown>;
}

/** What a server serves at the moment. */
export class ToolList {
  readonly #texts: ExactTexts;
  readonly #note: (text: string) => void;
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  #sets?: AsyncIterator<Iterable<Tool>>;
  /** The set that is served, as it was given. */
  #given: Iterable<Tool> = [];
  #unwatch = () => {};
  #tools: ReadonlyMap<string, ServedTool> = new Map();

  constructor(texts: ExactTexts, note: (text: string) => void) {
    this.#texts = texts;
    this.#note = note;
  }

  /** The items of `tools/list`. */
  get items(): Record<string, unknown>[] {
    return [...this.#tools.values()].map(({ item }) => item);
  }

  lookup(name: string): ServedTool | undefined {
    return this.#tools.get(name);
  }

  /** Calls a function after each change; gives what stops that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Reads the tools: resolves when there are some, and goes on with the sets that follow.
   *
   * @throws {TypeError} Where two tools of the first set have one name, or one has none.
   */
  async read(source: McpServerTools): Promise<void> {
    if (Symbol.iterator in source) return this.#set(source);
    const sets = this.#sets = source[Symbol.asyncIterator]();
    const { value = [] } = await sets.next();
    this.#set(value);
    this.#follow(sets).catch((error) =>
      this.#note(`The tools no longer change: ${messageOf(error)}`)
    );
  }

  /**
   * Asks anew for the tools where they come from a list that may be out of date.
   *
   * @param name The tool that is not as somebody takes it to be.
   * @returns Whether others are served now.
   */
  async renew(name: string): Promise<boolean> {
    const renew = renewalOf(this.#given);
    if (!renew) return false;
    const before = this.#given, { signal } = this.#closing;
    try {
      const tools = await renew(name, signal);
      // Meanwhile another call may have found it out.
      if (!tools || this.#given !== before) return this.#given !== before;
      if (textOf(tools) !== textOf(before)) {
        this.change(tools);
        return true;
      }
      this.#give(tools);
    } catch (error) {
      if (!signal.aborted) this.#note(messageOf(error));
    }
    return false;
  }

  /** Reads no more sets. */
  close(): void {
    this.#closing.abort(new Error("The server has ended"));
    this.#unwatch();
    this.#sets?.return?.().catch(() => {});
  }

  async #follow(sets: AsyncIterator<Iterable<Tool>>): Promise<void> {
    for (let next = await sets.next(); !next.done; next = await sets.next()) {
      this.change(next.value);
    }
  }

  /** Serves other tools from now on; what is no set of tools changes nothing. */
  change(tools: Iterable<Tool>): void {
    try {
      this.#set(tools);
    } catch (error) {
      return this.#note(`The tools stay as they were: ${messageOf(error)}`);
    }
    for (const listener of this.#listeners) listener();
  }

  #set(tools: Iterable<Tool>): void {
    const set = new ToolSet(tools);
    set.validate();
    this.#give(tools);
    this.#tools = new Map([...set].map((tool) => [tool.name, this.#served(tool)]));
  }

  #give(tools: Iterable<Tool>): void {
    this.#unwatch();
    this.#given = tools;
    this.#unwatch = watchOf(tools)?.((now) => {
      if (textOf(now) === textOf(this.#given)) this.#give(now);
      else this.change(now);
    }) ?? (() => {});
  }

  #served(tool: Tool): ServedTool {
    const { name, description, sequential, resource, annotations, parameters } = tool;
    const { text, problem } = servedSchema(tool);
    if (problem) {
      this.#note(`The schema of tool ${JSON.stringify(name)} cannot be used: ${problem}`);
    }
    const item: Record<string, unknown> = {
      name,
      description,
      inputSchema: this.#texts.mark(text),
    };
    const hints = wireAnnotations(annotations);
    if (hints) item.annotations = hints;
    const order = sequential ? { sequential } : resource ? { resource } : undefined;
    if (order) item._meta = { [TOOL_META]: order };
    const isAbsent = parameters == null ||
      typeof parameters === "string" && /^\s*(?:null\s*)?$/.test(parameters);
    return { tool, item, checker: isAbsent ? undefined : validator(parameters) };
  }
}

/** A text that changes with what clients see of tools. */
function textOf(tools: Iterable<Tool>): string {
  return JSON.stringify(Array.from(tools, (tool) => {
    const { name, description, parameters, annotations, sequential, resource } = tool;
    return [name, description, parameters, annotations, sequential, resource];
  }));
}

/**
 * Every hint is stated where one is: what the tool leaves open says no more than its absence would,
 * by the defaults of the protocol.
 */
function wireAnnotations(annotations: Annotations = {}): Record<string, unknown> | undefined {
  const { title, readOnly, destructive, idempotent, openWorld } = annotations;
  const stated = [title, readOnly, destructive, idempotent, openWorld];
  if (stated.every((hint) => hint === undefined)) return undefined;
  return {
    title,
    readOnlyHint: readOnly ?? false,
    destructiveHint: destructive ?? !readOnly,
    idempotentHint: idempotent ?? false,
    openWorldHint: openWorld ?? true,
  };
}
