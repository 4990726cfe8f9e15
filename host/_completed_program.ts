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
  /** What its other words may be; empty for files. */
  words: string[];
}

/** What a shell completes of a flag. */
export interface CompletedFlag {
  /** Its name with dashes. */
  name: string;
  /** A line about it. */
  about: string;
  /** Whether it stands alone. */
  bare: boolean;
  /** What its value may be; empty for files. */
  values: string[];
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
  }));
  const described = commands.map((command) => ({
    name: command.name,
    about: firstLine(command.description),
    flags: flagsOf(command.params, ""),
    words: [],
  }));
  return { name, options: OPTIONS, commands: [...described, ...own] };
}

const OPTIONS: CompletedFlag[] = [
  {
    name: "--answer",
    about: "Answer a question of the call",
    bare: false,
    values: ["accept", "decline", "cancel"],
  },
  { name: "--ask", about: "Ask the person at the terminal", bare: true, values: [] },
  { name: "--help", about: "Show the program's help", bare: true, values: [] },
  { name: "--out", about: "The folder that files are saved in", bare: false, values: [] },
  { name: "--record", about: "The file that records are added to", bare: false, values: [] },
];

function flagsOf(params: readonly Param[], prefix: string): CompletedFlag[] {
  return params.flatMap((param) => {
    const path = prefix + param.name;
    const own = !param.flag() ? [] : [{
      name: `--${path}`,
      about: collapsed(param.description),
      bare: (param.type === "boolean" || param.items === "boolean") && !param.map(),
      values: param.map() ? [] : (param.enum ?? []).flatMap(wordOfJson),
    }];
    return [...own, ...flagsOf(param.fields ?? [], `${path}.`)];
  });
}

/** A value as it is typed; what is no scalar is not. */
function wordOfJson(json: string): string[] {
  if (json.startsWith('"')) return [JSON.parse(json)];
  return /^[{[n]/.test(json) ? [] : [json];
}
