/** The program's own options whose value may be a word of its own. */
export const VALUED = ["answer", "out", "record"];

/** Words that stand before the command that they are about. */
const ABOUT = ["help", "schema", "utcp-call"];

/**
 * Finds the command that a program's command line is about, before its tools are known.
 *
 * @param args The command line.
 * @returns The command; nothing where it may be about all of them, or has options that are not known.
 */
export function commandWord(args: readonly string[]): string | undefined {
  let at = 0;
  for (; args[at]?.startsWith("-"); at++) {
    const [, name = "", equals] = /^--?([^=]*)(=?)/.exec(args[at]!)!;
    if (VALUED.includes(name)) at += equals ? 0 : 1;
    else if (name !== "ask") return undefined;
  }
  const word = args[at];
  if (!ABOUT.includes(word ?? "")) return word;
  const about = args[at + 1];
  return about?.startsWith("-") ? undefined : about;
}
