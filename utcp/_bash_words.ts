import { arithmetic, assign } from "./_bash_facts.ts";
import { edit, type HereDocument, peek, type Reader, take, takeReference } from "./_bash_reader.ts";
import {
  expand,
  literal,
  newWord,
  refer,
  Refusal,
  type Word,
  wordOf,
  type WordParts,
} from "./_bash_word.ts";
import { mentions, referenceAt } from "./_references.ts";

/** Moves past blanks and, where commands may follow on other lines, newlines and comments. */
export function blanks(reader: Reader, lines: boolean): void {
  for (;;) {
    if (take(reader, " ") || take(reader, "\t") || take(reader, "\\\n")) continue;
    if (peek(reader) === "#") comment(reader);
    else if (lines && take(reader, "\n")) hereDocuments(reader);
    else return;
  }
}

function comment(reader: Reader): void {
  const start = reader.at;
  while (reader.at < reader.end && peek(reader) !== "\n") reader.at++;
  if (/UTCP_ARG_\w+_UTCP_END/.test(reader.text.slice(start, reader.at))) {
    throw new Refusal("an argument in a comment goes nowhere: take it out of the comment");
  }
}

/** Reads a word; nothing where none begins here. */
export function readWord(reader: Reader): Word | undefined {
  const start = reader.at;
  const word = newWord();
  while (reader.at < reader.end) {
    const c = peek(reader);
    if (take(reader, "\\\n")) continue;
    if ("<>".includes(c) && peek(reader, 2)[1] === "(") {
      reader.at += 2;
      substitution(reader);
      expand(word, { splits: false });
    } else if (" \t\n;&|()<>".includes(c)) break;
    else if (c === "\\") {
      literal(word, escaped(reader), true);
    } else if (c === "'") singleQuoted(reader, word);
    else if (take(reader, '"')) doubleQuoted(reader, word);
    else if (c === "`") backquote();
    else if (c === "$") dollar(reader, word, false);
    else {
      const reference = takeReference(reader);
      if (reference) {
        edit(reader, reference.start, `"$${reference.variable}"`);
        refer(word);
      } else literal(word, character(reader), false);
    }
  }
  return reader.at === start ? undefined : wordOf(word, reader.text.slice(start, reader.at));
}

/** The character behind a backslash. */
function escaped(reader: Reader): string {
  reader.at++;
  if (reader.at >= reader.end) throw new Refusal("a backslash at the end is not understood");
  return character(reader);
}

function character(reader: Reader): string {
  const character = String.fromCodePoint(reader.text.codePointAt(reader.at)!);
  reader.at += character.length;
  return character;
}

function singleQuoted(reader: Reader, word: WordParts): void {
  reader.at++;
  literal(word, "", true);
  while (!take(reader, "'")) {
    if (reader.at >= reader.end) throw new Refusal("a single quote is not closed");
    const reference = takeReference(reader);
    if (reference) {
      edit(reader, reference.start, `'"$${reference.variable}"'`);
      refer(word);
    } else literal(word, character(reader), true);
  }
}

function doubleQuoted(reader: Reader, word: WordParts): void {
  literal(word, "", true);
  while (!take(reader, '"')) {
    if (reader.at >= reader.end) throw new Refusal("a double quote is not closed");
    quotedPart(reader, word);
  }
}

/** One part of text in double quotes or of a here-document, in which `$`, `\` and backquotes work. */
function quotedPart(reader: Reader, word: WordParts): void {
  const c = peek(reader);
  if (c === "\\" && '$`"\\\n'.includes(reader.text[reader.at + 1] ?? " ")) {
    reader.at++;
    const escaped = character(reader);
    literal(word, escaped === "\n" ? "" : escaped, true);
  } else if (c === "`") backquote();
  else if (c === "$") dollar(reader, word, true);
  else {
    const reference = takeReference(reader);
    if (reference) {
      edit(reader, reference.start, `\${${reference.variable}}`);
      refer(word);
    } else literal(word, character(reader), true);
  }
}

function backquote(): never {
  throw new Refusal("backquotes change what quotes in them mean: write $(…)");
}

function dollar(reader: Reader, word: WordParts, quoted: boolean): void {
  const start = reader.at;
  const reference = takeReference(reader);
  if (reference) {
    edit(
      reader,
      reference.start,
      quoted ? `\${${reference.variable}}` : `"$${reference.variable}"`,
    );
    refer(word);
  } else if (reader.text.startsWith("$\\\n", start)) {
    throw new Refusal("a backslash at the end of a line splits what $ begins: join the lines");
  } else if (take(reader, "$((")) {
    const length = closing(reader.text.slice(reader.at, reader.end));
    arithmetic(reader, reader.text.slice(reader.at, reader.at + length), "$((…))");
    reader.at += length + 2;
    expand(word, { splits: false, parameter: "?" });
  } else if (take(reader, "$[")) {
    throw new Refusal("$[…] evaluates what is in it: write $((…)) and numbers only");
  } else if (take(reader, "$(")) {
    checkOpening(reader);
    substitution(reader);
    expand(word, { splits: !quoted });
  } else if (take(reader, "${")) {
    const { splits, parameter } = braces(reader, quoted);
    expand(word, { splits: splits || !quoted, parameter });
  } else if (!quoted && take(reader, "$'")) ansiQuoted(reader, word);
  else if (!quoted && take(reader, '$"')) {
    const before = reader.edits.length;
    doubleQuoted(reader, word);
    if (reader.edits.length > before) {
      throw new Refusal('an argument in $"…" is part of what is translated: write "…"');
    }
    expand(word, { splits: false });
  } else {
    const name = /^\$([A-Za-z_]\w*|[\d@*#?$!-])/.exec(reader.text.slice(start, reader.end))?.[1];
    if (name === undefined) {
      literal(word, character(reader), quoted);
      return;
    }
    checkName(reader, name);
    reader.at += name.length + 1;
    expand(word, { splits: !quoted || name === "@" || name === "*", parameter: name });
  }
}

/** Past a `(`: another one on the next line would make both of them arithmetic. */
export function checkOpening({ text, at }: Reader): void {
  if (text.startsWith("\\\n", at)) {
    throw new Refusal('a backslash at the end of a line splits "((": join the lines');
  }
}

/** `$nameUTCP_ARG_x_UTCP_END` is one long name to the shell. */
function checkName(reader: Reader, name: string): void {
  if (mentions(reader.references, name)) {
    throw new Refusal(
      "an argument is part of a variable's name: write ${…} around the name alone",
    );
  }
}

/** `$(…)` and `<(…)`, past their opening: commands, with quotes of their own. */
function substitution(reader: Reader): void {
  const outer = reader.pending;
  reader.pending = [];
  reader.substitutions++;
  reader.grammar.list(reader, [")"]);
  reader.substitutions--;
  if (reader.pending.length > 0) throw new Refusal("a here-document has no body");
  reader.pending = outer;
}

const BLANKS = { n: "\n", r: "\r", t: "\t" };

function ansiQuoted(reader: Reader, word: WordParts): void {
  const start = reader.at;
  const body = /^(?:[^'\\]|\\[^])*'/.exec(reader.text.slice(start, reader.end))?.[0];
  if (body === undefined) throw new Refusal("a single quote is not closed");
  if (mentions(reader.references, body)) {
    throw new Refusal("an argument in $'…' is not replaced: write '…' or \"…\"");
  }
  reader.at += body.length;
  // What stands for a blank can be no other character.
  const text = body.slice(0, -1).replace(/\\([nrt])/g, (_, letter) => BLANKS[letter as "n"]);
  if (text.includes("\\")) expand(word, { splits: false });
  else literal(word, text, true);
}

/** `${…}`, past its opening. */
function braces(reader: Reader, quoted: boolean): { parameter?: string; splits?: boolean } {
  const rest = reader.text.slice(reader.at, reader.end);
  if (rest.startsWith("!")) {
    throw new Refusal("${!…} takes a value for a name, which can hold code: name the variable");
  }
  const head = /^(#?)([A-Za-z_]\w*|\d+|[@*#?$!-])/.exec(rest);
  if (!head) throw new Refusal("${…} is not understood");
  const [begin, length, name] = head as unknown as [string, string, string];
  checkName(reader, name);
  // `${#}` is a count of its own.
  if (rest.startsWith("#}")) {
    reader.at += 2;
    return { parameter: "#" };
  }
  reader.at += begin.length;
  const every = name === "@" || name === "*" || subscript(reader);
  if (take(reader, "}")) {
    return every ? { splits: true } : { parameter: length ? "#" : name };
  }
  if (/^:(?![-=?+])/.test(peek(reader, 2))) {
    const range = /^:[^}]*/.exec(reader.text.slice(reader.at, reader.end))![0];
    arithmetic(reader, range.slice(1), "${…:…}");
    reader.at += range.length;
    if (!take(reader, "}")) throw new Refusal("${…:…} is not closed");
    return {};
  }
  if (peek(reader) === "@") {
    throw new Refusal("${…@…} can run what is in the value: use the variable as it is");
  }
  const operator = /^(?::?[-=?+]|##?|%%?|\/[/#%]?|\^\^?|,,?)/.exec(peek(reader, 2))?.[0];
  if (!operator) throw new Refusal("${…} is not understood");
  reader.at += operator.length;
  const word = bracedWord(reader, quoted);
  if (operator.endsWith("=")) assign(reader, name, word);
  return every ? { splits: true } : {};
}

/** A subscript that needs no evaluation; tells whether it stands for all elements. */
function subscript(reader: Reader): boolean {
  if (peek(reader) !== "[") return false;
  const subscript = /^\[(?:[@*]|\d+)\]/.exec(reader.text.slice(reader.at, reader.end))?.[0];
  if (!subscript) {
    throw new Refusal("a subscript is evaluated, and can run what is in a value: use a number");
  }
  reader.at += subscript.length;
  return /[@*]/.test(subscript);
}

/** The word of `${name:-word}` and the like, with its closing brace. */
function bracedWord(reader: Reader, quoted: boolean): Word {
  const start = reader.at, edits = reader.edits.length;
  const word = newWord();
  while (!take(reader, "}")) {
    if (reader.at >= reader.end) throw new Refusal("${…} is not closed");
    const c = peek(reader);
    if (quoted ? c === "'" || c === '"' : /^\$['"]/.test(peek(reader, 2))) {
      throw new Refusal("quotes in ${…} are not understood: set the variable before");
    } else if (c === "'") singleQuoted(reader, word);
    else if (take(reader, '"')) doubleQuoted(reader, word);
    else if (c === "\\") literal(word, escaped(reader), true);
    else if (!quoted && /^[<>]\($/.test(peek(reader, 2))) {
      throw new Refusal("<(…) in ${…} is not understood: set the variable before");
    } else quotedPart(reader, word);
  }
  if (reader.edits.length > edits) {
    throw new Refusal("an argument in ${…} is not one word for sure: write it beside ${…}");
  }
  return wordOf(word, reader.text.slice(start, reader.at - 1));
}

/** Notes a here-document at its operator; its body follows the line. */
export function hereDocument(reader: Reader, tabs: boolean): HereDocument {
  blanks(reader, false);
  const start = reader.at;
  const written = /^(?:'[^'"\\\n]*'|"[^'"\n$`\\]*"|\\[\w.-]|[\w.!%+,/:@^-])+/.exec(
    reader.text.slice(start, reader.end),
  )?.[0];
  if (!written || mentions(reader.references, written)) {
    throw new Refusal("the delimiter of a here-document is not understood");
  }
  reader.at += written.length;
  // What the shell takes for more of it would end the body elsewhere.
  if (!" \t\n;&|()<>".includes(peek(reader))) {
    throw new Refusal("the delimiter of a here-document is not understood");
  }
  const delimiter = written.replace(/['"\\]/g, "");
  const document: HereDocument = {
    ...{ delimiter, quoted: delimiter !== written, tabs, start, end: reader.at },
  };
  reader.pending.push(document);
  return document;
}

/** Reads the bodies of the here-documents of the line that has ended. */
export function hereDocuments(reader: Reader): void {
  for (const document of reader.pending.splice(0)) {
    const start = reader.at;
    let end = start, last = false;
    while (!last) {
      if (end >= reader.end) throw new Refusal("a here-document is not closed");
      const stop = reader.text.indexOf("\n", end);
      const next = stop < 0 || stop > reader.end ? reader.end : stop;
      const line = reader.text.slice(end, next);
      const written = document.tabs ? line.replace(/^\t+/, "") : line;
      last = written === document.delimiter;
      // Bash 5.2 ends it there.
      if (!last && reader.substitutions > 0 && written.startsWith(document.delimiter)) {
        throw new Refusal("a line of a here-document begins like its end: choose another end");
      }
      reader.at = Math.min(next + 1, reader.end);
      if (!last) end = reader.at;
    }
    if (document.program !== undefined) checkCode(reader, document, reader.text.slice(start, end));
    if (document.quoted) verbatim(reader, document, start, end, reader.at);
    else expanded(reader, start, end);
  }
}

/** A body that is run as code holds no value. */
function checkCode(reader: Reader, { program, shell, quoted }: HereDocument, body: string): void {
  if (mentions(reader.references, body) || !quoted && /[$`\\]/.test(body)) {
    throw new Refusal(
      `a value in this here-document is code of ${program}: pass it as an argument, and write <<'E'`,
    );
  }
  // A command may read the lines that follow it, which are others to the shell then.
  if (shell && /[$`]/.test(body)) {
    throw new Refusal(`what ${program} reads has $ in it: write ${program} -c '…' and arguments`);
  }
  if (shell) reader.grammar.code(reader, body);
  const [, interpolated] = /(?<![:\w]):([A-Za-z_]\w*)/.exec(body) ?? [];
  if (program === "psql" && interpolated !== undefined) {
    throw new Refusal(`":${interpolated}" may become code of psql: write :'${interpolated}'`);
  }
  if (program === "perl" && /<(?:ARGV|<>)?>/.test(body)) {
    throw new Refusal(
      "an argument may be code of perl, which opens it: give a file as input, by <",
    );
  }
}

/** The body of `<<EOF`, in which the shell expands. */
function expanded(reader: Reader, start: number, end: number): void {
  if (/\\\n/.test(reader.text.slice(start, end))) {
    throw new Refusal("a line of a here-document ends with a backslash: join the lines");
  }
  const outer = { at: reader.at, end: reader.end };
  reader.at = start;
  reader.end = end;
  while (reader.at < reader.end) quotedPart(reader, newWord());
  reader.at = outer.at;
  reader.end = outer.end;
}

/**
 * The body of `<<'EOF'`, in which the shell does not expand. Where it holds a reference it is
 * made one that does, with all else escaped.
 */
function verbatim(
  reader: Reader,
  document: HereDocument,
  start: number,
  end: number,
  after: number,
): void {
  const body = reader.text.slice(start, end);
  if (!mentions(reader.references, body)) return;
  let text = "";
  for (let at = 0; at < body.length;) {
    const found = referenceAt(reader.references, body, at);
    if (found) reader.references.used.add(found.variable);
    text += found ? `\${${found.variable}}` : body[at]!.replace(/[\\$`]/, "\\$&");
    at += found?.length ?? 1;
  }
  const delimiter = `__UTCP_EOF_${reader.references.nonce}`;
  reader.edits.push({ start: document.start, end: document.end, text: delimiter });
  const newline = reader.text[after - 1] === "\n" ? "\n" : "";
  reader.edits.push({ start, end: after, text: `${text}${delimiter}${newline}` });
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
