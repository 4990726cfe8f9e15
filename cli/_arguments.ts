import { messageOf } from "../agenttool/errors.ts";
import { checkJson, DuplicateMemberError, jsonProblem } from "../agenttool/json.ts";
import { commandFlags, flagArguments, flagTable, readsStdin } from "./_command_flags.ts";
import type { Command } from "./command.ts";
import {
  BrokenQuotesError,
  FileContentError,
  FlagAfterJsonError,
  JsonArgumentError,
  StdinTwiceError,
  TooManyArgumentsError,
  UnreadableError,
} from "./errors.ts";
import type { Io } from "./_io.ts";
import { readFlags } from "./_tokens.ts";

/** What is around a command line. */
export interface Surroundings {
  /** The program's name, for advice. */
  program: string;
  /** The program's options, which are none of the command's. */
  options: readonly string[];
  input: InputReader;
}

/** What a command's words come to. */
export interface ParsedArguments {
  /** Whether the command's help was asked for. */
  help: boolean;
  /** The arguments object as JSON text. */
  args: string;
  /** Lines for the caller about what may not be meant. */
  notes: string[];
}

/**
 * Reads the words after a command's name: flags, then at most one JSON argument. See
 * spec/agenttool-cli.md 2 to 4.
 *
 * @param command The command.
 * @param words The words.
 * @param around What is around them.
 * @returns The arguments as JSON text.
 * @throws {UsageError} For words that cannot be read.
 */
export async function parseArguments(
  command: Command,
  words: string[],
  { program, options, input }: Surroundings,
): Promise<ParsedArguments> {
  const flags = commandFlags(command, options);
  const { help, rest, bare } = readFlags(words, flagTable(flags));
  if (help) return { help, args: "", notes: [] };
  const word = onlyWord(rest, program, command.name);
  if (readsStdin(flags) + (word === "-" ? 1 : 0) > 1) throw new StdinTwiceError();
  const json = word === undefined ? undefined : await jsonArgument(word, input, bare);
  if (flags.given.size === 0) return { help, args: json ?? "{}", notes: [] };
  return { help, args: await flagArguments(flags, input, json), notes: flags.notes };
}

function onlyWord(rest: string[], program: string, command: string): string | undefined {
  if (rest.length <= 1) return rest[0];
  const first = rest[0]!;
  const late = rest.slice(1).find((word) => /^--?[^-]/.test(word));
  if (late !== undefined && (first === "-" || isObject(first))) {
    throw new FlagAfterJsonError(late.replace(/(?!^)=.*$/s, ""));
  }
  if (first.startsWith("{") && !isObject(first)) {
    throw new BrokenQuotesError(rest.length, program, command);
  }
  throw new TooManyArgumentsError(rest);
}

function isObject(text: string): boolean {
  return text.trimStart().startsWith("{") && !jsonProblem(text)?.startsWith("not valid JSON");
}

async function jsonArgument(word: string, input: InputReader, bare?: string): Promise<string> {
  if (!word.isWellFormed()) throw new JsonArgumentError("is not valid UTF-8");
  const text = (word === "-" ? await input.json() : word).trim();
  if (!text.startsWith("{")) {
    const hint = bare && /^(?:true|false)$/.test(word)
      ? `: for a boolean write --${bare}=${word}`
      : /^[A-Za-z_./]/.test(word) && jsonProblem(word)
      ? ": give values as flags, as in --name VALUE"
      : "";
    throw new JsonArgumentError(`is not a JSON object${hint}`);
  }
  try {
    checkJson(text);
    return text;
  } catch (error) {
    throw new JsonArgumentError(
      error instanceof DuplicateMemberError
        ? `gives ${JSON.stringify(error.path)} twice`
        : `is not a JSON object: ${(error as SyntaxError).message}`,
    );
  }
}

/** Reads files and standard input as the text that they are, or not at all. */
export class InputReader {
  readonly #io: Pick<Io, "readStdin" | "readFile">;
  readonly #signal?: AbortSignal;
  /** What standard input held: it can be read once, a command line twice. */
  #stdin?: Promise<string | undefined>;

  constructor(io: Pick<Io, "readStdin" | "readFile">, signal?: AbortSignal) {
    this.#io = io;
    this.#signal = signal;
  }

  /** The JSON argument on standard input. */
  async json(): Promise<string> {
    const text = await this.#text("-", "the JSON argument");
    if (text === undefined) throw new JsonArgumentError("is not valid UTF-8");
    return text;
  }

  /** The text of the file that a flag names; `-` is standard input. */
  async file(path: string, flag: string): Promise<string> {
    const text = await this.#text(path, flag);
    if (text === undefined) throw new FileContentError(path, flag, " is not valid UTF-8");
    return text;
  }

  #text(path: string, purpose: string): Promise<string | undefined> {
    if (path !== "-") return this.#bytes(path, purpose).then(decode);
    return this.#stdin ??= this.#bytes(path, purpose).then(decode);
  }

  async #bytes(path: string, purpose: string): Promise<Uint8Array> {
    try {
      return await (path === "-" ? this.#readStdin() : this.#io.readFile(path));
    } catch (error) {
      throw new UnreadableError(path, purpose, messageOf(error));
    }
  }

  async #readStdin(): Promise<Uint8Array> {
    if (!this.#signal) return await this.#io.readStdin();
    const { untilAborted } = await import("../agenttool/until_aborted.ts");
    return await untilAborted(this.#io.readStdin(), this.#signal);
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
