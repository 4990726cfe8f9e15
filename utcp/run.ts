import { NotRunError } from "../agenttool/errors.ts";
import type { JsonSchema } from "../agenttool/tool.ts";
import { isDirectory, scratch } from "./_deno_process.ts";
import { environment } from "./_environment.ts";
import { filledIn, newReferences } from "./_references.ts";
import { shell } from "./_shell.ts";
import { runSteps, type StepRun } from "./_steps.ts";
import type { Values } from "./_values.ts";
import type { CliCallTemplate } from "./template.ts";
import type { VariableLookup } from "./variables.ts";

/** How a template is run. */
export interface RunOptions {
  /** JSON Schema that the arguments are checked against before anything runs. */
  inputs?: JsonSchema | string;
  /** The manual that the template belongs to: the namespace of its variables. */
  manual?: string;
  /** Where variables are looked up; left out, there are none. */
  variables?: VariableLookup;
  /** How long the run may take in ms where the template does not say: left out, 120,000. */
  timeout?: number;
  /** How many bytes of a step's stream are kept where the template does not say; left out, 10 MiB. */
  maxOutput?: number;
  /** Where a relative `working_dir` begins; left out, where this process is. */
  rootDir?: string;
  /** Ends the run when it is aborted. */
  signal?: AbortSignal;
  /** Is told of text on stderr as it comes; left out, it is only part of the result. */
  onStderr?: (text: string) => void;
}

/** What one step came to. */
export interface StepResult {
  /** Its status: 128 and more where a signal ended it, `null` where it was still running. */
  status: number | null;
  /** What it printed, as far as it was kept. */
  stdout: string;
  /** What it printed on stderr, as far as it was kept. */
  stderr: string;
}

/** What a run gives. */
export interface RunResult {
  /** The result: what the steps that are shown printed, trimmed. */
  text: string;
  /** Whether the text is a JSON object or array; false where it is cut short or from stderr. */
  isJson: boolean;
  /** Whether some output was not kept; `text` then ends with a note that says so. */
  truncated: boolean;
  /** The steps; one for a template with `argv`. */
  steps: StepResult[];
}

/**
 * Runs a call template. Arguments and variables reach its commands in environment variables, never
 * as text of a script; the commands run in one shell, of which no process is left at the end.
 *
 * @example Numbers as they are written
 * ```ts
 * import { parseTemplate, runTemplate } from "@x/toolcli/utcp";
 * import { expect } from "@std/expect";
 *
 * const template = parseTemplate({
 *   call_template_type: "cli",
 *   commands: [{ command: "cd /" }, { command: "echo UTCP_ARG_id_UTCP_END in $PWD" }],
 * });
 *
 * const { text } = await runTemplate(template, '{"id":12345678901234567890}');
 *
 * expect(text).toBe("12345678901234567890 in /");
 * ```
 *
 * @param template The template.
 * @param json The arguments object as JSON text.
 * @param options How to run it.
 * @returns What it printed.
 * @throws {UnsafeTemplateError} Where an argument could become code in the template; nothing ran.
 * @throws {VariableNotFoundError} Where a variable has no value; nothing ran.
 * @throws {NotRunError} Where it could not be started.
 * @throws {Error} Where the arguments do not fit, `invalid arguments: …`; nothing ran.
 * @throws {StepFailedError} Where a step failed.
 * @throws {CallTimeoutError} Where it took too long.
 */
export async function runTemplate(
  template: CliCallTemplate,
  json: string,
  options: RunOptions = {},
): Promise<RunResult> {
  const { commands, argv, name } = template;
  if (!argv && commands.length === 0) {
    throw new NotRunError(`CliCallTemplate '${name}' must have at least one command`);
  }
  const { args, variables, filled } = await valuesOf(template, json, options);
  const run: StepRun = {
    steps: argv ? [{ command: "" }] : commands,
    stop: template.on_error !== "continue",
    env: await environment(template, filled),
    cwd: await directory(await filled(template.working_dir ?? ""), options.rootDir),
    timeout: template.timeout ?? options.timeout ?? 120_000,
    limit: template.max_output ?? options.maxOutput ?? 10 * 2 ** 20,
    signal: options.signal,
    onStderr: options.onStderr,
  };
  if (argv) {
    const { argvProblems } = await import("./_bash.ts");
    const problems = argvProblems(argv, newReferences("", new Set(variables.keys())));
    if (problems.length > 0) {
      const { UnsafeTemplateError } = await import("./errors.ts");
      throw new UnsafeTemplateError(problems);
    }
    const [program, ...rest] = argv.map((word) => filledIn(word, args, variables));
    return await runSteps(run, { program: program!, args: rest });
  }
  const files = scratch();
  try {
    const launch = await shell(template, args, variables, run.env, files);
    return await runSteps(run, launch);
  } finally {
    await files.close();
  }
}

/** Reads the values of a call, where it has any: what reads them is not loaded otherwise. */
async function valuesOf(
  { commands, argv, name, env_vars = {}, working_dir = "" }: CliCallTemplate,
  json: string,
  { inputs, variables: lookup, manual = name }: RunOptions,
): Promise<Values> {
  const texts = argv ?? commands.map(({ command }) => command);
  const mentions = texts.some((text) =>
    text.includes("UTCP_ARG_") || lookup !== undefined && text.includes("$")
  );
  const fills = [working_dir, ...Object.values(env_vars)].some((text) => text.includes("$"));
  if (!mentions && !fills && inputs === undefined && (json === "" || json === "{}")) {
    return { args: new Map(), variables: new Map(), filled: (text) => Promise.resolve(text) };
  }
  const { readValues } = await import("./_values.ts");
  return await readValues(texts, { json, inputs, lookup, manual });
}

/** Where the commands start: see {@linkcode RunOptions.rootDir}. */
async function directory(path: string, rootDir?: string): Promise<string | undefined> {
  if (path === "") return undefined;
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
  const directory = isAbsolute || rootDir === undefined ? path : `${rootDir}/${path}`;
  if (await isDirectory(directory)) return directory;
  throw new NotRunError(`working_dir: no such directory: ${JSON.stringify(directory)}`);
}
