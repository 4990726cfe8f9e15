import type { JsonSchema } from "../agenttool/tool.ts";
import {
  array,
  choice,
  explained,
  fail,
  flag,
  type Members,
  members,
  Misfit,
  optional,
  positive,
  present,
  string,
  strings,
  within,
  worded,
} from "./_members.ts";

/** One command of a {@linkcode CliCallTemplate}: a line, or a whole script, of the shell. */
export interface CommandStep {
  /** The command, with `UTCP_ARG_name_UTCP_END` where an argument goes. */
  command: string;
  /** Whether its output is part of the result; left out, only the last step's is. */
  append_to_final_output?: boolean;
  /** Whether the call may succeed although this step failed. */
  allow_failure?: boolean;
}

/** How a tool is run on the command line. Members that UTCP does not have are marked *(ours)*. */
export interface CliCallTemplate {
  /** The name of the manual that the template belongs to, or makes. */
  name?: string;
  /** The protocol. */
  call_template_type: "cli";
  /** What runs, one after the other in one shell. Empty where `argv` runs, or nothing can. */
  commands: CommandStep[];
  /** *(ours)* A program and its arguments, run without a shell in the place of `commands`. */
  argv?: string[];
  /** Environment variables. */
  env_vars?: Record<string, string>;
  /** Which of this process's variables are passed on; left out, a short list of harmless ones. */
  inherit_env_vars?: string[];
  /** Where the commands start; left out or empty, where this process is. */
  working_dir?: string;
  /** The protocols that the tools of a manual may use; left out, the manual's own. */
  allowed_communication_protocols?: string[];
  /** *(ours)* Whether registering the template runs it to discover tools. */
  discover?: boolean;
  /** *(ours)* How long a run may take in ms; left out, 30,000 to discover and 120,000 to call. */
  timeout?: number;
  /** *(ours)* What follows a step that fails: the end (left out), or the next step. */
  on_error?: "stop" | "continue";
  /** *(ours)* Whether each step has a subshell of its own, so that no state reaches the next. */
  subshells?: boolean;
  /** *(ours)* How many bytes of each step's stdout, and stderr, are kept; left out, 10 MiB. */
  max_output?: number;
}

/** A call template of another protocol, as it was given. */
export interface OtherCallTemplate {
  /** The name of the manual that the template belongs to. */
  name?: string;
  /** The protocol. */
  call_template_type: string;
  /** Whatever templates of the protocol have. */
  [member: string]: unknown;
}

/** A tool of a {@linkcode UtcpManual}. */
export interface UtcpTool {
  /** The tool's name. */
  name: string;
  /** What it does. */
  description: string;
  /** JSON Schema of the arguments. */
  inputs: JsonSchema;
  /** JSON Schema of the result. */
  outputs: JsonSchema;
  /** Words to find it by. */
  tags: string[];
  /** A hint: how many bytes a result has. */
  average_response_size?: number;
  /** How it is called. */
  tool_call_template: CliCallTemplate | OtherCallTemplate;
}

/** A description of tools. */
export interface UtcpManual {
  /** The version of UTCP that it is written for. */
  utcp_version: string;
  /** The manual's own version. */
  manual_version: string;
  /** The tools. */
  tools: UtcpTool[];
}

/** A tool that a manual has and that cannot be used. */
export interface DroppedTool {
  /** Its name; `tools[2]` where it has none. */
  name: string;
  /** What is wrong with it: the member, a colon and the reason. */
  reason: string;
}

/** What {@linkcode parseManual} found. */
export interface ParsedManual {
  /** The manual with the tools that can be used. */
  manual: UtcpManual;
  /** The others, in their order. */
  dropped: DroppedTool[];
}

/**
 * Reads a UTCP manual. Members that are not known are left out. A tool that is not well-formed does
 * not spoil the others; of tools with one name the last is kept.
 *
 * @example One good tool, one bad
 * ```ts
 * import { parseManual } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const { manual, dropped } = parseManual({
 *   tools: [
 *     {
 *       name: "now",
 *       tool_call_template: { call_template_type: "cli", commands: [{ command: "date" }] },
 *     },
 *     { name: "later", tool_call_template: { call_template_type: "cli", commands: ["at"] } },
 *   ],
 * });
 *
 * expect(manual.tools.map((tool) => tool.name)).toEqual(["now"]);
 * expect(dropped).toEqual([{
 *   name: "later",
 *   reason: "tool_call_template.commands[0]: expected an object, got a string",
 * }]);
 * ```
 *
 * @param value The manual, as parsed from JSON.
 * @returns The manual, and the tools that were dropped with the reason.
 * @throws {TypeError} Where the value is not a manual; the message names the member.
 */
export function parseManual(value: unknown): ParsedManual {
  return explained("manual", () => {
    const manual = members(value);
    const tools = array(manual, "tools") ?? fail("tools", "expected an array", undefined);
    const read = tools.map(readTool);
    const last = new Map(read.map(({ tool }, index) => [tool?.name, index]));
    const dropped: DroppedTool[] = [];
    const kept: UtcpTool[] = [];
    for (const [index, { name, tool, reason = "a later tool has its name" }] of read.entries()) {
      if (tool && last.get(name) === index) kept.push(tool);
      else dropped.push({ name, reason });
    }
    return {
      manual: {
        utcp_version: string(manual, "utcp_version") ?? "1.0.0",
        manual_version: string(manual, "manual_version") ?? "1.0.0",
        tools: kept,
      },
      dropped,
    };
  });
}

/**
 * Reads a call template of the CLI protocol. `null` is read as left out, and members that are not
 * known are left out.
 *
 * @example A misspelt type
 * ```ts
 * import { parseTemplate } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const template = { call_template_type: "cli", commands: [{ command: "date" }], working_dir: 1 };
 *
 * expect(() => parseTemplate(template)).toThrow(
 *   "Invalid call template: working_dir: expected a string, got a number",
 * );
 * ```
 *
 * @param value The template, as parsed from JSON.
 * @returns The template.
 * @throws {TypeError} Where it is not one; the message names the member.
 */
export function parseTemplate(value: unknown): CliCallTemplate {
  return explained("call template", () => readTemplate(value));
}

/**
 * Tells the templates of the CLI protocol from others.
 *
 * @param template A call template.
 * @returns Whether it is of the CLI protocol.
 */
export function isCliTemplate(
  template: CliCallTemplate | OtherCallTemplate,
): template is CliCallTemplate {
  return template.call_template_type === "cli";
}

function readTool(value: unknown, index: number): Partial<DroppedTool> & {
  name: string;
  tool?: UtcpTool;
} {
  let name = `tools[${index}]`;
  try {
    const tool = members(value);
    const given = string(tool, "name") || fail("name", "expected a name", tool.name);
    name = given;
    const size = optional(tool, "average_response_size", "number") as number | undefined;
    return {
      name,
      tool: {
        name,
        description: string(tool, "description") ?? "",
        inputs: schema(tool, "inputs"),
        outputs: schema(tool, "outputs"),
        tags: strings(tool, "tags") ?? [],
        ...size !== undefined && { average_response_size: size },
        tool_call_template: within("tool_call_template", () => {
          const template = members(tool.tool_call_template);
          const type = string(template, "call_template_type") ??
            fail("call_template_type", "expected a string", undefined);
          return type === "cli" ? readTemplate(template) : template as OtherCallTemplate;
        }),
      },
    };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    return { name, reason: worded(error) };
  }
}

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** A schema is open but for `type`: see spec/utcp-cli.md 1.2. */
function schema(parent: Members, name: string): JsonSchema {
  const value = parent[name] ?? {};
  return within(name, () => {
    if (typeof value === "boolean") return value;
    const { type } = members(value);
    for (const each of Array.isArray(type) ? type : [type ?? "null"]) {
      if (!TYPES.includes(each as string)) fail("type", "expected a type of JSON Schema", each);
    }
    return value as JsonSchema;
  });
}

function readTemplate(value: unknown): CliCallTemplate {
  const given = members(value);
  if (given.call_template_type !== "cli") {
    fail("call_template_type", 'expected "cli"', given.call_template_type);
  }
  if ((given.auth ?? undefined) !== undefined) fail("auth", "expected nothing", given.auth);
  const template: CliCallTemplate = {
    call_template_type: "cli",
    commands: (array(given, "commands") ?? []).map((step, index) =>
      within(`commands[${index}]`, () => readStep(step))
    ),
  };
  const options: Partial<CliCallTemplate> = {
    name: string(given, "name"),
    argv: strings(given, "argv"),
    env_vars: environment(given),
    inherit_env_vars: strings(given, "inherit_env_vars"),
    working_dir: string(given, "working_dir") || undefined,
    allowed_communication_protocols: strings(given, "allowed_communication_protocols"),
    discover: flag(given, "discover"),
    timeout: positive(given, "timeout"),
    on_error: choice(given, "on_error", "stop", "continue"),
    subshells: flag(given, "subshells"),
    max_output: positive(given, "max_output"),
  };
  if (options.argv && template.commands.length > 0) {
    fail("argv", "expected nothing beside commands", options.argv);
  }
  if (options.argv && !options.argv[0]) fail("argv", "expected a program", options.argv);
  return Object.assign(template, present(options));
}

function readStep(value: unknown): CommandStep {
  const step = members(value);
  const command = string(step, "command") ?? fail("command", "expected a string", undefined);
  if (command.includes("\0")) fail("command", "expected no NUL character", command);
  return {
    command,
    ...present({
      append_to_final_output: flag(step, "append_to_final_output"),
      allow_failure: flag(step, "allow_failure"),
    }),
  };
}

function environment(parent: Members): Record<string, string> | undefined {
  const value = parent.env_vars ?? undefined;
  if (value === undefined) return undefined;
  return within("env_vars", () => {
    const variables = members(value);
    for (const [name, text] of Object.entries(variables)) {
      if (typeof text !== "string") fail(name, "expected a string", text);
      if (!/^[^=\0]+$/.test(name)) fail(JSON.stringify(name), "expected a variable's name", name);
    }
    return variables as Record<string, string>;
  });
}
