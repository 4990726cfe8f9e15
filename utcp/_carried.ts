import { describe } from "../cli/command.ts";
import type { Param } from "../cli/command.ts";
import { type Json, parseJson, stringifyJson } from "../agenttool/json.ts";
import type { Tool } from "../agenttool/tool.ts";

/** One argument as a call template carries it: one word of a command line, never several. */
export interface CarriedParam {
  readonly name: string;
  /** How the word is read: text as it is, a number, a boolean in any case, or any JSON text. */
  readonly kind: "string" | "number" | "integer" | "boolean" | "json";
  readonly required: boolean;
  readonly description: string;
  /** The property's JSON Schema; any value where it says nothing. */
  readonly schema: Json;
}

/** What of a tool a call template can carry: see spec/utcp-cli.md 5.1. */
export interface Carried {
  readonly tool: Tool;
  readonly params: CarriedParam[];
  /** The arguments left out, each with the reason. */
  readonly left: string[];
}

/** Tells how a tool is carried, or why it cannot be. */
export function carry(tool: Tool): Carried | string {
  if (!NAME.test(tool.name)) return "its name has characters that a call template cannot carry";
  const command = describe(tool);
  const properties = propertiesOf(command.schema);
  const params: CarriedParam[] = [], left: string[] = [];
  for (const param of command.params) {
    const problem = problemWith(param.name);
    if (!problem) params.push(carryParam(param, properties.get(param.name) ?? true));
    else if (param.required) {
      return `its required argument ${JSON.stringify(param.name)} ${problem}`;
    } else left.push(`${JSON.stringify(param.name)} ${problem}`);
  }
  return { tool, params, left };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The reference clients take what every object inherits for an argument that was given. */
function problemWith(name: string): string | undefined {
  if (!NAME.test(name)) return "has characters that a placeholder cannot carry";
  if (name.includes("_UTCP_END")) return "holds the end of a placeholder";
  if (name in {}) return "is a name that some clients give a value of their own";
  return undefined;
}

function carryParam(param: Param, schema: Json): CarriedParam {
  const { name, required, description } = param;
  const kind = KINDS.find((kind) => kind === param.type) ?? "json";
  return { name, kind, required, description, schema };
}

const KINDS = ["string", "number", "integer", "boolean"] as const;

function propertiesOf(schema: string): Map<string, Json> {
  let root: Json;
  try {
    root = parseJson(schema);
  } catch {
    return new Map();
  }
  const properties = root instanceof Map ? root.get("properties") : undefined;
  return properties instanceof Map ? properties : new Map();
}

/** The words that a person or a model reads of an argument. */
export function describeParam({ kind, description, schema }: CarriedParam): string {
  if (kind !== "json") return description;
  const text = stringifyJson(schema);
  const format = `As JSON text that fits the schema ${text}`;
  return description ? `${description}\n${format}` : format;
}
