/**
 * `@std/cli/unicode-width` on `npm:string-width`, which also measures joined emoji as one.
 *
 * @module
 */
import stringWidth from "npm:string-width@^9.0.0";

/**
 * Measures a text on a terminal.
 *
 * @param text The text.
 * @returns How many columns it takes.
 */
export function unicodeWidth(text: string): number {
  return stringWidth(text, { countAnsiEscapeCodes: true });
}
