// The files that toolcli takes for a source, and what it says of those that it does not.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { folderOf, moduleOf, type Outcome, toolcliIn } from "./_toolcli.ts";

const MANUAL = JSON.stringify({
  tools: [{
    name: "hello",
    inputs: { type: "object", properties: { who: { type: "string" } }, required: ["who"] },
    tool_call_template: {
      call_template_type: "cli",
      commands: [{ command: "echo UTCP_ARG_who_UTCP_END" }],
    },
  }],
});

const DUMP = `{ "tools": [
  { "name": "big", "inputSchema": {"type": "object", "properties": {"n":
    {"type": "integer", "default": 12345678901234567890.0}}},
    "annotations": { "readOnlyHint": true } },
  { "name": "bare", "title": "Bare", "description": "No schema." }
] }`;

const FILES: Record<string, string> = {
  "one.ts": moduleOf("one", "one"),
  "two.ts": moduleOf("two", "two"),
  "same.ts": moduleOf("one", "other"),
  "manual.json": MANUAL,
  "dump.json": DUMP,
  "response.json": `{ "jsonrpc": "2.0", "id": 1, "result": ${DUMP} }`,
  "dump.jsonc": `// as a server lists them\n${DUMP}`,
  "odd.json": `{ "tools": [
    { "name": "x", "description": "First." }, { "name": "x", "description": "Second." }, { "nam": 1 },
    null, { "name": "" }, { "name": "help" }, { "name": "y", "inputSchema": "nope" },
    { "name": "z", "inputSchema": {"properties": {"n": {"const": 1.0}}} } ] }`,
  "bom.json": `\ufeff${DUMP}`,
  "kit/toolcli.jsonc": `{
    // Paths are relative to this file.
    "sources": [
      { "module": "../one.ts", "prefix": "a" },
      { "module": "../one.ts", "prefix": "b", "exclude": [] },
      { "utcp": "../manual.json" },
    ],
  }`,
  "idle.json": '{ "sources": [{ "module": "one.ts", "prefix": "a", "exclude": ["a__*"] }] }',
  "clash.json": '{ "sources": [\n{ "module": "one.ts" },\n{ "module": "./same.ts" }] }',
  "partly.json": `{ "sources": [
    { "module": "gone.ts" }, { "module": "one.ts" }, { "utcp": "gone.json", "prefix": "u" }] }`,
  "gone.json5.json": '{ "sources": [{ "module": "gone.ts" }] }',
  "all-gone.json": '{ "sources": [{ "module": "gone.ts" }, { "utcp": "gone.json" }] }',
  "number.json": "5",
  "near.json": '{ "mcpServer": {} }',
  "broken.json": '{ "sources": [\n  { "module": } ] }',
  "misspelt.jsonc": '{ "sources": [\n  { "module": "one.ts", "prefx": "a" } ] }',
  "no-server.json": '{ "mcpServers": { "off": { "command": "x", "disabled": true } } }',
  "servers.json": `{ "servers": {
    "bad": { "args": [] },
    "worse": { "command": "x", "env": { "KEY": "\${input:key}" } } } }`,
};

describe("a source", () => {
  let dir: string;
  beforeAll(async () => {
    dir = await folderOf(FILES);
  });
  afterAll(() => Deno.remove(dir, { recursive: true }));
  const toolcli = (...args: string[]): Promise<Outcome> => toolcliIn(dir, args);

  const calls: [source: string, args: string[], stdout: string][] = [
    ["kit/toolcli.jsonc", ["a__one"], "one\n"],
    ["kit/toolcli.jsonc", ["b__one"], "one\n"],
    ["kit/toolcli.jsonc", ["hello", "--who", "Ada"], "Ada\n"],
  ];
  for (const [source, args, stdout] of calls) {
    it(`run ${source} ${args.join(" ")} calls the tool`, async () => {
      expect(await toolcli("run", source, ...args)).toEqual({ code: 0, stdout, stderr: "" });
    });
  }

  for (const source of ["dump.json", "response.json", "bom.json"]) {
    it(`run ${source} shows a schema to the last digit`, async () => {
      const { code, stdout } = await toolcli("run", source, "schema", "big");
      expect(code).toBe(0);
      expect(stdout).toContain('"default": 12345678901234567890.0');
    });
  }

  it("run of a dump shows its tools, and refuses to call them with status 2", async () => {
    expect((await toolcli("run", "dump.jsonc", "help", "bare")).stdout).toContain("No schema.");
    expect(await toolcli("run", "dump.json", "big", "--n", "1")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'Error: "big" is only described here, in a list of tools without their server: name ' +
        'the server in a configuration ("mcp") to call it\n',
    });
  });

  it("list of a dump passes over what a server could not have listed either", async () => {
    const note = (text: string) => `toolcli: "odd.json": ${text}\n`;
    expect(await toolcli("list", "odd.json")).toEqual({
      code: 0,
      stdout: "COMMAND  DESCRIPTION\nx        First.\ny\nz\n",
      stderr: note('Tool "x" is listed twice: the second is left out') +
        note("A tool without a name is left out").repeat(3) +
        note('Tool "y" has no valid schema: it is shown with any arguments') +
        note(
          'the tool "help" is left out: it is named as one of the program\'s own commands; a ' +
            '"prefix" names it anew',
        ),
    });
    expect((await toolcli("run", "odd.json", "schema", "y")).stdout)
      .toBe('{\n  "type": "object"\n}\n');
    expect((await toolcli("run", "odd.json", "schema", "z")).stdout).toContain('"const": 1.0');
  });

  it("run notes a pattern that matches nothing", async () => {
    expect(await toolcli("run", "idle.json", "a__one")).toEqual({
      code: 0,
      stdout: "one\n",
      stderr: 'toolcli: idle.json:1: sources[0] (one.ts): exclude: "a__*" matches no tool: ' +
        'patterns are of names without the prefix, such as "*"\n',
    });
  });

  it("run of a configuration with sources that fail tells them and runs the others", async () => {
    const one = 'toolcli: partly.json:2: sources[0] (gone.ts): "' + dir +
      '/gone.ts": there is no such file\n';
    const gone = one + 'toolcli: partly.json:2: sources[2] (gone.json): "' + dir +
      '/gone.json": there is no such file\n';
    // By its prefix, the other one cannot have the tool.
    expect(await toolcli("run", "partly.json", "one"))
      .toEqual({ code: 0, stdout: "one\n", stderr: one });
    expect((await toolcli("run", "partly.json", "help")).stderr).toBe(gone);
    expect(await toolcli("run", "partly.json", "u__hello")).toEqual({
      code: 2,
      stdout: "",
      stderr: gone +
        'toolcli run partly.json: unknown command "u__hello"\n' +
        "Run `toolcli run partly.json help` for usage.\n",
    });
  });

  const refused: [source: string, message: RegExp][] = [
    [
      "clash.json",
      /^toolcli: "clash\.json": the tool "one" is in sources\[0\] \(one\.ts, line 2\) and in sources\[1\] \(\.\/same\.ts, line 3\): give one of them a "prefix"$/,
    ],
    [
      "gone.json5.json",
      /^toolcli: gone\.json5\.json:1: sources\[0\] \(gone\.ts\): ".*\/gone\.ts": there is no such file$/,
    ],
    ["number.json", /^toolcli: "number\.json": it is no source of tools: expected a toolcli conf/],
    ["near.json", /it is no source of tools, did you mean "mcpServers" by "mcpServer"\?: expected/],
    ["broken.json", /^toolcli: "broken\.json": .*\(line 2\)$/],
    [
      "misspelt.jsonc",
      /^toolcli: misspelt\.jsonc:2: sources\[0\]\.prefx: unknown member, did you mean "prefix"\?$/,
    ],
    ["no-server.json", /^toolcli: "no-server\.json": mcpServers: expected at least one server$/],
    ["asmp+x", /^toolcli: "asmp\+x": expected asmp\+http:\/\/ or asmp\+https:\/\/ and the addr/],
  ];
  for (const [source, message] of refused) {
    it(`run ${source} says why there is nothing to run, in two lines, status 2`, async () => {
      const { code, stdout, stderr } = await toolcli("run", source, "one");
      expect([code, stdout]).toEqual([2, ""]);
      const [first, ...rest] = stderr.split("\n");
      expect(first).toMatch(message);
      expect(rest).toEqual(["Run `toolcli --help` for usage.", ""]);
    });
  }

  it("run tells each source where all fail", async () => {
    const { code, stderr } = await toolcli("run", "all-gone.json", "one");
    expect(code).toBe(2);
    expect(stderr.split("\n").slice(0, 3)).toEqual([
      `toolcli: all-gone.json:1: sources[0] (gone.ts): "${dir}/gone.ts": there is no such file`,
      `toolcli: all-gone.json:1: sources[1] (gone.json): "${dir}/gone.json": there is no such file`,
      'toolcli: "all-gone.json": none of its sources gives tools',
    ]);
  });

  it("run tells what is wrong with each server of another client's file", async () => {
    const { code, stderr } = await toolcli("run", "servers.json", "one");
    expect(code).toBe(2);
    expect(stderr.split("\n").slice(0, 2)).toEqual([
      'toolcli: servers.json:2: servers.bad (bad): expected "command" or "url"',
      "toolcli: servers.json:3: servers.worse (worse): env.KEY: only the client that the file is " +
      "for can fill in ${input:key}",
    ]);
  });
});
