import type { Command, Param } from "../cli/command.ts";
import { OWN_COMMANDS } from "../cli/command.ts";
import { collapsed, firstLine } from "../markdown/inline.ts";

/** What a shell completes of a program. */
export interface CompletedProgram {
  /** Its name, which a shell reads as it stands. */
  name: string;
  /** Its options, which come before the command. */
  options: CompletedFlag[];
  /** Its commands. */
  commands: CompletedCommand[];
}

/** What a shell completes of a command. */
export interface CompletedCommand {
  name: string;
  /** A line about it. */
  about: string;
  flags: CompletedFlag[];
  /** What the first of its other words may be. */
  words: string[];
  /** Whether its other words, but for one that `words` has, may be files. */
  files: boolean;
}

/** What a shell completes of a flag. */
export interface CompletedFlag {
  /** Its name with dashes. */
  name: string;
  /** A line about it. */
  about: string;
  /** Whether it stands alone. */
  bare: boolean;
  /** What its value may be. */
  values: string[];
  /** Whether its value may be a file, where `values` is empty. */
  files: boolean;
}

/**
 * What a shell completes of a program made of tools.
 *
 * @param name The program's name.
 * @param commands Its commands.
 * @returns Its words.
 */
export function completedProgram(name: string, commands: readonly Command[]): CompletedProgram {
  const names = commands.map(({ name }) => name);
  const own: CompletedCommand[] = OWN_COMMANDS.map((name) => ({
    name,
    about: name === "help" ? "Show the program's help, or a command's" : "Show a command's schema",
    flags: [],
    words: names,
    files: false,
  }));
  const described = commands.map((command) => ({
    name: command.name,
    about: firstLine(command.description),
    flags: flagsOf(command.params, ""),
    words: [],
    files: false,
  }));
  return { name, options: OPTIONS, commands: [...described, ...own] };
}

const OPTIONS: CompletedFlag[] = [
  {
    name: "--answer",
    about: "Answer a question of the call",
    bare: false,
    values: ["accept", "decline", "cancel"],
    files: false,
  },
  bare("--ask", "Ask the person at the terminal"),
  bare("--help", "Show the program's help"),
  file("--out", "The folder that files are saved in"),
  file("--record", "The file that records are added to"),
];

/**
 * A flag that stands alone.
 *
 * @param name Its name with dashes.
 * @param about A line about it.
 */
export function bare(name: string, about: string): CompletedFlag {
  return { name, about, bare: true, values: [], files: false };
}

function file(name: string, about: string): CompletedFlag {
  return { name, about, bare: false, values: [], files: true };
}

function flagsOf(params: readonly Param[], prefix: string): CompletedFlag[] {
  return params.flatMap((param) => {
    const path = prefix + param.name;
    const own = !param.flag() ? [] : [{
      name: `--${path}`,
      about: collapsed(param.description),
      bare: (param.type === "boolean" || param.items === "boolean") && !param.map(),
      values: param.map() ? [] : (param.enum ?? []).flatMap(wordOfJson),
      // A number is none, and no entry of a map begins as one.
      files: !param.map() && ["", "string"].includes(param.items || param.type),
    }];
    return [...own, ...flagsOf(param.fields ?? [], `${path}.`)];
  });
}

/** A value as it is typed; what is no scalar is not. */
function wordOfJson(json: string): string[] {
  if (json.startsWith('"')) return [JSON.parse(json)];
  return /^[{[n]/.test(json) ? [] : [json];
}
