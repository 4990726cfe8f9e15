import { askLine } from "./_line_control.ts";
import type { Screen } from "./_screen.ts";
import { yesOrNo } from "./_values.ts";

/** What to ask yes or no. */
export interface YesNoOptions {
  /** The question, one line. */
  message: string;
  /** What Enter alone gives; without it Enter is checked as no answer. */
  otherwise?: boolean;
  /** What stands below, broken into lines. */
  hint?: string;
  /** Tells what is wrong with an answer; `true` where nothing is. */
  check?(yes: boolean | undefined): string | true | Promise<string | true>;
}

/**
 * Asks yes or no.
 *
 * @param screen Where to ask.
 * @param options What to ask.
 * @returns Whether the answer is yes; nothing where none was given.
 */
export async function askYesNo(
  screen: Screen,
  { message, otherwise, hint, check }: YesNoOptions,
): Promise<boolean | undefined> {
  const choice = otherwise === undefined ? "(y/n)" : otherwise ? "(Y/n)" : "(y/N)";
  const read = (typed: string) => typed === "" ? otherwise : yesOrNo(typed);
  const typed = await askLine(screen, {
    message: `${message} ${choice}`,
    hint,
    check: (typed) =>
      typed !== "" && read(typed) === undefined ? "Answer y or n" : check?.(read(typed)) ?? true,
    settle(typed) {
      const yes = read(typed);
      return yes === undefined ? "" : yes ? "yes" : "no";
    },
  });
  return read(typed);
}
