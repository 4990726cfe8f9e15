import type { Facts, Reader } from "./_bash_reader.ts";
import { IS_INPUT, isCount, parameterOf, Refusal, type Word } from "./_bash_word.ts";
import { mentions, type References } from "./_references.ts";

/** Nothing is known yet. */
export function newFacts(): Facts {
  return {
    numeric: new Map(),
    evaluated: new Map(),
    program: false,
    sources: false,
    valued: new Set(),
    exported: new Set(),
    make: false,
    steps: 0,
    written: new Set(),
    run: new Set(),
  };
}

/** What is unsafe in the steps together, when all are read. */
export function problemsOf(facts: Facts, references: References): string[] {
  const problems: string[] = [];
  for (const [name, construct] of facts.evaluated) {
    const number = facts.numeric.get(name) ?? NUMBERS.test(name);
    if (number && !facts.sources && !IMPLIED.test(name)) continue;
    problems.push(`${construct} evaluates "${name}", which may hold code: set it to numbers only`);
  }
  for (const path of facts.run) {
    const ends = [...facts.written].filter((name) => name.startsWith("*") && name.length > 1);
    if (!facts.written.has(path) && !ends.some((end) => path.endsWith(end.slice(1)))) continue;
    problems.push(
      `"${path}" is written and run, and may hold a value: pass the value as an argument`,
    );
  }
  if (facts.make) {
    for (const name of facts.valued) {
      const exported = facts.exported.has(name) || facts.exported.has("*") || INHERITED.test(name);
      if (!exported) continue;
      problems.push(`make expands "${name}" of its environment: let the recipe read a file`);
    }
  }
  if (facts.program && references.used.size > 1) {
    problems.push("an argument names a program that could run another argument: name the program");
  }
  return problems;
}

/** Variables of the shell that are numbers. */
const NUMBERS = /^(?:RANDOM|SRANDOM|SECONDS|LINENO|EPOCHSECONDS|UID|EUID|PPID|BASHPID)$/;

/** Variables that the shell assigns by itself to what it has read. */
const IMPLIED =
  /^(?:_|BASH_(?!SUBSHELL)\w+|COMP\w*|DIRSTACK|MAPFILE|OPTARG|PIPESTATUS|READLINE\w*|REPLY|CMD_\d+_OUTPUT)$/;

/** Variables that programs see in any case. */
const INHERITED = /^(?:PATH|HOME|LANG|LC_\w+|USER|LOGNAME|SHELL|TZ|TERM)$/;

/** Variables that a command may put what it reads in. */
const TAKES = /^(?:MAPFILE|OPTARG|REPLY)$/;

/** What can only give numbers. */
const COUNTS = /^"?\$\((?:date \+%s|nproc|seq(?: \d+)+)\)"?$|^\{\d+\.\.\d+\}$/;

/** Variables that the shell evaluates, or that decide which code programs load. */
const SPECIAL =
  /^(?:_|BASH\w*|COMP\w*|COPROC|DIRSTACK|EPOCH\w*|EUID|FUNC\w*|GLOBIGNORE|GROUPS|HIST\w*|IFS|LINENO|MAPFILE|OPTARG|OPTERR|OPTIND|PIPESTATUS|POSIXLY_CORRECT|PPID|PROMPT\w*|PS[0-4]|RANDOM|READLINE\w*|REPLY|SECONDS|SHELL\w*|SRANDOM|TIMEFORMAT|TMOUT|UID|PATH|CDPATH|ENV|ZDOTDIR|\w*NULLCMD|LD_\w*|DYLD_\w*|GCONV_PATH|GIT_(?!(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$)\w*|\w*EDITOR|VISUAL|\w*PAGER|BROWSER|\w*_ASKPASS|LESS\w*|MAKE\w*|\w+_(?:OPTS|OPTIONS|FLAGS|COMMAND|PASSCOMMAND)|[A-Z]+FLAGS|ZIPOPT|\w+_RSH|RSYNC_\w*|SVN_SSH|PERL\w*|PYTHON\w*|RUBY\w*|GEM_\w*|BUNDLE_\w*|NODE_\w*|npm_\w*|NPM_\w*|DENO_\w*|BUN_\w*|LUA_\w*|AWK\w*PATH|PHP\w*|_?JAVA_\w*|JDK_\w*|CLASSPATH|CARGO\w*|RUSTC\w*|CC|CXX|TF_CLI_\w*|CMD_\d+_OUTPUT|__UTCP\w*)$/;

/** Notes that a file is written. In which folder it is cannot be known, with `cd` and variables. */
export function writes({ facts }: Reader, { text, tail }: Pick<Word, "text" | "tail">): void {
  const path = text ?? tail;
  // Of `$name.sh` the end is known.
  facts.written.add(text === undefined && !path.includes("/") ? `*${path}` : fileName(path));
}

/** Notes that a file is run as code. */
export function runs({ facts }: Reader, path: string): void {
  if (IS_INPUT.test(path)) throw new Refusal("the file that is run is not known: write its path");
  facts.run.add(fileName(path));
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Notes that a function is defined: programs that print numbers may be others from here on. */
export function defines({ facts }: Reader, name: string): void {
  if (/^(?:date|nproc|seq)$/.test(name)) facts.sources = true;
}

/** Notes that a variable is assigned: a word from a position on, or what is not known. */
export function assign(reader: Reader, name: string, value?: Word, from = 0): void {
  const text = value?.text?.slice(from);
  const number = value !== undefined &&
    (text === undefined
      ? isCount(parameterOf(value, from)) || COUNTS.test(value.source.slice(from))
      : /^\d+$/.test(text));
  const evaluated = value === undefined || (text === undefined ? !number : /[$`]/.test(text));
  if (evaluated && SPECIAL.test(name) && !(value === undefined && TAKES.test(name))) {
    throw new Refusal(
      `"${name}" means something to the shell or to programs: use another variable`,
    );
  }
  if (!number && value?.text === undefined) reader.facts.valued.add(name);
  assigned(reader, name, number);
}

function assigned({ facts: { numeric } }: Reader, name: string, number: boolean): void {
  numeric.set(name, number && numeric.get(name) !== false);
}

/** Notes an arithmetic expression; refuses one that is not known to hold numbers only. */
export function arithmetic(reader: Reader, expression: string, construct: string): void {
  // Two names that stand together are one of their own.
  if (/\w\$|\}[\w$]/.test(expression)) {
    throw new Refusal(`${construct} joins names: use a program, such as expr`);
  }
  // Names are taken a character at a time: with two ways to take one, the time is exponential.
  const understood = /^(?:[\s\w+\-*/%<>=!&|^~?:,()]|\$\{[A-Za-z_]\w*\}|\$[A-Za-z_#?$!])*$/;
  if (!understood.test(expression) || mentions(reader.references, expression)) {
    throw new Refusal(`${construct} evaluates values as code: use a program, such as expr`);
  }
  for (const [token] of expression.matchAll(/\d\w*|[A-Za-z_]\w*/g)) {
    if (!/^\d/.test(token)) reader.facts.evaluated.set(token, construct);
  }
  // What is assigned here is a number.
  const assignment = /(?<!\w)([A-Za-z_]\w*)\s*(?:(?:[+\-*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/g;
  for (const [, name] of expression.matchAll(assignment)) assigned(reader, name!, true);
}

/** `((…))` and the head of `for ((…))`, past their opening. */
export function doubleParentheses(reader: Reader, construct: string): void {
  const stop = reader.text.indexOf("))", reader.at);
  if (stop < 0 || stop >= reader.end) throw new Refusal(`${construct} is not closed`);
  const parts = reader.text.slice(reader.at, stop).split(";");
  for (const part of parts) arithmetic(reader, part, construct);
  reader.at = stop + 2;
}

/** A side of a comparison of numbers in `[[`, which evaluates it. */
export function number(reader: Reader, word: Word | undefined): void {
  const parameter = word && parameterOf(word);
  if (isCount(parameter)) return;
  // What a positional parameter holds is not known.
  const expression = word?.text ?? (/^\d/.test(parameter ?? "") ? undefined : parameter);
  if (expression === undefined || !/^(?:-?\d+|[A-Za-z_]\w*)$/.test(expression)) {
    throw new Refusal("[[ … ]] evaluates what it compares as numbers: write [ … ]");
  }
  arithmetic(reader, expression, "[[ … ]]");
}
