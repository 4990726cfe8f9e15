/**
 * Makes every character visible that a terminal would obey or hide: control characters (of C0, DEL
 * and C1) but line breaks and tabs, direction controls, and characters without width. A carriage
 * return stands where it ends a line, and is shown where it would return to the line's start.
 *
 * @param text The text.
 * @returns The text with escapes (`\x1b`, `\u{202e}`) for those characters; the same text where it
 * has none.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char) => {
    const hex = char.codePointAt(0)!.toString(16);
    return hex.length > 2 ? `\\u{${hex}}` : `\\x${hex.padStart(2, "0")}`;
  });
}

/**
 * Does what {@linkcode visible} does to JSON text, by escapes that JSON has: its value stays.
 *
 * @param json JSON text on one line.
 * @returns JSON text of the same value.
 */
export function visibleJson(json: string): string {
  return json.replace(HIDDEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const HIDDEN =
  /[[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]--[\n\t\r]]|\r(?!\n)/gv;
