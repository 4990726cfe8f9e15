// spec/agenttool-cli.md 1.1, 2.2, 2.3: the program's options, its own commands, refused sets.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineRawTool, defineTool, type Tool, ToolSet } from "../../agenttool/mod.ts";
import { commands } from "../../cli/mod.ts";
import { DEPLOY_SCHEMA, echo, kit, run } from "./_fixtures.ts";
import { inFolder, prints, refuses } from "./_tables.ts";

/** Tools that do nothing, of these names. */
function named(...names: string[]): Tool[] {
  return names.map((name) => defineTool({ name, execute: () => name }));
}

describe("the program's words", () => {
  refuses([
    ["31", "nope", `unknown command "nope"`],
    [
      "a near command",
      "reed_file --path x",
      `unknown command "reed_file", did you mean "read_file"?`,
    ],
    [
      "two near commands",
      "read_c",
      `unknown command "read_c", did you mean "read_a" or "read_b"?`,
      {
        tools: named("read_a", "read_b", "write"),
      },
    ],
    ["swapped letters", "read_flie", `unknown command "read_flie", did you mean "read_file"?`],
    ["113", "help a b", "help takes one command"],
    ["113: no command", "schema", "schema takes one command"],
    ["113: two", "schema a b", "schema takes one command"],
    ["help of an unknown command", "help nope", `unknown command "nope"`],
    [
      "a near command after help",
      "help reed_file",
      `unknown command "reed_file", did you mean "read_file"?`,
    ],
    ["114", "help help", `unknown command "help"…`],
    ["42", "schema nope", `unknown command "nope"`],
    ["schema of a program's word", "schema schema", `unknown command "schema"…`],
  ]);

  it("run() shows the general help on stderr for 32: no command", async () => {
    const help = await run("help");
    for (const line of [[], ["--"], ["--out", "x"], ["--answer", "accept"]]) {
      expect(await run(line)).toEqual({
        ...help,
        status: 2,
        stdout: "",
        stdoutBytes: new Uint8Array(),
        stderr: help.stdout,
      });
    }
    expect(help.stdout).toContain("## Commands");
  });

  it("run() shows the section for 40: help and 41: --help", async () => {
    const outcome = await run("help read_file");
    expect(outcome).toMatchObject({ status: 0, stderr: "", ran: [] });
    expect(outcome.stdout).toContain("kit read_file --path <string> [--max_bytes <integer>]");
    expect((await run("read_file --help")).stdout).toContain("### `read_file`");
  });

  it("run() takes the last of several --out", async () => {
    await inFolder(async (folder) => {
      await run(["--out", `${folder}/a`, "-out", `${folder}/b`, "shot"]);
      expect([...Deno.readDirSync(folder)].map((entry) => entry.name)).toEqual(["b"]);
    });
  });

  it("run() takes the last of several --record", async () => {
    await inFolder(async (folder) => {
      await run(["--record", `${folder}/a`, `--record=${folder}/b`, "work"]);
      expect([...Deno.readDirSync(folder)].map((entry) => entry.name)).toEqual(["b"]);
    });
  });

  prints([
    ["an empty --record is off", ["--record", "", "ping"], "pong\n"],
    [
      "an empty --record after a file is off",
      ["--record=/no/such/folder/f", "--record=", "ping"],
      "pong\n",
    ],
    ["a name that only a command has", "constructor", "constructor\n", {
      tools: named("constructor"),
    }],
    ["a name that every object has", "__proto__", "__proto__\n", { tools: named("__proto__") }],
  ]);
  refuses([["a name that every object has", "toString", `unknown command "toString"`]]);

  it("run() takes a set or an array, and runs more than once", async () => {
    const set = new ToolSet(named("one", "two"));
    expect(await run("one", { tools: set })).toMatchObject({ status: 0, stdout: "one\n" });
    expect(await run("two", { tools: set })).toMatchObject({ status: 0, stdout: "two\n" });
  });

  it("run() closes no tool", async () => {
    let closed = 0;
    const close = () => {
      closed++;
      return Promise.resolve();
    };
    const tools = [defineTool({ name: "one", execute: () => "ok", close })];
    expect(await run("one", { tools })).toMatchObject({ status: 0, stdout: "ok\n" });
    expect(closed).toBe(0);
  });
});

describe("schema", () => {
  const NO_ARGS = `{\n  "type": "object",\n  "properties": {},\n  "required": []\n}\n`;
  const schema = (name: string, parameters: string) => ({ tools: [echo(name, parameters)] });

  prints([
    ["23", "schema nullschema", NO_ARGS],
    ["24", "schema ping", NO_ARGS],
    ["of blank text", "schema a", NO_ARGS, schema("a", " \n")],
    ["124", "schema deploy", `${JSON.stringify(JSON.parse(DEPLOY_SCHEMA), null, 2)}\n`],
    [
      "keeps the order of members",
      "schema a",
      `{\n  "b": 1,\n  "10": 2,\n  "9": 3\n}\n`,
      schema("a", `{"b":1,"10":2,"9":3}`),
    ],
    [
      "keeps numbers",
      "schema a",
      `{\n  "a": [\n    1.0,\n    1e3,\n    12345678901234567890\n  ]\n}\n`,
      schema("a", `{"a":[1.0,1e3,12345678901234567890]}`),
    ],
    [
      "escapes no <>&",
      "schema a",
      `{\n  "description": "<a> & é"\n}\n`,
      schema("a", `{"description":"<a> & é"}`),
    ],
    ["of true", "schema a", "true\n", schema("a", "true")],
    [
      "of a name that every object has",
      "schema a",
      `{\n  "__proto__": {}\n}\n`,
      schema("a", `{"__proto__":{}}`),
    ],
  ]);

  it("run() prints a schema given as an object", async () => {
    const parameters = { type: "object", properties: { a: { type: "string" } } } as const;
    const tools = [defineRawTool({ name: "a", parameters, execute: () => Promise.resolve("") })];
    expect(await run("schema a", { tools })).toMatchObject({
      status: 0,
      stdout: `${JSON.stringify(parameters, null, 2)}\n`,
    });
  });

  it("run() fails for a schema that is not JSON", async () => {
    const outcome = await run("schema broken", { tools: [echo("broken", `{"type":`)] });
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.stderr).toMatch(/^kit: schema of broken: [^\n]+\n$/);
  });
});

describe("refused sets", () => {
  const SETS: [string, string[], string][] = [
    ["79: one name twice", ["a", "a"], `cli: tool "a": duplicate name`],
    ["80: an empty name", ["a", ""], "cli: tool[1]: empty name"],
    ["80: help", ["help"], `cli: tool "help" is named as one of the program's own commands`],
    [
      "80: schema",
      ["a", "schema"],
      `cli: tool "schema" is named as one of the program's own commands`,
    ],
    [
      "80: a dash",
      ["-x"],
      `cli: tool "-x" begins with a dash, which a command line reads as an option`,
    ],
  ];
  /** As an adapter would bring them in: `defineTool` may refuse a name itself. */
  const tools = (names: string[]): Tool[] =>
    names.map((name) => ({
      name,
      description: "",
      execute: () => Promise.resolve({ content: [] }),
    }));

  for (const [name, names, message] of SETS) {
    it(`commands() throws for ${name}`, () => {
      expect(() => commands(tools(names))).toThrow(message);
    });
    it(`run() refuses every command line for ${name}`, async () => {
      for (const line of ["help", "a", "", "--help", "--bogus"]) {
        const outcome = await run(line, { tools: tools(names) });
        expect(outcome).toMatchObject({ status: 2, stdout: "", ran: [] });
        expect(outcome.stderr.replace(/^kit: /, "")).toBe(`${message}\n`);
      }
    });
  }

  it("commands() keeps the order of the set", () => {
    expect(commands(kit()).map((command) => command.name)).toEqual(kit().map((tool) => tool.name));
  });
});
