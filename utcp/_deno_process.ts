/**
 * What the room needs of the machine: processes, their environment, files for what is too long
 * to pass otherwise.
 *
 * @module
 */

import { endGroup, signalGroup } from "../cli/deno_group.ts";

/** A process to run. */
export interface ProcessOptions {
  program: string;
  args: string[];
  /** The whole environment. */
  env: Record<string, string>;
  cwd?: string;
  /** In ms. */
  timeout: number;
  signal?: AbortSignal;
  /** Whether the input is a pipe; else there is none. */
  input: boolean;
  /** Is told of output as it comes; on stdout it may write to the process's input. */
  onStdout: (chunk: Uint8Array, write: (text: string) => Promise<void>) => Promise<void> | void;
  onStderr: (chunk: Uint8Array) => void;
}

/** How a process ended. */
export interface ProcessEnd {
  /** Its status; 128 and more where a signal ended it. */
  status: number;
  /** Whether we ended it. */
  reason?: "timeout" | "signal";
}

/** Whether this is Windows. */
export const isWindows: boolean = Deno.build.os === "windows";

/** How long processes have, in ms, to end by themselves when they are asked to. */
const GRACE = 2_000;

/** How long we wait, in ms, for output that a process outside the group may still hold back. */
const SILENCE = 500;

/** How long we read, in ms, what such a process goes on to print. */
const LATE = 2_000;

/**
 * Runs a process in a group of its own, of which nothing is left when it has ended. A process that
 * leaves the group (setsid) is not found; its output is not waited for.
 *
 * @throws {Deno.errors.NotFound} Where there is no such program.
 */
export async function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  const { program, args, env, cwd, timeout, signal, input, onStdout, onStderr } = options;
  signal?.throwIfAborted();
  const child = new Deno.Command(program, {
    args,
    env,
    cwd,
    clearEnv: true,
    detached: !isWindows,
    stdin: input ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const { pid } = child;
  // A process that ends at once takes its children along.
  const onUnload = () => void signalGroup(pid, "SIGKILL");
  addEventListener("unload", onUnload);

  const writer = input ? child.stdin.getWriter() : undefined;
  const write = async (text: string): Promise<void> => {
    // Where the process has ended, nobody waits for the text.
    await writer?.write(new TextEncoder().encode(text)).catch(() => {});
  };
  const readings = [
    readAll(child.stdout, (chunk) => onStdout(chunk, write)),
    readAll(child.stderr, onStderr),
  ];

  let reason: ProcessEnd["reason"];
  let stopKilling: (() => void) | undefined;
  const end = (why: "timeout" | "signal") => {
    reason ??= why;
    signalGroup(pid, "SIGTERM");
    stopKilling ??= after(GRACE, () => signalGroup(pid, "SIGKILL"));
  };
  const onAbort = () => end("signal");
  const stopTimer = after(timeout, () => end("timeout"));
  signal?.addEventListener("abort", onAbort);
  // Who reads the output has failed: the process may wait for an answer in vain.
  for (const { done } of readings) done.catch(onAbort);
  try {
    const { code } = await child.status;
    stopTimer();
    stopKilling?.();
    await endGroup(pid, reason ? GRACE : GRACE / 10);
    await drained(readings);
    return { status: code, reason };
  } catch (error) {
    signalGroup(pid, "SIGKILL");
    throw error;
  } finally {
    stopTimer();
    stopKilling?.();
    signal?.removeEventListener("abort", onAbort);
    removeEventListener("unload", onUnload);
    await writer?.close().catch(() => {});
    for (const reading of readings) reading.stop();
  }
}

/** A variable of this process. */
export function hostVariable(name: string): string | undefined {
  return Deno.env.get(name);
}

/** A file's text; nothing where it cannot be read. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch {
    return undefined;
  }
}

/** Whether there is a directory of this path. */
export async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch {
    return false;
  }
}

/** A directory that nobody else can read, removed by `close`. */
export interface Scratch {
  /** The path of a file in it. */
  path(name: string): Promise<string>;
  /** Writes a file; gives its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  close(): Promise<void>;
}

/** Makes a {@linkcode Scratch} directory when it is first asked for a path. */
export function scratch(): Scratch {
  let made: Promise<string> | undefined;
  const pathOf = async (name: string) => {
    made ??= Deno.makeTempDir({ prefix: "toolcli-" });
    return `${await made}/${name}`;
  };
  return {
    path: pathOf,
    async write(name, content) {
      const path = await pathOf(name);
      if (typeof content === "string") await Deno.writeTextFile(path, content, { mode: 0o600 });
      else await Deno.writeFile(path, content, { mode: 0o600 });
      return path;
    },
    async close() {
      if (made) await Deno.remove(await made, { recursive: true });
    },
  };
}

/** Whether an error says that arguments and environment are too long to start a process. */
export function isTooLong(error: unknown): boolean {
  return error instanceof Error && /Argument list too long|os error 7\b/.test(error.message);
}

/** Whether an error says that there is no such program. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound;
}

/** How many times a process is spared `setTimeout`: it may run no more than one call. */
let spared = 8;

/**
 * Calls back after a while, unless the function that it gives is called before. The first
 * `setTimeout` of a process takes a quarter of the time that Deno takes to start; a signal does not,
 * but is kept until its time is over, which a program that makes many calls would notice.
 */
function after(milliseconds: number, callback: () => void): () => void {
  const limited = Math.min(milliseconds, 2 ** 31 - 1);
  if (spared <= 0) {
    const timer = setTimeout(callback, limited);
    return () => clearTimeout(timer);
  }
  spared--;
  const signal = AbortSignal.timeout(limited);
  signal.addEventListener("abort", callback, { once: true });
  return () => signal.removeEventListener("abort", callback);
}

/** Waits for the end of all output, for silence, or until others had time enough. */
async function drained(readings: Reading[]): Promise<void> {
  if (readings.every(({ ended }) => ended)) return;
  const done = Promise.all(readings.map(({ done }) => done)).then(() => true);
  for (let last = -1, waited = 0; waited < LATE; waited += SILENCE) {
    let stop = () => {};
    const silence = new Promise<false>((resolve) => {
      stop = after(SILENCE, () => resolve(false));
    });
    const ended = await Promise.race([done, silence]);
    stop();
    const chunks = readings.reduce((sum, { chunks }) => sum + chunks, 0);
    if (ended || chunks === last) return;
    last = chunks;
  }
}

/** A stream that is read to its end. */
interface Reading {
  chunks: number;
  ended: boolean;
  done: Promise<void>;
  stop(): void;
}

function readAll(
  stream: ReadableStream<Uint8Array>,
  onChunk: (chunk: Uint8Array) => Promise<void> | void,
): Reading {
  const reader = stream.getReader();
  const reading: Reading = {
    chunks: 0,
    ended: false,
    done: Promise.resolve(),
    stop: () => {
      if (!reading.ended) reader.cancel().catch(() => {});
    },
  };
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      reading.chunks++;
      await onChunk(value);
    }
    reading.ended = true;
  };
  reading.done = read();
  return reading;
}
