import { Ended } from "./_answer.ts";
import type { Input } from "./_input.ts";

const CTRL_C = 0x03, CTRL_D = 0x04, ESCAPE = 0x1b;

/** Longer than any key sends that a control knows. */
const MAX_LENGTH = 8;

/**
 * Reads a key from a terminal in raw mode; what no control knows is passed over.
 *
 * @param input What is typed.
 * @param signal Ends the wait.
 * @returns The key's bytes.
 * @throws {Ended} On Ctrl-C, Ctrl-D, Escape and at the end of input.
 */
export async function readKey(input: Input, signal: AbortSignal): Promise<Uint8Array> {
  for (;;) {
    const key = await input.key(signal);
    const [first, second] = key ?? [];
    if (!key || key.length === 1 && [CTRL_C, CTRL_D, ESCAPE].includes(first!)) {
      throw new Ended("cancel");
    }
    const control = key.length === 1 && first! > ESCAPE && first! < 0x20 ||
      first === 0xc2 && second! < 0xa0; // C1
    const broken = key.length === 1 && first! >= 0x80;
    if (!control && !broken && key.length <= MAX_LENGTH) return key;
  }
}
