import { Ended, Misfit } from "./_answer.ts";
import { readKey } from "./_keys.ts";
import type { Lines } from "./_lines.ts";
import type { Place } from "./_screen.ts";

/**
 * Makes plain lines of a terminal.
 *
 * @param place The terminal.
 * @returns The lines.
 */
export function terminalLines(place: Place): Lines {
  return {
    // deno-lint-ignore require-await
    write: async (text) => place.terminal.write(text),
    read: (prompt) => readLine(prompt, place),
    readHidden: (prompt) => readHiddenLine(prompt, place),
  };
}

async function readLine(prompt: string, { terminal, input, signal }: Place): Promise<string> {
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

const BACKSPACE = ["\x7f", "\b"], ENTER = ["\r", "\n"];

async function readHiddenLine(prompt: string, { terminal, input, signal }: Place): Promise<string> {
  const restore = terminal.raw(); // before the question: the answer may be typed at once
  try {
    terminal.write(prompt);
    for (let typed: string[] = [];;) {
      const key = new TextDecoder().decode(await readKey(input, signal));
      if (ENTER.includes(key)) return typed.join("").trim();
      if (BACKSPACE.includes(key)) typed = typed.slice(0, -1);
      else if (key >= " ") typed.push(key);
    }
  } finally {
    restore();
    terminal.write("\n");
  }
}
