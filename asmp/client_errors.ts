/** What a client of an ASMP server may fail with. */
export abstract class AsmpError extends Error {}

/** A call needs a run, and none was started or named. */
export class AsmpNoRunError extends AsmpError {
  /** The class's name. */
  override name = "AsmpNoRunError";
}

/** The state that a run is in has no such action; nothing was sent. */
export class AsmpActionError extends AsmpError {
  /** The class's name. */
  override name = "AsmpActionError";

  /**
   * Makes the error.
   *
   * @param action The action.
   * @param actions Those that there are.
   */
  constructor(readonly action: string, readonly actions: readonly string[]) {
    // The reference's words, by which its users know the error.
    super(`Action '${action}' not in next_states: ${actions.join(", ")}`);
  }
}

/** How many characters of a body a message has. */
const LONG = 2000;

/** The server answered with a status that is no success. */
export class AsmpHttpError extends AsmpError {
  /** The class's name. */
  override name = "AsmpHttpError";
  /** What the server tells the caller to do, as it came; absent where it tells nothing. */
  readonly hint?: string;

  /**
   * Makes the error.
   *
   * @param status The HTTP status.
   * @param body The body.
   */
  constructor(readonly status: number, readonly body: string) {
    // The reference's words, by which its users know the error; a page is too long to be read.
    super(`HTTP ${status}: ${body.length > LONG ? `${body.slice(0, LONG)}…` : body}`);
    this.hint = hintOf(body);
  }

  /** Whether the server refused before it did anything. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408;
  }
}

/** The server could not be reached, or the connection broke. */
export class AsmpConnectionError extends AsmpError {
  /** The class's name. */
  override name = "AsmpConnectionError";

  /**
   * Makes the error.
   *
   * @param url What was asked for.
   * @param reason What went wrong.
   * @param options The cause.
   */
  constructor(readonly url: string, reason: string, options?: ErrorOptions) {
    super(`Connect failed: ${JSON.stringify(url)}: ${reason}`, options);
  }
}

/** The server took too long. A request that changes something may have done so. */
export class AsmpTimeoutError extends AsmpError {
  /** The class's name. */
  override name = "AsmpTimeoutError";

  /**
   * Makes the error.
   *
   * @param url What was asked for.
   * @param timeout How long it was waited for, in ms.
   */
  constructor(readonly url: string, readonly timeout: number) {
    super(`No answer within ${timeout} ms: ${JSON.stringify(url)}`);
  }
}

/** What the server answered is nothing that a client can use. */
export class AsmpReplyError extends AsmpError {
  /** The class's name. */
  override name = "AsmpReplyError";

  /**
   * Makes the error.
   *
   * @param url What was asked for.
   * @param problem What is wrong with the answer.
   */
  constructor(readonly url: string, readonly problem: string) {
    super(`Invalid reply from ${JSON.stringify(url)}: ${problem}`);
  }
}

/** A frame names an address of another origin, which is not requested. */
export class AsmpOriginError extends AsmpError {
  /** The class's name. */
  override name = "AsmpOriginError";

  /**
   * Makes the error.
   *
   * @param href The address.
   * @param origin The origin of the server.
   */
  constructor(readonly href: string, readonly origin: string) {
    super(`Refused ${JSON.stringify(href)}: it is not of ${JSON.stringify(origin)}`);
  }
}

/** `{"hint": …}`, or the same in the `detail` of servers built on FastAPI. */
function hintOf(body: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  for (const holder of [value, (value as { detail?: unknown } | null)?.detail]) {
    const { hint } = (holder ?? {}) as { hint?: unknown };
    if (typeof hint === "string") return hint;
  }
}
