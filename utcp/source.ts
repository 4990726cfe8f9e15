import type { JsonSchema, Result, Tool } from "../agenttool/tool.ts";
import { argumentNames } from "./_references.ts";
import {
  type CliCallTemplate,
  isCliTemplate,
  type ParsedManual,
  parseManual,
  parseTemplate,
} from "./template.ts";
import { manualName, variableKey, type VariableLookup, variableLookup } from "./variables.ts";

/** How {@linkcode utcpTools} reads a source. */
export interface UtcpToolsOptions {
  /**
   * The manual's name: the namespace of its variables, and the name of the tool that a call
   * template without a name becomes.
   */
  name?: string;
  /**
   * Values of variables, by the names that the templates use or by those with the namespace; what
   * is not here is looked up in the environment with the namespace.
   */
  variables?: Record<string, string>;
  /** Is told of each tool that is left out, and why. */
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
 * @param source The manual, template or array, as parsed from JSON.
 * @param options How to read it.
 * @returns The tools. A call that fails throws a `ToolError`; what its commands print on standard
 * error is the call's progress.
 * @throws {TypeError} Where the source is none of these, or a template has no name.
 * @throws {Error} Where discovery fails.
 */
export async function utcpTools(
  source: unknown,
  options: UtcpToolsOptions = {},
): Promise<Tool[]> {
  if (!Array.isArray(source)) return await toolsOf(source, options);
  const tools: Tool[] = [];
  // A name for one tool would be the name of each.
  for (const item of source) tools.push(...await toolsOf(item, { ...options, name: undefined }));
  return tools;
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

async function toolsOf(source: unknown, options: UtcpToolsOptions): Promise<Tool[]> {
  if (isManual(source)) return manualTools(parseManual(source), options);
  const template = parseTemplate(source);
  const name = template.name ?? options.name;
  if (!name) throw new TypeError("Invalid call template: name: expected a name, got nothing");
  if (!isDiscovery(template)) {
    const inputs = argumentsOf(template);
    return [makeTool({ name: manualName(name), description: "", inputs, template }, name, options)];
  }
  const { discoverManual } = await import("./_discovery.ts");
  const { signal, note } = options;
  const variables = lookup(name, options);
  const found = await discoverManual({ ...template, name }, { variables, signal, onStderr: note });
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
        onStderr,
      }).finally(() => {
        if (rest) call.progress(rest);
      });
      return { content: text === "" ? [] : [{ type: "text", text }] };
    },
  };
}

function lookup(manual: string | undefined, { variables = {} }: UtcpToolsOptions): VariableLookup {
  const namespace = manual === undefined ? "" : variableKey(manual, "");
  const elsewhere = variableLookup({ variables });
  return (key) => {
    const name = key.startsWith(namespace) ? key.slice(namespace.length) : key;
    return Object.hasOwn(variables, name) ? variables[name] : elsewhere(key);
  };
}
