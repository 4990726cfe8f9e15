import type { Answer } from "../agenttool/tool.ts";
import { checkJson } from "../agenttool/json.ts";
import { type Flag, readFlags, splitFlag } from "./_flags.ts";
import { scalarJson } from "./values.ts";

/** The program's options, which come before the command. */
export interface Options {
  help: boolean;
  /** The replies given, in order; `content` is what was written. */
  answers: GivenAnswer[];
  /** The file that records are appended to; empty for none. */
  record: string;
  /** Where files are saved; empty for a temporary directory. */
  out: string;
  /** Whether a person may be asked. */
  ask: boolean;
  /** The command and what follows it. */
  rest: string[];
}

/** An `--answer`: its content is JSON text. */
export interface GivenAnswer {
  action: Answer["action"];
  content?: string;
}

/** The names of the program's options. */
export const OPTION_NAMES: readonly string[] = ["answer", "record", "out"];

/** Reads the options before the command: see spec/agenttool-cli.md 2.2. */
export function readOptions(args: string[], askOption = false): Options {
  const options: Options = {
    help: false,
    answers: [],
    record: "",
    out: "",
    ask: false,
    rest: [],
  };
  const flag = (name: string): Flag | undefined => {
    switch (name) {
      case "answer":
        return { name, boolean: false, take: (word) => options.answers.push(answer(word)) };
      case "record":
      case "out":
        return { name, boolean: false, take: (word) => options[name] = word };
      case "ask":
        if (!askOption) return undefined;
        return {
          name,
          boolean: true,
          take: (word) => options.ask = scalarJson("boolean", word) === "true",
        };
    }
  };
  const { help, rest } = readFlags(args, (body) => {
    const { name, value } = splitFlag(body);
    const found = flag(name);
    return found && { flag: found, value };
  });
  return { ...options, help, rest };
}

function answer(word: string): GivenAnswer {
  if (word === "accept" || word === "decline" || word === "cancel") return { action: word };
  const text = word.trim();
  const problem = text.startsWith("{") ? jsonProblem(text) : "";
  if (problem === undefined) return { action: "accept", content: text };
  throw new TypeError(
    `an answer is accept, decline, cancel or a JSON object${problem && `: ${problem}`}`,
  );
}

function jsonProblem(text: string): string | undefined {
  try {
    checkJson(text);
  } catch (error) {
    return (error as Error).message;
  }
}
