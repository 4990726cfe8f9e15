import { messageOf } from "../agenttool/errors.ts";
import type { JsonSchema, Result, Tool } from "../agenttool/tool.ts";
import { readLimits, type RunLimits } from "./_limits.ts";
import { argumentNames } from "./_references.ts";
import {
  type CliCallTemplate,
  isCliTemplate,
  type ParsedManual,
  parseManual,
  parseTemplate,
} from "./template.ts";
import { manualName, variableKey, type VariableLookup, variableLookup } from "./variables.ts";

export type { RunLimits } from "./_limits.ts";
export { dotenv, type VariableLookup } from "./variables.ts";

/** How {@linkcode utcpTools} reads a source. */
export interface UtcpToolsOptions extends RunLimits {
  /**
   * The manual's name: the namespace of its variables, and the name of the tool that a call
   * template without a name becomes. Manuals in an array have it, templates in one do not.
   */
  name?: string;
  /**
   * Values of variables, by the names that the templates use or by those with the namespace; what
   * is not here is looked up in the environment with the namespace.
   */
  variables?: Record<string, string>;
  /**
   * Lookups of variables that are not in `variables`, in order, before the environment; they are
   * asked by the names with the namespace. `dotenv(path)` is one.
   */
  loaders?: readonly VariableLookup[];
  /** Is told of each tool, and each item of an array, that is left out, and why. */
  note?: (text: string) => void;
  /** Ends discovery. */
  signal?: AbortSignal;
}

/**
 * Gives the tools of a UTCP manual, of a CLI call template (one tool, named like the template), or
 * of an array of either. A template that contains the word `utcp-discover`, or says
 * `discover: true`, is run, and the manual that it prints has the tools. Nothing of `@utcp/sdk` is
 * loaded.
 *
 * An item of an array that is not well-formed, or discovers nothing, does not spoil the others. Of
 * items that have tools of one name the first keeps it, as the first of manuals with one name does.
 *
 * @example A manual
 * ```ts
 * import { Executor } from "@x/toolcli/agenttool";
 * import { utcpTools } from "@x/toolcli/utcp/source";
 * import { expect } from "@std/expect";
 *
 * const [tool] = await utcpTools({
 *   tools: [{
 *     name: "greet",
 *     inputs: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
 *     tool_call_template: {
 *       call_template_type: "cli",
 *       commands: [{ command: "echo Hello, UTCP_ARG_name_UTCP_END" }],
 *     },
 *   }],
 * });
 *
 * const jobs = [{ tool, id: "1", args: '{"name":"Ada"}' }];
 * for await (const event of new Executor().execute(jobs)) {
 *   expect(event).toHaveProperty("result.content", [{ type: "text", text: "Hello, Ada" }]);
 * }
 * ```
 *
 * @example A variable of a `.env` file, and a limit
 * ```ts
 * import { Executor } from "@x/toolcli/agenttool";
 * import { dotenv, utcpTools } from "@x/toolcli/utcp/source";
 * import { expect } from "@std/expect";
 *
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, "my__api_KEY=secret\n");
 * const [tool] = await utcpTools({
 *   name: "my_api",
 *   call_template_type: "cli",
 *   commands: [{ command: 'echo "$KEY"' }],
 * }, { loaders: [dotenv(path)], timeout: 5_000 });
 *
 * for await (const event of new Executor().execute([{ tool, id: "1", args: "{}" }])) {
 *   expect(event).toHaveProperty("result.content", [{ type: "text", text: "secret" }]);
 * }
 * await Deno.remove(path);
 * ```
 *
 * @param source The manual, template or array, as parsed from JSON.
 * @param options How to read it.
 * @returns The tools. A call that fails throws a `ToolError`, one that takes too long a
 * `CallTimeoutError`; what its commands print on standard error is the call's progress.
 * @throws {TypeError} Where the source is none of these, a template has no name, or a limit is no
 * number above 0.
 * @throws {Error} Where discovery fails.
 * @throws {AggregateError} Where all of several items of an array fail: one error for each.
 */
export async function utcpTools(
  source: unknown,
  options: UtcpToolsOptions = {},
): Promise<Tool[]> {
  const checked = { ...options, ...readLimits(options) };
  return Array.isArray(source)
    ? await toolsOfAll(source, checked)
    : await toolsOf(source, checked, options.name);
}

/**
 * Tells whether registering a template runs it: to discover tools is the only reason.
 *
 * @param template The template.
 * @returns Whether it says so, or has the word `utcp-discover` in a command.
 */
export function isDiscovery({ discover, commands, argv = [] }: CliCallTemplate): boolean {
  const texts = [...commands.map(({ command }) => command), ...argv];
  return discover ??
    texts.some((text) => /(?<![\w.-])(?:--?)?utcp-discover(?![\w.-])/.test(text));
}

/**
 * The names of the arguments that a template has placeholders for.
 *
 * @param template The template.
 * @returns The names in order, each once.
 */
export function placeholders({ commands, argv = [] }: CliCallTemplate): string[] {
  const texts = [...commands.map(({ command }) => command), ...argv];
  return [...new Set(texts.flatMap(argumentNames))];
}

async function toolsOfAll(items: unknown[], options: UtcpToolsOptions): Promise<Tool[]> {
  const { note, signal } = options;
  const tools: Tool[] = [];
  const places = new Map<string, number>();
  const failed = new Map<number, Error>();
  for (const [index, item] of items.entries()) {
    try {
      // A name for one tool would be the name of each.
      for (const tool of await toolsOf(item, options, undefined)) {
        const place = places.get(tool.name);
        if (place === undefined) {
          tools.push(tool);
          places.set(tool.name, index);
        } else {
          const name = JSON.stringify(tool.name);
          note?.(`Tool ${name} of [${index}] is left out: [${place}] has its name`);
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      failed.set(index, error as Error);
    }
  }
  if (failed.size > 0 && failed.size === items.length) throw allFailed(failed);
  for (const [index, error] of failed) {
    note?.(`${placeOf(items[index], index)} is left out: ${lineOf(error)}`);
  }
  return tools;
}

function allFailed(failed: Map<number, Error>): Error {
  const errors = [...failed.values()];
  if (errors.length === 1) return errors[0]!;
  const reasons = errors.map((error, index) => `[${index}]: ${lineOf(error)}`);
  return new AggregateError(errors, `No item of the array gives tools: ${reasons.join("; ")}`);
}

function placeOf(item: unknown, index: number): string {
  const { name } = (item ?? {}) as { name?: unknown };
  return typeof name === "string" && name ? `[${index}] (${JSON.stringify(name)})` : `[${index}]`;
}

/** What a command printed, which an error may quote, has lines. */
function lineOf(error: unknown): string {
  return messageOf(error).replace(/\s*\n\s*/g, " ");
}

/** The tools of what is no array; `alone` names a template that has no name. */
async function toolsOf(
  source: unknown,
  options: UtcpToolsOptions,
  alone: string | undefined,
): Promise<Tool[]> {
  if (isManual(source)) return manualTools(parseManual(source), options);
  const template = parseTemplate(source);
  const name = template.name ?? alone;
  if (!name) throw new TypeError("Invalid call template: name: expected a name, got nothing");
  if (!isDiscovery(template)) {
    const inputs = argumentsOf(template);
    return [makeTool({ name: manualName(name), description: "", inputs, template }, name, options)];
  }
  const { discoverManual } = await import("./_discovery.ts");
  const { signal, note, discoveryTimeout: timeout, maxOutput } = options;
  const found = await discoverManual({ ...template, name }, {
    variables: lookup(name, options),
    signal,
    onStderr: note,
    timeout,
    maxOutput,
  });
  return manualTools(found, { ...options, name });
}

function isManual(source: unknown): boolean {
  return typeof source === "object" && source !== null && Object.hasOwn(source, "tools");
}

function manualTools({ manual, dropped }: ParsedManual, options: UtcpToolsOptions): Tool[] {
  const leaveOut = (name: string, reason: string) =>
    options.note?.(`Tool ${JSON.stringify(name)} is left out: ${reason}`);
  for (const { name, reason } of dropped) leaveOut(name, reason);
  const tools: Tool[] = [];
  for (const { tool_call_template: template, ...tool } of manual.tools) {
    if (isCliTemplate(template)) {
      const inputs = declares(tool.inputs) ? tool.inputs : argumentsOf(template);
      tools.push(makeTool({ ...tool, inputs, template }, options.name ?? template.name, options));
    } else {
      leaveOut(tool.name, `its protocol is ${JSON.stringify(template.call_template_type)}`);
    }
  }
  return tools;
}

function declares(inputs: JsonSchema): boolean {
  return typeof inputs === "object" && Object.keys(inputs).length > 0;
}

/** What a template takes that declares no inputs: a text for each placeholder. */
function argumentsOf(template: CliCallTemplate): JsonSchema {
  const names = placeholders(template);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names,
  };
}

function makeTool(
  tool: { name: string; description: string; inputs: JsonSchema; template: CliCallTemplate },
  manual: string | undefined,
  options: UtcpToolsOptions,
): Tool {
  const { name, description, inputs, template } = tool;
  return {
    name,
    description,
    parameters: inputs,
    async execute(call): Promise<Result> {
      // Standard error is reported line by line.
      let rest = "";
      const onStderr = (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop()!;
        for (const line of lines) call.progress(line);
      };
      // Help and a schema do not need what runs a template.
      const { runTemplate } = await import("./run.ts");
      const { text } = await runTemplate(template, call.args || "{}", {
        inputs,
        manual,
        variables: lookup(manual, options),
        signal: call.signal,
        timeout: options.timeout,
        maxOutput: options.maxOutput,
        onStderr,
      }).finally(() => {
        if (rest) call.progress(rest);
      });
      return { content: text === "" ? [] : [{ type: "text", text }] };
    },
  };
}

function lookup(
  manual: string | undefined,
  { variables = {}, loaders }: UtcpToolsOptions,
): VariableLookup {
  const namespace = manual === undefined ? "" : variableKey(manual, "");
  const elsewhere = variableLookup({ variables, loaders });
  return (key) => {
    const name = key.startsWith(namespace) ? key.slice(namespace.length) : key;
    return Object.hasOwn(variables, name) ? variables[name] : elsewhere(key);
  };
}
