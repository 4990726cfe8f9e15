import { EncodingError } from "./errors.ts";

/** A process's interrupts, as a signal for the call that runs. */
export interface Interrupts {
  readonly signal: AbortSignal;
  /** Stops watching. */
  stop(): void;
}

/**
 * The words of this process's command line.
 *
 * @throws {EncodingError} Where one is not text: Deno hands over U+FFFD in place of what is not
 * UTF-8, which would reach the tool as if the caller had written it.
 */
export async function processArgs(): Promise<string[]> {
  const args = Deno.args;
  if (Deno.build.os !== "linux" || !args.some((arg) => arg.includes("\ufffd"))) return args;
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile("/proc/self/cmdline");
  } catch {
    return args;
  }
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return args;
  } catch {
    throw new EncodingError();
  }
}

/** Ends the process. */
export function exit(status: number): never {
  Deno.exit(status);
}

/** How long a tool may take to end after it was told to. */
const GRACE_MS = 5_000;

/** Terminals and task runners deliver one interrupt several times. */
const SAME_INTERRUPT_MS = 500;

/**
 * Turns the process's signals into one that a call can see. The first interrupt asks the call to
 * end, the second ends the process; a call that was told to terminate has five seconds.
 */
export function watchInterrupts(): Interrupts {
  const controller = new AbortController();
  let last = -Infinity;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => controller.abort(new DOMException("the call was cancelled", "AbortError"));
  const interrupt = () => {
    const now = performance.now();
    if (controller.signal.aborted && now - last >= SAME_INTERRUPT_MS) Deno.exit(130);
    last = now;
    cancel();
  };
  const terminate = (status: number) => () => {
    cancel();
    deadline ??= setTimeout(() => Deno.exit(status), GRACE_MS);
  };
  const listeners: [Deno.Signal, () => void][] = Deno.build.os === "windows"
    ? [["SIGINT", interrupt], ["SIGBREAK", terminate(143)]]
    : [["SIGINT", interrupt], ["SIGTERM", terminate(143)], ["SIGHUP", terminate(129)]];
  for (const [name, listener] of listeners) Deno.addSignalListener(name, listener);
  return {
    signal: controller.signal,
    stop() {
      // The first use of a timer costs as much as a third of an empty program: only where needed.
      if (deadline !== undefined) clearTimeout(deadline);
      for (const [name, listener] of listeners) Deno.removeSignalListener(name, listener);
    },
  };
}
