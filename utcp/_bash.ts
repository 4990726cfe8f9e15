import { checkAssignment, checkCommand, type Commands } from "./_bash_commands.ts";
import { compound } from "./_bash_compounds.ts";
import { isCount, parameterOf, Refusal, type Word } from "./_bash_word.ts";
import { WordReader } from "./_bash_words.ts";
import type { References } from "./_references.ts";

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
  if (!commands.some((command) => references.in(command))) return { commands, problems: [] };
  const facts = new Facts();
  const problems: string[] = [];
  const read = commands.map((command, step) => {
    try {
      return new BashReader(command, references, facts).read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problems.push(`commands[${step}]: ${error.message}`);
      return command;
    }
  });
  for (const [name, construct] of facts.evaluated) {
    if (facts.numeric.get(name) ?? NUMBERS.test(name)) {
      if (!facts.sources) continue;
    }
    problems.push(`${construct} evaluates "${name}", which may hold code: set it to numbers only`);
  }
  for (const path of facts.run) {
    if (!facts.written.has(path)) continue;
    problems.push(
      `"${path}" is written and run, and may hold a value: pass the value as an argument`,
    );
  }
  if (facts.program && references.used.size > 1) {
    problems.push("an argument names a program that could run another argument: name the program");
  }
  return { commands: read, problems };
}

/** Variables of the shell that are numbers. */
const NUMBERS = /^(?:RANDOM|SRANDOM|SECONDS|LINENO|EPOCHSECONDS|UID|EUID|PPID|BASHPID)$/;

/** What the steps of a template tell of their variables; they share one shell. */
class Facts {
  /** Variables that are assigned, and whether to numbers only. */
  readonly numeric: Map<string, boolean> = new Map();
  /** Variables that are evaluated, and the construct that does it. */
  readonly evaluated: Map<string, string> = new Map();
  /** Whether a value names a program. */
  program = false;
  /** Whether a file is sourced, which may assign any variable. */
  sources = false;
  /** Files that are written, and files that are run. */
  readonly written: Set<string> = new Set();
  readonly run: Set<string> = new Set();
}

/** The grammar of bash, as far as it is understood. */
export class BashReader extends WordReader implements Commands {
  readonly #facts: Facts;
  /** How many commands, one inside of the other, have a pipe for their input. */
  #pipes = 0;

  constructor(text: string, references: References, facts: Facts) {
    super(text, references);
    this.#facts = facts;
  }

  read(): string {
    this.list([""]);
    return this.edited();
  }

  get piped(): boolean {
    return this.#pipes > 0;
  }

  code(text: string): void {
    new BashReader(text, this.references, this.#facts).read();
  }

  simple(words: Word[]): void {
    checkCommand(words, this);
  }

  assignment(word: Word): void {
    checkAssignment(word, this);
  }

  program(): void {
    this.#facts.program = true;
  }

  source(): void {
    this.#facts.sources = true;
  }

  writes(path: string): void {
    this.#facts.written.add(path.replace(/^(?:\.\/)+/, ""));
  }

  runs(path: string): void {
    this.#facts.run.add(path.replace(/^(?:\.\/)+/, ""));
  }

  assign(name: string, value?: Word, from = 0): void {
    this.#assigned(
      name,
      value !== undefined &&
        (/^\d+$/.test(value.text?.slice(from) ?? "") || isCount(parameterOf(value, from))),
    );
  }

  #assigned(name: string, number: boolean): void {
    this.#facts.numeric.set(name, number && this.#facts.numeric.get(name) !== false);
  }

  arithmetic(expression: string, construct: string): void {
    // Names are taken a character at a time: with two ways to take one, the time is exponential.
    const understood = /^(?:[\s\w+\-*/%<>=!&|^~?:,()]|\$\{[A-Za-z_]\w*\}|\$[A-Za-z_#?$!])*$/;
    if (!understood.test(expression) || this.references.in(expression)) {
      throw new Refusal(`${construct} evaluates values as code: use a program, such as expr`);
    }
    for (const [token] of expression.matchAll(/\d\w*|[A-Za-z_]\w*/g)) {
      if (!/^\d/.test(token)) this.#facts.evaluated.set(token, construct);
    }
    // What is assigned here is a number.
    const assignment = /(?<!\w)([A-Za-z_]\w*)\s*(?:(?:[+\-*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/g;
    for (const [, name] of expression.matchAll(assignment)) this.#assigned(name!, true);
  }

  /** `((…))` and the head of `for ((…))`, past their opening. */
  doubleParentheses(construct: string): void {
    const stop = this.text.indexOf("))", this.at);
    if (stop < 0 || stop >= this.end) throw new Refusal(`${construct} is not closed`);
    const parts = this.text.slice(this.at, stop).split(";");
    for (const part of parts) this.arithmetic(part, construct);
    this.at = stop + 2;
  }

  /** A side of a comparison of numbers in `[[`, which evaluates it. */
  number(word: Word | undefined): void {
    const parameter = word && parameterOf(word);
    if (isCount(parameter)) return;
    const expression = word?.text ?? parameter;
    if (expression === undefined || !/^(?:-?\d+|[A-Za-z_]\w*)$/.test(expression)) {
      throw new Refusal("[[ … ]] evaluates what it compares as numbers: write [ … ]");
    }
    this.arithmetic(expression, "[[ … ]]");
  }

  list(stops: readonly string[]): string {
    for (;;) {
      this.blanks(true);
      if (this.at >= this.end) {
        if (stops.includes("")) return "";
        throw new Refusal(`"${stops[0]}" is missing`);
      }
      for (const stop of [")", ";;&", ";;", ";&"]) {
        if (!this.take(stop)) continue;
        if (stops.includes(stop === ")" ? ")" : ";;")) return stop;
        throw new Refusal(`"${stop}" is not understood here`);
      }
      const stop = this.#commands(stops);
      if (stop !== undefined) return stop;
    }
  }

  /** Commands up to the end of the line, `;` or `&`; gives the word that ends the list. */
  #commands(stops: readonly string[]): string | undefined {
    const outer = this.#pipes;
    for (;;) {
      const stop = this.command(stops);
      if (stop !== undefined) return stop;
      this.blanks(false);
      if (this.take("||") || this.take("&&")) this.#pipes = outer;
      else if (this.take("|")) {
        this.take("&");
        this.#pipes = outer + 1;
      } else break;
      this.blanks(true);
    }
    this.#pipes = outer;
    const next = this.peek();
    if (next === "" || next === ")" || /^;[;&]/.test(this.peek(2))) return;
    if (this.take("\n")) this.hereDocuments();
    else if (!this.take(";") && !this.take("&")) {
      throw new Refusal(`${JSON.stringify(next)} is not understood here: quote it`);
    }
  }

  /** One command of any kind; gives the word that ends the list, where it is one. */
  command(stops: readonly string[]): string | undefined {
    if (this.take("((")) {
      this.doubleParentheses("((…))");
      return this.#redirections();
    }
    if (this.take("(")) {
      this.list([")"]);
      return this.#redirections();
    }
    if (this.#redirection()) return this.#simple();
    const word = this.word();
    if (!word) throw new Refusal("a command is missing");
    const bare = word.bare ? word.text! : "";
    if (bare !== "" && stops.includes(bare)) return bare;
    if (bare === "!" || bare === "time") {
      this.blanks(false);
      while (bare === "time" && /^-(?:p|-)(?=[\s])/.test(this.peek(3))) {
        this.at += 2;
        this.blanks(false);
      }
      return this.command([]);
    }
    if (compound(bare, this)) return this.#redirections();
    if (/^[\w.:@+-]+$/.test(bare) && /^[ \t]*\(/.test(this.text.slice(this.at, this.end))) {
      return this.function();
    }
    this.#simple(word);
  }

  /** A function, past its name. */
  function(): undefined {
    this.blanks(false);
    if (this.take("(")) {
      this.blanks(false);
      if (!this.take(")")) throw new Refusal('"(" is not understood here: quote it');
    }
    this.blanks(true);
    this.command([]);
  }

  /** A simple command, past its first word or redirection. */
  #simple(first?: Word): undefined {
    const words: Word[] = [];
    let word = first;
    do {
      if (word) this.#take(word, words);
      this.blanks(false);
      while (this.#redirection()) this.blanks(false);
      word = this.word();
    } while (word);
    this.simple(words);
  }

  /** Adds a word to a simple command, where it is no assignment before it. */
  #take(word: Word, words: Word[]): void {
    if (/^\{.*\}$/.test(word.source) && /[<>]/.test(this.peek())) {
      throw new Refusal("{name}> is not understood: write the file's number");
    }
    const assigned = words.length === 0 ? /^[A-Za-z_]\w*(\+?=|\[)/.exec(word.bareHead) : null;
    if (!assigned) words.push(word);
    else if (assigned[1] === "[" || this.peek() === "(") {
      throw new Refusal("subscripts of arrays can run code: use variables without them");
    } else this.assignment(word);
  }

  #redirections(): undefined {
    for (;;) {
      this.blanks(false);
      if (!this.#redirection()) return;
    }
  }

  #redirection(): boolean {
    const operator = /^(?:\d*(?:<<<|<<-?|<>|<&|>&|>>|>\||<(?!\()|>(?!\())|&>>?)/.exec(
      this.text.slice(this.at, this.end),
    )?.[0];
    if (!operator) return false;
    this.at += operator.length;
    if (/^\d*<<-?$/.test(operator)) {
      this.hereDocument(operator.endsWith("-"));
      return true;
    }
    this.blanks(false);
    const target = this.word();
    if (!target) throw new Refusal(`"${operator}" has no target`);
    if (operator.includes(">") && target.text !== undefined) this.writes(target.text);
    if (/[<>]&$/.test(operator) && target.text === undefined) {
      throw new Refusal(`the file of "${operator}" is not known: write its number`);
    }
    return true;
  }
}
