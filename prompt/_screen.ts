import type { Cliffy } from "./_load_cliffy.ts";
import type { Terminal } from "./_deno_terminal.ts";
import type { Input } from "./_input.ts";
import { readKey } from "./_keys.ts";
import { clip, type Measure, wrap } from "./_layout.ts";

/** What the controls are drawn on, and with what. */
export interface Screen {
  readonly cliffy: Cliffy;
  readonly measure: Measure;
  columns(): number;
  /** Writes a text. */
  write(text: string): void;
  /** Shortens a question so that an answer has room beside it. */
  short(question: string): string;
  /** Breaks what stands below a control, behind a mark. */
  below(text: string): string;
  /** Gives one key at a time. A control knows no other end than its answer: it is thrown out of it. */
  readonly reader: {
    read(buffer: Uint8Array): Promise<number>;
    setRaw(): void;
    isTerminal(): boolean;
  };
  readonly writer: { writeSync(bytes: Uint8Array): number };
}

/**
 * Makes the screen of a terminal that is in raw mode.
 *
 * @param cliffy The prompt library.
 * @param terminal The terminal.
 * @param input What is typed there.
 * @param signal Ends a wait for a key.
 * @returns The screen.
 */
export function screenOf(
  cliffy: Cliffy,
  terminal: Terminal,
  input: Input,
  signal: AbortSignal,
): Screen {
  const decoder = new TextDecoder();
  const { columns } = terminal;
  const measure = cliffy.unicodeWidth;
  return {
    cliffy,
    measure,
    columns,
    write: terminal.write,
    short: (question) => clip(question, columns() >> 1, measure),
    below: (text) => wrap(text, columns() - 3, measure).join("\n  "),
    reader: {
      async read(buffer) {
        const key = await readKey(input, signal);
        buffer.set(key);
        return key.length;
      },
      setRaw() {}, // the terminal stays raw from one key to the next
      isTerminal: () => false,
    },
    writer: {
      writeSync(bytes) {
        terminal.write(decoder.decode(bytes));
        return bytes.length;
      },
    },
  };
}

/**
 * Takes the library's mark off a hint: it is the one of a list's current entry.
 *
 * @param hint A control's hint, with its colours.
 * @returns The hint, indented.
 */
export function unmarked(hint: string | undefined): string | undefined {
  return hint?.replace("❯", " ");
}
