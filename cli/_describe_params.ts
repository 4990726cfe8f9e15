import { isIntegral } from "../agenttool/decimal.ts";
import {
  type Json,
  JsonNumber,
  type JsonObject,
  parseJson,
  parseWrittenJson,
  stringifyJson,
} from "../agenttool/json.ts";
import type { Param } from "./command.ts";
import { isScalar } from "./values.ts";
import { type PlainSchema, plainSchema } from "./_plain_schema.ts";

/**
 * Reads the parameters from a schema's text: see spec/agenttool-cli.md 3. What is not understood
 * is left out of the description, never an error.
 *
 * @param text The schema.
 * @param written Whether `JSON.stringify` wrote it.
 * @returns The parameters.
 */
export function readParams(text: string, written: boolean): Param[] {
  let root: Json;
  try {
    root = written ? parseWrittenJson(text) : parseJson(text);
  } catch {
    return [];
  }
  const params = allParams(root);
  giveFlags(params, "", new Set(), true);
  return params;
}

/**
 * A schema whose references fan out can describe more than memory holds: what lies behind so many
 * parameters, or inside so many objects, is JSON only.
 */
const MAX_PARAMS = 10_000, MAX_DEPTH = 200;

/** An object whose fields are not read yet: a parameter, or each element of one. */
interface Unread {
  param: DescribedParam;
  as: "fields" | "elements";
  schema: JsonObject;
  /** The references that led to it, and how many objects it is in. */
  inside: Set<string>;
  depth: number;
}

/** A schema's document, and what is left to read of it. */
interface Reading {
  root: Json;
  unread: Unread[];
}

/** Reads level by level, so that a property that fans out takes nothing from its neighbours. */
function allParams(root: Json): DescribedParam[] {
  const reading: Reading = { root, unread: [] };
  const { schema, refs } = plainSchema(root, root);
  const params = fieldsOf(reading, schema, new Set([...refs, "#"]), 0);
  let count = params.length;
  for (const { param, as, schema, inside, depth } of reading.unread) {
    if (count > MAX_PARAMS || depth > MAX_DEPTH) break;
    const fields = fieldsOf(reading, schema, inside, depth);
    param[as] = fields;
    count += fields.length;
  }
  return params;
}

function fieldsOf(
  reading: Reading,
  schema: JsonObject,
  inside: Set<string>,
  depth: number,
): DescribedParam[] {
  const properties = schema.get("properties");
  if (!(properties instanceof Map)) return [];
  const required = new Set(strings(schema.get("required")));
  return [...properties].map(([name, property]) =>
    paramOf(reading, { name, property, required: required.has(name), inside, depth })
  );
}

function paramOf({ root, unread }: Reading, { name, property, required, inside, depth }: {
  name: string;
  property: Json;
  required: boolean;
  inside: Set<string>;
  depth: number;
}): DescribedParam {
  const { schema, refs } = plainSchema(property, root);
  const type = typeOf(schema);
  const param = describedParam(name, type, required, schema);
  // A reference met again inside itself describes no more fields.
  const later = (as: Unread["as"], { schema, refs }: PlainSchema) => {
    if (!hasProperties(schema) || refs.some((ref) => inside.has(ref))) return;
    unread.push({ param, as, schema, inside: new Set([...inside, ...refs]), depth: depth + 1 });
  };
  if (type === "array") {
    const items = plainSchema(schema.get("items"), root);
    param.items = typeOf(items.schema);
    param.enum ??= enumOf(items.schema);
    if (param.items === "object") later("elements", { ...items, refs: [...refs, ...items.refs] });
  }
  if (type === "object" && hasProperties(schema)) later("fields", { schema, refs });
  else if (type === "object") {
    const { schema: values } = plainSchema(schema.get("additionalProperties"), root);
    param.values = typeOf(values);
  }
  return param;
}

function hasProperties(schema: JsonObject): boolean {
  const properties = schema.get("properties");
  return properties instanceof Map && properties.size > 0;
}

/** A parameter while it is described. */
interface DescribedParam extends Param {
  items: string;
  values: string;
  fields?: DescribedParam[];
  elements?: DescribedParam[];
  enum?: string[];
  giveFlag(): void;
}

function describedParam(
  name: string,
  type: string,
  required: boolean,
  schema: JsonObject,
): DescribedParam {
  let flag = false;
  const value = schema.get("default");
  return {
    name,
    type,
    items: "",
    values: "",
    required,
    description: string(schema.get("description")) ?? "",
    enum: enumOf(schema),
    format: string(schema.get("format")),
    range: rangeOf(schema, type),
    pattern: string(schema.get("pattern")),
    default: value === undefined ? undefined : stringifyJson(value),
    giveFlag: () => void (flag = true),
    flag: () => flag,
    map: () => flag && type === "object",
    repeated: () => flag && type === "array",
  };
}

/** Whether one word, given once or several times, can give it: what a flag needs. */
function isPlain({ type, items, values }: Param): boolean {
  return isScalar(type) || isScalar(items) || isScalar(values);
}

/**
 * Decides which parameters have flags: those that a word can give and whose spelling says which
 * they are. Of two that would be spelled alike the first in schema order has it.
 */
function giveFlags(
  params: DescribedParam[],
  prefix: string,
  taken: Set<string>,
  top = false,
): void {
  for (const param of params) {
    const { name } = param;
    if (name === "" || name.startsWith("-") || name.includes("=")) continue;
    if (name.includes(".") && !(top && isPlain(param))) continue;
    const path = prefix + name;
    if (isPlain(param) && !taken.has(path)) {
      taken.add(path);
      param.giveFlag();
    }
    if (param.fields) giveFlags(param.fields, `${path}.`, taken);
  }
}

function string(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The one type besides null, or "". `const` and `enum` tell it too, `properties` means object. */
function typeOf(schema: JsonObject): string {
  const type = schema.get("type");
  if (type === undefined) {
    if (schema.get("properties") instanceof Map) return "object";
    const types = new Set(valuesOf(schema)?.map(typeOfValue));
    types.delete("null");
    if (types.has("number")) types.delete("integer");
    return types.size === 1 ? [...types][0]! : "";
  }
  const types = new Set(Array.isArray(type) ? strings(type) : strings([type]));
  types.delete("null");
  return types.size === 1 ? [...types][0]! : "";
}

function typeOfValue(value: Json): string {
  if (value === null) return "null";
  if (value instanceof JsonNumber) return isIntegral(value.text) ? "integer" : "number";
  return Array.isArray(value) ? "array" : value instanceof Map ? "object" : typeof value;
}

function valuesOf(schema: JsonObject): Json[] | undefined {
  if (schema.has("const")) return [schema.get("const")!];
  const values = schema.get("enum");
  return Array.isArray(values) ? values : undefined;
}

function enumOf(schema: JsonObject): string[] | undefined {
  return valuesOf(schema)?.map((value) => stringifyJson(value));
}

function rangeOf(schema: JsonObject, type: string): string | undefined {
  if (type === "string") return span(schema, "minLength", "maxLength", "character");
  if (type === "array") return span(schema, "minItems", "maxItems", "item");
  if (type !== "integer" && type !== "number") return undefined;
  const parts = [
    span(schema, "minimum", "maximum"),
    bound("more than", schema.get("exclusiveMinimum")),
    bound("less than", schema.get("exclusiveMaximum")),
    bound("multiple of", schema.get("multipleOf")),
  ];
  return parts.filter((part) => part).join(", ") || undefined;
}

// What some generators write for every integer: no one means it as a range.
const SAFE_INTEGER = String(Number.MAX_SAFE_INTEGER);

function span(schema: JsonObject, least: string, most: string, unit = ""): string | undefined {
  let min = number(schema.get(least)), max = number(schema.get(most));
  if (min === `-${SAFE_INTEGER}`) min = undefined;
  if (max === SAFE_INTEGER) max = undefined;
  const text = min && max
    ? min === max ? min : `${min} to ${max}`
    : min
    ? `at least ${min}`
    : max && `at most ${max}`;
  if (!text || !unit) return text;
  return `${text} ${unit}${text.endsWith(" 1") || text === "1" ? "" : "s"}`;
}

function bound(words: string, value: Json | undefined): string | undefined {
  const text = number(value);
  return text && `${words} ${text}`;
}

function number(value: Json | undefined): string | undefined {
  return value instanceof JsonNumber ? value.text : undefined;
}
