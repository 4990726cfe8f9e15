// The words of the Go client: list-tools, and call with the arguments on standard input.
import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { denoRun, run, writeProgram } from "./_program.ts";

const TOOLS = `[
  defineRawTool({
    name: "raw-one",
    description: "Gives its arguments back, for $1.",
    parameters: {
      type: "object",
      properties: { list: { type: "array", items: { type: "integer" } }, b: { type: "boolean" } },
      required: ["list"],
    },
    execute: (call) => call.args,
  }),
  defineTool({ name: "greet", parameters: { type: "object", required: ["name"] },
    execute: ({ name }) => "Hello, " + name }),
  defineTool({ name: "none", execute: () => {} }),
  defineRawTool({ name: "odd", parameters: '{"type":["object"],"properties":[],"required":1}',
    execute: () => "42" }),
]`;

const CALLS: [words: string[], stdin: string, code: number, answer: string][] = [
  [
    ["kit", "raw-one", "--b", "--list", "1"],
    '{"list":[9007199254740993],"b":false}',
    0,
    '{"ok":true,"result":{"list":["9007199254740993"],"b":false}}',
  ],
  [["kit", "kit.raw-one"], '{"list":[1]}\n', 0, '{"ok":true,"result":{"list":[1]}}'],
  [["kit", "greet"], '{"name":"Ada"}', 0, '{"ok":true,"result":"Hello, Ada"}'],
  [["kit", "none"], "null", 0, '{"ok":true,"result":null}'],
  [["kit", "none"], "", 0, '{"ok":true,"result":null}'],
  [["kit", "odd"], "{}", 0, '{"ok":true,"result":"42"}'],
  [
    ["kit", "greet"],
    "{}",
    1,
    '{"ok":false,"error":{"code":"invalid_arguments","message":"invalid arguments: missing ' +
    'required property \\"name\\""}}',
  ],
  [
    ["other", "kit.greet"],
    "{}",
    1,
    '{"ok":false,"error":{"code":"unknown_tool","message":"No tool \\"kit.greet\\""}}',
  ],
  [[], "{}", 1, '{"ok":false,"error":{"code":"unknown_tool","message":"No tool \\"\\""}}'],
  [
    ["kit", "raw-one"],
    "[1]",
    1,
    '{"ok":false,"error":{"code":"usage","message":"The JSON on standard input is refused: it is not a ' +
    'JSON object"}}',
  ],
];

describe("utcpExtension() for the Go client", () => {
  let dir: string, program: string[], named: string[];
  beforeAll(async () => {
    dir = await Deno.makeTempDir();
    program = denoRun(await writeProgram(dir, TOOLS));
    const own = ["call", "list-tools"].map((name) =>
      `defineTool({ name: "${name}", execute: () => "its own ${name}" })`
    );
    named = denoRun(await writeProgram(`${dir}/named`, `[${own}]`));
  });
  afterAll(() => Deno.remove(dir, { recursive: true }));

  it("answers list-tools with a manual of all tools and their schemas", async () => {
    const { code, stdout, stderr } = await run([...program, "list-tools"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).not.toContain("$");
    const rest = { outputs: { type: "object" }, tags: [] };
    const none = { type: "object", properties: {}, required: [] };
    expect(JSON.parse(stdout)).toEqual({
      utcp_version: "1.0.1",
      manual_version: "1.0.0",
      tools: [
        {
          name: "raw-one",
          description: "Gives its arguments back, for $1.",
          inputs: {
            type: "object",
            properties: {
              list: { type: "array", items: { type: "integer" } },
              b: { type: "boolean" },
            },
            required: ["list"],
          },
          ...rest,
        },
        { name: "greet", description: "", inputs: { ...none, required: ["name"] }, ...rest },
        { name: "none", description: "", inputs: none, ...rest },
        { name: "odd", description: "", inputs: none, ...rest },
      ],
    });
  });

  for (const [words, stdin, code, answer] of CALLS) {
    it(`answers call ${words.join(" ")} with ${JSON.stringify(stdin)}`, async () => {
      const got = await run([...program, "call", ...words], { stdin });
      expect(got).toEqual({
        code,
        stdout: code === 0 ? `${answer}\n` : "",
        stderr: code === 0 ? "" : `${answer}\n`,
      });
    });
  }

  it("leaves the words to tools that are named so", async () => {
    for (const name of ["call", "list-tools"]) {
      expect(await run([...named, name]))
        .toEqual({ code: 0, stdout: `its own ${name}\n`, stderr: "" });
    }
  });
});
