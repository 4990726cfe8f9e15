import type { Terminal } from "./_deno_terminal.ts";
import type { Input } from "./_input.ts";
import { readKey } from "./_keys.ts";
import { clip, type Measure, wrap } from "./_layout.ts";
import type { Cliffy } from "./_load_cliffy.ts";

/** A terminal at which a question is asked. */
export interface Place {
  readonly terminal: Terminal;
  /** What is typed there. */
  readonly input: Input;
  /** Ends a wait for the person. */
  readonly signal: AbortSignal;
}

/** What the controls are drawn on, and with what. */
export interface Screen {
  readonly cliffy: Cliffy;
  columns(): number;
  /** How many columns a text takes. */
  readonly measure: Measure;
  /** How much of a line a text takes: the library counts a line's code units, if they are more. */
  readonly room: Measure;
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
 * @param place The terminal.
 * @returns The screen.
 */
export function screenOf(cliffy: Cliffy, { terminal, input, signal }: Place): Screen {
  const { columns } = terminal;
  const measure = cliffy.unicodeWidth;
  const room = (text: string) => Math.max(measure(text), text.length);
  return {
    cliffy,
    columns,
    measure,
    room,
    write: terminal.write,
    short: (question) => clip(question, columns() >> 1, room),
    below: (text) => wrap(text, columns() - 3, room).join("\n  "),
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
        terminal.write(new TextDecoder().decode(bytes));
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
