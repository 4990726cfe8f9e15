/**
 * What a hostile text holds, and how it looks where nothing of it is obeyed.
 *
 * @module
 */

/** Sequences and characters: what they would do, the text, and the text as a person must see it. */
export const HOSTILE: readonly (readonly [what: string, text: string, shown: string])[] = [
  ["set the title", "\x1b]0;stolen\x07", "\\x1b]0;stolen\\x07"],
  ["set the title, otherwise ended", "\x1b]2;stolen\x1b\\", "\\x1b]2;stolen\\x1b\\"],
  ["set the title by screen's own", "\x1bkstolen\x1b\\", "\\x1bkstolen\\x1b\\"],
  ["fill the clipboard", "\x1b]52;c;c3RvbGVu\x07", "\\x1b]52;c;c3RvbGVu\\x07"],
  ["hide an address", "\x1b]8;;http://evil.example\x07safe\x1b]8;;\x07", "]8;;http://evil.example"],
  ["clear the screen", "\x1b[2J\x1b[H", "\\x1b[2J\\x1b[H"],
  ["go to the other screen", "\x1b[?1049h", "\\x1b[?1049h"],
  ["hide the cursor", "\x1b[?25l", "\\x1b[?25l"],
  ["write over a line above", "\x1b[1A\x1b[2K", "\\x1b[1A\\x1b[2K"],
  ["type an answer", "\x1b[6n\x1b[c\x1b[>q", "\\x1b[6n\\x1b[c\\x1b[>q"],
  ["reset the terminal", "\x1bc", "\\x1bc"],
  ["colour", "\x1b[31mred\x1b[8m", "\\x1b[31mred\\x1b[8m"],
  ["do it all by C1", "\x9b2J\x9d0;stolen\x9c\x90q\x85", "\\x9b2J\\x9d0;stolen\\x9c\\x90q\\x85"],
  ["write over its line", "safe\revil", "safe\\x0devil"],
  ["take letters back", "ab\b\bxy", "ab\\x08\\x08xy"],
  ["ring, feed and shift", "\x07\x0b\x0c\x0e\x0f\x00\x7f", "\\x07\\x0b\\x0c\\x0e\\x0f\\x00\\x7f"],
  ["turn letters around", "a\u202etxt.exe\u202c", "a\\u{202e}txt.exe\\u{202c}"],
  ["isolate", "\u2066a\u2067b\u2068c\u2069", "\\u{2066}a\\u{2067}b\\u{2068}c\\u{2069}"],
  ["take no width", "a\u200b\u200c\u200d\u2060b\ufeff", "a\\u{200b}\\u{200c}\\u{200d}\\u{2060}b"],
  ["be operators that nobody sees", "a\u2061\u2064\u206ab", "a\\u{2061}\\u{2064}\\u{206a}b"],
  ["be fillers", "a\u115f\u3164\uffa0b\u180e", "a\\u{115f}\\u{3164}\\u{ffa0}b\\u{180e}"],
  ["be a text of tags", "a\u{e0068}\u{e0069}\u{e007f}", "a\\u{e0068}\\u{e0069}\\u{e007f}"],
  ["be a text of variations", "a\u{e0100}\u{e01ef}\ufe00\ufe01", "a\\u{e0100}\\u{e01ef}"],
  ["be notes between lines", "a\ufff9b\ufffac\ufffb", "a\\u{fff9}b\\u{fffa}c\\u{fffb}"],
];

/** All of it in one line. */
export const ALL: string = HOSTILE.map(([, text]) => text).join(" ");

/** Whatever a terminal would obey or hide; its own line ends are no part of it. */
const OBEYED =
  // deno-lint-ignore no-control-regex
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\r(?!\r*\n)/gu;

/** What is left in a text that a terminal would obey or hide. */
export function obeyed(text: string): string[] {
  return text.match(OBEYED) ?? [];
}

/** The hostile texts that cannot be seen in a text. */
export function unseen(text: string): string[] {
  return HOSTILE.filter(([, , shown]) => !text.includes(shown)).map(([what]) => what);
}
