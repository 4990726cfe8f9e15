import { newFacts } from "./_bash_facts.ts";
import { newReader, peek, type Reader, take } from "./_bash_reader.ts";
import { Refusal, type Word } from "./_bash_word.ts";
import { blanks, hereDocument, readWord } from "./_bash_words.ts";
import { newReferences } from "./_references.ts";

/** What a template's lint knows of the commands of a step. */
export interface Script {
  commands: Command[];
  /** The functions that it defines. */
  functions: Set<string>;
}

/** A simple command, or the words of a `for`. */
export interface Command {
  /** Its words, beginning with its assignments; none where it is a `[[ … ]]` or `((…))`. */
  words: Word[];
  /** The whole of a `[[ … ]]` or `((…))`. */
  test?: string;
  /** The files that it is redirected to and from. */
  files: Word[];
  /** Texts in which the shell expands, and that it reads: here-documents and the like. */
  input: string[];
  /** The commands whose output it reads. */
  from: Command[];
}

/** Where commands stand: in the script, in `$(…)`, in a `{ … }` and the like. */
interface Frame {
  /** Where the commands begin that are joined by `|`. */
  start: number;
  /** What the next command reads from. */
  from: Command[];
  /** What the first command of each list reads from. */
  outer: Command[];
  /** Whether patterns follow each `;;`. */
  isCase: boolean;
}

/** What is known while commands are read. */
interface State {
  reader: Reader;
  script: Script;
  /** The frames around the next command, the innermost last. */
  frames: Frame[];
  /** The command whose words are being read. */
  command?: Command;
  /** The commands of the line that have here-documents. */
  documents: Command[];
}

/**
 * Reads the simple commands of a step, wherever they stand: in `$(…)`, loops, functions. The words
 * are those of the reader that judges what runs; what that one does not understand is passed over.
 */
export function readScript(text: string): Script {
  const script: Script = { commands: [], functions: new Set() };
  const reader = newReader(withoutBackquotes(text), newReferences(""), newFacts(), {
    list: (reader, stops) => list(reader, stops, script),
    definition: () => {},
    code: () => {},
  });
  const { length } = reader.text;
  while (reader.at < length) {
    try {
      list(reader, [""], script);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reader.end = length;
      reader.pending = [];
      while (reader.at < length && !";\n".includes(reader.text[reader.at]!)) reader.at++;
      reader.at++;
    }
  }
  return script;
}

/** With `$(…)` in the place of backquotes, which the reader does not take. */
function withoutBackquotes(text: string): string {
  return text.replace(
    /\\[^]|`((?:[^`\\]|\\[^])*)`/g,
    (all, code) => code === undefined ? all : `$(${code})`,
  );
}

/** Reads commands up to the parenthesis that ends them, or to the end. */
function list(reader: Reader, stops: readonly string[], script: Script): string {
  const frame = { start: script.commands.length, from: [], outer: [], isCase: false };
  const state: State = { reader, script, frames: [frame], documents: [] };
  for (;;) {
    blanks(reader, false);
    if (reader.at >= reader.end) return "";
    if (peek(reader) === "\n") newline(state);
    else if (redirection(state) || operator(state)) continue;
    else if (!state.command && take(reader, "((")) arithmetic(reader, begin(state));
    else if (take(reader, "(")) opening(state);
    else if (take(reader, ")")) {
      if (state.frames.length === 1 && stops.includes(")")) return ")";
      close(state);
    } else readNext(state);
  }
}

function begin({ script, frames }: State): Command {
  const command = { words: [], files: [], input: [], from: frames.at(-1)!.from };
  script.commands.push(command);
  return command;
}

/** Ends a command that is joined to none. */
function end(state: State): void {
  const frame = state.frames.at(-1)!;
  frame.start = state.script.commands.length;
  frame.from = frame.outer;
  state.command = undefined;
}

function open({ script, frames }: State, isCase = false): void {
  const { from } = frames.at(-1)!;
  frames.push({ start: script.commands.length, from, outer: from, isCase });
}

function close(state: State): void {
  if (state.frames.length > 1) state.frames.pop();
  state.command = undefined;
}

function newline(state: State): void {
  const { reader, documents } = state;
  end(state);
  const start = reader.at, expands = reader.pending.some(({ quoted }) => !quoted);
  blanks(reader, true);
  const bodies = reader.text.slice(start, reader.at);
  for (const { input } of documents.splice(0)) if (expands) input.push(bodies);
}

function redirection(state: State): boolean {
  const { reader } = state;
  const operator = takeMatch(
    reader,
    /\d*(?:<<<|<<-?|<>|<&|>&|>>|>\||<(?!\()|>(?!\())|&>>?/y,
  );
  if (!operator) return false;
  const command = state.command ??= begin(state);
  if (/^\d*<<-?$/.test(operator)) {
    hereDocument(reader, operator.endsWith("-"));
    state.documents.push(command);
    return true;
  }
  blanks(reader, false);
  const target = readWord(reader);
  if (!target) return true;
  if (operator.includes("<") && target.text === undefined) command.input.push(target.source);
  if (!operator.endsWith("<<<")) command.files.push(target);
  return true;
}

function operator(state: State): boolean {
  const operator = takeMatch(state.reader, /;;&?|;&|&&|\|\||\|&?|[;&]/y);
  const frame = state.frames.at(-1)!;
  if (operator === "|" || operator === "|&") {
    const { commands } = state.script;
    frame.from = commands.slice(frame.start);
    frame.start = commands.length;
    state.command = undefined;
  } else if (operator) {
    end(state);
    if (/^;[;&]/.test(operator) && frame.isCase) patterns(state);
  }
  return operator !== undefined;
}

/** Past a `(`: of a subshell, or of a function behind its name. */
function opening(state: State): void {
  const { reader, command, script } = state;
  const name = command?.words[0]?.text;
  blanks(reader, false);
  if (name === undefined || !take(reader, ")")) return open(state);
  script.functions.add(name);
  command!.words = [];
  end(state);
}

/** A word: of a command, or a reserved one. */
function readNext(state: State): void {
  const { reader, script } = state;
  const start = reader.at;
  const word = readWord(reader);
  if (!word) {
    reader.at++; // not understood
    return;
  }
  switch (word.bare && !state.command ? word.text : "") {
    case "if":
    case "while":
    case "until":
    case "{":
      return open(state);
    case "fi":
    case "done":
    case "esac":
    case "}":
      return close(state);
    case "then":
    case "elif":
    case "else":
    case "do":
    case "!":
    case "coproc":
      return;
    case "case":
      open(state, true);
      blanks(reader, false);
      readWord(reader);
      blanks(reader, true);
      readWord(reader); // in
      return patterns(state);
    case "for":
    case "select":
      open(state);
      blanks(reader, false);
      if (take(reader, "((")) arithmetic(reader, begin(state));
      else (state.command = begin(state)).words.push(word);
      return;
    case "function":
      blanks(reader, false);
      script.functions.add(readWord(reader)?.text ?? "");
      blanks(reader, false);
      if (take(reader, "(")) take(reader, ")");
      return;
    case "[[":
      skipTo(reader, "]]");
      begin(state).test = reader.text.slice(start, reader.at);
      return;
  }
  const command = state.command ??= begin(state);
  command.words.push(word);
  // The values of an array.
  if (word.bareHead.endsWith("=") && take(reader, "(")) skipTo(reader, ")");
}

/** Moves past what a sticky expression matches. */
function takeMatch(reader: Reader, expression: RegExp): string | undefined {
  expression.lastIndex = reader.at;
  const match = expression.exec(reader.text)?.[0];
  if (match) reader.at += match.length;
  return match;
}

/** `((…))`, past its opening. */
function arithmetic(reader: Reader, command: Command): void {
  const start = reader.at - 2;
  const stop = reader.text.indexOf("))", reader.at);
  reader.at = stop < 0 ? reader.end : Math.min(stop + 2, reader.end);
  command.test = reader.text.slice(start, reader.at);
}

/** The patterns of a `case`, or its end. */
function patterns(state: State): void {
  const { reader } = state;
  blanks(reader, true);
  const opened = take(reader, "(");
  for (;;) {
    blanks(reader, false);
    const pattern = readWord(reader);
    if (!pattern || !opened && pattern.bare && pattern.text === "esac") return close(state);
    blanks(reader, false);
    if (take(reader, ")")) return;
    if (!take(reader, "|")) return close(state);
  }
}

/** Passes over words and whatever is between them, to the one that ends them. */
function skipTo(reader: Reader, last: string): void {
  for (;;) {
    blanks(reader, true);
    if (reader.at >= reader.end || last === ")" && take(reader, ")")) return;
    const word = readWord(reader);
    if (!word) reader.at++;
    else if (word.bare && word.text === last) return;
  }
}
