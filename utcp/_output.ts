import { type Json, JsonNumber, stringifyJson } from "../agenttool/json.ts";

/**
 * Makes a JSON text ASCII, and free of `$`: a client that decodes output in pieces cannot damage it,
 * and none can find a variable in it.
 */
export function asciiJson(text: string): string {
  return text.replace(
    /[$\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Writes a value for a client that reads numbers as doubles: larger integers become strings. */
export function portableJson(value: Json): string {
  return asciiJson(stringifyJson(portable(value)));
}

function portable(value: Json): Json {
  if (value instanceof JsonNumber) {
    const rounded = /^-?\d+$/.test(value.text) && !Number.isSafeInteger(Number(value.text));
    return rounded ? value.text : value;
  }
  if (Array.isArray(value)) return value.map(portable);
  if (value instanceof Map) {
    return new Map([...value].map(([name, item]) => [name, portable(item)]));
  }
  return value;
}
