/** On JSR these run against the packages themselves: the results are the same. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { parse } from "@std/jsonc";
import { parseArgs } from "@std/cli/parse-args";
import { unicodeWidth } from "@std/cli/unicode-width";

async function readImports(path: string): Promise<Record<string, string>> {
  return JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url))).imports;
}

describe("npm_only/import_map.json", () => {
  it("import_map.json has every npm package of deno.json, and every JSR one in its place", async () => {
    const map = await readImports("../../npm_only/import_map.json");
    for (const [name, target] of Object.entries(await readImports("../../deno.json"))) {
      if (target.startsWith("npm:")) expect([name, map[name]]).toEqual([name, target]);
      else expect(Object.keys(map).join("\n")).toContain(name);
    }
  });
});

describe("npm_only/bdd.ts", () => {
  const log: string[] = [];
  describe("hooks", () => {
    beforeAll(() => void log.push("beforeAll"));
    beforeEach(() => void log.push("beforeEach"));
    afterEach(async () => {
      await Promise.resolve();
      log.push("afterEach");
    });
    afterAll(() => void log.push("afterAll"));
    it("it() runs", () => void log.push("test"));
    it.skip("it.skip() does not run", () => void log.push("skipped"));
    it("it() with ignore does not run", { ignore: true }, () => void log.push("ignored"));
    it("it() waits", { ignore: false }, async () => {
      await Promise.resolve();
      log.push("async test");
    });
  });
  describe.skip("describe.skip() does not run", () => {
    it("it() does not run", () => void log.push("skipped"));
  });
  it("hooks run around each test", () => {
    expect(log).toEqual([
      "beforeAll",
      ...["beforeEach", "test", "afterEach"],
      ...["beforeEach", "async test", "afterEach"],
      "afterAll",
    ]);
  });
});

describe("npm_only/jsonc.ts", () => {
  const values: [string, unknown][] = [
    ['{"a": [1, -2.5e1, "\\u00e9", true, null, {}],} // end', { a: [1, -25, "é", true, null, {}] }],
    ['/* c */ "https://x" ', "https://x"],
    ['{"a": 1, "a": 2}', { a: 2 }],
    ["[1,]", [1]],
  ];
  for (const [text, value] of values) {
    it(`parse() reads ${text}`, () => expect(parse(text)).toEqual(value));
  }
  for (const text of ["", " // c", "{", "{a: 1}", "[1 2]", "[,]", "tru", "{} x", "'a'", "/* c"]) {
    it(`parse() rejects ${JSON.stringify(text)}`, () => {
      expect(() => parse(text)).toThrow(SyntaxError);
    });
  }
  it("parse() takes __proto__ for a name like any other", () => {
    const value = parse('{"__proto__": {"a": 1}}');
    expect(Object.getOwnPropertyNames(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe("npm_only/parse_args.ts", () => {
  const read = (args: string[]) =>
    parseArgs(args, {
      boolean: ["ask", "help"],
      string: ["_", "name", "var"],
      collect: ["var"],
      alias: { help: "h" },
    });
  const none = { ask: false, help: false, h: false, var: [], _: [] };
  const rows: [string[], Record<string, unknown>][] = [
    [[], none],
    [["--ask", "-h"], { ...none, ask: true, help: true, h: true }],
    [["--name", "n", "5"], { ...none, name: "n", _: ["5"] }],
    [["--name=a=b", "--name", "007"], { ...none, name: "007" }],
    [["--name"], { ...none, name: "" }],
    [["--var", "a", "--var=b"], { ...none, var: ["a", "b"] }],
    [["--var", "a"], { ...none, var: ["a"] }],
    [["--ask=false", "a", "--", "--ask"], { ...none, _: ["a", "--ask"] }],
  ];
  for (const [args, result] of rows) {
    it(`parseArgs() reads ${JSON.stringify(args)}`, () => expect(read(args)).toEqual(result));
  }
  it("parseArgs() with stopEarly leaves what follows the first word", () => {
    expect(parseArgs(["--ask", "src", "--name", "n", "1"], { boolean: ["ask"], stopEarly: true }))
      .toEqual({ ask: true, _: ["src", "--name", "n", "1"] });
  });
  it("parseArgs() hands out what it does not know", () => {
    const unknown: string[] = [];
    parseArgs(["--no-color", "--x=1", "--ask", "word"], {
      boolean: ["ask"],
      unknown: (arg) => void unknown.push(arg),
    });
    expect(unknown).toEqual(["--no-color", "--x=1", "word"]);
  });
});

describe("npm_only/unicode_width.ts", () => {
  const widths: [string, number][] = [["", 0], ["abc", 3], ["天地", 4], ["e\u0301", 1], [
    "\x1b[1mx",
    4,
  ]];
  for (const [text, width] of widths) {
    it(`unicodeWidth() of ${JSON.stringify(text)} is ${width}`, () => {
      expect(unicodeWidth(text)).toBe(width);
    });
  }
});

describe("npm_only/cliffy_prompt.ts", () => {
  it("cliffy_prompt.ts fails when it is loaded", async () => {
    await expect(import("../../npm_only/cliffy_prompt.ts")).rejects.toThrow(
      "@cliffy/prompt cannot be loaded from npm: questions are asked in plain lines",
    );
  });
});
