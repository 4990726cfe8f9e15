import { clip } from "./_layout.ts";
import { type Screen, unmarked } from "./_screen.ts";

/** What to choose from. */
export interface ListOptions {
  /** The question, one line. */
  message: string;
  /** What stands below, broken into lines. */
  hint?: string;
  /** The entries, each one line. */
  entries: string[];
  /** The entries that are chosen at first. */
  chosen?: number[];
  /** Tells what is wrong with a choice; `true` where nothing is. */
  check(chosen: number[]): string | true | Promise<string | true>;
}

/** From here on a list is easier to search than to walk through. */
const MANY = 10;

/**
 * Asks for one of several entries.
 *
 * @param screen Where to ask.
 * @param options What to choose from.
 * @returns The entry's index.
 */
export async function askChoice(screen: Screen, options: ListOptions): Promise<number> {
  const { measure } = screen;
  const { message, chosen: [first] = [], check } = options;

  class List extends screen.cliffy.Select<string> {
    protected override message(): string {
      const text = super.message();
      // The library counts code units, where a terminal counts columns.
      for (const counted of [message, this.inputValue.slice(0, this.inputIndex)]) {
        this.cursor.x += measure(counted) - counted.length;
      }
      return text;
    }

    protected override hint(): string | undefined {
      return unmarked(super.hint());
    }
  }

  const list = new List({
    ...common(screen, options, 3),
    default: first === undefined ? undefined : String(first),
    hideDefault: true,
    search: options.entries.length > MANY,
    validate: (id) => check([Number(id)]),
  });
  return Number(await list.prompt());
}

/**
 * Asks for any number of entries.
 *
 * @param screen Where to ask.
 * @param options What to choose from.
 * @returns The entries' indices.
 */
export async function askChoices(screen: Screen, options: ListOptions): Promise<number[]> {
  class List extends screen.cliffy.Checkbox<string> {
    protected override hint(): string | undefined {
      return unmarked(super.hint());
    }
  }

  const list = new List({
    ...common(screen, options, 7),
    check: "[x]",
    uncheck: "[ ]",
    default: options.chosen?.map(String),
    hideDefault: true,
    confirmSubmit: false,
    validate: (ids) => options.check(ids.map(Number)),
  });
  return (await list.prompt()).map(Number);
}

/** Entries are known by their index as text: the library takes the number 0 for no answer. */
function common({ columns, room, reader, writer }: Screen, options: ListOptions, less: number) {
  return {
    message: options.message,
    hint: options.hint,
    options: options.entries.map((name, index) => ({
      name: clip(name, columns() - less, room),
      value: String(index),
    })),
    reader,
    writer,
  };
}
