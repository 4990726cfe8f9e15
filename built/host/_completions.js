import { ToolSet } from '../mod.js';
import { HostError, printAll, loadSource, wordOf, commandsOf } from './main.js';
import { readOptions } from './_rest.js';
import { refusePart } from './_whole.js';

async function completions(args) {
  const { name, words, ...options } = await readOptions("completions", args, {
    flags: ["refresh", "verbose"],
    texts: ["name"]
  });
  const [shell = "", source, more] = words;
  const write = await writerOf(shell);
  if (more !== void 0) {
    throw new HostError(`completions takes one source: unexpected ${JSON.stringify(more)}`);
  }
  if (name !== void 0 && !/^\w[\w.+-]*$/.test(name)) {
    throw new HostError("--name needs a name that a shell reads as it stands");
  }
  const program = source === void 0 ? await toolcliItself(name) : await programOf(source, name, options);
  await printAll(write(program));
  return 0;
}
async function writerOf(shell) {
  switch (shell) {
    case "bash":
      return (await import('./_completions_bash.js')).bashScript;
    case "zsh":
      return (await import('./_completions_zsh.js')).zshScript;
    case "fish":
      return (await import('./_completions_fish.js')).fishScript;
  }
  throw new HostError(
    `completions needs a shell, bash, zsh or fish${shell && `: got ${JSON.stringify(shell)}`}`
  );
}
async function toolcliItself(name = "toolcli") {
  const { toolcliProgram } = await import('./_completed_toolcli.js');
  return toolcliProgram(name);
}
async function programOf(source, given, options) {
  const { completedProgram } = await import('./_completed_program.js');
  const loaded = await loadSource(source, options);
  await using tools = new ToolSet(loaded.tools);
  refusePart(loaded, "completions");
  return completedProgram(given ?? loaded.name ?? wordOf(source), commandsOf(source, tools));
}

export { completions };
