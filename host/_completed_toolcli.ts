import { bare, type CompletedFlag, type CompletedProgram } from "./_completed_program.ts";
import { subcommands } from "./_help.ts";

/**
 * What a shell completes of toolcli itself: the options are those that its help tells.
 *
 * @param name The name by which it is called.
 * @returns Its words.
 */
export function toolcliProgram(name: string): CompletedProgram {
  const all = [...subcommands()];
  const commands = all.map(([name, { about, help }]) => ({
    name,
    about,
    flags: flagsIn(help),
    words: name === "completions" ? ["bash", "zsh", "fish"] : [],
    files: name !== "asmp",
  }));
  const help = {
    name: "help",
    about: "more of a command",
    flags: [],
    words: all.map(([name]) => name),
    files: false,
  };
  return {
    name,
    options: [bare("--help", "what toolcli does"), bare("--version", "its version")],
    commands: [...commands, help],
  };
}

/** A line may tell of one option, or of several with commas between. */
function flagsIn(help: string): CompletedFlag[] {
  const lines = help.matchAll(/^ {2}(-\S.*?)(?: {2,}(.*))?$/gm);
  return [...lines].flatMap(([, options, about = ""]) =>
    options!.split(", ").flatMap((option) => {
      const [, name, value] = /^(--?[a-z]+)(?: ('K: V'|[A-Z]+))?$/.exec(option) ?? [];
      if (name === undefined) return [];
      const files = value === "FILE" || value === "DIR";
      return [{ name, about, bare: value === undefined, values: [], files }];
    })
  );
}
