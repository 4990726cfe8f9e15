import type { Source } from "./_source.ts";
import { Misfit } from "./_answer.ts";

const LINE_FEED = 0x0a, ESCAPE = 0x1b;

/** What a person types, as lines or, on a terminal in raw mode, as single keys. */
export class Input {
  readonly #source: Source;
  /** Bytes that were read and belong to no line or key yet. */
  #rest = new Uint8Array();

  constructor(source: Source) {
    this.#source = source;
  }

  /**
   * Reads a line.
   *
   * @param signal Ends the wait.
   * @returns The line without its end and without white space around it; `null` at the end.
   * @throws {Misfit} Where the line is not UTF-8.
   */
  async line(signal: AbortSignal): Promise<string | null> {
    let searched = 0;
    for (;;) {
      const end = this.#rest.indexOf(LINE_FEED, searched);
      if (end >= 0) return decodeLine(this.#take(end + 1));
      searched = this.#rest.length;
      if (await this.#more(signal)) continue;
      return searched > 0 ? decodeLine(this.#take(searched)) : null;
    }
  }

  /**
   * Reads a key: a character, or the escape sequence that a key sends.
   *
   * @param signal Ends the wait.
   * @returns The key's bytes; `null` at the end.
   */
  async key(signal: AbortSignal): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      if (!await this.#more(signal)) return null;
    }
    let length = keyLength(this.#rest);
    while (length > this.#rest.length && await this.#more(signal)) length = keyLength(this.#rest);
    return this.#take(Math.min(length, this.#rest.length));
  }

  #take(length: number): Uint8Array {
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return bytes;
  }

  async #more(signal: AbortSignal): Promise<boolean> {
    const bytes = await this.#source.next(signal);
    if (!bytes) return false;
    const joined = new Uint8Array(this.#rest.length + bytes.length);
    joined.set(this.#rest);
    joined.set(bytes, this.#rest.length);
    this.#rest = joined;
    return true;
  }
}

function decodeLine(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim();
  } catch {
    throw new Misfit("The answer is not valid UTF-8");
  }
}

/**
 * How many bytes the first key takes; more than there are where it is not complete. Escape alone is
 * a key, since a terminal sends the bytes of a sequence together.
 */
function keyLength(bytes: Uint8Array): number {
  const first = bytes[0]!;
  if (first === ESCAPE && bytes.length > 1) return sequenceLength(bytes);
  const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let i = 1; i < Math.min(length, bytes.length); i++) {
    if ((bytes[i]! & 0xc0) !== 0x80) return i; // not UTF-8: what follows is a key of its own
  }
  return length;
}

/** `ESC [` ends with a byte from @ to ~ (`ESC [ [` takes one more), `ESC O` with one byte. */
function sequenceLength(bytes: Uint8Array): number {
  const kind = bytes[1]!;
  if (kind === ESCAPE) return 1;
  if (kind === 0x4f) return 3;
  if (kind !== 0x5b) return 1 + keyLength(bytes.subarray(1)); // a key pressed with Alt
  if (bytes[2] === 0x5b) return 4;
  for (let i = 2; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte >= 0x40 && byte <= 0x7e) return i + 1;
    if (byte < 0x20 || byte > 0x7e) return i;
  }
  return bytes.length + 1;
}
