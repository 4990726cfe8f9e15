import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { build, builtFiles } from "../built/_build.ts";
import { hotFunctions, warm } from "../built/_warm.ts";

const folder = new URL("../built/", import.meta.url);

// Paths of Windows are no addresses for the bundler: it is made elsewhere.
describe("built/", { ignore: Deno.build.os === "windows" }, () => {
  it("is what the modules are now: else run `deno task build`", async () => {
    const files = await build(await hotFunctions());
    const stale: string[] = [];
    for (const [name, text] of files) {
      const there = await Deno.readTextFile(new URL(name, folder)).catch(() => undefined);
      if (there !== text) stale.push(name);
    }
    expect(stale).toEqual([]);
    expect((await builtFiles()).filter((name) => !files.has(name))).toEqual([]);
  });

  it("has no character beyond ASCII", async () => {
    for (const name of await builtFiles()) {
      const code = await Deno.readTextFile(new URL(name, folder));
      expect(name + /[\u0080-\uffff].*/.exec(code)).toBe(`${name}null`);
    }
  });

  it("loads the ajv that deno.json names", async () => {
    const { imports } = JSON.parse(await Deno.readTextFile(new URL("../deno.json", folder)));
    const code = await Deno.readTextFile(new URL("../agenttool/_ajv.ts", folder));
    expect(code).toContain(`const AJV = ${JSON.stringify(imports.ajv)};`);
  });

  it("imports downwards, as the rooms do", async () => {
    for (const name of await builtFiles()) {
      // A program starts toolcli by its address, and `compiled` is among host's.
      if (name.startsWith("host/")) continue;
      const code = await Deno.readTextFile(new URL(name, folder));
      expect(name + /.*\bfrom '[./]*host\/.*|.*import\('[./]*host\/.*/.exec(code)).toBe(
        `${name}null`,
      );
    }
  });

  it("warm() writes functions in parentheses, and what is inside of them", () => {
    const code = "let a = 1;\nfunction f(x) { return x.map((y) => y + a); }\n" +
      "function g() {}\nexport { f, g };\n";
    expect(warm(code, ["f"])).toBe(
      "const f = (function f(x) { return x.map(((y) => y + a)); });\n" +
        "let a = 1;\n\nfunction g() {}\nexport { f, g };\n",
    );
    expect(warm(code)).toBe(code);
    const table =
      "const all = { f: (x) => () => x, g: () => 1, async f() {}, h: async (x) => x };\n";
    expect(warm(table, ["f", "h"])).toBe(
      "const all = { f: ((x) => (() => x)), g: () => 1, async f() {}, h: (async (x) => x) };\n",
    );
  });
});
