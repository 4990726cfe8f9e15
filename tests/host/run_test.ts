// toolcli run SOURCE, for modules: what it serves, and what it says of one that gives no tools.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { PACKAGES, path } from "../examples/_run.ts";
import { toolcliIn } from "./_toolcli.ts";
import { refuses, type UsageRow } from "./_usage.ts";

const TOOL = `{ name: "ping", description: "Say pong.", execute: () =>
  Promise.resolve({ content: [{ type: "text", text: "pong" }] }) }`;

const MODULES: Record<string, string> = {
  "array.js": `export const tools = [${TOOL}];`,
  "default.js": `export default [${TOOL}];`,
  "function.js": `export default async () => { await 0; return [${TOOL}]; };`,
  "generator.js": `export function* tools() { yield ${TOOL}; }`,
  "both.js": `export default () => { throw new Error("not me"); }; export const tools = [${TOOL}];`,
  "odd name #1%.js": `export const tools = [${TOOL}];`,
  "none.js": "export const nothing = 1;",
  "number.js": "export default 5;",
  "junk.js": `export const tools = [${TOOL}, { name: "x" }];`,
  "throws.js": 'throw new TypeError("no luck\\nat all");',
  "parses.js": 'export const tools = () =>\n  JSON.parse("{");',
  "notes.md": "# Notes",
  "syntax.js": "export const = 1;",
  "rejects.js": 'export const tools = () => Promise.reject(new Error("not today"));',
  "asks.js": `export const tools = [{ name: "t", description: "", execute: async (call) =>
    ({ content: [{ type: "text", text: (await call.ask({ message: "Sure?" })).action }] }) }];`,
};

/** Whether a program can be given a session of its own, which has no terminal. */
const setsid = Deno.build.os === "linux";

let dir: string;

/** Runs toolcli, with nobody at a terminal. */
async function toolcli(...args: string[]) {
  return await toolcliIn(dir, args);
}

describe("toolcli run", () => {
  beforeAll(async () => {
    dir = await Deno.realPath(await Deno.makeTempDir());
    for (const [name, text] of Object.entries(MODULES)) {
      await Deno.writeTextFile(`${dir}/${name}`, `${text}\n`);
    }
    await Deno.mkdir(`${dir}/folder`);
  });
  afterAll(() => Deno.remove(dir, { recursive: true }));

  const served = [
    "array.js",
    "./array.js",
    "default.js",
    "function.js",
    "generator.js",
    "both.js",
    "odd name #1%.js",
  ];
  for (const source of served) {
    it(`run ${source} calls its tool`, async () => {
      expect(await toolcli("run", source, "ping"))
        .toEqual({ code: 0, stdout: "pong\n", stderr: "" });
    });
  }

  it("run takes an address", async () => {
    const address = `data:text/javascript,${encodeURIComponent(MODULES["array.js"]!)}`;
    expect(await toolcli("run", address, "ping"))
      .toEqual({ code: 0, stdout: "pong\n", stderr: "" });
  });

  const refused: [source: string, message: string][] = [
    ["nope.js", '"nope.js": there is no such file'],
    ["folder", '"folder": it is not a file'],
    [
      "none.js",
      '"none.js": it exports no tools: export an array of them as "tools" or as the default',
    ],
    [
      "number.js",
      '"number.js": it exports no tools: export an array of them as "tools" or as the default',
    ],
    ["junk.js", '"junk.js": tools[1] is not a tool: make it with defineTool'],
    ["throws.js", '"throws.js": it could not be loaded: TypeError: no luck (at file://'],
    ["parses.js", "/parses.js:2:8))\n"],
    ["data:text/markdown,a", "is currently not supported.\n"],
    [
      "notes.md",
      '"notes.md": it is no source of tools: expected a module (.ts, .js), a JSON file (.json, ' +
      ".jsonc), or asmp+http:// and the address of a run\n",
    ],
    ["syntax.js", '"syntax.js": it could not be loaded: '],
    ["rejects.js", '"rejects.js": its tools could not be made: Error: not today'],
  ];
  for (const [source, message] of refused) {
    it(`run ${source} says why there is nothing to run, in two lines, status 2`, async () => {
      const { code, stdout, stderr } = await toolcli("run", source, "ping");
      expect([code, stdout]).toEqual([2, ""]);
      const [first, ...rest] = stderr.split("\n");
      expect(first).toMatch(/^toolcli: "/);
      expect(`${first}\n`).toContain(message);
      expect(rest).toEqual(["Run `toolcli --help` for usage.", ""]);
    });
  }

  const own = (name: string) => `--${name} is toolcli's own option, and stands before the source`;
  const usage: UsageRow[] = [
    [["run"], "run needs a source, such as tools.ts"],
    [
      ["run", "--nam", "x", "array.js"],
      'unknown option "--nam" of run, did you mean --name?',
    ],
    [["run", "--name=", "array.js"], "--name needs a value"],
    [["run", "array.js", "--refresh", "ping"], own("refresh")],
    [["run", "array.js", "--answer", "x", "--out=y", "-verbose", "ping"], own("verbose")],
    [["run", "array.js", "--name=kit", "ping"], own("name")],
    [["rum"], 'unknown command "rum", did you mean "run"?'],
  ];
  refuses(toolcli, usage);

  it("run names the program as it can be typed again", async () => {
    expect((await toolcli("run", "odd name #1%.js", "nope")).stderr).toBe(
      "toolcli run 'odd name #1%.js': unknown command \"nope\"\n" +
        "Run `toolcli run 'odd name #1%.js' help` for usage.\n",
    );
  });

  it("run --name gives the program a name", async () => {
    expect((await toolcli("run", "--name", "kit", "array.js", "nope")).stderr)
      .toBe('kit: unknown command "nope"\nRun `kit help` for usage.\n');
  });

  it("run passes what follows the source to the program", async () => {
    const { code, stdout } = await toolcli("run", "asks.js", "--answer", "decline", "t");
    expect([code, stdout]).toEqual([0, "decline\n"]);
    expect((await toolcli("run", "asks.js", "t")).code).toBe(3);
    // Behind the command they are the tool's.
    expect((await toolcli("run", "asks.js", "t", "--refresh")).stderr)
      .toContain("flag provided but not defined: -refresh");
    expect((await toolcli("run", "asks.js", "--answer", "--refresh", "t")).stderr)
      .not.toContain("toolcli's own option");
  });

  it("run --ask with nobody there gives the question back", { ignore: !setsid }, async () => {
    const { code, stdout } = await new Deno.Command("setsid", {
      args: [
        "-w",
        Deno.execPath(),
        "run",
        "-q",
        "-A",
        ...PACKAGES,
        path("built/mod.js"),
        "run",
        "--ask",
      ]
        .concat("asks.js", "t"),
      cwd: dir,
      stdin: "null",
    }).output();
    expect(code).toBe(3);
    expect(JSON.parse(new TextDecoder().decode(stdout)))
      .toEqual({ message: "Sure?", answers_given: 0, output: "cancel" });
  });

  it("toolcli --version and --help answer on standard output", async () => {
    expect((await toolcli("--version")).stdout).toMatch(/^toolcli \d+\.\d+\.\d+\n$/);
    for (const args of [["--help"], ["run", "--help"]]) {
      const { code, stdout, stderr } = await toolcli(...args);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("toolcli run tools.ts greet --name Ada");
    }
    expect(await toolcli()).toMatchObject({ code: 2, stdout: "" });
  });
});
