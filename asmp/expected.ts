import { type FieldType, fieldType, isOptional } from "./_field_type.ts";
import type { Expects } from "./wire.ts";

/** A field of a body, as a command line sees it. */
export interface ExpectedField {
  /** Its name. */
  readonly name: string;
  /** Its JSON Schema type. An array's elements are strings. */
  readonly type: FieldType;
  /** Whether it has to be there. */
  readonly required: boolean;
  /** The server's own words for its type. */
  readonly words: string;
}

/**
 * Reads what a transition or a stage tool expects. A type that ends with `?` or says optional marks
 * a field that may lack; a word that is no type stands for a string. See spec/asmp.md 10.
 *
 * @param expects Field names and the words for their types.
 * @returns The fields in order.
 */
export function expectedFields(expects: Expects = {}): ExpectedField[] {
  return Object.entries(expects).map(([name, words]) => ({
    name,
    type: fieldType(words) ?? "string",
    required: !isOptional(words),
    words,
  }));
}

/**
 * Gives the JSON Schema of fields. It is text, because a field may be called `__proto__`.
 *
 * @param fields The fields.
 * @param about What is told of a field that stands alone, where the server says it.
 * @returns The schema as JSON text; nothing where there are no fields.
 */
export function fieldsSchema(fields: readonly ExpectedField[], about = ""): string | undefined {
  if (fields.length === 0) return undefined;
  const properties = fields.map(({ name, type, words }) => {
    const items = type === "array" ? { items: { type: "string" } } : {};
    const plain = words.replace(/\?|\(?optional\)?/gi, "").trim().toLowerCase() === type;
    // It is meant to stand before what is typed: `Value (string):`
    const alone = fields.length === 1 ? about.replace(/[\s:]+$/, "") : "";
    const description = alone || (plain ? undefined : words);
    return `${JSON.stringify(name)}:${JSON.stringify({ type, ...items, description })}`;
  });
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return `{"type":"object","properties":{${properties.join(",")}},` +
    `"required":${JSON.stringify(required)}}`;
}
