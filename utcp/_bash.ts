import { checkAssignment, checkCommand, type Commands } from "./_bash_commands.ts";
import { compound } from "./_bash_compounds.ts";
import {
  arithmetic,
  assign,
  defines,
  doubleParentheses,
  newFacts,
  problemsOf,
  runs,
  writes,
} from "./_bash_facts.ts";
import { checkProgram } from "./_bash_programs.ts";
import {
  edited,
  type Facts,
  type Grammar,
  newReader,
  peek,
  type Reader,
  take,
} from "./_bash_reader.ts";
import { literal, newWord, refer, Refusal, type Word, wordOf } from "./_bash_word.ts";
import { blanks, checkOpening, hereDocument, hereDocuments, readWord } from "./_bash_words.ts";
import { mentions, referenceAt, type References } from "./_references.ts";

/** What came of reading the commands of a template. */
export interface BashText {
  /** The commands, with references in the place of arguments and variables. */
  commands: string[];
  /** What is unsafe and what to write instead, each with its step. */
  problems: string[];
}

/**
 * Replaces arguments and variables in bash commands by references to environment variables, and
 * refuses constructs in which a value could become code: not only those around a reference, since
 * values go on through variables, outputs and functions. What is not understood is refused. In a
 * template without any reference nothing is looked at.
 */
export function readBash(commands: string[], references: References): BashText {
  if (!commands.some((command) => mentions(references, command))) return { commands, problems: [] };
  const facts = newFacts();
  const problems: string[] = [];
  const read = commands.map((command, step) => {
    try {
      return readCode(command, references, facts);
    } catch (error) {
      problems.push(`commands[${step}]: ${reasonOf(error)}`);
      return command;
    }
  });
  problems.push(...problemsOf(facts, references));
  return { commands: read, problems };
}

/** Tells what is unsafe in a command line without a shell: its program may run code, too. */
export function argvProblems(argv: string[], references: References): string[] {
  if (!argv.some((text) => mentions(references, text))) return [];
  const facts = newFacts();
  const problems: string[] = [];
  const [program, ...args] = argv.map((text) => argvWord(text, references)) as [Word, ...Word[]];
  try {
    const rules = rulesOf(newReader("", references, facts, GRAMMAR));
    if (program.text === undefined) checkCommand([program, ...args], rules);
    else checkProgram(program.text.replace(/^.*[\\/]|\.exe$/gis, ""), args, rules);
  } catch (error) {
    problems.push(reasonOf(error));
  }
  return [...problems, ...problemsOf(facts, references)].map((problem) => `argv: ${problem}`);
}

function reasonOf(error: unknown): string {
  // The call stack is full.
  if (error instanceof RangeError) return "it is too deeply nested";
  if (error instanceof Refusal) return error.message;
  throw error;
}

function argvWord(text: string, references: References): Word {
  const parts = newWord();
  for (let at = 0; at < text.length;) {
    const found = referenceAt(references, text, at);
    if (found) refer(parts);
    else literal(parts, text[at]!, true);
    at += found?.length ?? 1;
  }
  return wordOf(parts, text);
}

function readCode(text: string, references: References, facts: Facts): string {
  const reader = newReader(text, references, facts, GRAMMAR);
  list(reader, [""]);
  return edited(reader);
}

/** The grammar of bash, as far as it is understood. */
const GRAMMAR: Grammar = {
  list,
  definition,
  code: ({ references, facts }, text) => void readCode(text, references, facts),
};

/** What the rules for a command tell, and ask. */
function rulesOf(reader: Reader): Commands {
  const { references, facts, pipes, input } = reader;
  const commands: Commands = {
    piped: pipes > 0,
    input: typeof input === "string" ? input : undefined,
    codeInput: (program, shell) => {
      if (typeof input !== "object") return false;
      Object.assign(input, { program, shell });
      return true;
    },
    simple: (words) => checkCommand(words, commands),
    assignment: (word) => checkAssignment(word, commands),
    code: (text) => void readCode(text, references, facts),
    assign: (name, value, from) => assign(reader, name, value, from),
    arithmetic: (expression, construct) => arithmetic(reader, expression, construct),
    export: (name) => void facts.exported.add(name),
    make: () => {
      facts.make = true;
    },
    program: () => {
      facts.program = true;
    },
    source: () => {
      facts.sources = true;
    },
    writes: (path) => writes(reader, { text: path, tail: path }),
    step: () => {
      if (++facts.steps > 10_000) throw new Refusal("it is too long to be understood");
    },
    runs: (path) => runs(reader, path),
  };
  return commands;
}

function list(reader: Reader, stops: readonly string[]): string {
  for (;;) {
    blanks(reader, true);
    if (reader.at >= reader.end) {
      if (stops.includes("")) return "";
      throw new Refusal(`"${stops[0]}" is missing`);
    }
    for (const stop of [")", ";;&", ";;", ";&"]) {
      if (!take(reader, stop)) continue;
      if (stops.includes(stop === ")" ? ")" : ";;")) return stop;
      throw new Refusal(`"${stop}" is not understood here`);
    }
    const stop = commands(reader, stops);
    if (stop !== undefined) return stop;
  }
}

/** Commands up to the end of the line, `;` or `&`; gives the word that ends the list. */
function commands(reader: Reader, stops: readonly string[]): string | undefined {
  const outer = reader.pipes;
  for (let piped = false;;) {
    const { input } = reader;
    reader.input = undefined;
    const stop = command(reader, stops, piped);
    reader.input = input;
    if (stop !== undefined) return stop;
    blanks(reader, false);
    piped = false;
    if (take(reader, "||") || take(reader, "&&")) reader.pipes = outer;
    else if (take(reader, "|")) {
      piped = true;
      take(reader, "&");
      reader.pipes = outer + 1;
    } else break;
    blanks(reader, true);
  }
  reader.pipes = outer;
  const next = peek(reader);
  if (next === "" || next === ")" || next === ";" && /;[;&]/.test(peek(reader, 2))) return;
  if (take(reader, "\n")) hereDocuments(reader);
  else if (take(reader, "&")) checkSplit(reader);
  else if (!take(reader, ";")) {
    throw new Refusal(`${JSON.stringify(next)} is not understood here: quote it`);
  }
}

/** One command of any kind; gives the word that ends the list, where it is one. */
function command(
  reader: Reader,
  stops: readonly string[],
  piped = false,
): string | undefined {
  if (take(reader, "((")) {
    doubleParentheses(reader, "((…))");
    return redirections(reader);
  }
  if (take(reader, "(")) {
    checkOpening(reader);
    list(reader, [")"]);
    return redirections(reader);
  }
  if (redirection(reader)) return simpleCommand(reader);
  const word = readWord(reader);
  if (!word) throw new Refusal("a command is missing");
  const bare = word.bare ? word.text! : "";
  if (bare !== "" && stops.includes(bare)) return bare;
  // Behind a pipe, or with an option of its own, `time` is a program.
  if (bare === "!" || bare === "time" && !piped) {
    blanks(reader, false);
    while (bare === "time" && /^-(?:p|-)(?=[\s])/.test(peek(reader, 3))) {
      reader.at += 2;
      blanks(reader, false);
    }
    return peek(reader) === "-" ? simpleCommand(reader, word) : command(reader, []);
  }
  if (compound(bare, reader)) return redirections(reader);
  if (bare !== "" && isFunction(bare, reader)) {
    defines(reader, bare);
    return definition(reader);
  }
  simpleCommand(reader, word);
}

/** Whether a word is followed by `(`, as a function's name is. */
function isFunction(word: string, { text, at, end }: Reader): boolean {
  let next = at;
  while (text[next] === " " || text[next] === "\t") next++;
  return next < end && text[next] === "(" && /^[\w.:@+-]+$/.test(word);
}

/** A function, past its name. */
function definition(reader: Reader): undefined {
  blanks(reader, false);
  if (take(reader, "(")) {
    blanks(reader, false);
    if (!take(reader, ")")) throw new Refusal('"(" is not understood here: quote it');
  }
  blanks(reader, true);
  command(reader, []);
}

/** A simple command, past its first word or redirection. */
function simpleCommand(reader: Reader, first?: Word): undefined {
  const words: Word[] = [], variables: string[] = [];
  let word = first;
  do {
    if (word) addWord(reader, word, words, variables);
    blanks(reader, false);
    while (redirection(reader)) blanks(reader, false);
    word = readWord(reader);
  } while (word);
  if (words.length > 0) { for (const name of variables) reader.facts.exported.add(name); }
  checkCommand(words, rulesOf(reader));
}

/** Adds a word to a simple command, or to the values that are assigned before it. */
function addWord(reader: Reader, word: Word, words: Word[], variables: string[]): void {
  if (word.source.startsWith("{") && /[<>]/.test(peek(reader)) && /^\{.*\}$/.test(word.source)) {
    throw new Refusal("{name}> is not understood: write the file's number");
  }
  const assigned =
    words.length === 0 && (word.bareHead.includes("=") || word.bareHead.includes("["))
      ? /^[A-Za-z_]\w*(\+?=|\[)/.exec(word.bareHead)
      : null;
  if (!assigned) words.push(word);
  else if (assigned[1] === "[" || peek(reader) === "(") {
    throw new Refusal("subscripts of arrays can run code: use variables without them");
  } else {
    checkAssignment(word, rulesOf(reader));
    variables.push(word.bareHead.replace(/\+?=.*/s, ""));
  }
}

function redirections(reader: Reader): undefined {
  for (;;) {
    blanks(reader, false);
    if (!redirection(reader)) return;
  }
}

function redirection(reader: Reader): boolean {
  // A regular expression takes as long at its first use as all else that a word needs.
  if (!"<>&0123456789".includes(peek(reader))) return false;
  const operator = /^(?:\d*(?:<<<|<<-?|<>|<&|>&|>>|>\||<(?!\()|>(?!\())|&>>?)/.exec(
    reader.text.slice(reader.at, reader.end),
  )?.[0];
  if (!operator) return false;
  reader.at += operator.length;
  checkSplit(reader);
  if (/^\d*<<-?$/.test(operator)) {
    const document = hereDocument(reader, operator.endsWith("-"));
    if (isInput(operator)) reader.input = document;
    return true;
  }
  blanks(reader, false);
  const target = readWord(reader);
  if (!target) throw new Refusal(`"${operator}" has no target`);
  if (isInput(operator)) reader.input = /<<<|&$/.test(operator) ? "" : target.text ?? "";
  if (operator.includes(">")) writes(reader, target);
  if (/[<>]&$/.test(operator) && target.text === undefined) {
    throw new Refusal(`the file of "${operator}" is not known: write its number`);
  }
  return true;
}

/** Whether it changes file 0: `<`, `0<`, `00<`, `0>&3`. */
function isInput(operator: string): boolean {
  const [, file] = /^(\d*)/.exec(operator)!;
  return file === "" ? operator.startsWith("<") : Number(file) === 0;
}

/** A backslash at the end of the line would join an operator with what follows. */
function checkSplit({ text, at }: Reader): void {
  if (text.startsWith("\\\n", at)) {
    throw new Refusal("a backslash at the end of a line splits an operator: join the lines");
  }
}
