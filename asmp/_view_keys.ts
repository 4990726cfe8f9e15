import type { CliOption } from "./wire.ts";

/**
 * The key that chooses an option on a page: its own, else its number where no option has that for a
 * key. A sequence such as `down enter` needs none: it is how the options are walked through.
 *
 * @param options All options.
 * @param index Which of them.
 * @returns The key: a character in lower case, or a name.
 */
export function keyOf(options: readonly CliOption[], index: number): string | undefined {
  const keys = options.map(ownKey);
  // Of two options with the same key the first has it.
  const own = keys[index];
  if (own !== undefined && keys.indexOf(own) === index) return own;
  const number = String(index + 1);
  return index < 9 && !keys.includes(number) ? number : undefined;
}

/** Other keys move between options, fields and pages. */
function ownKey({ keys = "" }: CliOption): string | undefined {
  const key = keys.trim().toLowerCase().replace(/^return$/, "enter");
  return [...key].length === 1 || ["enter", "space", "backspace", "delete"].includes(key)
    ? key
    : undefined;
}
