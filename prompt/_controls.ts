import { Ended } from "./_answer.ts";
import type { Asker } from "./_ask.ts";
import { askField } from "./_field_control.ts";
import { clip } from "./_layout.ts";
import { askChoice } from "./_list_control.ts";
import type { Screen } from "./_screen.ts";
import { askYesNo } from "./_yes_no_control.ts";

/**
 * Asks with the library's controls.
 *
 * @param screen Where to ask.
 * @returns The asker.
 */
export function controlAsker(screen: Screen): Asker {
  /** Clears a control away that has ended without an answer. */
  async function tidy<T>(control: Promise<T>): Promise<T> {
    try {
      return await control;
    } catch (error) {
      screen.write(`\r\x1b[J${error instanceof Ended ? "Cancelled\n" : ""}`);
      throw error;
    }
  }

  async function yes(message: string, otherwise: boolean, hint?: string): Promise<boolean> {
    return await tidy(askYesNo(screen, { message, otherwise, hint })) === true;
  }

  return {
    // deno-lint-ignore require-await
    async say(text) {
      screen.write(`${text}\n`);
    },
    confirm: () => yes("Continue?", false),
    open(url) {
      screen.write(`Open ${url}\n`);
      return yes("Done?", true, "Press Enter when done, or type n to decline");
    },
    async begin(fields) {
      const names = fields.map(({ label, title }) => title || label).join(", ");
      const chosen = await tidy(askChoice(screen, {
        message: clip(`Form: ${names}`, screen.columns() - 16, screen.room),
        entries: ["Fill in", "Decline", "Cancel"],
        check: () => true,
      }));
      if (chosen > 0) throw new Ended(chosen === 1 ? "decline" : "cancel");
    },
    field: (field, check) => tidy(askField(screen, field, check)),
  };
}
