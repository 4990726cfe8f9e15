import { knowOthers } from "./_know_others.ts";
import type { Tool, ToolRecord } from "./tool.ts";

/** What a {@linkcode ToolError} carries beside its message. */
export interface ToolErrorOptions extends ErrorOptions {
  /** For the program that runs the call; no caller sees it. */
  details?: unknown;
  /** A record that the program writes when the call has ended. */
  record?: ToolRecord;
}

/** A call's failure that carries more than its message. */
export class ToolError extends Error {
  static {
    knowOthers(this, "ToolError");
  }

  /** The class's name. */
  override name = "ToolError";
  /** For the program that runs the call; no caller sees it. */
  readonly details?: unknown;
  /** A record that the program writes when the call has ended. */
  readonly record?: ToolRecord;

  /**
   * Makes a failure.
   *
   * @param message What the caller reads.
   * @param options What else to carry.
   */
  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, options);
    if ("details" in options) this.details = options.details;
    if (options.record) this.record = options.record;
  }
}

/** The tool refused before it did anything; a command line ends with status 2. */
export class NotRunError extends ToolError {
  static {
    knowOthers(this, "NotRunError");
  }

  /** The class's name. */
  override name = "NotRunError";
}

/** Something other than an `Error` was thrown by a tool. */
export class PanicError extends Error {
  /** The class's name. */
  override name = "PanicError";

  /**
   * Makes an error of what was thrown.
   *
   * @param tool The tool's name.
   * @param value What it threw.
   */
  constructor(readonly tool: string, readonly value: unknown) {
    super(`tool "${tool}" panicked: ${textOf(value)}`);
  }
}

/** An {@linkcode Elicitor} found nobody to ask: the question counts as unanswered. */
export class NobodyToAskError extends Error {
  static {
    knowOthers(this, "NobodyToAskError");
  }

  /** The class's name. */
  override name = "NobodyToAskError";

  /**
   * Makes the error.
   *
   * @param message Why nobody can be asked.
   */
  constructor(message = "Nobody can be asked") {
    super(message);
  }
}

/**
 * What was known of the tools is out of date, and the call was not run: whoever read the command
 * line reads it once more, with the tools as they are.
 */
export class ToolsChangedError extends NotRunError {
  static {
    knowOthers(this, "ToolsChangedError");
  }

  /** The class's name. */
  override name = "ToolsChangedError";
  /** All tools, as they are now. */
  readonly tools: Iterable<Tool>;

  /**
   * Makes a refusal.
   *
   * @param message What changed.
   * @param tools All tools, as they are now.
   */
  constructor(message: string, tools: Iterable<Tool>) {
    super(message);
    this.tools = tools;
  }
}

/**
 * What a caught value says.
 *
 * @param error What was thrown.
 * @returns Its message, or itself as text.
 */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : textOf(error);
  } catch {
    // What is thrown may be made to throw.
    return "something that cannot be shown was thrown";
  }
}

/**
 * Makes the reason for which a call that is cancelled fails.
 *
 * @returns An `AbortError`.
 */
export function cancelled(): DOMException {
  return new DOMException("the call was cancelled", "AbortError");
}

/** `String()` itself throws for an object without a prototype. */
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
