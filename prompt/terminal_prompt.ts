import type { Answer, Elicitation, Elicitor } from "../agenttool/tool.ts";
import { Ended, Misfit } from "./_answer.ts";
import { ask } from "./_ask.ts";
import { type Cliffy, loadCliffy } from "./_load_cliffy.ts";
import { openTerminal, type Terminal } from "./_deno_terminal.ts";
import { Input } from "./_input.ts";
import { oneAtATime } from "./_queue.ts";
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
      return cliffy
        ? await askByControls(question, { cliffy, terminal, input, signal })
        : await askByLines(question, { terminal, input, signal });
    } finally {
      terminal.leave();
    }
  });
}

interface Place {
  terminal: Terminal;
  input: Input;
  signal: AbortSignal;
}

async function askByControls(
  question: Elicitation,
  { cliffy, terminal, input, signal }: Place & { cliffy: Cliffy },
): Promise<Answer> {
  const { controlAsker } = await import("./_controls.ts");
  const { screenOf } = await import("./_screen.ts");
  const restore = terminal.raw();
  try {
    return await ask(question, controlAsker(screenOf(cliffy, terminal, input, signal)));
  } finally {
    restore();
  }
}

/** Here Ctrl-C is a signal, which ends the question and not the program. */
async function askByLines(
  question: Elicitation,
  { terminal, input, signal }: Place,
): Promise<Answer> {
  const { lineAsker } = await import("./_lines.ts");
  const { readHiddenLine } = await import("./_keys.ts");
  const interrupt = new AbortController();
  const end = AbortSignal.any([signal, interrupt.signal]);
  const unlisten = terminal.onInterrupt(() => interrupt.abort(new Ended("cancel")));
  try {
    const answer = await ask(
      question,
      lineAsker({
        // deno-lint-ignore require-await
        write: async (text) => terminal.write(text),
        read: (prompt) => readLine(prompt, terminal, input, end),
        readHidden: (prompt) => readHiddenLine(prompt, terminal, input, end),
      }),
    );
    signal.throwIfAborted(); // one interrupt may have ended both the question and the call
    return answer;
  } finally {
    unlisten();
  }
}

async function readLine(
  prompt: string,
  terminal: Terminal,
  input: Input,
  signal: AbortSignal,
): Promise<string> {
  try {
    terminal.write(prompt);
    const line = await input.line(signal);
    if (line !== null && line !== "\x1b") return line; // Escape, and Enter to send it
    throw new Ended("cancel");
  } catch (error) {
    if (!(error instanceof Misfit)) terminal.write("\n"); // the cursor stands behind the question
    throw error;
  }
}
