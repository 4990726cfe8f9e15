import type { Elicitor } from "../agenttool/tool.ts";

/**
 * Makes an elicitor that asks the person at the terminal. The terminal is the one of the program's
 * standard input or, where that is a pipe, the one that controls the process; standard output is
 * left to results.
 *
 * Each field of a form has the control that fits: a line of text, hidden for `format: "password"`, a
 * list for choices, a list to check for several, `y` or `n` for a boolean. A form begins with the
 * choice to fill it in or not; an optional field is left out with Enter, or with its own entry in a
 * list. What does not fit the field's schema is asked again with the reason. Ctrl-C, Escape and the
 * end of input cancel.
 *
 * Where `TERM` is `dumb` or missing, or `@cliffy/prompt` cannot be loaded within 3 seconds, it asks
 * by plain lines, as {@linkcode prompt} does. Questions are asked one at a time. `NO_COLOR` switches
 * colours off.
 *
 * The terminal is given back when a question ends, and when the program does. A signal that the
 * program does not listen to ends it at once, with the terminal as the control had it; `main` listens.
 *
 * @example A program that asks
 * ```ts
 * import { terminalPrompt } from "@x/toolcli/prompt";
 * import { expect } from "@std/expect";
 *
 * const ask = terminalPrompt(); // main({ name: "kit", tools, ask }) asks a person with --ask
 * expect(typeof ask).toBe("function"); // the terminal is opened for the first question
 * ```
 *
 * @returns The elicitor. It rejects with the signal's reason where the call's signal is aborted, and
 * with {@linkcode NobodyToAskError} where there is no terminal.
 */
export function terminalPrompt(): Elicitor {
  let loading: Promise<Elicitor> | undefined;
  return async (question, call) => {
    loading ??= import("./_terminal.ts").then(({ terminalElicitor }) => terminalElicitor());
    return (await loading)(question, call);
  };
}
