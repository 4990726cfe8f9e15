// Issue 2, "Bad input": one odd tool takes neither the program nor another command down.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineTool, type Tool } from "../../agenttool/mod.ts";
import { commands } from "../../cli/mod.ts";
import { markdown } from "../../markdown/mod.ts";
import { echo, run } from "./_fixtures.ts";
import { canonical, expectUsage } from "./_tables.ts";

const NODE =
  `{"type":"object","properties":{"name":{"type":"string"},"next":{"$ref":"#/$defs/node"}}}`;
const STRING = `{"type":"string"}`;
const NAMES = ["__proto__", "constructor", "a.b", "-x", "", "a=b", "toString", "a b", "`", "\n"];

const SCHEMAS: [name: string, schema: string][] = [
  ["is_true", "true"],
  ["is_false", "false"],
  ["is_list", "[]"],
  ["is_number", "5"],
  ["is_text", `"text"`],
  ["is_null", "null"],
  ["is_empty", ""],
  ["no_json", `{"type":`],
  ["no_json_at_all", "<xml/>"],
  ["list_of_properties", `{"properties":[]}`],
  [
    "odd_keywords",
    `{"type":5,"required":{},"properties":{"p":{"type":{},"enum":5,"items":5,"description":[]}}}`,
  ],
  ["cyclic", `{"properties":{"node":{"$ref":"#/$defs/node"}},"$defs":{"node":${NODE}}}`],
  ["own_child", `{"properties":{"self":{"$ref":"#"}}}`],
  ["circle", `{"properties":{"p":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/a"}}}`],
  ["many", `{"properties":{${Array.from({ length: 500 }, (_, n) => `"p${n}":${STRING}`)}}}`],
  ["named", `{"properties":{${NAMES.map((name) => `${JSON.stringify(name)}:${STRING}`)}}}`],
  ["deep", `{"properties":{"a":`.repeat(1200) + "{}" + "}}".repeat(1200)],
];

const odd = (): Tool[] => [
  ...SCHEMAS.map(([name, schema]) => echo(name, schema)),
  defineTool({ name: "fine", execute: () => "fine" }),
];

describe("odd schemas", () => {
  it("run() lists and runs the other commands", async () => {
    const help = await run("help", { tools: odd() });
    expect(help).toMatchObject({ status: 0, stderr: "" });
    for (const { name } of odd()) expect(help.stdout).toContain(`\n- \`${name}\``);
    expect(await run("fine", { tools: odd() })).toMatchObject({ status: 0, stdout: "fine\n" });
    expectUsage(await run("nothing", { tools: odd() }), `unknown command "nothing"…`);
  });

  it("markdown() shows all of them", () => {
    const shown = markdown("kit", commands(odd()));
    for (const { name } of odd()) expect(shown).toContain(`\n### \`${name}\`\n`);
  });

  for (const [name] of SCHEMAS) {
    it(`run() helps with ${name}, and runs it`, async () => {
      const help = await run(["help", name], { tools: odd() });
      expect(help).toMatchObject({ status: 0, stderr: "" });
      expect(help.stdout).toContain(`### \`${name}\``);
      const args = `{"__proto__":"1","constructor":{"a":2},"a.b":3,"-x":4,"":5}`;
      expect(await run([name, args], { tools: odd() }))
        .toMatchObject({ status: 0, stdout: `${args}\n`, stderr: "" });
      expectUsage(
        await run([name, "--zzz"], { tools: odd() }),
        `${name}: flag provided but not defined: -zzz…`,
      );
    });
  }

  it("run() brings odd names to the tool as plain members", async () => {
    const { stdout } = await run(
      [
        "named",
        "--__proto__",
        "1",
        "--constructor",
        "2",
        "--a.b",
        "3",
        "--toString",
        "4",
        "--a b",
        "5",
        `{"-x":"6","":"7"}`,
      ],
      { tools: odd() },
    );
    expect(canonical(stdout)).toBe(
      canonical(
        `{"__proto__":"1","constructor":"2","a.b":"3","toString":"4","a b":"5","-x":"6","":"7"}`,
      ),
    );
  });

  it("run() gives a tool of its own function the same members", async () => {
    const seen: string[][] = [];
    const tool = defineTool({
      name: "t",
      parameters: `{"properties":{"__proto__":{},"constructor":{}}}`,
      execute: (args) => {
        seen.push(Object.entries(args).map(([name, value]) => `${name}=${JSON.stringify(value)}`));
        expect(Object.getPrototypeOf({})).toBe(Object.prototype);
        return "ok";
      },
    });
    const line = `t --__proto__:='{"a":1}' --constructor:=2 '{"a.b":3,"":4,"o":{"__proto__":5}}'`;
    expect(await run(line, { tools: [tool] })).toMatchObject({
      status: 0,
      stdout: "ok\n",
      stderr: "",
    });
    expect(seen[0]!.sort()).toEqual([
      `=4`,
      `__proto__={"a":1}`,
      `a.b=3`,
      `constructor=2`,
      `o={"__proto__":5}`,
    ]);
  });

  it("run() fails a call whose schema says what no schema can, and names the keyword", async () => {
    const tool = defineTool({
      name: "t",
      parameters: `{"type":"object","properties":{"a":{"type":"string","pattern":"("}}}`,
      execute: () => "ok",
    });
    const outcome = await run("t --a x", { tools: [tool] });
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.stderr).toMatch(/^Error: .*pattern/);
    expect(await run("help t", { tools: [tool] })).toMatchObject({ status: 0 });
  });
});

describe("every usage error", () => {
  const LINES = [
    ...[
      "nope",
      "-",
      "''",
      "--bogus",
      "--out",
      "--answer x ping",
      "help a b",
      "help nope",
      "schema",
      "schema nope",
    ],
    ...[
      "ping x",
      "ping []",
      "ping {} {}",
      "ping '{' x",
      "ping --x",
      "ping --x=1",
      "ping ---x",
      "ping -=",
      "ping -",
    ],
    ...[
      "read_file --path",
      "read_file --path a --path b",
      "read_file --max_bytes x",
      "read_file --path a '{\"path\":1}'",
    ],
    ...[
      "tag --verbose=x",
      "tag --verbose --verbose",
      "deploy --limits x",
      "deploy --limits =1",
      "deploy --limits a=x",
    ],
    ...[
      "deploy --limits a=1 --limits a=2",
      "deploy --target.host a '{\"target\":1}'",
      "odd --x:=",
      "odd --x:=1 --x:=2",
    ],
    ...[
      "read_file --path:@/no/such",
      "odd --x:=@/no/such",
      "odd --x:=@- -",
      'raw \'{"a":1,"a":1}\'',
    ],
  ];
  for (const line of LINES) {
    it(`run() ends ${line} with two lines, status 2, nothing printed and nothing run`, async () => {
      expectUsage(await run(line), "…");
    });
  }
});
