import { readKey, oneLine, yesOrNo, plainText, readValue, Misfit, Ended } from '../cli/_rest.js';
import { visible } from '../mod.js';
export { Checkbox, Input, Select } from '@cliffy/prompt';
export { unicodeWidth } from '@std/cli/unicode-width';

function characters(text) {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
function clip(text, width, measure) {
  if (measure(text) <= width) return text;
  const kept = takeWidth(characters(text), width - 1, measure);
  return kept.join("") + "\u2026";
}
function wrap(text, width, measure) {
  const lines = [];
  let line = "";
  for (let word of text.split(" ")) {
    if (line !== "" && measure(line) + 1 + measure(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    while (measure(word) > width) {
      const start = takeWidth(characters(word), width, measure).join("");
      if (start === word) break;
      lines.push(start);
      word = word.slice(start.length);
    }
    line = word;
  }
  return [...lines, line];
}
function takeWidth(all, width, measure) {
  let used = 0;
  const end = all.findIndex((char) => (used += measure(char)) > width);
  return end < 0 ? all : all.slice(0, Math.max(end, 1));
}

function screenOf(cliffy, { terminal, input, signal }) {
  const { columns } = terminal;
  const measure = cliffy.unicodeWidth;
  const room = (text) => Math.max(measure(text), text.length);
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
      setRaw() {
      },
      // the terminal stays raw from one key to the next
      isTerminal: () => false
    },
    writer: {
      writeSync(bytes) {
        terminal.write(new TextDecoder().decode(bytes));
        return bytes.length;
      }
    }
  };
}
function unmarked(hint) {
  return hint?.replace("\u276F", " ");
}

function askLine(screen, options) {
  const { columns, measure, room } = screen;
  const { message, hidden } = options;
  class Line extends screen.cliffy.Input {
    message() {
      const text = super.message();
      this.cursor.x = measure(this.#head() + this.#view().before) + 1;
      return text;
    }
    input() {
      const { before, after } = this.#view();
      return before + after;
    }
    hint() {
      return unmarked(super.hint());
    }
    format(value) {
      if (hidden) return value && "*".repeat(8);
      const width = value === options.default ? columns() >> 2 : columns() - room(this.#head()) - 1;
      return clip(oneLine(value), Math.max(width, 8), room);
    }
    moveCursorLeft() {
      this.inputIndex -= this.#beforeCursor().at(-1)?.length ?? 0;
    }
    moveCursorRight() {
      this.inputIndex += this.#afterCursor()[0]?.length ?? 0;
    }
    deleteChar() {
      if (this.inputIndex === 0) return;
      this.moveCursorLeft();
      this.deleteCharRight();
    }
    deleteCharRight() {
      const left = this.inputValue.slice(0, this.inputIndex);
      this.inputValue = left + this.#afterCursor().slice(1).join("");
    }
    #beforeCursor() {
      return characters(this.inputValue.slice(0, this.inputIndex));
    }
    #afterCursor() {
      return characters(this.inputValue.slice(this.inputIndex));
    }
    /** What stands before the text. */
    #head() {
      const shown = options.default === void 0 ? "" : ` (${this.format(options.default)})`;
      return `? ${message}${shown} \u203A `;
    }
    /** As much of the text around the cursor as the line has room for. */
    #view() {
      const show = (char) => hidden ? "*" : visible(char);
      const before = this.#beforeCursor().map(show), after = this.#afterCursor().map(show);
      let width = columns() - room(this.#head()) - 1;
      let start = before.length, end = 0;
      while (start > 0 && (width -= room(before[start - 1])) >= 0) start--;
      while (end < after.length && (width -= room(after[end])) >= 0) end++;
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
    transform: (typed) => options.settle?.(typed.trim()) ?? typed.trim()
  });
  return line.prompt();
}

const MANY = 10;
async function askChoice(screen, options) {
  const { measure } = screen;
  const { message, chosen: [first] = [], check } = options;
  class List extends screen.cliffy.Select {
    message() {
      const text = super.message();
      for (const counted of [message, this.inputValue.slice(0, this.inputIndex)]) {
        this.cursor.x += measure(counted) - counted.length;
      }
      return text;
    }
    hint() {
      return unmarked(super.hint());
    }
  }
  const list = new List({
    ...common(screen, options, 3),
    default: first === void 0 ? void 0 : String(first),
    hideDefault: true,
    search: options.entries.length > MANY,
    validate: (id) => check([Number(id)])
  });
  return Number(await list.prompt());
}
async function askChoices(screen, options) {
  class List extends screen.cliffy.Checkbox {
    hint() {
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
    validate: (ids) => options.check(ids.map(Number))
  });
  return (await list.prompt()).map(Number);
}
function common({ columns, room, reader, writer }, options, less) {
  return {
    message: options.message,
    hint: options.hint,
    options: options.entries.map((name, index) => ({
      name: clip(name, columns() - less, room),
      value: String(index)
    })),
    reader,
    writer
  };
}

async function askYesNo(screen, { message, otherwise, hint, check }) {
  const choice = otherwise === void 0 ? "(y/n)" : otherwise ? "(Y/n)" : "(y/N)";
  const read = (typed2) => typed2 === "" ? otherwise : yesOrNo(typed2);
  const typed = await askLine(screen, {
    message: `${message} ${choice}`,
    hint,
    check: (typed2) => typed2 !== "" && read(typed2) === void 0 ? "Answer y or n" : check?.(read(typed2)) ?? true,
    settle(typed2) {
      const yes = read(typed2);
      return yes === void 0 ? "" : yes ? "yes" : "no";
    }
  });
  return read(typed);
}

const REQUIRED = "An answer is required.";
function askField(screen, field, check) {
  const { choices, several } = field;
  const verdict = async (json) => {
    const problem = await check(json);
    return problem === void 0 || screen.below(oneLine(problem));
  };
  if (!choices) return (field.type === "boolean" ? askBoolean : askText)(screen, field, verdict);
  return (several ? askSeveral : askOne)(screen, field, choices, verdict);
}
async function askText(screen, field, verdict) {
  const otherwise = field.default && plainText(field.default);
  const typed = await askLine(screen, {
    message: questionOf(screen, field),
    default: otherwise,
    hint: hintOf(screen, field, factsOf(field)),
    hidden: field.secret,
    check(typed2) {
      if (typed2 === "") return otherwise !== void 0 || !field.required || REQUIRED;
      try {
        return verdict(readValue(field, typed2));
      } catch (error) {
        if (error instanceof Misfit) return screen.below(oneLine(error.message));
        throw error;
      }
    }
  });
  return typed === "" || typed === otherwise ? field.default : readValue(field, typed);
}
async function askBoolean(screen, field, verdict) {
  const yes = await askYesNo(screen, {
    message: questionOf(screen, field),
    otherwise: field.default === void 0 ? void 0 : field.default === "true",
    hint: hintOf(screen, field, factsOf(field)),
    check: (yes2) => yes2 === void 0 ? !field.required || REQUIRED : verdict(String(yes2))
  });
  return yes === void 0 ? void 0 : String(yes);
}
async function askOne(screen, field, choices, verdict) {
  const values = [...field.required ? [] : [void 0], ...choices.map(({ json }) => json)];
  const index = await askChoice(screen, {
    message: questionOf(screen, field),
    hint: hintOf(screen, field, field.required ? "required" : ""),
    entries: [...field.required ? [] : ["(leave out)"], ...choices.map(entryOf)],
    chosen: [Math.max(values.indexOf(field.default), 0)],
    check([index2]) {
      const value = values[index2];
      return value === void 0 || verdict(value);
    }
  });
  return values[index];
}
async function askSeveral(screen, field, choices, verdict) {
  const valueOf = (chosen2) => chosen2.length === 0 && !field.required ? void 0 : `[${chosen2.map((index) => choices[index].json).join(",")}]`;
  const defaults = elementsOf(field.default);
  const chosen = await askChoices(screen, {
    message: questionOf(screen, field),
    hint: hintOf(screen, field, `${field.required ? "required, " : ""}Space checks, Enter goes on`),
    entries: choices.map(entryOf),
    chosen: choices.flatMap(({ json }, index) => defaults.includes(json) ? [index] : []),
    check(chosen2) {
      const value = valueOf(chosen2);
      return value === void 0 || verdict(value);
    }
  });
  return valueOf(chosen);
}
function questionOf(screen, { title, label, required, default: json }) {
  return screen.short(title || label) + (required || json !== void 0 ? "" : " (optional)");
}
function hintOf(screen, { description }, more) {
  const parts = [description, more].filter((text) => text !== "");
  return parts.length > 0 ? screen.below(parts.join(" \xB7 ")) : void 0;
}
function factsOf({ type, items, required, limits, default: json }) {
  const kind = type === "array" && items ? `array of ${items}, with commas between` : type;
  const duty = required ? "required" : json === void 0 ? "Enter leaves it out" : "optional";
  return [kind, ...limits, duty].filter((fact) => fact !== "").join(", ");
}
function entryOf({ title, text }) {
  return title || text;
}
function elementsOf(json = "[]") {
  const value = JSON.parse(json);
  return Array.isArray(value) ? value.map((element) => JSON.stringify(element)) : [];
}

function controlAsker(screen) {
  async function tidy(control) {
    try {
      return await control;
    } catch (error) {
      screen.write(`\r\x1B[J${error instanceof Ended ? "Cancelled\n" : ""}`);
      throw error;
    }
  }
  async function yes(message, otherwise, hint) {
    return await tidy(askYesNo(screen, { message, otherwise, hint })) === true;
  }
  return {
    // deno-lint-ignore require-await
    async say(text) {
      screen.write(`${text}
`);
    },
    confirm: () => yes("Continue?", false),
    open(url) {
      screen.write(`Open ${url}
`);
      return yes("Done?", true, "Press Enter when done, or type n to decline");
    },
    async begin(fields) {
      const names = fields.map(({ label, title }) => title || label).join(", ");
      const chosen = await tidy(askChoice(screen, {
        message: clip(`Form: ${names}`, screen.columns() - 16, screen.room),
        entries: ["Fill in", "Decline", "Cancel"],
        check: () => true
      }));
      if (chosen > 0) throw new Ended(chosen === 1 ? "decline" : "cancel");
    },
    field: (field, check) => tidy(askField(screen, field, check))
  };
}

export { controlAsker, screenOf };
