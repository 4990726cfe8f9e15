/**
 * What the room needs of Deno: streams, files, the process.
 *
 * @module
 */

import { cancelled } from "../agenttool/errors.ts";
import { EncodingError } from "./errors.ts";
import type { Io, Log, Output } from "./_io.ts";

/** The streams to use instead of the process's own. */
export interface Streams {
  stdin?: ReadableStream<Uint8Array>;
  stdout?: WritableStream<Uint8Array>;
  stderr?: WritableStream<Uint8Array>;
  isTerminal?: boolean;
}

/**
 * The outside as Deno gives it. The process's own streams are written directly: a web stream over
 * them costs a fifth of the time in which a program starts.
 */
export function denoIo(streams: Streams = {}): Io {
  const { stdin, stdout, stderr, isTerminal } = streams;
  return {
    stdout: stdout ? new StreamOutput(stdout, isTerminal) : new OwnOutput(Deno.stdout, isTerminal),
    stderr: stderr ? new StreamOutput(stderr, isTerminal) : new OwnOutput(Deno.stderr, isTerminal),
    readStdin: () => stdin ? readAll(stdin) : readOwn(),
    readFile: (path) => Deno.readFile(path),
    openLog,
    makeDir: (path) => Deno.mkdir(path, { recursive: true, mode: 0o755 }),
    makeTempDir: (prefix) => Deno.makeTempDir({ prefix }),
    createFile,
  };
}

class OwnOutput implements Output {
  readonly #stream: typeof Deno.stdout;
  readonly #isTerminal?: boolean;

  constructor(stream: typeof Deno.stdout, isTerminal?: boolean) {
    this.#stream = stream;
    this.#isTerminal = isTerminal;
  }

  get isTerminal(): boolean {
    return this.#isTerminal ?? this.#stream.isTerminal();
  }

  /**
   * Not `writeSync`: it takes a tenth of the time, but then a program may end before Deno has had a
   * turn in which it keeps the program's compiled code, and each start would compile it anew.
   */
  async write(text: string): Promise<void> {
    for (const bytes of pieces(text)) {
      for (let left = bytes; left.length > 0;) {
        try {
          left = left.subarray(await this.#stream.write(left));
        } catch (error) {
          // Another process made the pipe non-blocking: it is full for the moment.
          if (!(error instanceof Deno.errors.WouldBlock)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    }
  }
}

/** How many bytes a pipe takes whole or not at all: PIPE_BUF. */
const PIECE = 4096;

/**
 * Encodes a text in pieces of which a pipe that does not wait takes all or nothing. Of a longer one
 * it may take the beginning, and of a piece that goes on behind a line break Deno may keep the end
 * for later: how much that was, nobody is told.
 */
function* pieces(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  // No character takes more than three bytes.
  if (text.length * 3 <= PIECE && text.endsWith("\n")) {
    return yield encoder.encode(text);
  }
  for (let at = 0; at < text.length;) {
    const bytes = new Uint8Array(PIECE);
    // One character more than there is room for, so that none is cut in two.
    const part = text.slice(at, at + PIECE + 1);
    const { read, written } = encoder.encodeInto(part, bytes);
    const lines = part.lastIndexOf("\n", read - 1) + 1;
    at += lines || read;
    yield bytes.subarray(0, lines ? bytes.lastIndexOf(0x0a, written - 1) + 1 : written);
  }
}

class StreamOutput implements Output {
  readonly #stream: WritableStream<Uint8Array>;
  readonly isTerminal: boolean;

  constructor(stream: WritableStream<Uint8Array>, isTerminal = false) {
    this.#stream = stream;
    this.isTerminal = isTerminal;
  }

  async write(text: string): Promise<void> {
    const { writeStream } = await import("./write_stream.ts");
    await writeStream(this.#stream, text);
  }
}

/** The process's own input: a web stream over it would take longer than a small input. */
async function readOwn(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let size = 2 ** 16;; size = 2 ** 20) {
    const chunk = new Uint8Array(size);
    let length = 0, read: number | null = 0;
    while (length < size && (read = await Deno.stdin.read(chunk.subarray(length))) !== null) {
      length += read;
    }
    chunks.push(chunk.subarray(0, length));
    if (read === null) return joined(chunks);
  }
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return joined(await Array.fromAsync(stream));
}

function joined(chunks: Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

async function openLog(path: string): Promise<Log> {
  const file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
  // A pipe or a device has no end to cut, and nothing to make durable.
  const { isFile } = await file.stat();
  const append = async (line: string) => {
    await file.lock(true);
    const { size } = await file.stat();
    try {
      await writeAll(file, new TextEncoder().encode(`${line}\n`));
      if (isFile) await file.syncData();
    } catch (error) {
      // Half a line would spoil the next one.
      if (isFile) await file.truncate(size);
      throw error;
    } finally {
      await file.unlock();
    }
  };
  let last: Promise<void> = Promise.resolve(), closed: Promise<void> | undefined;
  return {
    append(line) {
      // The lock is the process's: of two lines at once, one could cut the other off.
      const appended = last.then(() => append(line));
      last = appended.catch(() => {});
      return appended;
    },
    close: () => closed ??= last.then(() => file.close()),
  };
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  while (bytes.length > 0) bytes = bytes.subarray(await file.write(bytes));
}

async function createFile(path: string, bytes: Uint8Array): Promise<boolean> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { write: true, createNew: true, mode: 0o644 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
  try {
    await writeAll(file, bytes);
    return true;
  } catch (error) {
    // Half a file would pass for a whole one.
    await Deno.remove(path).catch(() => {});
    throw error;
  } finally {
    file.close();
  }
}

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
