/**
 * Every way in which a command line can be wrong, each with its sentence. The texts are those of
 * spec/agenttool-cli.md where it has one. Why a single word is no value is said where it is read.
 *
 * @module
 */

/** A command line that was not understood; nothing was run. */
export abstract class UsageError extends Error {
  override name = "UsageError";
}

/** A name that is not known; it may be near to one that is. */
export abstract class UnknownNameError extends UsageError {
  /**
   * @param message What is wrong.
   * @param given The name given.
   * @param known The names that are known, each with what the caller would have written.
   */
  constructor(message: string, readonly given: string, readonly known: () => Map<string, string>) {
    super(message);
  }
}

/** No command has that name. */
export class UnknownCommandError extends UnknownNameError {
  /**
   * @param command The name given.
   * @param commands The names of the commands.
   */
  constructor(command: string, commands: readonly string[]) {
    super(
      `unknown command ${quote(command)}`,
      command,
      // It may be a word of the program's own, which is not to be had here.
      () => new Map(commands.filter((name) => name !== command).map((name) => [name, quote(name)])),
    );
  }
}

/** No flag or option has that name. */
export class UnknownFlagError extends UnknownNameError {
  /**
   * @param flag The name given, without dashes.
   * @param known The flags that there are, as written.
   */
  constructor(flag: string, known: () => Map<string, string>) {
    // What follows a colon is no part of a parameter's name: --items:=[].
    super(`flag provided but not defined: -${flag}`, flag.replace(/(?!^):.*$/s, ""), known);
  }
}

/** A program's option behind the command, where only the command's flags are. */
export class OptionAfterCommandError extends UsageError {
  /** @param option The option's name. */
  constructor(option: string) {
    super(`flag provided but not defined: -${option}, program options come before the command`);
  }
}

/** A token that begins like a flag and is none. */
export class FlagSyntaxError extends UsageError {
  /** @param token The whole token. */
  constructor(token: string) {
    super(`bad flag syntax: ${token}`);
  }
}

/** A flag at the end, without its value. */
export class MissingValueError extends UsageError {
  /** @param flag The flag's name. */
  constructor(flag: string) {
    super(`flag needs an argument: -${flag}`);
  }
}

/** A flag's value that is not of its type, or is given again. */
export class FlagValueError extends UsageError {
  /**
   * @param flag The flag's name.
   * @param value The value; absent where a boolean flag stood alone.
   * @param boolean Whether the flag is a boolean one.
   * @param reason What is wrong with it.
   */
  constructor(flag: string, value: string | undefined, boolean: boolean, reason: string) {
    super(
      value === undefined
        ? `invalid boolean flag ${flag}: ${reason}`
        : boolean
        ? `invalid boolean value ${quote(value)} for -${flag}: ${reason}`
        : `invalid value ${quote(value)} for flag -${flag}: ${reason}`,
    );
  }
}

/** A word of the program's own with the wrong number of commands behind it. */
export class ArityError extends UsageError {
  /** @param word `help` or `schema`. */
  constructor(word: string) {
    super(`${word} takes one command`);
  }
}

/** The JSON argument is not what it has to be. */
export class JsonArgumentError extends UsageError {
  /** @param problem What the JSON argument is or does. */
  constructor(problem: string) {
    super(`the JSON argument ${problem}`);
  }
}

/** More words than the one JSON argument. */
export class TooManyArgumentsError extends UsageError {
  /** @param words The words. */
  constructor(words: string[]) {
    super(`one JSON argument at most, after the flags; got [${words.map(quote).join(" ")}]`);
  }
}

/** A flag behind the JSON argument. */
export class FlagAfterJsonError extends UsageError {
  /** @param flag The flag as written, without its value. */
  constructor(flag: string) {
    super(`flags come before the JSON argument: move ${flag} before it`);
  }
}

/** A JSON argument that the shell took apart. */
export class BrokenQuotesError extends UsageError {
  /**
   * @param count How many words arrived.
   * @param program The program's name.
   * @param command The command's name.
   */
  constructor(count: number, program: string, command: string) {
    super(
      `the JSON argument arrived as ${count} words: a single quote inside the single quotes ` +
        `ended them; pass it on standard input instead: ${program} ${command} - <<'EOF'`,
    );
  }
}

/** One value given in two places. */
export class ConflictError extends UsageError {
  /**
   * @param first Where it is given: `--path`, `the JSON argument`.
   * @param second Where it is given again.
   * @param path The value's path.
   */
  constructor(first: string, second: string, path: string) {
    super(`${first} and ${second} both give ${quote(path)}`);
  }
}

/** A field is given of something that is no object. */
export class NotAnObjectError extends UsageError {
  /**
   * @param from Where the holder is given.
   * @param path The holder's path.
   */
  constructor(from: string, path: string) {
    super(`${from} gives ${quote(path)}, which is not an object`);
  }
}

/** Standard input is asked for more than once. */
export class StdinTwiceError extends UsageError {
  constructor() {
    super("standard input can be read once, but two arguments ask for it");
  }
}

/** A file, or standard input, cannot be read. */
export class UnreadableError extends UsageError {
  /**
   * @param path The file; `-` for standard input.
   * @param purpose What it is read for: `--body`, `the JSON argument`.
   * @param reason Why it cannot be read.
   */
  constructor(path: string, purpose: string, reason: string) {
    super(
      path === "-"
        ? `reading ${purpose} from stdin: ${reason}`
        : `reading ${quote(path)} for ${purpose}: ${reason}`,
    );
  }
}

/** A file, or standard input, does not hold what it has to. */
export class FileContentError extends UsageError {
  /**
   * @param path The file; `-` for standard input.
   * @param purpose What it is read for.
   * @param problem The end of the sentence.
   */
  constructor(path: string, purpose: string, problem: string) {
    super(`${quote(path)} for ${purpose}${problem}`);
  }
}

/** The operating system passed arguments that are not text. */
export class EncodingError extends UsageError {
  /** @param unsure Whether it may have been U+FFFD that was meant. */
  constructor(unsure = false) {
    super(
      unsure
        ? "an argument is not valid UTF-8, or holds U+FFFD: give that as \\ufffd in JSON"
        : "an argument is not valid UTF-8",
    );
  }
}

/** A value in double quotes, on one line. */
function quote(text: string): string {
  return JSON.stringify(text);
}
