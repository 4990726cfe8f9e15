import { describe } from "../cli/command.ts";
import type { Param } from "../cli/command.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../agenttool/json.ts";
import type { Tool } from "../agenttool/tool.ts";

/** One argument as a call template carries it: one word of a command line, never several. */
export interface CarriedParam {
  readonly name: string;
  /** How the word is read: text as it is, a number, a boolean in any case, or any JSON text. */
  readonly kind: "string" | "number" | "integer" | "boolean" | "json";
  /** Whether it may be null as well; any JSON text says that by itself. */
  readonly nullable: boolean;
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
  const root = rootOf(command.schema);
  const properties = propertiesOf(root);
  const params: CarriedParam[] = [], left: string[] = [];
  for (const param of command.params) {
    const problem = problemWith(param.name);
    if (!problem) params.push(carryParam(param, properties.get(param.name) ?? true, root));
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

function carryParam(param: Param, schema: Json, root: Json): CarriedParam {
  const { name, required, description } = param;
  const kind = KINDS.find((kind) => kind === param.type) ?? "json";
  const nullable = kind !== "json" && acceptsNull(schema, root);
  return { name, kind, nullable, required, description, schema };
}

const KINDS = ["string", "number", "integer", "boolean"] as const;

function rootOf(schema: string): Json {
  try {
    return parseJson(schema);
  } catch {
    return null;
  }
}

function propertiesOf(root: Json): JsonObject {
  const properties = root instanceof Map ? root.get("properties") : undefined;
  return properties instanceof Map ? properties : new Map();
}

/**
 * Whether no keyword that tells a type excludes null; a schema that is not found does. What
 * references lead to is looked at once.
 */
function acceptsNull(
  schema: Json | undefined,
  root: Json,
  found = new Map<string, boolean>(),
): boolean {
  if (!(schema instanceof Map)) return schema === true;
  const accepts = (inner: Json | undefined) => acceptsNull(inner, root, found);
  return [...schema].every(([keyword, value]) => {
    switch (keyword) {
      case "$ref": {
        if (typeof value !== "string") return false;
        if (!found.has(value)) {
          found.set(value, false);
          found.set(value, accepts(target(value, root)));
        }
        return found.get(value)!;
      }
      case "type":
        return [value].flat().includes("null");
      case "enum":
        return Array.isArray(value) && value.includes(null);
      case "const":
        return value === null;
      case "allOf":
        return Array.isArray(value) && value.every(accepts);
      case "anyOf":
      case "oneOf":
        return Array.isArray(value) && value.some(accepts);
      default:
        return true;
    }
  });
}

/** What a reference within the document leads to. */
function target(ref: string, root: Json): Json | undefined {
  const [start, ...names] = ref.split("/");
  if (start !== "#") return undefined;
  let found: Json | undefined = root;
  for (const part of names) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = found instanceof Map ? found.get(name) : undefined;
  }
  return found;
}

/** The words that a person or a model reads of an argument. */
export function describeParam({ kind, nullable, description, schema }: CarriedParam): string {
  const format = kind === "json"
    ? `As JSON text that fits the schema ${stringifyJson(schema)}`
    : kind === "string" && nullable
    ? NULLABLE_TEXT
    : "";
  return [description, format].filter((line) => line !== "").join("\n");
}

const NULLABLE_TEXT =
  'Text or null; text that reads null or None, or that begins with ", as a JSON string';

/** Reads an argument that is text or null: text as it is, unless it could be taken for another. */
export function readNullableText(value: string): Json {
  // Python writes None.
  if (value === "null" || value === "None") return null;
  return value.startsWith('"') ? parseJson(value) : value;
}
