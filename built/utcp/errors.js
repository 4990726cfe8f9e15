import { ToolError, NotRunError } from '../cli/_start.js';

class UnsafeTemplateError extends NotRunError {
  /** The class's name. */
  name = "UnsafeTemplateError";
  /** What is unsafe and what to write instead, one for each place. */
  problems;
  /**
   * Makes the error.
   *
   * @param problems What is unsafe and what to write instead, one for each place.
   */
  constructor(problems) {
    super(`Unsafe template: ${problems.join("; ")}`);
    this.problems = problems;
  }
}
class VariableNotFoundError extends NotRunError {
  /** The class's name. */
  name = "VariableNotFoundError";
  /** The name that was looked for, with its namespace. */
  variableName;
  /**
   * Makes the error.
   *
   * @param variableName The name that was looked for, with its namespace.
   */
  constructor(variableName) {
    super(
      `Variable '${variableName}' referenced in call template configuration not found. Please ensure it's defined in client.config.variables, environment variables, or a configured variable loader.`
    );
    this.variableName = variableName;
  }
}
class CallFailedError extends ToolError {
  /** All that was printed on stdout, by hidden steps too. */
  stdout;
  /** All that was printed on stderr. */
  stderr;
  /** The steps, also those that did not run. */
  steps;
  /**
   * Makes the error.
   *
   * @param summary What happened.
   * @param steps The steps.
   */
  constructor(summary, steps) {
    const stdout = joined(steps, "stdout"), stderr = joined(steps, "stderr");
    super(
      summary + (stderr && `
stderr:
${stderr}`) + (stdout && `
stdout:
${stdout}`)
    );
    this.steps = steps;
    this.stdout = stdout;
    this.stderr = stderr;
  }
}
class StepFailedError extends CallFailedError {
  /** The class's name. */
  name = "StepFailedError";
  /** The step that failed, from 0. */
  step;
  /** Its status; 128 and more where a signal ended it. */
  status;
  /**
   * Makes the error.
   *
   * @param summary What happened.
   * @param steps The steps.
   * @param step The step that failed, from 0.
   * @param status Its status; 128 and more where a signal ended it.
   */
  constructor(summary, steps, step, status) {
    super(summary, steps);
    this.step = step;
    this.status = status;
  }
}
class CallTimeoutError extends CallFailedError {
  /** The class's name. */
  name = "CallTimeoutError";
  /** How long the call may take, in ms. */
  timeout;
  /**
   * Makes the error.
   *
   * @param timeout How long it may take, in ms.
   * @param steps The steps; the first without a status was running.
   */
  constructor(timeout, steps) {
    super(`Command script timed out after ${timeout}ms.`, steps);
    this.timeout = timeout;
  }
}
function joined(steps, stream) {
  return steps.map((step) => step[stream].replace(/\n+$/, "")).filter((text) => text).join("\n");
}

export { CallFailedError, CallTimeoutError, StepFailedError, UnsafeTemplateError, VariableNotFoundError };
