import { ToolSet } from "../agenttool/tool_set.ts";
import { commandsOf } from "./_commands.ts";
import type { CompletedProgram } from "./_completed_program.ts";
import { HostError } from "./errors.ts";
import { readOptions } from "./_options.ts";
import { wordOf } from "./_paths.ts";
import { printAll } from "./_print.ts";
import { loadSource } from "./_source.ts";

/** `toolcli completions SHELL [SOURCE] [--name NAME]`: gives the exit status. */
export async function completions(args: string[]): Promise<number> {
  const { name, words, ...options } = await readOptions("completions", args, {
    flags: ["refresh", "verbose"],
    texts: ["name"],
  });
  const [shell = "", source, more] = words;
  const write = await writerOf(shell);
  if (more !== undefined) {
    throw new HostError(`completions takes one source: unexpected ${JSON.stringify(more)}`);
  }
  if (name !== undefined && !/^\w[\w.+-]*$/.test(name)) {
    throw new HostError("--name needs a name that a shell reads as it stands");
  }
  if (source === undefined) {
    await printAll(write(await toolcliItself(name)));
    return 0;
  }
  const loaded = await loadSource(source, options);
  await using tools = new ToolSet(loaded.tools);
  const { completedProgram } = await import("./_completed_program.ts");
  const called = name ?? loaded.name ?? wordOf(source);
  await printAll(write(completedProgram(called, commandsOf(source, tools))));
  // Those of the other sources are of use until the script is written anew.
  return loaded.failures.length > 0 ? 1 : 0;
}

async function writerOf(shell: string): Promise<(program: CompletedProgram) => string> {
  switch (shell) {
    case "bash":
      return (await import("./_completions_bash.ts")).bashScript;
    case "zsh":
      return (await import("./_completions_zsh.ts")).zshScript;
    case "fish":
      return (await import("./_completions_fish.ts")).fishScript;
  }
  throw new HostError(
    `completions needs a shell, bash, zsh or fish${shell && `: got ${JSON.stringify(shell)}`}`,
  );
}

async function toolcliItself(name = "toolcli"): Promise<CompletedProgram> {
  const { toolcliProgram } = await import("./_completed_toolcli.ts");
  return toolcliProgram(name);
}
