import { NotRunError } from "../agenttool/errors.ts";
import { isNotFound, isTooLong, type ProcessEnd, runProcess } from "./_deno_process.ts";
import {
  bytesOf,
  endOutput,
  isCut,
  newStepOutput,
  pushOutput,
  type StepOutput,
  textOf,
} from "./_step_output.ts";
import type { RunResult, StepResult } from "./run.ts";
import type { CommandStep } from "./template.ts";

/** The steps to run, and how. */
export interface StepRun {
  steps: CommandStep[];
  /** Whether a step that fails ends the run. */
  stop: boolean;
  env: Record<string, string>;
  cwd?: string;
  /** In ms. */
  timeout: number;
  /** How many bytes of each stream are kept of a step. */
  limit: number;
  signal?: AbortSignal;
  onStderr?: (text: string) => void;
}

/** The process that runs the steps. */
export interface Launch {
  program: string;
  args: string[];
  /** What marks the ends of steps; left out, there is one step, which is the process. */
  nonce?: string;
  /** The steps whose output is needed while the process runs. */
  kept?: {
    steps: ReadonlySet<number>;
    /** Whether a step's output is certainly read. */
    needed: (step: number) => boolean;
    write: (step: number, bytes: Uint8Array) => Promise<unknown>;
  };
}

/** Runs the steps, and makes a result of what they print. */
export async function runSteps(run: StepRun, launch: Launch): Promise<RunResult> {
  const { steps, limit, signal, onStderr } = run;
  const nonce = launch.nonce ?? "";
  const last = (step: number, status: number) =>
    step >= steps.length - 1 || run.stop && status !== 0 && !steps[step]!.allow_failure;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const stdout = newStepOutput(nonce, limit, last);
  const stderr = newStepOutput(
    nonce,
    limit,
    last,
    onStderr && ((bytes) => onStderr(decoder.decode(bytes, { stream: true }))),
  );
  const ended = await start(run, launch, stdout, stderr);
  const rest = decoder.decode();
  if (rest) onStderr?.(rest);

  const results = settle(steps, ended, stdout, stderr);
  if (ended.reason === "timeout") {
    const { CallTimeoutError } = await import("./errors.ts");
    throw new CallTimeoutError(run.timeout, results);
  }
  signal?.throwIfAborted();
  const failed = results.findIndex(({ status }, step) =>
    status === null || status !== 0 && !steps[step]!.allow_failure
  );
  if (failed >= 0) throw await failure(results, failed);
  return shown(steps, results, stdout, stderr);
}

async function start(
  { env, cwd, timeout, signal }: StepRun,
  { program, args, kept }: Launch,
  stdout: StepOutput,
  stderr: StepOutput,
): Promise<ProcessEnd> {
  try {
    const end = await runProcess({
      program,
      args,
      env,
      cwd,
      timeout,
      signal,
      input: kept !== undefined && kept.steps.size > 0,
      async onStdout(chunk, write) {
        for (const step of pushOutput(stdout, chunk)) {
          if (!kept?.steps.has(step)) continue;
          if (isCut(stdout, step) && kept.needed(step)) {
            throw new NotRunError(
              `$CMD_${step}_OUTPUT is longer than ${stdout.limit} bytes: raise max_output`,
            );
          }
          await kept.write(step, variableOf(bytesOf(stdout, step)));
          await write("\n");
        }
      },
      onStderr: (chunk) => void pushOutput(stderr, chunk),
    });
    endOutput(stdout);
    endOutput(stderr);
    return end;
  } catch (error) {
    const shown = JSON.stringify(program);
    if (isNotFound(error)) throw new NotRunError(`No such program: ${shown}`, { cause: error });
    if (isTooLong(error)) {
      throw new NotRunError("The arguments and the environment are too long for the system", {
        cause: error,
      });
    }
    throw error;
  }
}

/** What a shell variable can hold of an output: no NUL, no newlines at the end. */
function variableOf(output: Uint8Array): Uint8Array {
  const bytes = output.includes(0) ? output.filter((byte) => byte !== 0) : output;
  let end = bytes.length;
  while (bytes[end - 1] === 0x0a) end--;
  return bytes.subarray(0, end);
}

/** The steps with their statuses; `null` for those that did not end, or did not begin. */
function settle(
  steps: CommandStep[],
  { status: shellStatus, reason }: ProcessEnd,
  stdout: StepOutput,
  stderr: StepOutput,
): StepResult[] {
  const results = steps.map((_, step): StepResult => ({
    status: stdout.statuses.get(step) ?? null,
    stdout: textOf(stdout, step),
    stderr: textOf(stderr, step),
  }));
  if (reason) return results;
  // The shell ended in the middle of a step, or after the last one, in an EXIT trap.
  const step = stdout.step;
  if (results[step]!.status === null || results[step]!.status === 0) {
    results[step]!.status = shellStatus;
  }
  return results;
}

async function failure(results: StepResult[], failed: number): Promise<Error> {
  const { StepFailedError } = await import("./errors.ts");
  const { status } = results[failed]!;
  if (status !== null) {
    const place = results.length > 1 ? `Step ${failed + 1} of ${results.length}` : "The command";
    return new StepFailedError(`${place} ended with status ${status}`, results, failed, status);
  }
  const { status: before } = results[failed - 1]!;
  const summary = `Step ${
    failed + 1
  } of ${results.length} did not run: step ${failed} ended the shell`;
  return new StepFailedError(summary, results, failed - 1, before!);
}

/** See spec/utcp-cli.md 2.5. */
function shown(
  steps: CommandStep[],
  results: StepResult[],
  stdout: StepOutput,
  stderr: StepOutput,
): RunResult {
  const indices = [...steps.keys()].filter((step) =>
    steps[step]!.append_to_final_output ?? step === steps.length - 1
  );
  const text = (stream: "stdout" | "stderr") =>
    indices.map((step) => results[step]![stream].replace(/\n+$/, "")).join("\n").trim();
  const printed = text("stdout");
  const truncated = indices.some((step) => isCut(printed === "" ? stderr : stdout, step));
  return {
    text: printed || text("stderr"),
    isJson: isJson(printed),
    truncated,
    steps: results,
  };
}

function isJson(text: string): boolean {
  if (!/^[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
