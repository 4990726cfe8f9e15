import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { denoRun, run, writeProgram } from "./_program.ts";

const TOOLS = `[
  defineRawTool({
    name: "raw",
    description: "Gives its arguments back.",
    parameters: {
      type: "object",
      properties: {
        s: { type: "string" }, i: { type: "integer" }, n: { type: "number" },
        b: { type: "boolean" }, list: { type: "array" },
        u: { anyOf: [{ type: "string" }, { type: "null" }] },
        i0: { type: ["integer", "null"] }, b0: { type: ["boolean", "null"] },
      },
    },
    execute: (call) => call.args,
  }),
  defineTool({
    name: "greet",
    parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    execute: ({ name }) => "Grüß Gott, " + name,
  }),
  defineTool({ name: "fail", execute: () => { throw new Error("no such town: Köln"); } }),
  defineTool({ name: "nothing", execute: () => {} }),
  defineRawTool({ name: "numbers", execute: () => '{"a":9007199254740993,"b":[-12345678901234567890],"c":9007199254740991,"d":1e400,"e":0.1}' }),
  defineRawTool({ name: "text", execute: () => "[1, 2" }),
  defineTool({ name: "dash-ed", execute: () => "" }),
]`;

/** [words after utcp-call, status, what is printed] */
const CALLS: [string[], number, string][] = [
  [["greet", "--name=Ada"], 0, '{"ok":true,"result":"Gr\\u00fc\\u00df Gott, Ada"}'],
  [["greet", "--name="], 0, '{"ok":true,"result":"Gr\\u00fc\\u00df Gott, "}'],
  [
    ["greet", "--name=MISSING_ARG_name"],
    1,
    '{"ok":false,"error":{"code":"invalid_arguments","message":"invalid arguments: missing ' +
    'required property \\"name\\""}}',
  ],
  [
    ["greet", "--name=MISSING_ARG_x"],
    0,
    '{"ok":true,"result":"Gr\\u00fc\\u00df Gott, MISSING_ARG_x"}',
  ],
  [
    ["raw", "--s=5", "--i=12345678901234567890", "--n=1e3", "--b=True", '--list=["a",1]'],
    0,
    '{"ok":true,"result":{"s":"5","i":"12345678901234567890","n":1e3,"b":true,"list":["a",1]}}',
  ],
  [["raw", "--s=--i=1", "--b=FALSE"], 0, '{"ok":true,"result":{"s":"--i=1","b":false}}'],
  [["raw", "--i=None", "--n=null"], 0, '{"ok":true,"result":{"i":null,"n":null}}'],
  [["raw", "--u=null", "--s=null"], 0, '{"ok":true,"result":{"u":null,"s":"null"}}'],
  [
    ["raw", "--u=None", "--i0=None", "--b0=null"],
    0,
    '{"ok":true,"result":{"u":null,"i0":null,"b0":null}}',
  ],
  [["raw", '--u="null"', '--s="a"'], 0, '{"ok":true,"result":{"u":"null","s":"\\"a\\""}}'],
  [["raw", '--u="\\"a\\""'], 0, '{"ok":true,"result":{"u":"\\"a\\""}}'],
  [["raw", '--u=a "b" {'], 0, '{"ok":true,"result":{"u":"a \\"b\\" {"}}'],
  [["raw", "--u="], 0, '{"ok":true,"result":{"u":""}}'],
  [["raw", "--u=Null"], 0, '{"ok":true,"result":{"u":"Null"}}'],
  [["raw", "--u=5", "--i0=5", "--b0=True"], 0, '{"ok":true,"result":{"u":"5","i0":5,"b0":true}}'],
  [
    ["raw", '--u="a'],
    1,
    '{"ok":false,"error":{"code":"invalid_arguments","message":"u: expected a JSON string, got ' +
    '\\"\\\\\\"a\\""}}',
  ],
  [["raw", "--s=$HOME"], 0, '{"ok":true,"result":{"s":"\\u0024HOME"}}'],
  [["raw"], 0, '{"ok":true,"result":{}}'],
  [["nothing"], 0, '{"ok":true,"result":null}'],
  [["text"], 0, '{"ok":true,"result":"[1, 2"}'],
  [
    ["numbers"],
    0,
    '{"ok":true,"result":{"a":"9007199254740993","b":["-12345678901234567890"],' +
    '"c":9007199254740991,"d":1e400,"e":0.1}}',
  ],
  [["fail"], 1, '{"ok":false,"error":{"code":"tool_error","message":"no such town: K\\u00f6ln"}}'],
  [["gone"], 1, '{"ok":false,"error":{"code":"unknown_tool","message":"No tool \\"gone\\""}}'],
  [
    ["dash-ed"],
    1,
    '{"ok":false,"error":{"code":"unknown_tool","message":"No tool \\"dash-ed\\""}}',
  ],
  [[], 1, '{"ok":false,"error":{"code":"unknown_tool","message":"No tool \\"\\""}}'],
  [
    ["raw", "--i=one"],
    1,
    '{"ok":false,"error":{"code":"invalid_arguments","message":"i: expected integer, got ' +
    '\\"one\\""}}',
  ],
  [
    ["raw", "--list=[object Object]"],
    1,
    '{"ok":false,"error":{"code":"invalid_arguments","message":"list: expected JSON text, got ' +
    '\\"[object Object]\\""}}',
  ],
  [
    ["raw", "--x=1"],
    1,
    '{"ok":false,"error":{"code":"invalid_arguments","message":"Unknown argument \\"x\\""}}',
  ],
  [
    ["raw", "--s=1", "--s=2"],
    1,
    '{"ok":false,"error":{"code":"usage","message":"Argument \\"s\\" is given twice"}}',
  ],
  [
    ["raw", "word"],
    1,
    '{"ok":false,"error":{"code":"usage","message":"Expected --NAME=VALUE, got \\"word\\""}}',
  ],
];

const REFERENCE = '"$__UTCP_ARG_0123456789abcdef_s"';
const BROKEN =
  '{"ok":false,"error":{"code":"usage","message":"The envelope on standard input is not whole"}}';

/** [standard input, what is printed] */
const ENVELOPES: [string, string][] = [
  ["@ab s\nx\n@ab .\n", '{"ok":true,"result":{"s":"x"}}'],
  ["@ab s\n\n@ab .\n", '{"ok":true,"result":{"s":""}}'],
  ["@ab s\na\r\nb\r\n\n@ab .\n", '{"ok":true,"result":{"s":"a\\r\\nb\\r\\n"}}'],
  ["@ab s\nx\r\n@ab .\n", '{"ok":true,"result":{"s":"x\\r"}}'],
  ["@ab s\n@ac i\n@ab i\n7\n@ab .\n", '{"ok":true,"result":{"s":"@ac i","i":7}}'],
  ["@ab s\nMISSING_ARG_s\n@ab .\n", '{"ok":true,"result":{}}'],
  ["@ab .\n", '{"ok":true,"result":{}}'],
  ["@ab u\nnull\n@ab .\n", '{"ok":true,"result":{"u":null}}'],
  [`@ab s\n${REFERENCE}\n@ab .\n`, '{"ok":true,"result":{"s":"by reference"}}'],
  [
    `@ab s\n ${REFERENCE}\n@ab .\n`,
    `{"ok":true,"result":{"s":" \\"\\u0024${REFERENCE.slice(2, -1)}\\""}}`,
  ],
  [
    `@ab s\n${REFERENCE.replace("0123", "3210")}\n@ab .\n`,
    '{"ok":false,"error":{"code":"unresolved_placeholder","message":"Argument \\"s\\" arrived as a ' +
    'reference to a variable that is not set"}}',
  ],
  ["", BROKEN],
  ["@ab s\nx\n", BROKEN],
  ["x@ab s\nx\n@ab .\n", BROKEN],
  ["@ab s\nx\n@ab .\nmore", BROKEN],
];

describe("utcpExtension()", () => {
  let dir: string, program: string[];

  beforeAll(async () => {
    dir = await Deno.makeTempDir();
    program = denoRun(await writeProgram(dir, TOOLS));
  });

  afterAll(() => Deno.remove(dir, { recursive: true }));

  for (const [words, code, stdout] of CALLS) {
    it(`answers utcp-call ${words.join(" ")}`, async () => {
      const answer = await run([...program, "utcp-call", ...words]);
      expect(answer).toEqual({ code, stdout: `${stdout}\n`, stderr: "" });
    });
  }

  for (const [stdin, stdout] of ENVELOPES) {
    it(`answers the envelope ${JSON.stringify(stdin)}`, async () => {
      const answer = await run([...program, "utcp-call", "raw", "--stdin-envelope=ab"], {
        stdin,
        env: { __UTCP_ARG_0123456789abcdef_s: "by reference" },
      });
      const code = stdout.startsWith('{"ok":true') ? 0 : 1;
      expect(answer).toEqual({ code, stdout: `${stdout}\n`, stderr: "" });
    });
  }

  it("refuses an envelope that is not UTF-8", async () => {
    const bytes = new TextEncoder().encode("@ab s\n?\n@ab .\n");
    bytes[bytes.indexOf("?".charCodeAt(0))] = 0xff;
    expect(await run([...program, "utcp-call", "raw", "--stdin-envelope=ab"], { stdin: bytes }))
      .toEqual({
        code: 1,
        stdout: '{"ok":false,"error":{"code":"usage","message":"The envelope on standard input ' +
          'is not valid UTF-8"}}\n',
        stderr: "",
      });
  });

  it("prints a manual whose command reaches this very program from anywhere", async () => {
    const { code, stdout, stderr } = await run([...program, "--utcp-discover"]);
    expect([code, stderr]).toEqual([0, ""]);
    const { tools } = JSON.parse(stdout);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      "raw",
      "greet",
      "fail",
      "nothing",
      "numbers",
      "text",
    ]);
    const { command } = tools[3].tool_call_template.commands[0];
    const answer = await run(["bash", "-c", command], { cwd: "/" });
    expect(answer).toEqual({ code: 0, stdout: '{"ok":true,"result":null}\n', stderr: "" });
  });

  it("writes form A for a client whose probe arrives by reference, and form B for others", async () => {
    const form = async (word: string, env: Record<string, string> = {}) => {
      const { stdout } = await run([...program, word], { env });
      return stdout.includes("--stdin-envelope=") ? "B" : "A";
    };
    const env = { __UTCP_ARG_0123456789abcdef_probe: "MISSING_ARG_probe" };
    expect(await form("--utcp-discover=MISSING_ARG_probe", env)).toBe("A");
    expect(await form("--utcp-discover=MISSING_ARG_probe")).toBe("B");
    expect(await form("--utcp-discover", env)).toBe("B");
  });

  it("names the variables that Deno reads in form A only, for old clients refuse a manual that does", async () => {
    const inherited = async (word: string) => {
      const { stdout } = await run([...program, word], {
        env: {
          __UTCP_ARG_0123456789abcdef_probe: "MISSING_ARG_probe",
          NO_PROXY: "localhost",
          SSL_CERT_FILE: "/nowhere.pem",
        },
      });
      return JSON.parse(stdout).tools[0].tool_call_template.inherit_env_vars;
    };
    expect(await inherited("--utcp-discover")).toBe(undefined);
    expect(await inherited("--utcp-discover=MISSING_ARG_probe")).toEqual(
      expect.arrayContaining(["PATH", "NO_PROXY", "SSL_CERT_FILE"]),
    );
  });

  it("passes on the permissions that the program has", async () => {
    const path = program.at(-1)!;
    const words = [Deno.execPath(), "run", "--allow-env", "--allow-read=/proc,.", path];
    const { stdout } = await run([...words, "--utcp-discover"], { cwd: dir });
    const { command } = JSON.parse(stdout).tools[0].tool_call_template.commands[0];
    // Without all permissions the command line cannot be read: what was given in part is left out.
    expect(command).toContain("'run' '--allow-env' '");
  });
});
