import type { Answer } from "../agenttool/tool.ts";
import { jsonProblem } from "../agenttool/json.ts";
import { UnknownFlagError } from "./errors.ts";
import { type Flag, readFlags, splitFlag } from "./_tokens.ts";
import { scalarJson, ValueError } from "./values.ts";

/** The program's options, which come before the command: see spec/agenttool-cli.md 2.2. */
export interface Options {
  /** Whether help was asked for. */
  help: boolean;
  /** The replies given, in order. */
  answers: GivenAnswer[];
  /** The file that records are appended to; empty for none. */
  record: string;
  /** Where files are saved; empty for a temporary directory. */
  out: string;
  /** Whether a person may be asked. */
  ask: boolean;
  /** An option that an extension answers. */
  extension?: { name: string; value?: string };
  /** The command and what follows it. */
  rest: string[];
}

/** An `--answer`. */
export interface GivenAnswer {
  action: Answer["action"];
  /** JSON text of an object, as written. */
  content?: string;
}

/** Which options a program has besides those that all have. */
export interface MoreOptions {
  /** Whether it has `--ask`. */
  ask: boolean;
  /** Those that extensions answer. */
  extensions: readonly string[];
}

/** The names of a program's options. */
export function optionNames({ ask, extensions }: MoreOptions): string[] {
  return ["answer", "record", "out", ...(ask ? ["ask"] : []), ...extensions];
}

/**
 * Reads the options before the command.
 *
 * @param args The command line.
 * @param more Which options the program has.
 * @returns The options, and what follows them.
 * @throws {UsageError} For the first thing that is wrong.
 */
export function readOptions(args: string[], more: MoreOptions): Options {
  const options: Options = {
    help: false,
    answers: [],
    record: "",
    out: "",
    ask: false,
    rest: [],
  };
  const names = optionNames(more);
  const { help, rest } = readFlags(args, {
    match(body) {
      const { name, value } = splitFlag(body);
      return names.includes(name) ? { flag: optionFlag(name, options), value } : undefined;
    },
    unknown: (name) =>
      new UnknownFlagError(name, () => new Map(names.map((name) => [name, `--${name}`]))),
  });
  return { ...options, help, rest };
}

function optionFlag(name: string, options: Options): Flag {
  switch (name) {
    case "answer":
      return { name, boolean: false, take: (word = "") => options.answers.push(answer(word)) };
    case "record":
    case "out":
      return { name, boolean: false, take: (word = "") => options[name] = word };
    case "ask":
      return {
        name,
        boolean: true,
        take: (word = "true") => options.ask = scalarJson("boolean", word) === "true",
      };
  }
  return { name, boolean: true, take: (value) => options.extension = { name, value } };
}

function answer(word: string): GivenAnswer {
  if (word === "accept" || word === "decline" || word === "cancel") return { action: word };
  const text = word.trim();
  const problem = text.startsWith("{") ? jsonProblem(text) : "";
  if (problem === undefined) return { action: "accept", content: text };
  throw new ValueError(
    `an answer is accept, decline, cancel or a JSON object${problem && `: ${problem}`}`,
  );
}
