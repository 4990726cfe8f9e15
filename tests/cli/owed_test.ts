// What a program ends with when a tool owes it something for ever.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";

const MOD = new URL("../../mod.ts", import.meta.url).href;

/** Runs a program of the tools that `tools` is the source of. */
async function program(
  tools: string,
  args: string[],
  { flags = ["-A"], call = "await main" }: { flags?: string[]; call?: string } = {},
) {
  const folder = await Deno.makeTempDir();
  try {
    const file = `${folder}/program.ts`;
    await Deno.writeTextFile(
      file,
      `import { defineRawTool, main } from ${JSON.stringify(MOD)};\n` +
        `${call}({ name: "kit", tools: [${tools}] });\n`,
    );
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "--no-prompt", ...flags, file, ...args],
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const NEVER = "new Promise(() => {})";
const ECHO =
  'defineRawTool({ name: "echo", parameters: \'{"properties":{"s":{"type":"string"}}}\',' +
  " execute: (call) => call.args })";

describe("main() with a tool that owes something for ever", () => {
  it("main() that is not awaited ends with 1 where the call never ends", async () => {
    const tool = `defineRawTool({ name: "t", execute: () => ${NEVER} })`;
    const { code, stdout } = await program(tool, ["t"], { call: "main" });
    expect([code, stdout]).toEqual([1, ""]);
  });

  const closing = (execute: string) =>
    `defineRawTool({ name: "t", execute: ${execute}, close: () => ${NEVER} })`;
  const cases: [about: string, execute: string, args: string[], code: number][] = [
    ["a call that succeeded", '() => "done"', ["t"], 0],
    ["a call that failed", '() => { throw new Error("no"); }', ["t"], 1],
    ["a usage error", '() => ""', ["nope"], 2],
    ["a question", 'async (call) => (await call.ask({ message: "?" })).action', ["t"], 3],
  ];
  for (const [about, execute, args, expected] of cases) {
    it(`main() keeps the status of ${about} where closing never ends`, async () => {
      expect((await program(closing(execute), args, { call: "main" })).code).toBe(expected);
    });
  }
});

describe("main() without the permission to see its own words", {
  ignore: Deno.build.os !== "linux",
}, () => {
  it("main() refuses what may not have been U+FFFD", async () => {
    expect(await program(ECHO, ["echo", "--s", "\ufffd"], { flags: [] })).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "kit: an argument is not valid UTF-8, or holds U+FFFD: give that as \\ufffd in JSON\n" +
        "Run `kit help` for usage.\n",
    });
    expect(await program(ECHO, ["echo", '{"s":"\\ufffd"}'], { flags: [] }))
      .toEqual({ code: 0, stdout: '{"s":"\\ufffd"}\n', stderr: "" });
  });
});
