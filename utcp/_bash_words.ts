import { Refusal, type Word, WordBuilder } from "./_bash_word.ts";
import type { References } from "./_references.ts";

/** A here-document whose body is still to come. */
interface HereDocument {
  delimiter: string;
  quoted: boolean;
  tabs: boolean;
  /** Where its delimiter is written. */
  start: number;
  end: number;
}

/** A replacement in the text. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Reads words: quotes, expansions and here-documents. The grammar is built on it. */
export abstract class WordReader {
  protected at = 0;
  protected end: number;
  readonly #edits: Edit[] = [];
  #pending: HereDocument[] = [];

  /**
   * @param text The text of one step, or code inside of it.
   * @param references What is replaced.
   */
  constructor(protected readonly text: string, protected readonly references: References) {
    this.end = text.length;
  }

  /** Reads commands up to one of these: a reserved word, `)`, `;;`, or "" for the end. */
  abstract list(stops: readonly string[]): string;

  /** Notes an arithmetic expression; refuses one that is not known to hold numbers only. */
  abstract arithmetic(expression: string, construct: string): void;

  /** Notes that an expansion assigns to a variable. */
  abstract assign(name: string, value?: Word, from?: number): void;

  /** The text with its references, when all of it is read. */
  edited(): string {
    if (this.#pending.length > 0) throw new Refusal("a here-document is not closed");
    let text = "", at = 0;
    for (const edit of this.#edits.sort((a, b) => a.start - b.start)) {
      text += this.text.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.text.slice(at);
  }

  peek(length = 1): string {
    return this.text.slice(this.at, Math.min(this.at + length, this.end));
  }

  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at) || this.at + text.length > this.end) return false;
    this.at += text.length;
    return true;
  }

  /** Moves past blanks and, where commands may follow on other lines, newlines and comments. */
  blanks(lines: boolean): void {
    for (;;) {
      if (this.take(" ") || this.take("\t") || this.take("\\\n")) continue;
      if (this.peek() === "#") this.#comment();
      else if (lines && this.take("\n")) this.hereDocuments();
      else return;
    }
  }

  #comment(): void {
    const start = this.at;
    while (this.at < this.end && this.peek() !== "\n") this.at++;
    if (/UTCP_ARG_\w+_UTCP_END/.test(this.text.slice(start, this.at))) {
      throw new Refusal("an argument in a comment goes nowhere: take it out of the comment");
    }
  }

  /** The reference that begins here, and moves past it. */
  #reference(): { start: number; variable: string } | undefined {
    const start = this.at;
    const found = this.references.match(this.text, start);
    if (!found || start + found.length > this.end) return undefined;
    this.at += found.length;
    this.references.used.add(found.variable);
    return { start, variable: found.variable };
  }

  #replace(start: number, text: string): void {
    this.#edits.push({ start, end: this.at, text });
  }

  /** Reads a word; nothing where none begins here. */
  word(): Word | undefined {
    const start = this.at;
    const word = new WordBuilder();
    while (this.at < this.end) {
      const c = this.peek();
      if (this.take("\\\n")) continue;
      if ("<>".includes(c) && this.peek(2)[1] === "(" && this.at === start) {
        this.at += 2;
        this.#substitution();
        word.expand({ splits: false });
      } else if (" \t\n;&|()<>".includes(c)) break;
      else if (c === "\\") {
        word.literal(this.#escaped(), true);
      } else if (c === "'") this.#singleQuoted(word);
      else if (this.take('"')) this.#doubleQuoted(word);
      else if (c === "`") this.#backquote();
      else if (c === "$") this.#dollar(word, false);
      else {
        const reference = this.#reference();
        if (reference) {
          this.#replace(reference.start, `"$${reference.variable}"`);
          word.refer();
        } else word.literal(this.#character(), false);
      }
    }
    return this.at === start ? undefined : word.done(this.text.slice(start, this.at));
  }

  /** The character behind a backslash. */
  #escaped(): string {
    this.at++;
    if (this.at >= this.end) throw new Refusal("a backslash at the end is not understood");
    return this.#character();
  }

  #character(): string {
    const character = String.fromCodePoint(this.text.codePointAt(this.at)!);
    this.at += character.length;
    return character;
  }

  #singleQuoted(word: WordBuilder): void {
    this.at++;
    word.literal("", true);
    while (!this.take("'")) {
      if (this.at >= this.end) throw new Refusal("a single quote is not closed");
      const reference = this.#reference();
      if (reference) {
        this.#replace(reference.start, `'"$${reference.variable}"'`);
        word.refer();
      } else word.literal(this.#character(), true);
    }
  }

  #doubleQuoted(word: WordBuilder): void {
    word.literal("", true);
    while (!this.take('"')) {
      if (this.at >= this.end) throw new Refusal("a double quote is not closed");
      this.#quotedPart(word);
    }
  }

  /** One part of text in double quotes or of a here-document, in which `$`, `\` and backquotes work. */
  #quotedPart(word: WordBuilder): void {
    const c = this.peek();
    if (c === "\\" && '$`"\\\n'.includes(this.text[this.at + 1] ?? " ")) {
      this.at++;
      const escaped = this.#character();
      word.literal(escaped === "\n" ? "" : escaped, true);
    } else if (c === "`") this.#backquote();
    else if (c === "$") this.#dollar(word, true);
    else {
      const reference = this.#reference();
      if (reference) {
        this.#replace(reference.start, `\${${reference.variable}}`);
        word.refer();
      } else word.literal(this.#character(), true);
    }
  }

  #backquote(): never {
    throw new Refusal("backquotes change what quotes in them mean: write $(…)");
  }

  #dollar(word: WordBuilder, quoted: boolean): void {
    const start = this.at;
    const reference = this.#reference();
    if (reference) {
      this.#replace(
        reference.start,
        quoted ? `\${${reference.variable}}` : `"$${reference.variable}"`,
      );
      word.refer();
    } else if (this.take("$((")) {
      const length = closing(this.text.slice(this.at, this.end));
      this.arithmetic(this.text.slice(this.at, this.at + length), "$((…))");
      this.at += length + 2;
      word.expand({ splits: false, parameter: "?" });
    } else if (this.take("$[")) {
      throw new Refusal("$[…] evaluates what is in it: write $((…)) and numbers only");
    } else if (this.take("$(")) {
      this.#substitution();
      word.expand({ splits: !quoted });
    } else if (this.take("${")) {
      const { splits, parameter } = this.#braces(quoted);
      word.expand({ splits: splits || !quoted, parameter });
    } else if (!quoted && this.take("$'")) this.#ansiQuoted(word);
    else if (!quoted && this.take('$"')) {
      const before = this.#edits.length;
      this.#doubleQuoted(word);
      if (this.#edits.length > before) {
        throw new Refusal('an argument in $"…" is part of what is translated: write "…"');
      }
      word.expand({ splits: false });
    } else {
      const name = /^\$([A-Za-z_]\w*|[\d@*#?$!-])/.exec(this.text.slice(start, this.end))?.[1];
      if (name === undefined) {
        word.literal(this.#character(), quoted);
        return;
      }
      this.#checkName(name);
      this.at += name.length + 1;
      word.expand({ splits: !quoted || name === "@" || name === "*", parameter: name });
    }
  }

  /** `$nameUTCP_ARG_x_UTCP_END` is one long name to the shell. */
  #checkName(name: string): void {
    if (this.references.in(name)) {
      throw new Refusal(
        "an argument is part of a variable's name: write ${…} around the name alone",
      );
    }
  }

  /** `$(…)` and `<(…)`, past their opening: commands, with quotes of their own. */
  #substitution(): void {
    const outer = this.#pending;
    this.#pending = [];
    this.list([")"]);
    if (this.#pending.length > 0) throw new Refusal("a here-document has no body");
    this.#pending = outer;
  }

  #ansiQuoted(word: WordBuilder): void {
    const start = this.at;
    const body = /^(?:[^'\\]|\\[^])*'/.exec(this.text.slice(start, this.end))?.[0];
    if (body === undefined) throw new Refusal("a single quote is not closed");
    if (this.references.in(body)) {
      throw new Refusal("an argument in $'…' is not replaced: write '…' or \"…\"");
    }
    this.at += body.length;
    if (body.includes("\\")) word.expand({ splits: false });
    else word.literal(body.slice(0, -1), true);
  }

  /** `${…}`, past its opening. */
  #braces(quoted: boolean): { parameter?: string; splits?: boolean } {
    const rest = this.text.slice(this.at, this.end);
    if (rest.startsWith("!")) {
      throw new Refusal("${!…} takes a value for a name, which can hold code: name the variable");
    }
    const head = /^(#?)([A-Za-z_]\w*|\d+|[@*#?$!-])/.exec(rest);
    if (!head) throw new Refusal("${…} is not understood");
    const [begin, length, name] = head as unknown as [string, string, string];
    this.#checkName(name);
    // `${#}` is a count of its own.
    if (rest.startsWith("#}")) {
      this.at += 2;
      return { parameter: "#" };
    }
    this.at += begin.length;
    const every = name === "@" || name === "*" || this.#subscript();
    if (this.take("}")) {
      return every ? { splits: true } : { parameter: length ? "#" : name };
    }
    if (/^:(?![-=?+])/.test(this.peek(2))) {
      const range = /^:[^}]*/.exec(this.text.slice(this.at, this.end))![0];
      this.arithmetic(range.slice(1), "${…:…}");
      this.at += range.length;
      if (!this.take("}")) throw new Refusal("${…:…} is not closed");
      return {};
    }
    if (this.peek() === "@") {
      throw new Refusal("${…@…} can run what is in the value: use the variable as it is");
    }
    const operator = /^(?::?[-=?+]|##?|%%?|\/[/#%]?|\^\^?|,,?)/.exec(this.peek(2))?.[0];
    if (!operator) throw new Refusal("${…} is not understood");
    this.at += operator.length;
    const word = this.#bracedWord(quoted);
    if (operator.endsWith("=")) this.assign(name, word);
    return every ? { splits: true } : {};
  }

  /** A subscript that needs no evaluation; tells whether it stands for all elements. */
  #subscript(): boolean {
    if (this.peek() !== "[") return false;
    const subscript = /^\[(?:[@*]|\d+)\]/.exec(this.text.slice(this.at, this.end))?.[0];
    if (!subscript) {
      throw new Refusal("a subscript is evaluated, and can run what is in a value: use a number");
    }
    this.at += subscript.length;
    return /[@*]/.test(subscript);
  }

  /** The word of `${name:-word}` and the like, with its closing brace. */
  #bracedWord(quoted: boolean): Word {
    const start = this.at, edits = this.#edits.length;
    const word = new WordBuilder();
    while (!this.take("}")) {
      if (this.at >= this.end) throw new Refusal("${…} is not closed");
      const c = this.peek();
      if (quoted ? c === "'" || c === '"' : /^\$['"]/.test(this.peek(2))) {
        throw new Refusal("quotes in ${…} are not understood: set the variable before");
      } else if (c === "'") this.#singleQuoted(word);
      else if (this.take('"')) this.#doubleQuoted(word);
      else if (c === "\\") word.literal(this.#escaped(), true);
      else this.#quotedPart(word);
    }
    if (this.#edits.length > edits) {
      throw new Refusal("an argument in ${…} is not one word for sure: write it beside ${…}");
    }
    return word.done(this.text.slice(start, this.at - 1));
  }

  /** Notes a here-document at its operator; its body follows the line. */
  hereDocument(tabs: boolean): void {
    this.blanks(false);
    const start = this.at;
    const written = /^(?:'[^'\n]*'|"[^"\n$`\\]*"|\\[\w.-]|[\w.!%+,/:@^-])+/.exec(
      this.text.slice(start, this.end),
    )?.[0];
    if (!written || this.references.in(written)) {
      throw new Refusal("the delimiter of a here-document is not understood");
    }
    this.at += written.length;
    const delimiter = written.replace(/['"\\]/g, "");
    this.#pending.push({ delimiter, quoted: delimiter !== written, tabs, start, end: this.at });
  }

  /** Reads the bodies of the here-documents of the line that has ended. */
  hereDocuments(): void {
    for (const document of this.#pending.splice(0)) {
      const start = this.at;
      let end = start, last = false;
      while (!last) {
        if (end >= this.end) throw new Refusal("a here-document is not closed");
        const stop = this.text.indexOf("\n", end);
        const next = stop < 0 || stop > this.end ? this.end : stop;
        const line = this.text.slice(end, next);
        last = (document.tabs ? line.replace(/^\t+/, "") : line) === document.delimiter;
        this.at = Math.min(next + 1, this.end);
        if (!last) end = this.at;
      }
      if (document.quoted) this.#verbatim(document, start, end, this.at);
      else this.#expanded(start, end);
    }
  }

  /** The body of `<<EOF`, in which the shell expands. */
  #expanded(start: number, end: number): void {
    if (/\\\n/.test(this.text.slice(start, end))) {
      throw new Refusal("a line of a here-document ends with a backslash: join the lines");
    }
    const outer = { at: this.at, end: this.end };
    this.at = start;
    this.end = end;
    while (this.at < this.end) this.#quotedPart(new WordBuilder());
    this.at = outer.at;
    this.end = outer.end;
  }

  /**
   * The body of `<<'EOF'`, in which the shell does not expand. Where it holds a reference it is
   * made one that does, with all else escaped.
   */
  #verbatim(document: HereDocument, start: number, end: number, after: number): void {
    const body = this.text.slice(start, end);
    if (!this.references.in(body)) return;
    let text = "";
    for (let at = 0; at < body.length;) {
      const found = this.references.match(body, at);
      if (found) this.references.used.add(found.variable);
      text += found ? `\${${found.variable}}` : body[at]!.replace(/[\\$`]/, "\\$&");
      at += found?.length ?? 1;
    }
    const delimiter = `__UTCP_EOF_${this.references.nonce}`;
    this.#edits.push({ start: document.start, end: document.end, text: delimiter });
    const newline = this.text[after - 1] === "\n" ? "\n" : "";
    this.#edits.push({ start, end: after, text: `${text}${delimiter}${newline}` });
  }
}

/** The length of an expression up to the `))` that closes it. */
function closing(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && depth-- === 0) {
      if (text[at + 1] === ")") return at;
      break;
    }
  }
  throw new Refusal("$((…)) is not understood");
}
