/**
 * Makes every character visible that a terminal would obey or hide: control characters (of C0, DEL
 * and C1) but line breaks and tabs, direction controls, and characters that nobody sees. A carriage
 * return stands where it ends a line, and is shown where it would return to the line's start; a
 * variation selector stands behind a character that it varies.
 *
 * @param text The text.
 * @returns The text with escapes (`\x1b`, `\u{202e}`) for those characters; the same text where it
 * has none.
 */
export function visible(text: string): string {
  return replaceHidden(text, (char) => {
    const hex = char.codePointAt(0)!.toString(16);
    return hex.length > 2 ? `\\u{${hex}}` : `\\x${hex.padStart(2, "0")}`;
  });
}

/**
 * Does what {@linkcode visible} does, and shows line breaks and tabs too.
 *
 * @param text The text.
 * @returns One line, with `\n`, `\r` and `\t` for what would end it or jump in it.
 */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\r\n\t]/g, (char) => JSON.stringify(char).slice(1, -1));
}

/**
 * Does what {@linkcode visible} does to JSON text, by escapes that JSON has: its value stays.
 *
 * @param json JSON text.
 * @returns JSON text of the same value.
 */
export function visibleJson(json: string): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return replaceHidden(json, (char) => char.split("").map(escape).join(""));
}

/**
 * Replaces each character that {@linkcode visible} makes visible.
 *
 * @param text The text.
 * @param replacement Gives what stands in its place.
 * @returns The text without such characters.
 */
export function replaceHidden(text: string, replacement: (char: string) => string): string {
  // What follows is made when it is needed: that takes the thirtieth part of a call's time.
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return text;
  // A soft hyphen is a hyphen to some terminals, and hides nothing from the others.
  const hidden =
    /[[\p{Cc}\p{DI}\u061c\u2028-\u202e\ufff9-\ufffb]--[\n\t\r\xad\ufe00-\ufe0f]]|\r(?!\n)|(?<![^\ufe00-\ufe0f])[\ufe00-\ufe0f]/gv;
  return text.replace(hidden, replacement);
}
