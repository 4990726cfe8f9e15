import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { defineRawTool } from "../../agenttool/define_tool.ts";
import { lintTemplate } from "../../utcp/lint.ts";
import { utcpManual } from "../../utcp/manual.ts";
import { parseTemplate } from "../../utcp/template.ts";

const X = "UTCP_ARG_x_UTCP_END";

const option = (program: string) =>
  `commands[0]: argument "x" begins a word, which "${program}" could take for an option: ` +
  `write -- before it, or --option=${X}`;
const unquoted =
  'commands[0]: $CMD_0_OUTPUT outside quotes is split, and globbed: write "$CMD_0_OUTPUT"';
const asCode =
  "commands[0]: $CMD_0_OUTPUT is run as code: pass it as an argument of the code instead";

/** [command, what is found] */
const COMMANDS: [string, string[]][] = [
  [`sort ${X} </dev/null`, [option("sort")]], // row 39
  [`sort "${X}"`, [option("sort")]],
  [`sort '${X}.txt'`, [option("sort")]],
  [`rm -rf ${X}`, [option("rm")]],
  [`cd /tmp && ls ${X}`, [option("ls")]],
  [`LC_ALL=C sort ${X}`, [option("sort")]],
  [`n=$(wc ${X})`, [option("wc")]],
  [`# don't\nls ${X}`, [option("ls")]],
  [`sort -- ${X}`, []],
  [`sort --key=${X}`, []],
  [`git commit -m "${X}"`, []],
  [`git log --grep ${X}`, []],
  [`ls ./${X}`, []],
  [`[ ${X} -gt 3 ]`, []],
  [`printf '<%s>' ${X}`, []],
  [`sort >${X}`, []],
  [`cat <<'EOF' | sort\n${X}\nEOF\n`, []],
  [
    `echo $((${X}+1))`,
    [
      "refused: commands[0]: $((…)) evaluates values as code: use a program, such as expr",
    ],
  ],
  [`${X} hi`, ['commands[0]: argument "x" decides which program runs']],
  ["docker build -t myapp:$CMD_0_OUTPUT .", [unquoted]],
  ["docker build -t myapp:${CMD_0_OUTPUT} .", [unquoted]],
  ['echo "$CMD_0_OUTPUT"', []],
  ["echo '$CMD_0_OUTPUT'", []],
  ["v=$CMD_0_OUTPUT", []],
  ['eval "$CMD_0_OUTPUT"', [asCode]],
  ['bash -c "echo $CMD_0_OUTPUT"', [asCode]],
  [
    "echo UTCP_ARG_a-b_UTCP_END",
    [
      "commands[0]: UTCP_ARG_a-b_UTCP_END is no placeholder: a name has letters, digits and _ only",
    ],
  ],
];

describe("lintTemplate()", () => {
  for (const [command, found] of COMMANDS) {
    it(`reads ${JSON.stringify(command)}`, () => {
      const template = parseTemplate({ call_template_type: "cli", commands: [{ command }] });
      expect(lintTemplate(template)).toEqual(found);
    });
  }

  it("reads argv like a command", () => {
    const template = parseTemplate({ call_template_type: "cli", argv: ["sort", X] });
    expect(lintTemplate(template)).toEqual([option("sort").replace("commands[0]", "argv")]);
  });

  it("compares placeholders with inputs", () => {
    const template = parseTemplate({
      call_template_type: "cli",
      commands: [{ command: "echo --a=UTCP_ARG_a_UTCP_END --b=UTCP_ARG_b_UTCP_END" }],
    });
    const inputs = { properties: { a: {}, c: {} } };
    expect(lintTemplate(template, inputs)).toEqual([
      'argument "b" has a placeholder, and is not in inputs',
      'argument "c" is in inputs, and has no placeholder',
      'argument "a" is optional: left out, it reads MISSING_ARG_a',
    ]);
  });

  for (const byReference of [true, false]) {
    const form = byReference ? "A" : "B";
    it(`finds nothing in a manual that this project wrote in form ${form}`, () => {
      const parameters = {
        type: "object",
        properties: { text: { type: "string" }, times: { type: "integer" } },
        required: ["text"],
      };
      const echo = defineRawTool({ name: "echo", parameters, execute: () => "" });
      const command = ["/my tools/deno", "run", "-A", "/kit.ts", "run", "/it's.ts"];
      const [tool] = JSON.parse(utcpManual([echo], { command, byReference })).tools;
      expect(lintTemplate(parseTemplate(tool.tool_call_template), tool.inputs)).toEqual([]);
    });
  }
});
