/**
 * What the room needs of Deno to read and write.
 *
 * @module
 */

import { createFile, openLog } from "./_deno_files.ts";
import type { Io, Output } from "./_io.ts";

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
   * The first piece is not written by `writeSync`: that takes a tenth of the time, but then a program
   * may end before Deno has had a turn in which it keeps the program's compiled code, and each start
   * would compile it anew. Nor are those of a text that a pipe may not have room for, because no
   * interrupt is seen while a reader is waited for.
   */
  async write(text: string): Promise<void> {
    let waits = true;
    for (const bytes of pieces(text)) {
      for (let left = bytes; left.length > 0;) {
        try {
          left = left.subarray(
            waits ? await this.#stream.write(left) : this.#stream.writeSync(left),
          );
          waits = text.length > PIPE;
        } catch (error) {
          // Another process made the pipe non-blocking: it is full for the moment.
          if (!(error instanceof Deno.errors.WouldBlock)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    }
  }
}

/** How many bytes an empty pipe has room for. */
const PIPE = 65_536;

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
