import { type Json, type JsonObject, parseJson, stringifyJson } from "../agenttool/json.ts";
import type { Tool } from "../agenttool/tool.ts";
import { NO_ARGS_SCHEMA } from "../agenttool/tool_set.ts";

/** A tool's parameters as clients can read them. */
export interface ServedSchema {
  /** The JSON text of a schema of objects. */
  text: string;
  /** Why it is not the tool's own schema. */
  problem?: string;
}

/**
 * Gives the schema by which a tool's arguments are described. It is the tool's own text, except
 * where clients would refuse the whole list of tools for it: they want `"type": "object"`, and no
 * boolean among the properties. A schema that is none is served as one of any object: the tool's
 * calls then say what is wrong.
 *
 * @param tool The tool.
 * @returns The schema.
 */
export function servedSchema(tool: Tool): ServedSchema {
  let text: string;
  try {
    const { parameters = NO_ARGS_SCHEMA } = tool;
    text = typeof parameters === "string" ? parameters : JSON.stringify(parameters) ?? "";
    if (/^\s*(?:null\s*)?$/.test(text)) text = JSON.stringify(NO_ARGS_SCHEMA);
    return { text: readable(parseJson(text)) ?? text };
  } catch (error) {
    return { text: '{"type":"object"}', problem: (error as Error).message };
  }
}

/** A schema's text after the changes that clients need; nothing where they need none. */
function readable(schema: Json): string | undefined {
  if (schema === true) return '{"type":"object"}';
  if (schema === false) return '{"type":"object","not":{}}';
  if (!(schema instanceof Map)) throw new SyntaxError("neither an object nor a boolean");
  const properties = schema.get("properties");
  if (properties !== undefined && !isSchemas(properties)) {
    throw new SyntaxError('"properties" is not an object of schemas');
  }
  const required = schema.get("required");
  const names = Array.isArray(required) && required.every((name) => typeof name === "string");
  if (required !== undefined && !names) {
    throw new SyntaxError('"required" is not an array of names');
  }
  const isReadable = schema.get("type") === "object" && !hasBoolean(properties);
  return isReadable ? undefined : stringifyJson(asObject(schema, properties));
}

/** Arguments are objects anyway, so what else the type says allows nothing more. */
function asObject(schema: JsonObject, properties: JsonObject | undefined): JsonObject {
  const type = schema.get("type");
  const allowed = type === undefined || type === "object" ||
    Array.isArray(type) && type.includes("object");
  const members: JsonObject = new Map<string, Json>([["type", "object"]]);
  for (const [name, value] of schema) if (name !== "type") members.set(name, value);
  if (properties) {
    members.set("properties", new Map([...properties].map(([name, value]) => [name, open(value)])));
  }
  // No object fits; clients can't be told so by the type.
  if (!allowed) members.set("not", new Map());
  return members;
}

function open(schema: Json): Json {
  if (schema === true) return new Map();
  return schema === false ? new Map([["not", new Map()]]) : schema;
}

function isSchemas(value: Json): value is JsonObject {
  return value instanceof Map &&
    [...value.values()].every((item) => typeof item === "boolean" || item instanceof Map);
}

function hasBoolean(properties: JsonObject | undefined): boolean {
  return properties !== undefined &&
    [...properties.values()].some((item) => typeof item === "boolean");
}
