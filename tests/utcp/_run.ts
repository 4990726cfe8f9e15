import { it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { type RunOptions, type RunResult, runTemplate } from "../../utcp/run.ts";
import { type CliCallTemplate, type CommandStep, parseTemplate } from "../../utcp/template.ts";

/** A step: its command, with `X`, `Y`, `Z` for the placeholders of x, y and z; or all of it. */
export type Step = string | Partial<CommandStep>;

/** What a case has beside its steps. */
export interface Case {
  /** The arguments; a text is their JSON. */
  args?: Record<string, unknown> | string;
  template?: Partial<CliCallTemplate>;
  options?: RunOptions;
}

/** Writes placeholders in the place of the letters that stand for them. */
export function placed(command: string): string {
  return command.replace(
    /\b[XYZ]\b/g,
    (letter) => `UTCP_ARG_${letter.toLowerCase()}_UTCP_END`,
  );
}

/** Runs steps. */
export function runSteps(
  steps: Step | Step[],
  { args = {}, template, options }: Case = {},
): Promise<
  RunResult
> {
  const commands = (Array.isArray(steps) ? steps : [steps])
    .map((step) => typeof step === "string" ? { command: step } : step)
    .map((step) => ({ ...step, command: placed(step.command ?? "") }));
  return runTemplate(
    parseTemplate({ call_template_type: "cli", commands, ...template }),
    typeof args === "string" ? args : JSON.stringify(args),
    options,
  );
}

/** What a run throws. */
export async function failureOf(
  running: Promise<unknown>,
): Promise<Error & Record<string, unknown>> {
  try {
    await running;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error("it did not fail");
}

/** A case of a table: its number in section 6 or its rule, the steps, what is expected. */
export type Row = [name: string, steps: Step | Step[], expected: string, more?: Case];

/** The result is this text. */
export function gives(rows: Row[]): void {
  for (const [name, steps, expected, more] of rows) {
    it(`${name}: ${described(steps)} gives ${JSON.stringify(expected)}`, async () => {
      const { text } = await runSteps(steps, more);
      expect(text).toBe(expected);
    });
  }
}

/** The error has this message; `…` stands for what the system words. */
export function fails(rows: Row[]): void {
  for (const [name, steps, expected, more] of rows) {
    it(`${name}: ${described(steps)} fails with ${JSON.stringify(expected)}`, async () => {
      const { message } = await failureOf(runSteps(steps, more));
      const pattern = expected.split("…").map((part) =>
        part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
      );
      expect(message).toMatch(new RegExp(`^${pattern.join("[^]*")}$`));
    });
  }
}

function described(steps: Step | Step[]): string {
  return [steps].flat().map((step) => typeof step === "string" ? step : JSON.stringify(step))
    .join(" ⏵ ");
}

/** Lets a test have a directory of its own. */
export async function inDirectory(test: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "utcp-" });
  try {
    await test(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Whether there is a file. */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch {
    return false;
  }
}

/** The processes whose command line has a text, zombies left out. */
export async function processesWith(text: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-eo", "stat=,args="] }).output();
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => line.includes(text) && !line.startsWith("Z"));
}
