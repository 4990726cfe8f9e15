import { encodeJson } from "../agenttool/content.ts";
import type { Annotations, Tool } from "../agenttool/tool.ts";
import { NO_ARGS_SCHEMA } from "../agenttool/tool_set.ts";
import { readParams } from "./_describe_params.ts";

/** One tool as a command: what the parser reads and Markdown shows. */
export interface Command {
  /** The tool's name. */
  readonly name: string;
  /** The tool's description, as the tool gives it. */
  readonly description: string;
  /** The tool's hints; empty when it gives none. */
  readonly annotations: Annotations;
  /** The top-level properties of the tool's schema, in the order written. */
  readonly params: Param[];
  /** The tool's JSON Schema as text; {@linkcode NO_ARGS_SCHEMA} when it has none. */
  readonly schema: string;
  /** Whether its calls need an order, which nothing gives them across processes. */
  readonly needsOrder: boolean;
}

/** One property of a tool's arguments: a top-level one, or a field of an object that is one. */
export interface Param {
  /** The property's name. */
  readonly name: string;
  /** The property's description; may be empty. */
  readonly description: string;
  /** Its JSON Schema type, null left out; empty when the schema names none, or several. */
  readonly type: string;
  /** The type of an array's elements; empty for anything but an array. */
  readonly items: string;
  /** The properties of an object that declares them, in the order written. */
  readonly fields?: Param[];
  /** The properties of an array's elements, where those are objects that declare them. */
  readonly elements?: Param[];
  /** The type of a map's values: an object with `additionalProperties` and no properties. */
  readonly values: string;
  /** Whether the object that holds the property requires it. */
  readonly required: boolean;
  /** The values it may take (each element of an array), as JSON texts. */
  readonly enum?: string[];
  /** The schema's `format`, which is shown and not enforced. */
  readonly format?: string;
  /** The numbers, lengths or counts it may have, in words. */
  readonly range?: string;
  /** The regular expression that a string has to match. */
  readonly pattern?: string;
  /** What the tool does without it, as JSON text; never filled in by the program. */
  readonly default?: string;
  /** Whether it has a plain flag of its own; what has none is given as JSON. */
  flag(): boolean;
  /** Whether its flag is given once per entry, as `key=value`. */
  map(): boolean;
  /** Whether its flag is given once per element of an array. */
  repeated(): boolean;
}

/** The words that a program has for itself, which no tool can be named. */
export const OWN_COMMANDS: readonly string[] = ["help", "schema"];

/**
 * Describes tools as commands, in order. Their schemas are read when a command's `params` are.
 *
 * @example A set as commands
 * ```ts
 * import { defineRawTool } from "@x/toolcli/agenttool";
 * import { commands } from "@x/toolcli/cli";
 * import { expect } from "@std/expect";
 *
 * const ping = defineRawTool({ name: "ping", execute: () => "pong" });
 * expect(commands([ping]).map((command) => command.name)).toEqual(["ping"]);
 * ```
 *
 * @param tools The tools.
 * @param reserved More names that no tool may have.
 * @returns A command for each tool.
 * @throws {TypeError} For a set that cannot be a program: a name that is empty, given twice, begins
 * with a dash, or is `help`, `schema` or reserved.
 */
export function commands(tools: Iterable<Tool>, reserved: Iterable<string> = []): Command[] {
  const own = new Set([...OWN_COMMANDS, ...reserved]);
  const names = new Set<string>();
  let index = 0;
  const all: Command[] = [];
  for (const tool of tools) {
    const { name } = tool;
    if (typeof name !== "string" || name === "") {
      throw new TypeError(`cli: tool[${index}]: empty name`);
    }
    const problem = names.has(name)
      ? ": duplicate name"
      : own.has(name)
      ? " is named as one of the program's own commands"
      : name.startsWith("-")
      ? " begins with a dash, which a command line reads as an option"
      : undefined;
    if (problem) throw new TypeError(`cli: tool "${name}"${problem}`);
    names.add(name);
    all.push(describe(tool));
    index++;
  }
  return all;
}

/**
 * Describes one tool as a command. A schema is read leniently and is never an error: what is not
 * understood has no flag, and arrives as JSON.
 *
 * @example The parameters of a tool
 * ```ts
 * import { defineRawTool } from "@x/toolcli/agenttool";
 * import { describe } from "@x/toolcli/cli";
 * import { expect } from "@std/expect";
 *
 * const tool = defineRawTool({
 *   name: "greet",
 *   parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
 *   execute: () => "hello",
 * });
 * const [param] = describe(tool).params;
 * expect(param).toMatchObject({ name: "name", type: "string", required: true });
 * expect(param!.flag()).toBe(true);
 * ```
 *
 * @param tool The tool.
 * @returns The command.
 */
export function describe(tool: Tool): Command {
  // Read when asked for: a program describes only what it needs.
  let source: Source | undefined, params: Param[] | undefined;
  const read = () => source ??= sourceOf(tool);
  return {
    name: tool.name,
    description: typeof tool.description === "string" ? tool.description : "",
    annotations: tool.annotations ?? {},
    needsOrder: Boolean(tool.sequential || tool.resource),
    get schema() {
      return read().schema;
    },
    get params() {
      return params ??= readParams(read().schema, read().written);
    },
  };
}

/**
 * Gives the JSON Schema that a tool serves.
 *
 * @param tool The tool.
 * @returns The JSON text, {@linkcode NO_ARGS_SCHEMA} where there is none.
 * @throws {Error} Where the tool's parameters cannot be read or have no JSON.
 */
export function schemaOf({ parameters }: Pick<Tool, "parameters">): string {
  const text = typeof parameters === "string" ? parameters : encodeJson(parameters ?? null, "JSON");
  return /^\s*(?:null)?\s*$/.test(text) ? JSON.stringify(NO_ARGS_SCHEMA) : text;
}

/** A schema's text, and whether `JSON.stringify` wrote it. */
interface Source {
  schema: string;
  written: boolean;
}

/** What cannot be read is described as no arguments: one odd tool does not take others down. */
function sourceOf(tool: Tool): Source {
  try {
    const { parameters } = tool;
    return { schema: schemaOf({ parameters }), written: typeof parameters !== "string" };
  } catch {
    return { schema: JSON.stringify(NO_ARGS_SCHEMA), written: true };
  }
}
