import { fitsDouble, isIntegral } from "./decimal.ts";
import { type Json, JsonNumber, parseJson } from "./json.ts";

/**
 * Finds a number that changes when a JSON text becomes JavaScript values, as an answer's content
 * does: a large integer, or one that becomes infinite. Digits of a fraction may be rounded.
 *
 * @param text The JSON text.
 * @returns The first such number, as written.
 * @throws {SyntaxError} Where the text is not JSON.
 */
export function lostNumber(text: string): string | undefined {
  return lostIn(parseJson(text));
}

function lostIn(value: Json): string | undefined {
  if (value instanceof JsonNumber) {
    const kept = isIntegral(value.text) ? fitsDouble(value.text) : isFinite(Number(value.text));
    return kept ? undefined : value.text;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const item of value.values()) {
    const lost = lostIn(item);
    if (lost !== undefined) return lost;
  }
}
