import type { Args, ToolParameters } from "./args.ts";
import { toResult } from "./content.ts";
import { jsonProblem } from "./json.ts";
import { isStandardSchema, standardReader } from "./standard_schema.ts";
import type { Annotations, Call, JsonSchema, Tool } from "./tool.ts";
import { type Validator, validator } from "./validate.ts";

/** What {@linkcode defineTool} and {@linkcode defineRawTool} both take. */
export interface ToolOptions {
  /** The function name: not empty, unique in a set. */
  name: string;
  /** What a model reads to decide when to call. */
  description?: string;
  /** Whether calls of this tool run alone in a batch. */
  sequential?: boolean;
  /** A name (`shell:session`) that calls in one batch hold one after the other. */
  resource?: string;
  /** Hints about what a call does. */
  annotations?: Annotations;
  /** Ends what the tool holds across calls. */
  close?(): void | Promise<void>;
}

/** A tool as {@linkcode defineTool} takes it. */
export interface ToolDefinition<S> extends ToolOptions {
  /**
   * JSON Schema of the arguments object (a value or its text), or a Standard Schema value. Absent:
   * the tool takes no arguments.
   */
  parameters?: S;
  /**
   * Runs one call.
   *
   * @param args The arguments, checked. Numbers are doubles; `call.args` has them as written.
   * @param call The call.
   * @returns Text, what {@linkcode result} made, any JSON value, or nothing; or a promise of it.
   */
  execute(args: Args<S>, call: Call): unknown;
}

/** A tool as {@linkcode defineRawTool} takes it. */
export interface RawToolDefinition extends ToolOptions {
  /** JSON Schema of the arguments object, or its text. Absent: the tool takes no arguments. */
  parameters?: JsonSchema | string;
  /**
   * Runs one call.
   *
   * @param call The call; its `args` are an object's JSON text.
   * @returns Text, what {@linkcode result} made, any JSON value, or nothing; or a promise of it.
   */
  execute(call: Call): unknown;
}

/**
 * Makes a tool of a function. Its arguments are checked before it runs: by the library, where
 * `parameters` are a Standard Schema value, whose output then reaches the function; as JSON Schema
 * otherwise, where defaults are shown to the caller and not filled in. A call whose arguments do not
 * fit fails with `invalid arguments: …`.
 *
 * @example JSON Schema
 * ```ts
 * import { defineTool, Executor } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 *
 * const tool = defineTool({
 *   name: "repeat",
 *   description: "Repeats a text.",
 *   parameters: {
 *     type: "object",
 *     properties: { text: { type: "string" }, times: { type: "integer" } },
 *     required: ["text"],
 *   },
 *   // text is a string, times a number or undefined
 *   execute: ({ text, times = 2 }) => text.repeat(times),
 * });
 *
 * for await (const event of new Executor().execute([{ tool, id: "1", args: '{"text":"ab"}' }])) {
 *   expect(event).toEqual({
 *     index: 0,
 *     type: "result",
 *     result: { content: [{ type: "text", text: "abab" }] },
 *   });
 * }
 * ```
 *
 * @example A schema library
 * ```ts
 * import { defineTool } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 * import { z } from "zod";
 *
 * const tool = defineTool({
 *   name: "repeat",
 *   parameters: z.object({ text: z.string(), times: z.int().default(2) }),
 *   execute: ({ text, times }) => text.repeat(times),
 * });
 *
 * expect(tool.parameters).toHaveProperty("required", ["text"]);
 * ```
 *
 * @param definition The tool.
 * @returns The tool. The JSON Schema of a Standard Schema value is made when it is first read; where
 * the library can't make it, the tool shows no parameters and its calls fail with the reason.
 * @throws {TypeError} Where `execute` is not a function, or a Standard Schema value cannot give its
 * JSON Schema (a valibot schema needs `toStandardJsonSchema`).
 */
export function defineTool<const S extends ToolParameters | undefined = undefined>(
  definition: ToolDefinition<S>,
): Tool {
  const { parameters, execute } = definition;
  const source = argumentsOf(definition.name, parameters);
  return makeTool(
    definition,
    source.schema,
    async (call) => execute.call(definition, await source.read(call.args) as Args<S>, call),
  );
}

/**
 * Makes a tool of a function that reads its arguments itself: they are an object's JSON text, which
 * is not checked against `parameters`.
 *
 * @example A number that no double holds
 * ```ts
 * import { defineRawTool, Executor } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 *
 * const tool = defineRawTool({
 *   name: "echo",
 *   parameters: '{"type":"object","properties":{"id":{"type":"integer"}}}',
 *   execute: (call) => call.args,
 * });
 *
 * const args = '{"id":12345678901234567890}';
 * for await (const event of new Executor().execute([{ tool, id: "1", args }])) {
 *   expect(event).toHaveProperty("result.content", [{ type: "text", text: args }]);
 * }
 * ```
 *
 * @param definition The tool.
 * @returns The tool.
 * @throws {TypeError} Where `execute` is not a function.
 */
export function defineRawTool(definition: RawToolDefinition): Tool {
  const { parameters, execute } = definition;
  return makeTool(definition, () => parameters, (call) => {
    checkArguments(call.args);
    return execute.call(definition, call);
  });
}

function makeTool(
  definition: ToolOptions & { execute: unknown },
  schema: () => Tool["parameters"],
  run: (call: Call) => unknown,
): Tool {
  const { name, description = "", sequential, resource, annotations, close } = definition;
  if (typeof definition.execute !== "function") {
    throw new TypeError(`Tool "${name}" has no execute function`);
  }
  return {
    name,
    description,
    get parameters() {
      return schema();
    },
    sequential,
    resource,
    annotations,
    execute: async (call) => {
      const given = call.args || "{}";
      return toResult(await run(given === call.args ? call : withArguments(call, given)));
    },
    close: close && (async () => await close.call(definition)),
  };
}

/** The call, its other members as they are. */
function withArguments(call: Call, args: string): Call {
  return Object.create(call, { args: { value: args, enumerable: true } });
}

/** How a tool's parameters are shown, and how its arguments are read. */
interface ArgumentsSource {
  schema(): Tool["parameters"];
  /** Throws where the arguments do not fit. */
  read(text: string): Promise<unknown>;
}

function argumentsOf(tool: string, parameters: ToolParameters | undefined): ArgumentsSource {
  if (isStandardSchema(parameters)) {
    const reader = standardReader(tool, parameters);
    return {
      schema: reader.schema,
      read: async (text) => {
        const outcome = await reader.read(parseArguments(text));
        if ("problems" in outcome) throw invalid(outcome.problems);
        return outcome.value;
      },
    };
  }
  const isAbsent = parameters === undefined || parameters === null ||
    typeof parameters === "string" && /^\s*(?:null\s*)?$/.test(parameters);
  let checker: Validator | undefined;
  return {
    schema: () => parameters,
    read: async (text) => {
      const value = parseArguments(text);
      if (isAbsent) return value;
      checker ??= validator(parameters);
      const problems = await checker.validate(text, value);
      if (problems.length > 0) throw invalid(problems);
      return value;
    },
  };
}

/**
 * Reads arguments, which are one JSON object. A member written twice is refused, because readers
 * differ in which of the two they take, and one might check what another does not run.
 */
function parseArguments(text: string): unknown {
  checkArguments(text);
  return JSON.parse(text);
}

function checkArguments(text: string): void {
  if (!text.trimStart().startsWith("{")) throw invalid(["expected a JSON object"]);
  const problem = jsonProblem(text);
  if (problem) throw invalid([problem]);
}

function invalid(problems: string[]): Error {
  return new Error(`invalid arguments: ${problems.join("; ")}`);
}
