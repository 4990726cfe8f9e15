import { NotRunError, ToolError } from "../agenttool/errors.ts";
import type { StepResult } from "./run.ts";

/** A template was refused before anything ran: a value could become code in it. */
export class UnsafeTemplateError extends NotRunError {
  override name = "UnsafeTemplateError";

  /** @param problems What is unsafe and what to write instead, one for each place. */
  constructor(readonly problems: string[]) {
    super(`Unsafe template: ${problems.join("; ")}`);
  }
}

/** A variable that a template needs has no value, so nothing ran. */
export class VariableNotFoundError extends NotRunError {
  override name = "VariableNotFoundError";

  /** @param variableName The name that was looked for, with its namespace. */
  constructor(readonly variableName: string) {
    // The reference's words, by which its users know the error.
    super(
      `Variable '${variableName}' referenced in call template configuration not found. ` +
        "Please ensure it's defined in client.config.variables, environment variables, " +
        "or a configured variable loader.",
    );
  }
}

/** A call that ran and did not succeed. Its message ends with what was printed. */
export abstract class CallFailedError extends ToolError {
  /** All that was printed on stdout, by hidden steps too. */
  readonly stdout: string;
  /** All that was printed on stderr. */
  readonly stderr: string;

  /**
   * @param summary What happened.
   * @param steps The steps that ran.
   */
  constructor(summary: string, readonly steps: StepResult[]) {
    const stdout = joined(steps, "stdout"), stderr = joined(steps, "stderr");
    super(
      summary +
        (stderr && `\nstderr:\n${stderr}`) +
        (stdout && `\nstdout:\n${stdout}`),
    );
    this.stdout = stdout;
    this.stderr = stderr;
  }
}

/** A step ended with a status other than 0, or did not run. */
export class StepFailedError extends CallFailedError {
  override name = "StepFailedError";

  /**
   * @param summary What happened.
   * @param steps The steps that ran.
   * @param step The step that failed, from 0.
   * @param status Its status; 128 and more where a signal ended it.
   */
  constructor(
    summary: string,
    steps: StepResult[],
    readonly step: number,
    readonly status: number,
  ) {
    super(summary, steps);
  }
}

/** A call took too long and was ended, with all its processes. */
export class CallTimeoutError extends CallFailedError {
  override name = "CallTimeoutError";

  /**
   * @param timeout How long it may take, in ms.
   * @param steps The steps that ran; the last one was running.
   */
  constructor(readonly timeout: number, steps: StepResult[]) {
    // The reference's words.
    super(`Command script timed out after ${timeout}ms.`, steps);
  }
}

function joined(steps: StepResult[], stream: "stdout" | "stderr"): string {
  return steps.map((step) => step[stream].replace(/\n+$/, "")).filter((text) => text).join("\n");
}
