import { messageOf } from "./errors.ts";
import { knowOthers } from "./_know_others.ts";
import type { Call, JsonSchema, Result, Tool } from "./tool.ts";

/**
 * The tools of one program: a list in a fixed order. Wherever a set is taken, an array of tools
 * serves as well.
 *
 * @example Finding a tool, and closing all of them
 * ```ts
 * import { defineTool, ToolSet } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 *
 * await using tools = new ToolSet([defineTool({ name: "now", execute: () => "12:00" })]);
 * tools.validate();
 *
 * expect(tools.lookup("now")?.name).toBe("now");
 * ```
 */
export class ToolSet implements Iterable<Tool>, AsyncDisposable {
  static {
    knowOthers(this, "ToolSet");
  }

  readonly #tools: readonly Tool[];
  #closing?: Promise<Error[]>;

  /**
   * Makes a set.
   *
   * @param tools The tools; they are read once.
   */
  constructor(tools: Iterable<Tool>) {
    this.#tools = [...tools];
  }

  /**
   * Finds a tool.
   *
   * @param name The tool's name.
   * @returns The first tool of that name.
   */
  lookup(name: string): Tool | undefined {
    return this.#tools.find((tool) => tool.name === name);
  }

  /**
   * Checks that every tool has a name of its own.
   *
   * @throws {TypeError} Where one has not: the first.
   */
  validate(): void {
    const names = new Set<string>();
    for (const [index, { name }] of this.#tools.entries()) {
      if (!name) throw new TypeError(`tool[${index}]: empty name`);
      if (names.has(name)) throw new TypeError(`tool "${name}": duplicate name`);
      names.add(name);
    }
  }

  /**
   * Closes every tool that can be closed, in order, also after one fails. A second call closes
   * nothing and reports nothing; it resolves when the first has ended.
   *
   * @throws {AggregateError} Where tools fail to close: one error for each.
   */
  async close(): Promise<void> {
    const first = this.#closing === undefined;
    const errors = await (this.#closing ??= closeAll(this.#tools));
    if (first && errors.length > 0) {
      throw new AggregateError(errors, errors.map((error) => error.message).join("; "));
    }
  }

  /**
   * Goes through the tools.
   *
   * @returns The tools in order.
   */
  [Symbol.iterator](): ArrayIterator<Tool> {
    return this.#tools.values();
  }

  /** Closes the set: see {@linkcode ToolSet.close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * The parameters of a tool that has none. Whoever shows a tool to a caller shows this in their
 * place, so that "no arguments" has one form.
 */
export const NO_ARGS_SCHEMA: JsonSchema = { type: "object", properties: {}, required: [] };

/**
 * Makes a tool that differs from another in its calls only: every other member, known here or not,
 * is read from the other tool when it is asked for.
 *
 * @example Logging calls
 * ```ts
 * import { defineTool, Executor, wrap } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 *
 * const log: string[] = [];
 * const greet = defineTool({ name: "greet", execute: () => "hello" });
 * const logged = wrap(greet, (call) => {
 *   log.push(`${greet.name} ${call.args}`);
 *   return greet.execute(call);
 * });
 * for await (const _ of new Executor().execute([{ tool: logged, id: "1", args: "{}" }]));
 *
 * expect(log).toEqual(["greet {}"]);
 * ```
 *
 * @param tool The tool.
 * @param execute What runs a call instead.
 * @returns The new tool; closing it closes `tool`.
 */
export function wrap(tool: Tool, execute: (call: Call) => Promise<Result>): Tool {
  if (typeof execute !== "function") {
    throw new TypeError(`Tool "${tool.name}" cannot be wrapped: execute is not a function`);
  }
  if (Object(tool) !== tool) throw new TypeError("There is no tool to wrap");
  // Sets of a thousand tools are wrapped at a start, and one of them is called: nothing is copied.
  return new Proxy({}, {
    get: (_target, key) => key === "execute" ? execute : member(tool, key as keyof Tool),
    has: (_target, key) => key in tool,
    ownKeys: () => keysOf(tool),
    getOwnPropertyDescriptor(_target, key) {
      const descriptor = descriptorOf(tool, key);
      if (!descriptor) return undefined;
      const value = key === "execute" ? execute : member(tool, key as keyof Tool);
      return { value, enumerable: descriptor.enumerable, configurable: true };
    },
  }) as Tool;
}

/** The names of a tool's members, its class's among them. */
function keysOf(tool: Tool): (string | symbol)[] {
  const keys = new Set<string | symbol>();
  for (const owner of ownersOf(tool)) for (const key of Reflect.ownKeys(owner)) keys.add(key);
  return [...keys];
}

function descriptorOf(tool: Tool, key: string | symbol): PropertyDescriptor | undefined {
  for (const owner of ownersOf(tool)) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, key);
    if (descriptor) return descriptor;
  }
}

/** The tool, and the classes that it is of. */
function* ownersOf(tool: Tool): Generator<object> {
  let owner: object | null = tool;
  do {
    yield owner;
    owner = Object.getPrototypeOf(owner);
  } while (owner && owner !== Object.prototype);
}

/** A member as the tool itself sees it: its methods may need its private members. */
function member(tool: Tool, key: keyof Tool): unknown {
  const value: unknown = tool[key];
  return typeof value === "function" ? value.bind(tool) : value;
}

async function closeAll(tools: readonly Tool[]): Promise<Error[]> {
  const errors: Error[] = [];
  for (const tool of new Set(tools)) {
    try {
      await tool.close?.();
    } catch (error) {
      errors.push(new Error(`close "${tool.name}": ${messageOf(error)}`, { cause: error }));
    }
  }
  return errors;
}
