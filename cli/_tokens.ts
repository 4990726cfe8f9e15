import { FlagSyntaxError, FlagValueError, MissingValueError, type UsageError } from "./errors.ts";
import { ValueError } from "./values.ts";

/** What a flag does with its values. */
export interface Flag {
  /** Its name, as errors spell it. */
  readonly name: string;
  /** Whether it stands alone, and has a value only after `=`. */
  readonly boolean: boolean;
  /**
   * Takes one value; none where a boolean flag stands alone.
   *
   * @throws {ValueError} For a value that it does not take.
   */
  take(value?: string): void;
}

/** A flag as a token names it, with the value that the token holds. */
export interface FlagMatch {
  flag: Flag;
  value?: string;
}

/** The flags that there are. */
export interface FlagTable {
  /** Finds the flag that a token names; the token comes without its dashes. */
  match(body: string): FlagMatch | undefined;
  /** What to say of a name that no flag has. */
  unknown(name: string): UsageError;
}

/** How the flags ended. */
export interface FlagsRead {
  /** Whether help was asked for; nothing after that was read. */
  help: boolean;
  /** The words after the flags. */
  rest: string[];
  /** The boolean flag that stood alone right before `rest`. */
  bare?: string;
}

/**
 * Reads flags by the rules of Go's `flag` package: see spec/agenttool-cli.md 2.1.
 *
 * @param words The words.
 * @param flags The flags.
 * @returns What is left.
 * @throws {UsageError} For the first thing that is wrong.
 */
export function readFlags(words: string[], flags: FlagTable): FlagsRead {
  let bare: string | undefined;
  for (let at = 0; at < words.length;) {
    const token = words[at]!;
    if (token.length < 2 || !token.startsWith("-")) {
      return { help: false, rest: words.slice(at), bare };
    }
    at++;
    if (token === "--") return { help: false, rest: words.slice(at) };
    const body = token.slice(token.startsWith("--") ? 2 : 1);
    if (/^(?:$|[-=])/.test(body)) throw new FlagSyntaxError(token);
    const found = flags.match(body);
    if (!found) {
      const { name } = splitFlag(body);
      if (isHelp(name)) return { help: true, rest: [] };
      throw flags.unknown(name);
    }
    const { flag } = found;
    let { value } = found;
    bare = undefined;
    if (value === undefined && flag.boolean) bare = flag.name;
    else if (value === undefined) {
      if (at >= words.length) throw new MissingValueError(flag.name);
      value = words[at++]!;
    }
    take(flag, value);
  }
  return { help: false, rest: [], bare };
}

/** Splits a token's body at the first `=` after its first character. */
export function splitFlag(body: string): { name: string; value?: string } {
  const at = body.indexOf("=", 1);
  return at < 0 ? { name: body } : { name: body.slice(0, at), value: body.slice(at + 1) };
}

/** Whether a flag's name asks for help, where no flag of that name is. */
export function isHelp(name: string): boolean {
  return name === "help" || name === "h";
}

function take(flag: Flag, value: string | undefined): void {
  try {
    flag.take(value);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new FlagValueError(flag.name, value, flag.boolean, error.message);
  }
}
