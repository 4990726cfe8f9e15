/**
 * What the room needs of Deno's process: its words, its end, its interrupts.
 *
 * @module
 */

import { cancelled } from "../agenttool/errors.ts";
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
  try {
    const bytes = await Deno.readFile("/proc/self/cmdline");
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return args;
  } catch (error) {
    // Without the permission to look, a U+FFFD that was meant cannot be told from one that was not.
    throw new EncodingError(!(error instanceof TypeError));
  }
}

/** Sets the status with which the process ends by itself. */
export function endWith(status: number): void {
  Deno.exitCode = status;
}

/**
 * Ends the process where something fails that nobody waits for, as Deno does by itself, but not in
 * its words: it prints messages as they are, and a terminal would obey them.
 *
 * @param report Says what has failed.
 */
export function watchFailures(report: (error: unknown) => Promise<void>): void {
  const end = (event: Event, error: unknown) => {
    if (event.defaultPrevented) return; // a tool listens itself
    event.preventDefault();
    void report(error).finally(() => Deno.exit());
  };
  addEventListener("unhandledrejection", (event) => end(event, event.reason));
  addEventListener("error", (event) => end(event, event.error));
}

/** The signals that ask a process to end, and the status that tells of each. */
export function endingSignals(): [Deno.Signal, number][] {
  return Deno.build.os === "windows"
    ? [["SIGINT", 130], ["SIGBREAK", 143]]
    : [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]];
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
  const cancel = () => controller.abort(cancelled());
  const interrupt = () => {
    const now = performance.now();
    if (now - last < SAME_INTERRUPT_MS) return;
    if (controller.signal.aborted) Deno.exit(130);
    last = now;
    cancel();
  };
  const terminate = (status: number) => () => {
    cancel();
    deadline ??= setTimeout(() => Deno.exit(status), GRACE_MS);
  };
  const listeners = endingSignals().map(([name, status]) =>
    [name, name === "SIGINT" ? interrupt : terminate(status)] as const
  );
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
