/**
 * Exact JSON: reading that keeps numbers as written, the order of members and every member name,
 * which `JSON.parse` does not.
 *
 * @module
 */

import {
  checkValue,
  DuplicateMemberError,
  end,
  items,
  type Json,
  JsonNumber,
  type JsonObject,
  MAX_DEPTH,
  members,
  readerOf,
  readValue,
  skipValue,
} from "./_json_reader.ts";

export { DuplicateMemberError, type Json, JsonNumber, type JsonObject };

/**
 * Reads a JSON text into a value. Of a member written twice the first is kept.
 *
 * @param text The JSON text.
 * @returns The value.
 * @throws {SyntaxError} Where the text is not JSON, or is nested more than 1,000 deep.
 */
export function parseJson(text: string): Json {
  const reader = readerOf(text);
  const value = readValue(reader, 0);
  end(reader);
  return value;
}

/**
 * Reads what `JSON.stringify` wrote, as {@linkcode parseJson} does but faster: no member is there
 * twice, and its numbers are doubles unless somebody made them of text.
 *
 * @param text The JSON text.
 * @returns The value.
 * @throws {SyntaxError} Where it is nested more than 1,000 deep.
 */
export function parseWrittenJson(text: string): Json {
  return hasPlainNumbers(text) ? exact(JSON.parse(text), 0) : parseJson(text);
}

function exact(value: unknown, depth: number): Json {
  if (typeof value === "number") return new JsonNumber(String(value));
  if (typeof value !== "object" || value === null) return value as Json;
  if (depth > MAX_DEPTH) throw new SyntaxError(`JSON is nested more than ${MAX_DEPTH} deep`);
  if (Array.isArray(value)) return value.map((item) => exact(item, depth + 1));
  const object: JsonObject = new Map();
  for (const name of Object.keys(value)) {
    object.set(name, exact((value as Record<string, unknown>)[name], depth + 1));
  }
  return object;
}

/**
 * Writes a value as JSON text, numbers as they were read.
 *
 * @param value The value.
 * @param indent Spaces per level; without it the text is one line.
 * @returns The JSON text.
 */
export function stringifyJson(value: Json, indent = 0): string {
  const write = (value: Json, margin: string): string => {
    if (value instanceof JsonNumber) return value.text;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const inner = margin + " ".repeat(indent);
    const items = Array.isArray(value)
      ? value.map((item) => write(item, inner))
      : [...value].map(([name, item]) =>
        `${JSON.stringify(name)}:${indent ? " " : ""}${write(item, inner)}`
      );
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    if (!indent || items.length === 0) return `${open}${items.join(",")}${close}`;
    return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${margin}${close}`;
  };
  return write(value, "");
}

/**
 * Checks that a text is JSON in which no object has a member twice, at any depth.
 *
 * @param text The JSON text.
 * @throws {DuplicateMemberError} Where a member is given twice.
 * @throws {SyntaxError} Where the text is not JSON.
 */
export function checkJson(text: string): void {
  if (text === checked) return;
  const reader = readerOf(text);
  checkValue(reader);
  end(reader);
  if (reader.duplicate) throw reader.duplicate;
  checked = text;
  plain = reader.plain;
}

/** The text found good last: what one room checks, the next one often checks again. */
let checked: string | undefined;
/** Whether doubles hold its numbers. */
let plain = false;

/**
 * Whether doubles hold all numbers of a JSON text for sure: they have at most 15 digits and no
 * exponent.
 *
 * @param text The JSON text.
 * @returns Whether they do; false may be said of digits in a string, too.
 */
export function hasPlainNumbers(text: string): boolean {
  return text === checked ? plain : !/[\d.]{16}|\d[eE]/.test(text);
}

/**
 * Says what keeps a text from being JSON in which no object has a member twice.
 *
 * @param text The text.
 * @returns What is wrong, as part of a sentence; nothing where all is well.
 */
export function jsonProblem(text: string): string | undefined {
  try {
    checkJson(text);
  } catch (error) {
    return error instanceof DuplicateMemberError
      ? `member ${JSON.stringify(error.path)} is given twice`
      : `not valid JSON: ${(error as SyntaxError).message}`;
  }
}

/**
 * Splits a JSON object into its members without reading their values.
 *
 * @param text The JSON text of an object, checked before.
 * @returns Each member's name and its value's text as written, in order.
 */
export function jsonMembers(text: string): Map<string, string> {
  const reader = readerOf(text);
  const found = new Map<string, string>();
  for (const name of members(reader)) found.set(name, skipValue(reader));
  return found;
}

/**
 * Splits a JSON array into its elements without reading them.
 *
 * @param text The JSON text of an array, checked before.
 * @returns Each element's text as written, in order.
 */
export function jsonItems(text: string): string[] {
  return items(readerOf(text));
}
