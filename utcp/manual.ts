import { type Json, JsonNumber, type JsonObject, stringifyJson } from "../agenttool/json.ts";
import type { Tool } from "../agenttool/tool.ts";
import { type Carried, type CarriedParam, carry, describeParam } from "./_carried.ts";
import { asciiJson } from "./_output.ts";
import { passedOn } from "./_passed_on.ts";

/** How {@linkcode utcpManual} describes a program. */
export interface UtcpManualOptions {
  /**
   * The words that start the program, which has to answer `utcp-call`: an absolute path, then
   * arguments. Paths in them have to be absolute as well, for a client calls from anywhere.
   */
  command: readonly string[];
  /**
   * Whether the client hands values over by environment reference (TypeScript 1.1.1 and later,
   * Python 1.1.4). Otherwise they travel in a here-document that is inert in every client.
   */
  byReference?: boolean;
  /**
   * Names of environment variables that calls get from the client besides the few that it passes
   * on anyway. With any, clients that are older than TypeScript 1.1.1 refuse the manual; they pass
   * on all.
   */
  variables?: readonly string[];
  /** Tags of every tool. */
  tags?: readonly string[];
  /** Is told of each tool and argument that is left out, and why. */
  note?: (text: string) => void;
}

/**
 * Describes tools as a UTCP manual whose calls run a program that answers `utcp-call`, as one made
 * with {@linkcode utcpExtension} does. See spec/utcp-cli.md 5.
 *
 * A tool whose name, or the name of one of whose required arguments, cannot be part of a call
 * template is left out, and so is any other argument with such a name. Arguments other than
 * strings, numbers and booleans, and those or null, are passed as JSON text.
 *
 * @example The manual of one tool
 * ```ts
 * import { defineRawTool } from "@x/toolcli/agenttool";
 * import { utcpManual } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const ping = defineRawTool({ name: "ping", execute: () => "pong" });
 * const manual = JSON.parse(utcpManual([ping], { command: ["/opt/kit"], byReference: true }));
 *
 * expect(manual.tools[0].tool_call_template.commands[0].command).toBe("'/opt/kit' utcp-call ping");
 * ```
 *
 * @param tools The tools.
 * @param options How to describe them.
 * @returns The manual as one line of ASCII JSON without any `$`, which clients would take for the
 * start of a variable.
 * @throws {TypeError} Where the command cannot be written into a call template: it holds a `$`, a
 * NUL or `UTCP_ARG_`; or where the name of a variable cannot.
 */
export function utcpManual(tools: Iterable<Tool>, options: UtcpManualOptions): string {
  const { note = () => {}, tags = [], variables = [] } = options;
  const program = options.command.map(quoted).join(" ");
  const inherited = inheritedNames(variables);
  const entries: Json[] = [];
  for (const tool of tools) {
    const carried = carry(tool);
    const name = `Tool ${JSON.stringify(tool.name)}`;
    if (typeof carried === "string") {
      note(`${name} is left out: ${carried}`);
      continue;
    }
    for (const reason of carried.left) note(`${name}: argument ${reason}, and is left out`);
    const command = `${program} utcp-call ${tool.name}`;
    entries.push(
      new Map<string, Json>([
        ["name", tool.name],
        ["description", tool.description],
        ["inputs", inputsOf(carried)],
        ["outputs", new Map([["type", "object"]])],
        ["tags", [...tags]],
        ["tool_call_template", templateOf(command, carried, inherited, options.byReference)],
      ]),
    );
  }
  const manual = new Map<string, Json>([
    ["utcp_version", "1.0.1"],
    ["manual_version", "1.0.0"],
    ["tools", entries],
  ]);
  return asciiJson(stringifyJson(manual));
}

/** Variables are substituted in quotes too, and a placeholder would be one of ours. */
function quoted(word: string): string {
  const problem = ["$", "UTCP_ARG_", "\0"].find((part) => word.includes(part));
  if (problem !== undefined) {
    const what = JSON.stringify(problem);
    throw new TypeError(
      `Cannot write ${JSON.stringify(word)} into a call template: it holds ${what}`,
    );
  }
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** What a template names replaces what clients pass on anyway; nothing where nothing is to add. */
function inheritedNames(variables: readonly string[]): string[] {
  for (const name of variables) {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      throw new TypeError(
        `Cannot write ${JSON.stringify(name)} into a call template: it is no name of a variable`,
      );
    }
  }
  return variables.length === 0 ? [] : [...new Set([...passedOn(), ...variables])];
}

function inputsOf({ params }: Carried): Json {
  const properties: JsonObject = new Map();
  for (const param of params) properties.set(param.name, inputOf(param));
  const required = params.filter((param) => param.required).map(({ name }) => name);
  return new Map<string, Json>([
    ["type", "object"],
    ["properties", properties],
    ["required", required],
  ]);
}

/** The keywords that every client knows. One with a value of another kind would cost the manual. */
const KEYWORDS: [string, (value: Json) => boolean][] = [
  ["enum", (value) => Array.isArray(value)],
  ["default", () => true],
  ["format", (value) => typeof value === "string"],
  ["pattern", (value) => typeof value === "string"],
  ["minimum", (value) => value instanceof JsonNumber],
  ["maximum", (value) => value instanceof JsonNumber],
];

function inputOf(param: CarriedParam): Json {
  const { kind, nullable, schema } = param;
  const type = kind === "json" ? "string" : kind;
  const input: JsonObject = new Map<string, Json>([["type", nullable ? [type, "null"] : type]]);
  const description = describeParam(param);
  if (description) input.set("description", description);
  if (kind === "json" || !(schema instanceof Map)) return input;
  for (const [keyword, fits] of KEYWORDS) {
    const value = schema.get(keyword);
    if (value !== undefined && fits(value)) input.set(keyword, value);
  }
  return input;
}

function templateOf(
  command: string,
  carried: Carried,
  inherited: string[],
  byReference = false,
): Json {
  const step = new Map<string, Json>([
    ["command", byReference ? flagsForm(command, carried) : envelopeForm(command, carried)],
    ["append_to_final_output", true],
  ]);
  const template = new Map<string, Json>([["call_template_type", "cli"], ["commands", [step]]]);
  if (inherited.length > 0) template.set("inherit_env_vars", inherited);
  return template;
}

/** Form A: a client that passes values by reference makes each of them one word. */
function flagsForm(command: string, { params }: Carried): string {
  return [command, ...params.map(({ name }) => `--${name}=${placeholder(name)}`)].join(" ");
}

/**
 * Form B: nothing in a here-document is run, whether a client pastes the values or leaves
 * references, as long as no value holds the key, which nobody who supplies values can know.
 */
function envelopeForm(command: string, { params }: Carried): string {
  const key = hexDigits(24);
  const lines = params.flatMap(({ name }) => [`@${key} ${name}`, placeholder(name)]);
  const body = [...lines, `@${key} .`].join("\n");
  // The client may append to the command, which must not become part of the closing line.
  return `${command} --stdin-envelope=${key} <<'UTCP_${key}'\n${body}\nUTCP_${key}\n`;
}

function placeholder(name: string): string {
  return `UTCP_ARG_${name}_UTCP_END`;
}

function hexDigits(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
