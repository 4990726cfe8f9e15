// toolcli list: the table at several widths, the JSON, and what is told beside them.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { table } from "../../host/_table.ts";
import { PACKAGES, path } from "../examples/_run.ts";
import { NO_TMUX, startTmux } from "../prompt/_tmux.ts";
import { folderOf, toolcliIn } from "./_toolcli.ts";

const ROWS = [
  ["COMMAND", "HINTS", "DESCRIPTION"],
  ["read_file", "read-only", "Read a file whole, or from a line to another."],
  ["日本語", "", "ワイド文字の説明です。とても長い。"],
  ["rm", "destructive", ""],
];

const TABLES: [columns: number | undefined, lines: string[]][] = [
  [undefined, [
    "COMMAND    HINTS        DESCRIPTION",
    "read_file  read-only    Read a file whole, or from a line to another.",
    "日本語                  ワイド文字の説明です。とても長い。",
    "rm         destructive",
  ]],
  [50, [
    "COMMAND    HINTS        DESCRIPTION",
    "read_file  read-only    Read a file whole, or fro…",
    "日本語                  ワイド文字の説明です。と…",
    "rm         destructive",
  ]],
  [41, [
    "COMMAND    HIN…  DESCRIPTION",
    "read_file  rea…  Read a file whole, or f…",
    "日本語           ワイド文字の説明です。…",
    "rm         des…",
  ]],
  // The description stands below where too little is left for it.
  [40, [
    "read_file  read-only",
    "  Read a file whole, or from a line to…",
    "日本語",
    "  ワイド文字の説明です。とても長い。",
    "rm  destructive",
  ]],
  [12, [
    "read_file  …",
    "  Read a fi…",
    "日本語",
    "  ワイド文…",
    "rm  destruc…",
  ]],
];

const SOURCES = [
  ["COMMAND", "HINTS", "SOURCE", "DESCRIPTION"],
  [
    "fs__read",
    "read-only",
    "fs: npx @modelcontextprotocol/server-filesystem",
    "Read it, all of it or a few of its lines.",
  ],
  ["own", "", "own.ts", "Mine."],
];

/** What says where a tool is from is cut first, and a name that is to be typed never. */
const NARROW: [columns: number, lines: string[]][] = [
  [80, [
    "COMMAND   HINTS      SOURCE                             DESCRIPTION",
    "fs__read  read-only  fs: npx @modelcontextprotocol/se…  Read it, all of it or a…",
    "own                  own.ts                             Mine.",
  ]],
  [60, [
    "COMMAND   HINTS      SOURCE         DESCRIPTION",
    "fs__read  read-only  fs: npx @mod…  Read it, all of it or a…",
    "own                  own.ts         Mine.",
  ]],
  [54, [
    "COMMAND   HINTS      DESCRIPTION",
    "fs__read  read-only  Read it, all of it or a few of i…",
    "own                  Mine.",
  ]],
  [40, [
    "COMMAND   HIN…  DESCRIPTION",
    "fs__read  rea…  Read it, all of it or a…",
    "own             Mine.",
  ]],
  [20, [
    "fs__read  read-only…",
    "  Read it, all of i…",
    "own  own.ts",
    "  Mine.",
  ]],
  [6, [
    "fs__read",
    "  Rea…",
    "own  …",
    "  Min…",
  ]],
];

describe("table()", () => {
  for (const [columns, lines] of NARROW) {
    it(`table() of several sources fits ${columns} columns`, async () => {
      expect((await table(SOURCES, columns, ["SOURCE"])).split("\n")).toEqual([...lines, ""]);
    });
  }

  for (const [columns, lines] of TABLES) {
    it(`table() fits ${columns ?? "any number of"} columns`, async () => {
      expect((await table(ROWS, columns)).split("\n")).toEqual([...lines, ""]);
    });
  }

  it("table() leaves out a column that says nothing", async () => {
    expect(await table([["COMMAND", "HINTS", "DESCRIPTION"], ["a", "", "b"]]))
      .toBe("COMMAND  DESCRIPTION\na        b\n");
  });
});

const FILES = {
  "tools.ts": `export const tools = [
  { name: "big", description: "Line one.\\nLine two.\\u001b[31m",
    parameters: '{"type":"object","properties":{"n":{"type":"integer", "maximum":' +
      '12345678901234567890},"o":{"type":"object","properties":{"p":{"enum":["a",1.0]}},' +
      '"required":["p"]},"list":{"type":"array","items":{"type":"string"},"default":[]}}}',
    annotations: { readOnly: true, title: "Big" }, execute: () => Promise.reject() },
  { name: "bare", description: "", execute: () => Promise.reject() },
  { name: "odd", description: "", parameters: "{", execute: () => Promise.reject() },
];`,
  "none.ts": "export const tools = [];",
  "kit.json": `{ "sources": [{ "module": "tools.ts", "include": ["bare"] },
    { "utcp": "manual.json", "prefix": "u" }] }`,
  "partly.json": '{ "sources": [{ "module": "tools.ts" }, { "module": "gone.ts" }] }',
  "templates.json": JSON.stringify([
    { call_template_type: "cli", name: "broken", commands: 1 },
    template("safe", "rm -- UTCP_ARG_x_UTCP_END"),
    template("deep", "{ ".repeat(20_000) + "echo UTCP_ARG_x_UTCP_END"),
    template("remove", "rm UTCP_ARG_x_UTCP_END"),
  ]),
  "template.json": JSON.stringify(template("remove", "rm UTCP_ARG_x_UTCP_END")),
  "manual.json": JSON.stringify({
    tools: [{
      name: "sort",
      description: "Sort a file.",
      inputs: { type: "object", properties: { file: { type: "string" } }, required: ["file"] },
      tool_call_template: {
        call_template_type: "cli",
        commands: [{ command: "sort UTCP_ARG_file_UTCP_END" }],
      },
    }],
  }),
};

describe("toolcli list", () => {
  let dir: string;
  beforeAll(async () => {
    dir = await folderOf(FILES);
  });
  afterAll(() => Deno.remove(dir, { recursive: true }));
  const toolcli = (...args: string[]) => toolcliIn(dir, args);

  it("list prints a table, whole in a pipe", async () => {
    expect(await toolcli("list", "tools.ts")).toEqual({
      code: 0,
      stdout: "COMMAND  HINTS      DESCRIPTION\n" +
        "big      read-only  Line one.\n" +
        "bare\n" +
        "odd\n",
      stderr: "",
    });
  });

  it("list --json prints a schema as it is served, and parameters as they are described", async () => {
    const { code, stdout } = await toolcli("list", "tools.ts", "--json");
    expect(code).toBe(0);
    expect(stdout).toContain(
      '"parameters":{"type":"object","properties":{"n":{"type":"integer", "maximum":' +
        '12345678901234567890},"o":{"type":"object"',
    );
    expect(stdout).toContain('"enum":["a",1.0]');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        name: "big",
        description: "Line one.\nLine two.\u001b[31m",
        annotations: { readOnly: true, title: "Big" },
        params: [
          { name: "n", type: "integer", required: false, flag: "--n" },
          {
            name: "o",
            type: "object",
            fields: [{ name: "p", required: true, enum: ["a", 1] }],
          },
          { name: "list", type: "array", items: "string", flag: "--list", repeatable: true },
        ],
        source: "tools.ts",
      },
      {
        name: "bare",
        annotations: {},
        parameters: { type: "object", properties: {}, required: [] },
        params: [],
      },
      { name: "odd", parameters: "{", params: [] },
    ]);
  });

  it("list of several sources has a column for them, and tells what manuals do wrong", async () => {
    expect(await toolcli("list", "kit.json")).toEqual({
      code: 0,
      stdout: "COMMAND  SOURCE       DESCRIPTION\n" +
        "bare     tools.ts\n" +
        "u__sort  manual.json  Sort a file.\n",
      stderr: 'toolcli: kit.json:2: sources[1] (manual.json): "sort": commands[0]: argument ' +
        '"file" begins a word, which "sort" could take for an option: write -- before it, or ' +
        "--option=UTCP_ARG_file_UTCP_END\n",
    });
    const { stdout } = await toolcli("list", "kit.json", "--json");
    expect(JSON.parse(stdout)).toMatchObject([
      { name: "bare", source: "tools.ts" },
      { name: "u__sort", source: "manual.json" },
    ]);
  });

  it("list tells which template of an array does wrong", async () => {
    const { code, stderr } = await toolcli("list", "templates.json");
    expect(code).toBe(0);
    const note = 'toolcli: "templates.json": "remove": commands[0]: argument "x" begins a word, ' +
      'which "rm" could take for an option: write -- before it, or --option=UTCP_ARG_x_UTCP_END\n';
    expect(stderr).toContain(note);
    expect(stderr).not.toContain('"safe"');
    expect(stderr).toContain('"deep": refused: commands[0]: it is too deeply nested\n');
    expect((await toolcli("list", "template.json")).stderr)
      .toBe(note.replace("templates.json", "template.json"));
  });

  it("list ends with status 1 where a source failed", async () => {
    const { code, stdout, stderr } = await toolcli("list", "partly.json");
    expect(code).toBe(1);
    expect(stdout).toContain("\nbig      read-only  Line one.\n");
    expect(stderr).toContain("gone.ts");
  });

  it("list of nothing says so, and --json is an empty array", async () => {
    expect(await toolcli("list", "none.ts"))
      .toEqual({ code: 0, stdout: "", stderr: "toolcli: there are no tools\n" });
    expect((await toolcli("list", "none.ts", "--json")).stdout).toBe("[]\n");
  });

  it("list prints all into a pipe, and ends quietly where nobody reads", async () => {
    const many = `export const tools = Array.from({ length: 3000 }, (_, i) => ({ name: "t" + i,
      description: "x".repeat(100), execute: () => Promise.reject() }));`;
    await Deno.writeTextFile(`${dir}/many.ts`, many);
    const { stdout } = await toolcli("list", "many.ts");
    expect(stdout.split("\n").length).toBe(3002);
    if (Deno.build.os === "windows") return;
    const words = [Deno.execPath(), "run", "-q", "-A", ...PACKAGES, path("built/mod.js"), "list"];
    const { stderr, stdout: first } = await new Deno.Command("sh", {
      args: ["-c", '"$@" many.ts | head -1', "sh", ...words],
      cwd: dir,
    }).output();
    expect(new TextDecoder().decode(stderr)).toBe("");
    expect(new TextDecoder().decode(first)).toMatch(/^COMMAND +DESCRIPTION\n$/);
  });

  const skipped = NO_TMUX && ` (skipped: ${NO_TMUX})`;
  it(`list fits the terminal${skipped}`, { ignore: NO_TMUX !== "" }, async () => {
    const words = [Deno.execPath(), "run", "-q", "-A", ...PACKAGES, path("built/mod.js"), "list"];
    const script = 'cd "$1"; shift; "$@"; cat';
    await using tmux = await startTmux(
      ["sh", "-c", script, "sh", dir, ...words, "many.ts"],
      { columns: 40 },
    );
    const shown = await tmux.see("t2999");
    expect(shown.split("\n").at(-1)).toBe(`t2999    ${"x".repeat(30)}…`);
  });
});

function template(name: string, command: string) {
  return { call_template_type: "cli", name, commands: [{ command }] };
}
