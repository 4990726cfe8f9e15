import type { Answer, Elicitation, Elicitor } from "../agenttool/tool.ts";
import { untilAborted } from "../agenttool/until_aborted.ts";
import { Ended } from "./_answer.ts";
import { ask } from "./_ask.ts";
import { openTerminal, type Terminal } from "./_deno_terminal.ts";
import { Input } from "./_input.ts";
import { type Cliffy, loadCliffy } from "./_load_cliffy.ts";
import { oneAtATime } from "./_queue.ts";
import type { Place } from "./_screen.ts";

/** Asks at the terminal, which is opened for the first question: see `terminalPrompt`. */
export function terminalElicitor(): Elicitor {
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
  const restore = place.terminal.raw();
  try {
    return await ask(question, cliffy.controlAsker(cliffy.screenOf(cliffy, place)));
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
