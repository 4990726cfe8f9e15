/** What a step has printed on one stream. */
interface Output {
  chunks: Uint8Array[];
  /** How many bytes are kept, and how many there were. */
  kept: number;
  total: number;
}

/**
 * Splits a stream at the marks that a script writes when its steps end (see {@linkcode bashScript}),
 * and keeps the first bytes of each step.
 */
export class StepOutput {
  /** The statuses of the steps that have ended. */
  readonly statuses: Map<number, number> = new Map();
  readonly #mark: Uint8Array;
  readonly #outputs: Output[] = [];
  #step = 0;
  /** The step that prints now. */
  get step(): number {
    return this.#step;
  }

  /** Bytes that may be the beginning of a mark. */
  #held: Uint8Array = new Uint8Array();

  /**
   * @param nonce What tells marks from output.
   * @param limit How many bytes are kept of a step.
   * @param last Whether a step is the last one to run, once it has its status.
   * @param onBytes Is told of the output without the marks.
   */
  constructor(
    nonce: string,
    readonly limit: number,
    readonly last: (step: number, status: number) => boolean,
    readonly onBytes?: (bytes: Uint8Array) => void,
  ) {
    this.#mark = new TextEncoder().encode(`\0:${nonce} `);
  }

  /** Takes bytes; gives the steps that have ended in them. */
  push(chunk: Uint8Array): number[] {
    const ended: number[] = [];
    let bytes = this.#held.length > 0 ? joined([this.#held, chunk]) : chunk;
    this.#held = new Uint8Array();
    for (let from = 0;;) {
      const start = bytes.indexOf(0, from);
      if (start < 0) break;
      const mark = this.#markAt(bytes, start);
      if (mark === "no") {
        from = start + 1;
        continue;
      }
      this.#add(bytes.subarray(0, start));
      bytes = bytes.subarray(start);
      if (mark === "more") {
        this.#held = bytes.slice();
        return ended;
      }
      bytes = bytes.subarray(mark.length);
      from = 0;
      this.statuses.set(mark.step, mark.status);
      ended.push(mark.step);
      // What is printed after the last step, by an EXIT trap, is its output too.
      this.#step = this.last(mark.step, mark.status) ? mark.step : mark.step + 1;
    }
    this.#add(bytes);
    return ended;
  }

  /** Ends the stream: what might have become a mark is output. */
  end(): void {
    this.#add(this.#held);
    this.#held = new Uint8Array();
  }

  /** Whether some of a step's output was not kept. */
  isCut(step: number): boolean {
    const { kept = 0, total = 0 } = this.#outputs[step] ?? {};
    return kept < total;
  }

  bytes(step: number): Uint8Array {
    return joined(this.#outputs[step]?.chunks ?? []);
  }

  /** A step's output, with a note where it is cut. */
  text(step: number): string {
    const output = this.#outputs[step];
    if (!output) return "";
    const bytes = joined(output.chunks);
    // A character that is cut in two at the end is left out: it is only part of what was printed.
    const text = new TextDecoder("utf-8", { ignoreBOM: true })
      .decode(bytes, { stream: this.isCut(step) });
    return this.isCut(step)
      ? `${text}\n[output cut: the first ${output.kept} of ${output.total} bytes]`
      : text;
  }

  #add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.onBytes?.(bytes);
    const output = this.#outputs[this.#step] ??= { chunks: [], kept: 0, total: 0 };
    const kept = bytes.subarray(0, Math.max(0, this.limit - output.kept));
    // A copy: what is kept must not hold on to a buffer of which little is kept.
    if (kept.length > 0) output.chunks.push(kept.slice());
    output.kept += kept.length;
    output.total += bytes.length;
  }

  #markAt(
    bytes: Uint8Array,
    start: number,
  ): "no" | "more" | { step: number; status: number; length: number } {
    for (let index = 0; index < this.#mark.length; index++) {
      if (start + index >= bytes.length) return "more";
      if (bytes[start + index] !== this.#mark[index]) return "no";
    }
    const end = bytes.indexOf(0, start + this.#mark.length);
    if (end < 0) return "more";
    const [step, status] = new TextDecoder()
      .decode(bytes.subarray(start + this.#mark.length, end)).split(" ").map(Number);
    return { step: step!, status: status!, length: end + 1 - start };
  }
}

function joined(chunks: Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
