import { ToolSet } from '../mod.js';
import { HostError, printAll, loadSource, wordOf, commandsOf } from './main.js';
import { readOptions } from './_rest.js';

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
  if (source === void 0) {
    await printAll(write(await toolcliItself(name)));
    return 0;
  }
  const loaded = await loadSource(source, options);
  await using tools = new ToolSet(loaded.tools);
  const { completedProgram } = await import('./_completed_program.js');
  const called = name ?? loaded.name ?? wordOf(source);
  await printAll(write(completedProgram(called, commandsOf(source, tools))));
  return loaded.failures.length > 0 ? 1 : 0;
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

export { completions };
