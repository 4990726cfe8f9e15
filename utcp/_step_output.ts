/** What a step has printed on one stream. */
interface Output {
  chunks: Uint8Array[];
  /** How many bytes are kept, and how many there were. */
  kept: number;
  total: number;
}

/**
 * A stream that is split at the marks that a script writes when its steps end (see
 * {@linkcode bashScript}), of which the first bytes of each step are kept.
 */
export interface StepOutput {
  /** What tells marks from output. */
  readonly mark: Uint8Array;
  /** How many bytes are kept of a step. */
  readonly limit: number;
  /** Whether a step is the last one to run, once it has its status. */
  readonly last: (step: number, status: number) => boolean;
  /** Is told of the output without the marks. */
  readonly onBytes?: (bytes: Uint8Array) => void;
  /** The statuses of the steps that have ended. */
  readonly statuses: Map<number, number>;
  /** The step that prints now. */
  step: number;
  readonly outputs: Output[];
  /** Bytes that may be the beginning of a mark. */
  held: Uint8Array;
}

/** Makes a stream of which nothing has come yet; marks hold the nonce. */
export function newStepOutput(
  nonce: string,
  limit: number,
  last: StepOutput["last"],
  onBytes?: StepOutput["onBytes"],
): StepOutput {
  return {
    ...{ mark: new TextEncoder().encode(`\0:${nonce} `), limit, last, onBytes },
    ...{ statuses: new Map(), step: 0, outputs: [], held: new Uint8Array() },
  };
}

/** Takes bytes; gives the steps that have ended in them. */
export function pushOutput(output: StepOutput, chunk: Uint8Array): number[] {
  const ended: number[] = [];
  let bytes = output.held.length > 0 ? joined([output.held, chunk]) : chunk;
  output.held = new Uint8Array();
  for (let from = 0;;) {
    const start = bytes.indexOf(0, from);
    if (start < 0) break;
    const mark = markAt(output.mark, bytes, start);
    if (mark === "no") {
      from = start + 1;
      continue;
    }
    add(output, bytes.subarray(0, start));
    bytes = bytes.subarray(start);
    if (mark === "more") {
      output.held = bytes.slice();
      return ended;
    }
    bytes = bytes.subarray(mark.length);
    from = 0;
    output.statuses.set(mark.step, mark.status);
    ended.push(mark.step);
    // What is printed after the last step, by an EXIT trap, is its output too.
    output.step = output.last(mark.step, mark.status) ? mark.step : mark.step + 1;
  }
  add(output, bytes);
  return ended;
}

/** Ends the stream: what might have become a mark is output. */
export function endOutput(output: StepOutput): void {
  add(output, output.held);
  output.held = new Uint8Array();
}

/** Whether some of a step's output was not kept. */
export function isCut({ outputs }: StepOutput, step: number): boolean {
  const { kept = 0, total = 0 } = outputs[step] ?? {};
  return kept < total;
}

/** What is kept of a step. */
export function bytesOf({ outputs }: StepOutput, step: number): Uint8Array {
  return joined(outputs[step]?.chunks ?? []);
}

/** A step's output, with a note where it is cut. */
export function textOf({ outputs }: StepOutput, step: number): string {
  const output = outputs[step];
  if (!output) return "";
  const { chunks, kept, total } = output;
  const cut = kept < total;
  // A character that is cut in two at the end is left out: it is only part of what was printed.
  const text = new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(joined(chunks), { stream: cut });
  return cut ? `${text}\n[output cut: the first ${kept} of ${total} bytes]` : text;
}

function add(output: StepOutput, bytes: Uint8Array): void {
  if (bytes.length === 0) return;
  output.onBytes?.(bytes);
  const of = output.outputs[output.step] ??= { chunks: [], kept: 0, total: 0 };
  const kept = bytes.subarray(0, Math.max(0, output.limit - of.kept));
  // A copy: what is kept must not hold on to a buffer of which little is kept.
  if (kept.length > 0) of.chunks.push(kept.slice());
  of.kept += kept.length;
  of.total += bytes.length;
}

function markAt(
  mark: Uint8Array,
  bytes: Uint8Array,
  start: number,
): "no" | "more" | { step: number; status: number; length: number } {
  for (let index = 0; index < mark.length; index++) {
    if (start + index >= bytes.length) return "more";
    if (bytes[start + index] !== mark[index]) return "no";
  }
  const end = bytes.indexOf(0, start + mark.length);
  if (end < 0) return "more";
  const [step, status] = new TextDecoder()
    .decode(bytes.subarray(start + mark.length, end)).split(" ").map(Number);
  return { step: step!, status: status!, length: end + 1 - start };
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
