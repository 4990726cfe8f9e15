import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { Input } from "../../prompt/_input.ts";
import { readKey } from "../../prompt/_keys.ts";
import { keptReads, type Source } from "../../prompt/_source.ts";

/** What comes at once: a text, or bytes. */
type Piece = string | number[];

const KEYS: [what: string, typed: Piece[], keys: string[]][] = [
  ["letters", ["ab"], ["a", "b"]],
  ["characters of any length", ["aé世👍"], ["a", "é", "世", "👍"]],
  ["an arrow key", ["\x1b[Ax"], ["\x1b[A", "x"]],
  ["an arrow key in application mode", ["\x1bOAx"], ["\x1bOA", "x"]],
  ["a function key", ["\x1b[15~x"], ["\x1b[15~", "x"]],
  ["a key with modifiers", ["\x1b[1;5Cx"], ["\x1b[1;5C", "x"]],
  ["a function key of the Linux console", ["\x1b[[Ax"], ["\x1b[[A", "x"]],
  ["a key with Alt", ["\x1bbx\x1b世x"], ["\x1bb", "x", "\x1b世", "x"]],
  ["a character that comes in pieces", [[0xe4], [0xb8], [0x96, 0x78]], ["世", "x"]],
  ["a sequence that comes in pieces", ["\x1b[", "1;5", "Cx"], ["\x1b[1;5C", "x"]],
  ["what no control knows, passed over", ["\x1b[200;1;1~a\x1d\x9b", [0xff], "b"], ["a", "b"]],
];

describe("readKey()", () => {
  for (const [what, typed, keys] of KEYS) {
    it(`readKey() reads ${what}`, async () => {
      const input = new Input(source(typed));
      for (const key of keys) {
        const bytes = await readKey(input, new AbortController().signal);
        expect(new TextDecoder().decode(bytes)).toBe(key);
      }
      await expect(readKey(input, new AbortController().signal)).rejects.toThrow("cancel");
    });
  }

  for (const key of ["\x03", "\x04", "\x1b", "\x1b\x1b[A"]) {
    it(`readKey() ends on ${JSON.stringify(key)}`, async () => {
      const input = new Input(source([key]));
      await expect(readKey(input, new AbortController().signal)).rejects.toThrow("cancel");
    });
  }
});

function source(pieces: Piece[]): Source {
  const left = pieces.map((piece) =>
    typeof piece === "string" ? new TextEncoder().encode(piece) : Uint8Array.from(piece)
  );
  return keptReads(() => Promise.resolve(left.shift() ?? null));
}
