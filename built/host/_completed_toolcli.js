import { subcommands } from './_help.js';

function toolcliProgram(name) {
  const all = [...subcommands()];
  const commands = all.map(([name2, { about, help: help2 }]) => ({
    name: name2,
    about,
    flags: flagsIn(help2),
    words: name2 === "completions" ? ["bash", "zsh", "fish"] : []
  }));
  const help = {
    name: "help",
    about: "more of a command",
    flags: [],
    words: all.map(([name2]) => name2)
  };
  const option = (name2, about) => ({ name: name2, about, bare: true, values: [] });
  return {
    name,
    options: [option("--help", "what toolcli does"), option("--version", "its version")],
    commands: [...commands, help]
  };
}
function flagsIn(help) {
  const lines = help.matchAll(/^ {2}(-\S.*?)(?: {2,}(.*))?$/gm);
  return [...lines].flatMap(
    ([, options, about = ""]) => options.split(", ").flatMap((option) => {
      const [, name, value] = /^(--?[a-z]+)(?: ('K: V'|[A-Z]+))?$/.exec(option) ?? [];
      return name === void 0 ? [] : [{ name, about, bare: value === void 0, values: [] }];
    })
  );
}

export { toolcliProgram };
