import type { JsonSchema } from "../agenttool/tool.ts";
import { visible } from "../agenttool/visible.ts";
import { describe, type Param } from "../cli/command.ts";

/** One field of a form. Its texts hold no line breaks and no control characters. */
export interface Field {
  /** The member's name in the answer, as it is. */
  readonly name: string;
  /** The name as shown. */
  readonly label: string;
  readonly title: string;
  readonly description: string;
  /** The JSON Schema type; empty when the schema names none, or several. */
  readonly type: string;
  /** The type of an array's elements. */
  readonly items: string;
  readonly required: boolean;
  /** What else there is to know of its values: format and range. */
  readonly limits: string[];
  /** The default as JSON text. */
  readonly default?: string;
  /** The values it may take, or, with `several`, its elements. */
  readonly choices?: Choice[];
  /** Whether the answer is an array of choices. */
  readonly several: boolean;
  /** Whether what is typed must not be shown. */
  readonly secret: boolean;
}

/** One value that a field may take. */
export interface Choice {
  /** The value as JSON text. */
  readonly json: string;
  /** The value as shown and typed. */
  readonly text: string;
  /** What the schema calls it; may be empty. */
  readonly title: string;
}

/**
 * Reads a form's fields.
 *
 * @param schema The form's schema.
 * @returns Its top-level properties, in schema order.
 */
export function readFields(schema: JsonSchema): Field[] {
  const form = describe({
    name: "form",
    description: "",
    parameters: schema,
    execute: () => Promise.resolve({ content: [] }),
  });
  const properties = member(schema, "properties");
  return form.params.map((param) =>
    readField(param, resolve(member(properties, param.name), schema), schema)
  );
}

/**
 * Writes a JSON value as a person would: a string without its quotes.
 *
 * @param json The value's JSON text.
 * @returns The text.
 */
export function plainText(json: string): string {
  return json.startsWith('"') ? JSON.parse(json) : json;
}

/**
 * Makes a text from outside one line that a terminal can show.
 *
 * @param text The text.
 * @returns The line.
 */
export function oneLine(text: string): string {
  return visible(text.replace(/\s+/g, " ").trim());
}

function readField(param: Param, schema: unknown, root: JsonSchema): Field {
  const { name, type, items, required, format, range } = param;
  const several = type === "array" && member(schema, "enum") === undefined;
  const titles = titlesOf(several ? resolve(member(schema, "items"), root) : schema);
  // Yes and no are answers to a boolean, whichever of them the schema allows.
  const choices = type === "boolean" && titles.size === 0 ? undefined : param.enum;
  return {
    name,
    label: oneLine(name) || '""',
    title: ownTitle(oneLine(text(member(schema, "title"))), name),
    description: oneLine(param.description),
    type,
    items,
    required,
    limits: [format, range].filter((fact) => fact !== undefined).map(oneLine),
    default: param.default,
    choices: choices && readChoices(choices, titles),
    several,
    secret: type === "string" && format === "password",
  };
}

/** Some generators give every field its own name as the title: `max_bytes` is `Max Bytes`. */
function ownTitle(title: string, name: string): string {
  const letters = (text: string) => text.toLowerCase().replace(/[\s_-]/g, "");
  return letters(title) === letters(name) ? "" : title;
}

/** Of two values that would be typed alike (`"1"` and `1`) the string keeps its quotes. */
function readChoices(values: string[], titles: Map<string, string>): Choice[] {
  const taken = new Set(values);
  return values.map((json) => {
    const plain = plainText(json);
    const text = plain === "" || json !== plain && taken.has(plain) ? json : plain;
    return { json, text: oneLine(text), title: titles.get(json) ?? "" };
  });
}

/** Titles by JSON text: those of constants, or of an `enum` with `enumNames` beside it. */
function titlesOf(schema: unknown): Map<string, string> {
  const titles = new Map<string, string>();
  const add = (value: unknown, title: unknown) => {
    if (value !== undefined && text(title)) titles.set(JSON.stringify(value), oneLine(text(title)));
  };
  for (const constant of [...list(member(schema, "oneOf")), ...list(member(schema, "anyOf"))]) {
    add(member(constant, "const"), member(constant, "title"));
  }
  const names = list(member(schema, "enumNames"));
  list(member(schema, "enum")).forEach((value, index) => add(value, names[index]));
  return titles;
}

/** Follows local references, which is where a generator puts a field's title. */
function resolve(schema: unknown, root: JsonSchema): unknown {
  for (let hops = 0; hops < 32; hops++) {
    const ref = text(member(schema, "$ref"));
    if (!ref.startsWith("#/")) return schema;
    schema = ref.slice(2).split("/").reduce<unknown>(
      (target, part) => member(target, part.replaceAll("~1", "/").replaceAll("~0", "~")),
      root,
    );
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
