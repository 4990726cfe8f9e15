import { checkProgram } from "./_bash_programs.ts";
import { isCount, isDynamic, parameterOf, Refusal, type Word } from "./_bash_word.ts";

/** What the rules for commands tell, and ask, the reader of the script. */
export interface Commands {
  /** Checks a command that is part of another. */
  simple(words: Word[]): void;
  /** Checks an assignment that is part of a command. */
  assignment(word: Word): void;
  /** Whether the command's input may be the output of another. */
  readonly piped: boolean;
  /** Counts what is checked: what runs what runs others would take for ever. */
  step(): void;
  /** The path of the file that its input is; empty where that is not known. */
  readonly input?: string;
  /** The input is code of a program, which it may be where it is a here-document without values. */
  codeInput(program: string, shell: boolean): boolean;
  /** Reads code that a command runs. */
  code(text: string): void;
  /** A variable is assigned: a word from a position on, or what is not known. */
  assign(name: string, value?: Word, from?: number): void;
  /** An expression is evaluated. */
  arithmetic(expression: string, construct: string): void;
  /** Programs see a variable from here on. */
  export(name: string): void;
  /** The command is make, which expands what is in its environment. */
  make(): void;
  /** A value names the program. */
  program(): void;
  /** A file is sourced. */
  source(): void;
  /** A file is written. */
  writes(path: string): void;
  /** A file is run as code. */
  runs(path: string): void;
}

/**
 * Refuses a simple command in which a value could become code. Any expansion may hold a value: what
 * an argument was assigned to, what a program printed, what a function was called with.
 */
export function checkCommand(words: Word[], commands: Commands): void {
  const [first, ...args] = words;
  if (!first) return;
  if (first.text === undefined && !isProgramPath(first)) {
    // One value may name a program, as long as no other can be what it runs.
    if (!first.referring || commands.piped || args.some(isDynamic)) {
      throw new Refusal(
        "a value names the program, and others are its arguments: name the program",
      );
    }
    commands.program();
    return;
  }
  // `/bin/b?sh` is a program as well.
  if (first.pattern && !/^\[\[?$/.test(first.text ?? "")) {
    throw new Refusal("a pattern names the program: write its name");
  }
  const path = first.text ?? first.tail;
  if (path.includes("/")) commands.runs(path);
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (Object.hasOwn(RULES, name)) RULES[name]!(args, commands, name);
  else checkProgram(name, args, commands);
}

/** Refuses an assignment that could run code or change what runs; notes what is assigned. */
export function checkAssignment(word: Word, commands: Commands): void {
  const match = /^([A-Za-z_]\w*)\+?=/.exec(word.head);
  if (!match) throw new Refusal("the name of a variable is not known: write it");
  const [all, name] = match as unknown as [string, string];
  // A shell that starts runs it.
  if (/^(?:BASH_)?ENV$/.test(name) && word.text !== undefined) {
    commands.runs(word.text.slice(all.length));
  }
  commands.assign(name, word, all.length);
}

type Rule = (args: Word[], commands: Commands, name: string) => void;

const refuseDynamic: Rule = (args, _commands, name) => {
  if (args.some(isDynamic)) {
    throw new Refusal(`${name} can run code that is in its arguments: write them out`);
  }
};

/** Commands of the shell itself that evaluate, or that assign. */
const RULES: Record<string, Rule> = {
  eval: () => {
    throw new Refusal("eval runs values as code: write the command itself");
  },
  alias: () => {
    throw new Refusal("alias changes what words mean: write a function");
  },
  ".": source,
  source,
  let: (args, commands) => {
    for (const { text = "`" } of args) commands.arithmetic(text, "let");
  },
  trap: ([first, ...signals], commands) => {
    refuseDynamic([...first ? [first] : [], ...signals], commands, "trap");
    const action = first?.text === "--" ? signals[0] : first;
    if (action && !/^-[lp]?$/.test(action.text!)) commands.code(action.text!);
  },
  printf: ([first, second], commands) => {
    if (!first) return;
    if (isDynamic(first) ? /^(?:-|$)/.test(first.head) : /^-[^-]/.test(first.text!)) {
      if (first.text !== "-v" || !/^[A-Za-z_]\w*$/.test(second?.text ?? "")) {
        throw new Refusal("the format of printf can be an option that runs code: write '%s' first");
      }
      commands.assign(second!.text!);
    }
  },
  test: (args) => checkTest(args),
  "[": (args) => checkTest(args.slice(0, -1)),
  wait: (args, _commands, name) => {
    if (args.some((word) => isDynamic(word) && !isCount(parameterOf(word)))) {
      throw new Refusal("a value may be an option of wait, which evaluates it: write $!");
    }
    for (const { text = "" } of args) checkSubscript(text, name);
  },
  jobs: (args, commands, name) => {
    refuseDynamic(args, commands, name);
    if (args.some(({ text }) => /^-\w*x/.test(text!))) throw new Refusal("jobs -x runs a command");
  },
  set: (args, commands, name) => {
    const end = args.findIndex(({ text }) => text === "--");
    const options = end < 0 ? args : args.slice(0, end);
    refuseDynamic(options, commands, name);
    if (options.some(({ text }) => /^(?:-\w*a\w*|allexport)$/.test(text!))) commands.export("*");
    if (options.some(({ text }) => /^(?:-\w*k\w*|keyword)$/.test(text!))) {
      throw new Refusal("set -k makes variables of arguments: leave it out");
    }
  },
  export: declare,
  readonly: declare,
  declare,
  typeset: declare,
  local: declare,
  read: variables,
  getopts: variables,
  mapfile: variables,
  readarray: variables,
  hash: (args, commands, name) => {
    refuseDynamic(args, commands, name);
    if (args.some(({ text }) => /^-\w*p/.test(text!))) throw new Refusal("hash -p names a program");
  },
  unset: (args, commands, name) => {
    refuseDynamic(args, commands, name);
    for (const { text } of args) checkSubscript(text!, name);
  },
  shopt: refuseDynamic,
  enable: refuseDynamic,
  bind: refuseDynamic,
  fc: refuseDynamic,
  history: refuseDynamic,
  compgen: refuseDynamic,
  complete: refuseDynamic,
  compopt: refuseDynamic,
};

function source(args: Word[], commands: Commands): void {
  const path = args.find(({ text }) => text !== "--")?.text;
  if (path === undefined || path === "-") {
    throw new Refusal("the file that is sourced is not known: write its path");
  }
  commands.source();
  commands.runs(path);
}

/** `export NAME=value` and its kin. */
function declare(args: Word[], commands: Commands, name: string): void {
  for (const word of args) {
    if (word.text !== undefined && /^[-+]/.test(word.text)) {
      if (
        !/^(?:--|[-+][gpruxlfF]+)$/.test(word.text) && !(name === "export" && word.text === "-n")
      ) {
        throw new Refusal(`${name} ${word.text} makes assignments evaluate values: leave it out`);
      }
    } else if (isDynamic(word) || word.text!.includes("=")) {
      if (!/^[A-Za-z_]\w*\+?=/.test(word.bareHead)) {
        throw new Refusal(`the name of a variable is not known to ${name}: write it`);
      }
      checkAssignment(word, commands);
      exports(word.bareHead.replace(/\+?=.*/s, ""));
    } else exports(word.text!);
  }
  function exports(variable: string): void {
    if (name === "export" || args[0]?.text?.includes("x")) commands.export(variable);
  }
}

/** Of `name[subscript]` the shell evaluates the subscript. */
function checkSubscript(text: string, name: string): void {
  if (/\[(?!(?:\d+|[@*])\]$)/.test(text)) {
    throw new Refusal(`${name} evaluates subscripts, which can run code: use a number`);
  }
}

/** Commands that assign to variables they are given by name. */
function variables(args: Word[], commands: Commands, name: string): void {
  refuseDynamic(args, commands, name);
  if (name === "getopts") commands.assign("OPTARG");
  const plain = /^[A-Za-z_]\w*$/;
  let named = false;
  for (const { text } of args) {
    if (/^-\w*C/.test(text!) && name !== "read") throw new Refusal(`${name} -C runs code`);
    // `-ra name`, `-raname`
    const attached = name === "read" ? /^-[ers]*a([A-Za-z_]\w*)$/.exec(text!)?.[1] : undefined;
    const assigned = attached ?? (plain.test(text!) ? text! : undefined);
    if (assigned !== undefined) commands.assign(assigned);
    else if (text!.includes("[")) throw new Refusal(`${name} evaluates subscripts`);
    named ||= assigned !== undefined;
  }
  if (!named) commands.assign(name === "read" ? "REPLY" : "MAPFILE");
}

/** `[ … ]`: a value must not be taken for an operator. */
function checkTest(words: Word[]): void {
  for (const [index, { text }] of words.entries()) {
    if (/^-[vR]$/.test(words[index - 1]?.text ?? "") && text) checkSubscript(text, "[ -v … ]");
  }
  const args = words.map((word) =>
    isCount(parameterOf(word)) ? { ...word, text: "0", splits: false } : word
  );
  if (!args.some(isDynamic)) return;
  if (args.some(({ splits }) => splits)) {
    throw new Refusal("an expansion in [ … ] may be several words: quote it");
  }
  const [first, ...rest] = args[0]?.text === "!" && args.length > 1 ? args.slice(1) : args;
  const unary = first?.text !== undefined && /^-[a-uw-zA-QS-Z]$/.test(first.text);
  const binary = /^(?:[=!]?=|[<>]|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(rest[0]?.text ?? "");
  if (rest.length === 0 || rest.length === 1 && unary || rest.length === 2 && binary) return;
  throw new Refusal("a value may be taken for an operator in [ … ]: join simple tests with &&");
}

/** `"$DIR"/bin/tool`: no command of the shell, and the program's name is known. */
function isProgramPath(word: Word): boolean {
  return /\/[^/]+$/.test(word.tail) && !word.splits;
}
