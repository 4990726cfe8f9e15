import type { Answer, Elicitation, Elicitor } from "../agenttool/tool.ts";
import { Ended } from "./_answer.ts";
import { ask } from "./_ask.ts";
import { openTerminal, type Terminal } from "./_deno_terminal.ts";
import { Input } from "./_input.ts";
import { type Cliffy, loadCliffy } from "./_load_cliffy.ts";
import { oneAtATime } from "./_queue.ts";
import type { Place } from "./_screen.ts";
import { untilAborted } from "./_source.ts";

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
  let terminal: Terminal | undefined;
  let input: Input;
  let loading: Promise<Cliffy | undefined> | undefined;
  return oneAtATime(async (question, { signal }) => {
    if (!terminal?.enter()) {
      terminal = openTerminal();
      input = new Input(terminal);
    }
    try {
      const cliffy = terminal.dumb
        ? undefined
        : await untilAborted(loading ??= loadCliffy(), signal);
      const place = { terminal, input, signal };
      return cliffy
        ? await askByControls(question, cliffy, place)
        : await askByLines(question, place);
    } finally {
      terminal.leave();
    }
  });
}

async function askByControls(
  question: Elicitation,
  cliffy: Cliffy,
  place: Place,
): Promise<Answer> {
  const { controlAsker } = await import("./_controls.ts");
  const { screenOf } = await import("./_screen.ts");
  const restore = place.terminal.raw();
  try {
    return await ask(question, controlAsker(screenOf(cliffy, place)));
  } finally {
    restore();
  }
}

/** Here Ctrl-C is a signal, which ends the question and not the program. */
async function askByLines(question: Elicitation, place: Place): Promise<Answer> {
  const { lineAsker } = await import("./_lines.ts");
  const { terminalLines } = await import("./_terminal_lines.ts");
  const interrupt = new AbortController();
  const signal = AbortSignal.any([place.signal, interrupt.signal]);
  const unlisten = place.terminal.onInterrupt(() => interrupt.abort(new Ended("cancel")));
  try {
    const answer = await ask(question, lineAsker(terminalLines({ ...place, signal })));
    place.signal.throwIfAborted(); // one interrupt may have ended both the question and the call
    return answer;
  } finally {
    unlisten();
  }
}
