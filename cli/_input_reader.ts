import { messageOf } from "../agenttool/errors.ts";
import { FileContentError, JsonArgumentError, UnreadableError } from "./errors.ts";
import type { Io } from "./_io.ts";

/** Reads files and standard input as the text that they are, or not at all. */
export class InputReader {
  readonly #io: Pick<Io, "readStdin" | "readFile">;
  readonly #signal?: AbortSignal;
  /** What standard input held: it can be read once, a command line twice. */
  #stdin?: Promise<string | undefined>;

  constructor(io: Pick<Io, "readStdin" | "readFile">, signal?: AbortSignal) {
    this.#io = io;
    this.#signal = signal;
  }

  /** The JSON argument on standard input. */
  async json(): Promise<string> {
    const text = await this.#text("-", "the JSON argument");
    if (text === undefined) throw new JsonArgumentError("is not valid UTF-8");
    return text;
  }

  /** The text of the file that a flag names; `-` is standard input. */
  async file(path: string, flag: string): Promise<string> {
    const text = await this.#text(path, flag);
    if (text === undefined) throw new FileContentError(path, flag, " is not valid UTF-8");
    return text;
  }

  #text(path: string, purpose: string): Promise<string | undefined> {
    if (path !== "-") return this.#bytes(path, purpose).then(decode);
    return this.#stdin ??= this.#bytes(path, purpose).then(decode);
  }

  async #bytes(path: string, purpose: string): Promise<Uint8Array> {
    try {
      return await (path === "-"
        ? untilAborted(this.#io.readStdin(), this.#signal)
        : this.#io.readFile(path));
    } catch (error) {
      throw new UnreadableError(path, purpose, messageOf(error));
    }
  }
}

async function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return await promise;
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    signal.throwIfAborted();
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
