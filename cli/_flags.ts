import { FlagSyntaxError, FlagValueError, MissingValueError, UnknownFlagError } from "./errors.ts";

/** What a flag does with its values. */
export interface Flag {
  /** Its name, as errors spell it. */
  readonly name: string;
  /** Whether it stands alone, and takes a value only after `=`. */
  readonly boolean: boolean;
  /**
   * Takes one value: `true` where a boolean flag stands alone.
   *
   * @throws {TypeError} For a value it does not take; the message says why.
   */
  take(value: string): void;
}

/** A flag as a token names it, with the value that the token holds. */
export interface FlagMatch {
  flag: Flag;
  value?: string;
}

/** What follows the flags, and how they ended. */
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
 * @param args The words.
 * @param match Finds the flag that a token names, given without its dashes.
 * @returns The words left.
 * @throws {UsageError} For the first thing that is wrong.
 */
export function readFlags(
  args: string[],
  match: (body: string) => FlagMatch | undefined,
): FlagsRead {
  let bare: string | undefined;
  for (let at = 0; at < args.length;) {
    const token = args[at]!;
    if (token.length < 2 || !token.startsWith("-")) {
      return { help: false, rest: args.slice(at), bare };
    }
    at++;
    if (token === "--") return { help: false, rest: args.slice(at) };
    const body = token.slice(token.startsWith("--") ? 2 : 1);
    if (/^(?:$|[-=])/.test(body)) throw new FlagSyntaxError(token);
    const found = match(body);
    if (!found) {
      const { name } = splitFlag(body);
      if (name === "help" || name === "h") return { help: true, rest: [] };
      throw new UnknownFlagError(name);
    }
    const { flag } = found;
    let { value } = found;
    bare = undefined;
    if (value === undefined && flag.boolean) bare = flag.name;
    else if (value === undefined) {
      if (at >= args.length) throw new MissingValueError(flag.name);
      value = args[at++]!;
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

function take(flag: Flag, value: string | undefined): void {
  try {
    flag.take(value ?? "true");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FlagValueError(flag.name, value, flag.boolean, error.message);
  }
}
