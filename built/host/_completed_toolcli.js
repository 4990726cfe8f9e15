import { bare } from './_completed_program.js';
import { subcommands } from './_help.js';

function toolcliProgram(name) {
  const all = [...subcommands()];
  const commands = all.map(([name2, { about, help: help2 }]) => ({
    name: name2,
    about,
    flags: flagsIn(help2),
    words: name2 === "completions" ? ["bash", "zsh", "fish"] : [],
    files: name2 !== "asmp"
  }));
  const help = {
    name: "help",
    about: "more of a command",
    flags: [],
    words: all.map(([name2]) => name2),
    files: false
  };
  return {
    name,
    options: [bare("--help", "what toolcli does"), bare("--version", "its version")],
    commands: [...commands, help]
  };
}
function flagsIn(help) {
  const lines = help.matchAll(/^ {2}(-\S.*?)(?: {2,}(.*))?$/gm);
  return [...lines].flatMap(
    ([, options, about = ""]) => options.split(", ").flatMap((option) => {
      const [, name, value] = /^(--?[a-z]+)(?: ('K: V'|[A-Z]+))?$/.exec(option) ?? [];
      if (name === void 0) return [];
      const files = value === "FILE" || value === "DIR";
      return [{ name, about, bare: value === void 0, values: [], files }];
    })
  );
}

export { toolcliProgram };
