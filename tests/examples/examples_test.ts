import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { type Outcome, PACKAGES, run, type RunOptions } from "./_run.ts";

const PIZZA = '{"message":"What shall we bake?","schema":{"type":"object","properties":{' +
  '"size":{"enum":["small","large"],"default":"small"},' +
  '"toppings":{"type":"array","items":{"enum":["basil","mushrooms","olives"]}},' +
  '"slices":{"type":"integer","minimum":1,"maximum":12,"description":"How to cut it"},' +
  '"email":{"type":"string","format":"email","title":"Where to send the bill"}},' +
  '"required":["size","email"]},"answers_given":0';

const cases: [title: string, program: string, args: string[], Outcome, RunOptions?][] = [
  ["agenttool.ts runs a batch of calls", "agenttool.ts", [], {
    code: 0,
    stdout: '0 [{"type":"text","text":"Hello, Ada!"}]\n' +
      '1 [{"type":"text","text":"abab"}]\n' +
      "2 invalid arguments: times: Too small: expected number to be >=1\n" +
      '3 no tool for call "call_3"\n',
    stderr: "",
  }],
  ["cli.ts runs command lines on streams", "cli.ts", [], {
    code: 0,
    stdout: "$ calc add --numbers 1 --numbers 2.5\n3.5\n[status 0]\n" +
      '$ calc add {"numbers":[1,2,3]}\n6\n[status 0]\n' +
      "$ calc add --numbers one\n" +
      'calc: add: invalid value "one" for flag -numbers: "one" is not a number\n' +
      "Run `calc help` for usage.\n[status 2]\n",
    stderr: "",
  }],
  ["prompt.ts asks its form by status 3", "prompt.ts", ["order"], {
    code: 3,
    stdout: `${PIZZA},"error":"Nothing was ordered"}\n`,
    stderr: "pizza: the call asks a question: " +
      "run it again with --answer '<reply>' before the command\n",
  }, { flags: ["-A", ...PACKAGES] }],
  ["prompt.ts takes an answer that fits", "prompt.ts", [
    "--answer",
    '{"size":"large","email":"ada@example.com","toppings":["basil"]}',
    "order",
  ], {
    code: 0,
    stdout: '{"ordered":{"size":"large","email":"ada@example.com","toppings":["basil"]}}\n',
    stderr: "",
  }, { flags: ["-A", ...PACKAGES] }],
  ["prompt.ts ends with status 2 when nothing is ordered", "prompt.ts", [
    "--answer",
    "decline",
    "order",
  ], {
    code: 2,
    stdout: "",
    stderr: "Error: Nothing was ordered\n",
  }, { flags: ["-A", ...PACKAGES] }],
];

describe("examples/", () => {
  for (const [title, program, args, expected, options] of cases) {
    it(title, async () => {
      expect(await run(`examples/${program}`, args, options)).toEqual(expected);
    });
  }

  it("markdown.ts prints a document of all the file tools", async () => {
    const { code, stdout, stderr } = await run("examples/markdown.ts", []);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^# File tools\n\n## Calling `file-tools`\n/);
    expect(stdout.match(/^##+ .*$/gm)).toEqual([
      "## Calling `file-tools`",
      "## Commands",
      "### `read_file`",
      "### `list_dir`",
      "### `search`",
      "### `write_file`",
      "### `stat`",
    ]);
    expect(stdout).toContain("file-tools read_file --path <string> [--max_bytes <integer>]\n");
    expect(stdout).toContain("Hints from the tool: may be destructive; idempotent.\n");
  });
});
