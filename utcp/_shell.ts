import { NotRunError } from "../agenttool/errors.ts";
import { isWindows, type Scratch } from "./_deno_process.ts";
import { argumentVariable, newNonce, newReferences, variableVariable } from "./_references.ts";
import { bashScript } from "./_script.ts";
import type { Launch } from "./_steps.ts";
import type { CliCallTemplate, CommandStep } from "./template.ts";

/** The kernel's limit for one argument or variable is 131,072 bytes, with its name and end. */
const MAX_ENTRY = 130_000;

/** How much may be in the environment: a quarter of the usual limit for all, which is 2 MiB. */
const MAX_TOTAL = 512 * 1024;

/**
 * How a template's commands are run by the shell of the system. The values of arguments and
 * variables are added to the environment, or written to files where they are too long for it.
 *
 * @throws {UnsafeTemplateError} Where a value could become code.
 */
export async function shell(
  template: CliCallTemplate,
  args: ReadonlyMap<string, string>,
  variables: ReadonlyMap<string, string>,
  env: Record<string, string>,
  scratch: Scratch,
): Promise<Launch> {
  const nonce = newNonce();
  const { steps, files } = args.size + variables.size === 0
    ? { steps: template.commands, files: new Map<string, string>() }
    : await withValues(template.commands, args, variables, env, scratch);
  const commands = steps.map(({ command }) => command);
  if (isWindows) {
    if (files.size > 0) throw new NotRunError("The arguments are too long");
    const { powershellScript } = await import("./_powershell.ts");
    const script = powershellScript(steps, nonce, template.on_error !== "continue");
    return { program: "powershell.exe", args: ["-NoProfile", "-Command", script], nonce };
  }

  const kept = new Map<number, string>();
  for (const step of commands.keys()) {
    // Any name may be put together from parts; only what is set by env_vars reaches programs.
    const read = commands.slice(step + 1).some((command) => command.includes("CMD_"));
    if (step < commands.length - 1 && (read || Object.hasOwn(env, `CMD_${step}_OUTPUT`))) {
      kept.set(step, await scratch.path(`output${step}`));
    }
  }
  const script = bashScript(steps, {
    nonce,
    stop: template.on_error !== "continue",
    subshells: template.subshells ?? false,
    kept,
    files,
  });
  const needed = (step: number) =>
    commands.slice(step + 1).some((command) => command.includes(`CMD_${step}_OUTPUT`));
  return {
    program: "/bin/bash",
    args: size("", script) <= MAX_ENTRY ? ["-c", script] : [await scratch.write("script", script)],
    nonce,
    kept: {
      steps: new Set(kept.keys()),
      needed,
      write: (step, bytes) => scratch.write(`output${step}`, bytes),
    },
  };
}

/** The steps with references to values, which are added to the environment or written to files. */
async function withValues(
  steps: CommandStep[],
  args: ReadonlyMap<string, string>,
  variables: ReadonlyMap<string, string>,
  env: Record<string, string>,
  scratch: Scratch,
): Promise<{ steps: CommandStep[]; files: ReadonlyMap<string, string> }> {
  const references = newReferences(newNonce(), new Set(variables.keys()));
  const written = steps.map(({ command }) => command);
  const { commands, problems } = isWindows
    ? (await import("./_powershell.ts")).readPowershell(written, references)
    : (await import("./_bash.ts")).readBash(written, references);
  if (problems.length > 0) {
    const { UnsafeTemplateError } = await import("./errors.ts");
    throw new UnsafeTemplateError(problems);
  }
  const values = new Map<string, string>();
  for (const [name, value] of args) values.set(argumentVariable(references.nonce, name), value);
  for (const [name, value] of variables) {
    values.set(variableVariable(references.nonce, name), value);
  }
  const files = new Map<string, string>();
  let total = Object.entries(env).reduce((sum, [name, value]) => sum + size(name, value), 0);
  for (const [name, value] of values) {
    const bytes = size(name, value);
    if (bytes <= MAX_ENTRY && total + bytes <= MAX_TOTAL) {
      env[name] = value;
      total += bytes;
    } else files.set(name, await scratch.write(`value${files.size}`, value));
  }
  return { steps: steps.map((step, index) => ({ ...step, command: commands[index]! })), files };
}

/** How many bytes an entry of the environment takes. */
function size(name: string, value: string): number {
  return new TextEncoder().encode(value).length + name.length + 2;
}
