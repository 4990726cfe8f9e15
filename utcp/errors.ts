import { NotRunError, ToolError } from "../agenttool/errors.ts";
import type { StepResult } from "./run.ts";

/** A template was refused before anything ran: a value could become code in it. */
export class UnsafeTemplateError extends NotRunError {
  /** The class's name. */
  override name = "UnsafeTemplateError";

  /** What is unsafe and what to write instead, one for each place. */
  readonly problems: string[];

  /**
   * Makes the error.
   *
   * @param problems What is unsafe and what to write instead, one for each place.
   */
  constructor(problems: string[]) {
    super(`Unsafe template: ${problems.join("; ")}`);
    this.problems = problems;
  }
}

/** A variable that a template needs has no value, so nothing ran. */
export class VariableNotFoundError extends NotRunError {
  /** The class's name. */
  override name = "VariableNotFoundError";

  /** The name that was looked for, with its namespace. */
  readonly variableName: string;

  /**
   * Makes the error.
   *
   * @param variableName The name that was looked for, with its namespace.
   */
  constructor(variableName: string) {
    // The reference's words, by which its users know the error.
    super(
      `Variable '${variableName}' referenced in call template configuration not found. ` +
        "Please ensure it's defined in client.config.variables, environment variables, " +
        "or a configured variable loader.",
    );
    this.variableName = variableName;
  }
}

/** A call that ran and did not succeed. Its message ends with what was printed. */
export abstract class CallFailedError extends ToolError {
  /** All that was printed on stdout, by hidden steps too. */
  readonly stdout: string;
  /** All that was printed on stderr. */
  readonly stderr: string;
  /** The steps, also those that did not run. */
  readonly steps: StepResult[];

  /**
   * Makes the error.
   *
   * @param summary What happened.
   * @param steps The steps.
   */
  constructor(summary: string, steps: StepResult[]) {
    const stdout = joined(steps, "stdout"), stderr = joined(steps, "stderr");
    super(
      summary +
        (stderr && `\nstderr:\n${stderr}`) +
        (stdout && `\nstdout:\n${stdout}`),
    );
    this.steps = steps;
    this.stdout = stdout;
    this.stderr = stderr;
  }
}

/** A step ended with a status other than 0, or did not run. */
export class StepFailedError extends CallFailedError {
  /** The class's name. */
  override name = "StepFailedError";

  /** The step that failed, from 0. */
  readonly step: number;
  /** Its status; 128 and more where a signal ended it. */
  readonly status: number;

  /**
   * Makes the error.
   *
   * @param summary What happened.
   * @param steps The steps.
   * @param step The step that failed, from 0.
   * @param status Its status; 128 and more where a signal ended it.
   */
  constructor(
    summary: string,
    steps: StepResult[],
    step: number,
    status: number,
  ) {
    super(summary, steps);
    this.step = step;
    this.status = status;
  }
}

/** A call took too long and was ended, with all its processes. */
export class CallTimeoutError extends CallFailedError {
  /** The class's name. */
  override name = "CallTimeoutError";

  /** How long the call may take, in ms. */
  readonly timeout: number;

  /**
   * Makes the error.
   *
   * @param timeout How long it may take, in ms.
   * @param steps The steps; the first without a status was running.
   */
  constructor(timeout: number, steps: StepResult[]) {
    // The reference's words.
    super(`Command script timed out after ${timeout}ms.`, steps);
    this.timeout = timeout;
  }
}

function joined(steps: StepResult[], stream: "stdout" | "stderr"): string {
  return steps.map((step) => step[stream].replace(/\n+$/, "")).filter((text) => text).join("\n");
}
