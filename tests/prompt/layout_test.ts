import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { characters, clip, wrap } from "../../prompt/_layout.ts";

/** As terminals do: Asian characters take two columns, combining ones none. */
function measure(text: string): number {
  return [...text.replace(/\p{M}/gu, "").replace(/\p{Script=Han}/gu, "##")].length;
}

const WRAPPED: [text: string, width: number, lines: string[]][] = [
  ["", 10, [""]],
  ["one", 3, ["one"]],
  ["one two three", 7, ["one two", "three"]],
  ["one two three", 8, ["one two", "three"]],
  ["one two three", 6, ["one", "two", "three"]],
  ["abcdefgh ij", 3, ["abc", "def", "gh", "ij"]],
  ["a bcdefgh", 4, ["a", "bcde", "fgh"]],
  ["世界世界", 5, ["世界", "世界"]],
  ["世界", 1, ["世", "界"]],
  ["e\u0301e\u0301e\u0301", 2, ["e\u0301e\u0301", "e\u0301"]],
];

const CLIPPED: [text: string, width: number, clipped: string][] = [
  ["", 5, ""],
  ["abcde", 5, "abcde"],
  ["abcdef", 5, "abcd…"],
  ["世界世界", 8, "世界世界"],
  ["世界世界", 7, "世界世…"],
  ["世界世界", 6, "世界…"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
];

describe("wrap()", () => {
  for (const [text, width, lines] of WRAPPED) {
    it(`wrap() breaks ${JSON.stringify(text)} at ${width}`, () => {
      expect(wrap(text, width, measure)).toEqual(lines);
    });
  }
});

describe("clip()", () => {
  for (const [text, width, clipped] of CLIPPED) {
    it(`clip() shortens ${JSON.stringify(text)} to ${width}`, () => {
      expect(clip(text, width, measure)).toBe(clipped);
    });
  }
});

describe("characters()", () => {
  it("characters() keeps together what a person sees as one", () => {
    expect(characters("ae\u0301👍🏽🇩🇪")).toEqual(["a", "e\u0301", "👍🏽", "🇩🇪"]);
  });
});
