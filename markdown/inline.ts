import { visible, visibleLine } from "../agenttool/visible.ts";

/** Text in a code span, whatever it holds. */
export function code(text: string): string {
  const shown = visibleLine(text);
  if (shown === "") return '`""`';
  if (!shown.includes("`")) return `\`${shown}\``;
  const fence = "`".repeat(Math.max(...shown.match(/`+/g)!.map((run) => run.length)) + 1);
  return `${fence} ${shown} ${fence}`;
}

/** Text that comes from a tool, on one line: white space collapsed, controls made visible. */
export function collapsed(text: string): string {
  const trimmed = text.trim();
  // Most texts are as they should be.
  return visible(/[^\S ]| {2}/.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed);
}

/** The first line of a text that comes from a tool. */
export function firstLine(text: string): string {
  const trimmed = text.trim(), end = trimmed.indexOf("\n");
  return collapsed(end < 0 ? trimmed : trimmed.slice(0, end));
}

/** A word as a POSIX shell reads it. */
export function shellWord(word: string): string {
  const shown = visibleLine(word);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
