import { checkJson, DuplicateMemberError } from "../agenttool/json.ts";
import type { Command } from "./command.ts";
import {
  BrokenQuotesError,
  FlagAfterJsonError,
  InputError,
  JsonArgumentError,
  TooManyArgumentsError,
} from "./errors.ts";
import { CommandFlags } from "./_command_flags.ts";
import { readFlags } from "./_flags.ts";

/** Where arguments are read from besides the command line. */
export interface ArgumentSource {
  /** Reads all of standard input. */
  readStdin(): Promise<Uint8Array>;
  /** Reads a file. */
  readFile(path: string): Promise<Uint8Array>;
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
 * Reads the words after a command's name: flags, then at most one JSON argument.
 *
 * @param command The command.
 * @param words The words.
 * @param source Files and standard input.
 * @param program The program's name, for advice.
 * @returns The arguments as JSON text.
 * @throws {UsageError} For words that cannot be read.
 */
export async function parseArguments(
  command: Command,
  words: string[],
  source: ArgumentSource,
  program: string,
): Promise<ParsedArguments> {
  const flags = new CommandFlags(command);
  const { help, rest, bare } = readFlags(words, (body) => flags.match(body));
  if (help) return { help, args: "", notes: [] };
  const json = onlyWord(rest, program, command.name);
  const reader = new Reader(source, flags.readsStdin + (json === "-" ? 1 : 0));
  const text = json === undefined ? undefined : await jsonArgument(json, reader, bare);
  if (flags.empty) return { help, args: text ?? "{}", notes: [] };
  const { args, notes } = await flags.arguments(reader, text);
  return { help, args, notes };
}

/** Reads files and standard input as text. */
export class Reader {
  readonly #source: ArgumentSource;

  constructor(source: ArgumentSource, stdinReads: number) {
    this.#source = source;
    if (stdinReads > 1) {
      throw new InputError("standard input can be read once, but two arguments ask for it");
    }
  }

  /** The text of a file, or of standard input where the path is `-`. */
  async text(path: string, purpose: string): Promise<string> {
    let bytes: Uint8Array;
    try {
      bytes = path === "-" ? await this.#source.readStdin() : await this.#source.readFile(path);
    } catch (error) {
      const what = path === "-"
        ? `${purpose} from stdin`
        : `${JSON.stringify(path)} for ${purpose}`;
      throw new InputError(`reading ${what}: ${(error as Error).message}`);
    }
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw path === "-" && purpose === JSON_ARGUMENT
        ? new JsonArgumentError("is not valid UTF-8")
        : new InputError(`${JSON.stringify(path)} for ${purpose} is not valid UTF-8`);
    }
  }
}

const JSON_ARGUMENT = "the JSON argument";

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
  try {
    checkJson(text);
    return text.trimStart().startsWith("{");
  } catch (error) {
    return error instanceof DuplicateMemberError;
  }
}

async function jsonArgument(word: string, reader: Reader, bare?: string): Promise<string> {
  if (!word.isWellFormed()) throw new JsonArgumentError("is not valid UTF-8");
  const text = (word === "-" ? await reader.text("-", JSON_ARGUMENT) : word).trim();
  if (!text.startsWith("{")) {
    const meant = bare && /^(?:true|false)$/.test(word);
    throw new JsonArgumentError(
      `is not a JSON object${meant ? `: for a boolean write --${bare}=${word}` : ""}`,
    );
  }
  try {
    checkJson(text);
  } catch (error) {
    throw new JsonArgumentError(
      error instanceof DuplicateMemberError
        ? `gives ${JSON.stringify(error.path)} twice`
        : `is not a JSON object: ${(error as Error).message}`,
    );
  }
  return text;
}
