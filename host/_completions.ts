import { ToolSet } from "../agenttool/tool_set.ts";
import { commandsOf } from "./_commands.ts";
import type { CompletedProgram } from "./_completed_program.ts";
import { HostError } from "./errors.ts";
import { readOptions } from "./_options.ts";
import { wordOf } from "./_paths.ts";
import { printAll } from "./_print.ts";
import { type LoadOptions, loadSource } from "./_source.ts";
import { refusePart } from "./_whole.ts";

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
  const program = source === undefined
    ? await toolcliItself(name)
    : await programOf(source, name, options);
  await printAll(write(program));
  return 0;
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

async function programOf(
  source: string,
  given: string | undefined,
  options: LoadOptions,
): Promise<CompletedProgram> {
  const { completedProgram } = await import("./_completed_program.ts");
  const loaded = await loadSource(source, options);
  await using tools = new ToolSet(loaded.tools);
  refusePart(loaded, "completions");
  return completedProgram(given ?? loaded.name ?? wordOf(source), commandsOf(source, tools));
}
