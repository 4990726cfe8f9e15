import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { file, image, result, text } from "../../agenttool/mod.ts";
import { toResult } from "../../agenttool/content.ts";

describe("result()", () => {
  it("is a plain object of what it was given", () => {
    expect(Object.keys(result([text("a")]))).toEqual(["content"]);
    expect(JSON.stringify(result([text("a")], { details: 0, record: { ns: "a:b", data: null } })))
      .toBe(
        '{"content":[{"type":"text","text":"a"}],"details":0,"record":{"ns":"a:b","data":null}}',
      );
  });

  it("is known to another copy of this package, a copy of it is not", async () => {
    const other = await import(new URL("../../agenttool/content.ts?copy", import.meta.url).href);
    expect(other.result).not.toBe(result);
    const made = other.result([text("a")]);
    expect(toResult(made)).toBe(made);
    expect(toResult({ ...made }).content).toEqual([
      text('{"content":[{"type":"text","text":"a"}]}'),
    ]);
  });
});

describe("file()", () => {
  it("file() takes half a character in a name for none that is known", () => {
    expect(file("a\ud800b", new Uint8Array()).resource.uri).toBe("file:///a%EF%BF%BDb");
  });

  it("names the file in its address and leaves out a kind that is not known", () => {
    expect(file("a b/ü?#.txt", new Uint8Array())).toEqual({
      type: "resource",
      resource: { uri: "file:///a%20b%2F%C3%BC%3F%23.txt", blob: "" },
    });
  });
});

describe("image()", () => {
  const cases: [bytes: number[], base64: string][] = [
    [[], ""],
    [[0], "AA=="],
    [[0, 255], "AP8="],
    [[255, 254, 253], "//79"],
  ];
  for (const [bytes, base64] of cases) {
    it(`encodes ${bytes.length} bytes`, () => {
      expect(image(new Uint8Array(bytes), "image/png").data).toBe(base64);
    });
  }

  it("encodes bytes past one piece as one base64 text", () => {
    const bytes = new Uint8Array(100_001).map((_, index) => index * 31);
    const decoded = Uint8Array.from(
      atob(image(bytes, "image/png").data),
      (char) => char.charCodeAt(0),
    );
    expect(decoded.length).toBe(100_001);
    expect(decoded.every((byte, index) => byte === bytes[index])).toBe(true);
  });

  it("encodes the part of a buffer that it is given", () => {
    const buffer = new Uint8Array([1, 2, 255, 254, 253, 3]);
    expect(image(buffer.subarray(2, 5), "image/png").data).toBe("//79");
  });
});
