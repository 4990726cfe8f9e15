import { checkJson } from "../../agenttool/json.ts";
import { defineRawTool, defineTool, type Tool } from "../../agenttool/mod.ts";
import type { Io } from "../../cli/_io.ts";
import { runProgram } from "../../cli/_program.ts";
import { expectSame, type Target } from "./_target.ts";

/** Stands between the words of an input. */
const SPACE = "\u001f";

const SCHEMAS = {
  flat: `{"type":"object","properties":{"s":{"type":"string"},"n":{"type":"number"},` +
    `"i":{"type":"integer","minimum":1},"b":{"type":"boolean"},"e":{"enum":["x","y",1,null]},` +
    `"l":{"type":"array","items":{"type":"string"}},"k":{"type":["string","null"]}},` +
    `"required":["s"],"additionalProperties":false}`,
  deep: `{"properties":{"a":{"properties":{"b":{"properties":{"c":{"type":"integer"}}},` +
    `"b.c":{"type":"string"},"m":{"type":"object","additionalProperties":{"type":"number"}}}},` +
    `"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"x":{}}},` +
    `"":{"type":"string"},"-x":{"type":"string"},"a=b":{"type":"string"},"help":{"type":"boolean"},` +
    `"bs":{"type":"array","items":{"type":"boolean"}},"any":{},"o":{"type":"array",` +
    `"items":{"type":"object"}}}}`,
  no_object: `[1]`,
  no_json: `{"type":`,
  cyclic: `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}`,
};

const WORDS = [
  ...Object.keys(SCHEMAS),
  "checked",
  "help",
  "schema",
  "-",
  "--",
  "-h",
  "--help",
  "--answer",
  "--out",
  "--record",
  "--ask",
  "--s",
  "--n",
  "--i",
  "--b",
  "--e",
  "--l",
  "--k",
  "--a.b.c",
  "--a.m",
  "--__proto__",
  "--constructor.x",
  "--bs",
  "--any",
  "--o",
  ":=",
  ":@",
  ":=@",
  "=",
  "k=1",
  "true",
  "false",
  "null",
  "0x1p3",
  "1e400",
  "12345678901234567890",
  "{}",
  '{"s":"a"}',
  '{"a":{"b":{"c":1}}}',
  "[]",
  '["a"]',
  "accept",
  "x",
  " ",
  "é",
  "\ud83d",
  "\u001b[31m",
];

const VALID = [
  ["flat", "--s", "a", "--n=1.5", "--l", "x", "--l=y", "--k:=null", '{"i":3}'],
  ["deep", "--a.b.c", "7", "--a.m", "k=1", "--a.m=j=2", "--bs", "--any:=[1]", "--", "{}"],
  ["checked", "--s=a", "-b", "--i", "2", "--e:=1"],
  ["flat", "--s:@f", "--l:@f", "-"],
].map((words) => words.join(SPACE));

let ran: string | undefined;

const tools: Tool[] = [
  ...Object.entries(SCHEMAS).map(([name, parameters]) =>
    defineRawTool({
      name,
      parameters,
      execute: (call) => {
        ran = call.args;
        return Promise.resolve(call.args);
      },
    })
  ),
  defineTool({
    name: "checked",
    parameters: JSON.parse(SCHEMAS.flat),
    execute: (_args, call) => {
      ran = call.args;
      return call.args;
    },
  }),
];

/** A program from its command line to its exit status, on streams in memory. */
export const commandLine: Target = {
  name: "cli",
  input: (random) => {
    if (random.once(3)) return random.mutated(random.one(VALID), [...WORDS, SPACE]);
    const words = [random.one(Object.keys(SCHEMAS))];
    for (let left = random.below(6); left > 0; left--) words.push(random.text(WORDS, 3));
    return words.join(SPACE);
  },
  async check(input) {
    ran = undefined;
    const written = { stdout: "", stderr: "" };
    const io = memory(written);
    const status = await runProgram({ name: "kit", tools, io }, input.split(SPACE));
    const { stdout, stderr } = written;
    expectSame("status", [0, 1, 2, 3].includes(status), true);
    if (ran !== undefined) checkJson(ran);
    if (status === 2) {
      expectSame("lines on stderr", stderr.split("\n").length, stdout === "" ? 3 : 0);
      expectSame("arguments of a tool that should not run", ran, undefined);
    } else if (ran !== undefined && status === 0) expectSame("stdout", stdout, `${ran}\n`);
    else if (status === 1) expectSame("stdout", stdout, "");
  },
};

function memory(written: { stdout: string; stderr: string }): Io {
  const output = (name: "stdout" | "stderr") => ({
    isTerminal: false,
    write(text: string) {
      written[name] += text;
      return Promise.resolve();
    },
  });
  const bytes = new TextEncoder().encode('{"n":1}');
  const refuse = () => Promise.reject(new Error("not here"));
  return {
    stdout: output("stdout"),
    stderr: output("stderr"),
    readStdin: () => Promise.resolve(bytes),
    readFile: (path) => path === "f" ? Promise.resolve(bytes) : refuse(),
    openLog: refuse,
    makeDir: refuse,
    makeTempDir: refuse,
    createFile: refuse,
  };
}
