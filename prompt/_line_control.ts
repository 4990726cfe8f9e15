import { visible } from "../agenttool/visible.ts";
import { oneLine } from "./_fields.ts";
import { characters, clip } from "./_layout.ts";
import { type Screen, unmarked } from "./_screen.ts";

/** What to ask for a line of text. */
export interface LineOptions {
  /** The question, one line. */
  message: string;
  /** What Enter alone gives; shown behind the question. */
  default?: string;
  /** What stands below, broken into lines. */
  hint?: string;
  /** Whether what is typed is shown as stars. */
  hidden?: boolean;
  /** Tells what is wrong with the text, trimmed; `true` where nothing is. */
  check(typed: string): string | true | Promise<string | true>;
  /** Gives the text that is kept and shown, where that is another. */
  settle?(typed: string): string;
}

/**
 * Asks for a line of text. The library's own control counts code units, where a person sees
 * characters and a terminal columns, and draws over a line that is longer than the terminal is wide.
 *
 * @param screen Where to ask.
 * @param options What to ask.
 * @returns The line, trimmed, or the default.
 */
export function askLine(screen: Screen, options: LineOptions): Promise<string> {
  const { columns, measure, room } = screen;
  const { message, hidden } = options;

  class Line extends screen.cliffy.Input {
    protected override message(): string {
      const text = super.message();
      this.cursor.x = measure(this.#head() + this.#view().before) + 1;
      return text;
    }

    protected override input(): string {
      const { before, after } = this.#view();
      return before + after;
    }

    protected override hint(): string | undefined {
      return unmarked(super.hint());
    }

    protected override format(value: string): string {
      if (hidden) return value && "*".repeat(8);
      const width = value === options.default ? columns() >> 2 : columns() - room(this.#head()) - 1;
      return clip(oneLine(value), Math.max(width, 8), room);
    }

    protected override moveCursorLeft(): void {
      this.inputIndex -= this.#beforeCursor().at(-1)?.length ?? 0;
    }

    protected override moveCursorRight(): void {
      this.inputIndex += this.#afterCursor()[0]?.length ?? 0;
    }

    protected override deleteChar(): void {
      if (this.inputIndex === 0) return;
      this.moveCursorLeft();
      this.deleteCharRight();
    }

    protected override deleteCharRight(): void {
      const left = this.inputValue.slice(0, this.inputIndex);
      this.inputValue = left + this.#afterCursor().slice(1).join("");
    }

    #beforeCursor(): string[] {
      return characters(this.inputValue.slice(0, this.inputIndex));
    }

    #afterCursor(): string[] {
      return characters(this.inputValue.slice(this.inputIndex));
    }

    /** What stands before the text. */
    #head(): string {
      const shown = options.default === undefined ? "" : ` (${this.format(options.default)})`;
      return `? ${message}${shown} › `;
    }

    /** As much of the text around the cursor as the line has room for. */
    #view(): { before: string; after: string } {
      const show = (char: string) => hidden ? "*" : visible(char);
      const before = this.#beforeCursor().map(show), after = this.#afterCursor().map(show);
      let width = columns() - room(this.#head()) - 1; // the cursor has a column of its own
      let start = before.length, end = 0;
      while (start > 0 && (width -= room(before[start - 1]!)) >= 0) start--;
      while (end < after.length && (width -= room(after[end]!)) >= 0) end++;
      return { before: before.slice(start).join(""), after: after.slice(0, end).join("") };
    }
  }

  const line = new Line({
    message,
    default: options.default,
    hint: options.hint,
    reader: screen.reader,
    writer: screen.writer,
    validate: (typed) => options.check(typed.trim()),
    transform: (typed) => options.settle?.(typed.trim()) ?? typed.trim(),
  });
  return line.prompt();
}
