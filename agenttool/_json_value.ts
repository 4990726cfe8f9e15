import { fitsDouble, normalDecimal } from "./decimal.ts";
import { hasPlainNumbers, type Json, JsonNumber } from "./json.ts";

/** A JSON value in which the numbers that a double does not hold are as written. */
export type Value = null | boolean | string | Numeric | Value[] | { [name: string]: Value };

/** A number. */
export type Numeric = number | JsonNumber;

/**
 * Reads a JSON text.
 *
 * @param text The JSON text.
 * @param kept Whether to keep a number as written; absent, those are kept that no double holds.
 * @returns The value.
 * @throws {SyntaxError} Where the text is not JSON.
 */
export function readValue(text: string, kept?: (number: string) => boolean): Value {
  if (!kept && hasPlainNumbers(text)) return JSON.parse(text);
  const keeps = kept ?? ((number) => !fitsDouble(number));
  return JSON.parse(
    text,
    (_name: string, value: unknown, ...[context]: { source: string }[]) =>
      typeof value === "number" && keeps(context!.source) ? new JsonNumber(context!.source) : value,
  );
}

/**
 * Gives the text that values share exactly when they are equal as JSON.
 *
 * @param value A value of a schema or of an instance.
 * @returns The text.
 */
export function keyOf(value: Json | Value): string {
  if (value instanceof JsonNumber) {
    return fitsDouble(value.text) ? String(Number(value.text)) : normalDecimal(value.text);
  }
  if (typeof value === "number") return String(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as Value[]).map(keyOf)}]`;
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${keyOf(item)}`).sort()}}`;
}

/** Whether a value is a number. */
export function isNumeric(value: Value): value is Numeric {
  return typeof value === "number" || value instanceof JsonNumber;
}

/** A number's JSON text. */
export function textOf(value: Numeric): string {
  return typeof value === "number" ? String(value) : value.text;
}

/** Whether a value is an object. */
export function isObject(value: Value): value is { [name: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof JsonNumber);
}
