import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { memberPath, positionsOf } from "../../host/_positions.ts";

describe("positionsOf()", () => {
  it("positionsOf() gives each member's and element's line, whatever the text looks like", () => {
    const text = [
      '// { "not": 1 }',
      '{ "a": 1, "b": [10,',
      '  { "c": "}//\\"," /* "d": 2,',
      '  [ */, "e f": null }, [[',
      "{}, 7]],],",
      '"__proto__": -1.5e3,',
      "}",
    ].join("\r\n");
    expect([...positionsOf(text).lines]).toEqual([
      ["", 1],
      ["a", 2],
      ["b", 2],
      ["b[0]", 2],
      ["b[1]", 3],
      ["b[1].c", 3],
      ['b[1]["e f"]', 4],
      ["b[2]", 4],
      ["b[2][0]", 4],
      ["b[2][0][0]", 5],
      ["b[2][0][1]", 5],
      ["__proto__", 6],
    ]);
  });

  it("positionsOf() tells the first member given twice, at its second line", () => {
    const { lines, twice } = positionsOf('{"a": {"b": 1,\n"c": 2},\n"a": 3, "a": 4}');
    expect([twice, lines.get("a")]).toEqual(["a", 3]);
    expect(positionsOf('{"a": {"b": 1}, "c": {"b": 1}}').twice).toBeUndefined();
  });
});

describe("memberPath()", () => {
  it("memberPath() quotes what is no plain word", () => {
    expect(memberPath("", "a")).toBe("a");
    expect(memberPath("a[0]", "X-Key")).toBe("a[0].X-Key");
    expect(memberPath("a", "")).toBe('a[""]');
    expect(memberPath("a", 'b."c')).toBe('a["b.\\"c"]');
  });
});
