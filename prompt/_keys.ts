import { Ended } from "./_answer.ts";
import type { Input } from "./_input.ts";
import type { Terminal } from "./_deno_terminal.ts";

const CTRL_C = 0x03, CTRL_D = 0x04, ESCAPE = 0x1b;
const BACKSPACE = ["\x7f", "\b"], ENTER = ["\r", "\n"];

/** Longer than any key sends that a control knows. */
const MAX_LENGTH = 8;

/**
 * Reads a key from a terminal in raw mode; what no control knows is passed over.
 *
 * @param input What is typed.
 * @param signal Ends the wait.
 * @returns The key's bytes.
 * @throws {Ended} On Ctrl-C, Ctrl-D, Escape and at the end of input.
 */
export async function readKey(input: Input, signal: AbortSignal): Promise<Uint8Array> {
  for (;;) {
    const key = await input.key(signal);
    const [first, second] = key ?? [];
    if (!key || key.length === 1 && [CTRL_C, CTRL_D, ESCAPE].includes(first!)) {
      throw new Ended("cancel");
    }
    const control = key.length === 1 && first! > ESCAPE && first! < 0x20 ||
      first === 0xc2 && second! < 0xa0; // C1
    const broken = key.length === 1 && first! >= 0x80;
    if (!control && !broken && key.length <= MAX_LENGTH) return key;
  }
}

/**
 * Asks for a line that is not shown while it is typed.
 *
 * @param prompt The question.
 * @param terminal The terminal.
 * @param input What is typed there.
 * @param signal Ends the wait.
 * @returns The line, trimmed.
 * @throws {Ended} On Ctrl-C, Ctrl-D, Escape and at the end of input.
 */
export async function readHiddenLine(
  prompt: string,
  terminal: Terminal,
  input: Input,
  signal: AbortSignal,
): Promise<string> {
  const restore = terminal.raw();
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
