import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { defineRawTool } from "../../agenttool/define_tool.ts";
import type { JsonSchema } from "../../agenttool/tool.ts";
import { lintTemplate } from "../../utcp/lint.ts";
import { utcpManual } from "../../utcp/manual.ts";
import { parseTemplate } from "../../utcp/template.ts";

const X = "UTCP_ARG_x_UTCP_END";

const option = (program: string) =>
  `commands[0]: argument "x" begins a word, which "${program}" could take for an option: ` +
  `write -- before it, or --option=${X}`;
const unquoted =
  'commands[0]: $CMD_0_OUTPUT outside quotes is split, and globbed: write "$CMD_0_OUTPUT"';

/** Warned of beside a near case that is fine: [what takes the value for an option, the other]. */
const OPTIONS: [program: string, command: string, fine: string][] = [
  ["rm", "rm X", "rm -- X"],
  ["rm", "rm -f X", "rm -f -- X"],
  ["rm", "rm -rf X", "rm -rf -- X"],
  ["sort", "sort -r X", "sort -k X"],
  ["sort", "sort -k2 X", "sort -rk X"],
  ["sort", "sort -t -- X", "sort -t , -- X"],
  ["grep", "grep -n X f", "grep -n -- X f"],
  ["grep", "grep X f", "grep -e X f"],
  ["head", "head -5 X", "head -n X"],
  ["ls", "ls --all X", "ls --width X"],
  ["tar", "tar xf a.tar X", "tar xf X"],
  ["jq", "jq X f", "jq --arg name X . f"],
  ["curl", "curl -sS X", "curl -sSo X https://localhost"],
  ["rm", "if true; then rm X; fi", "if true; then rm -- X; fi"],
  ["rm", "if true; then :; elif rm X; then :; fi", "if true; then :; elif rm -- X; then :; fi"],
  ["sort", "for f in *; do sort X; done", "for f in X; do sort; done"],
  ["grep", "while true; do grep X f; done", "until true; do grep -e X f; done"],
  ["rm", "case a in (a|b) rm X;; esac", "case X in X) rm -- X;; esac"],
  ["rm", "! rm X", "! rm -- X"],
  ["rm", "{ rm X; }", "{ rm -- X; }"],
  ["rm", "(rm X)", "(rm -- X)"],
  ["rm", "f() { rm X; }", 'f() { rm -- "$1"; }; f X'],
  ["rm", "a=b rm X", "a=X rm f"],
  ["rm", "time rm X", "time -p rm -- X"],
  ["rm", "env A=b rm X", "env A=X rm f"],
  ["rm", "sudo -u ada rm X", "sudo -u ada rm -- X"],
  ["rm", "sudo --preserve-env rm X", "sudo --user ada rm -- X"],
  ["rm", "timeout 5 rm X", "timeout 5 rm -- X"],
  ["sort", 'echo "$(sort X)"', 'echo "$(sort -- X)"'],
  ["sort", "cat <(sort X)", "cat <(sort -- X)"],
  ["grep", "find . -exec grep a X {} +", "find . -name X -exec grep a -- {} X +"],
  ["run.sh", "bash ./run.sh X", "bash -c 'echo \"$1\"' bash X"],
  ["tool.py", "python3 tool.py X", "python3 -c 'import sys' X"],
  ["mytool", "mytool X", "mytool -o X"],
  ["mytool", "mytool run X", "mytool --output X"],
  ["sort", "'sort' X", "echo X"],
  ["sort", "/usr/bin/sort X", "echo -n X"],
  ["expr", "expr X + 1", "test X = a && [ X = b ]"],
  ["ls", "cd /tmp && ls X", "cd X && ls"],
];

/** [command, the reason], and a near case that is fine. `O` is `$CMD_0_OUTPUT`. */
const CODE: [command: string, reason: string, fine: string][] = [
  ['eval "O"', "eval runs values as code", "sh -c 'echo O'"],
  ['bash -c "echo O"', "an argument may be code of bash", 'bash -c \'echo "$1"\' bash "O"'],
  ['bash -ec "echo O"', "an argument may be code of bash", 'bash -ec \'echo "$1"\' bash "O"'],
  ['sudo sh -c "O"', "an argument may be code of sh", 'sudo sh -c \'echo "$1"\' sh "O"'],
  ['python3 -c "O"', "an argument may be code of python3", "python3 -c 'import sys' \"O\""],
  ['awk "BEGIN{O}"', "an argument may be code of awk", "awk -v n=\"O\" 'BEGIN{print n}'"],
  ['find . -exec sh -c "O" \\;', "an argument may be code of sh", 'find . -name "O"'],
  ['trap "O" EXIT', "trap can run code", "trap 'rm -f -- f' EXIT; echo \"O\""],
  ['source <(echo "O")', "the file that is sourced is not known", 'source ./lib.sh; echo "O"'],
  ['"O" a', "a value names the program", '"$TOOL" "O"'],
  ["echo $((CMD_0_OUTPUT+1))", '$((…)) evaluates "CMD_0_OUTPUT"', 'expr -- "O" + 1'],
  ["((CMD_0_OUTPUT > 3))", '((…)) evaluates "CMD_0_OUTPUT"', '[ "O" -gt 3 ]'],
  ['[[ "O" -gt 3 ]]', '[[ … ]] evaluates "CMD_0_OUTPUT"', '[[ -n "O" ]]'],
  ['echo "O" | sh', "sh takes code from its input", 'echo "O"; echo a | sh'],
  ['echo "O" | tee f | sudo bash', "bash takes code from its input", 'echo "O" | sudo tee f'],
  ['{ echo a; echo "O"; } | sh', "sh takes code from its input", '{ echo "O"; } | sh -c "cat"'],
  ['echo "O" | { sh; }', "sh takes code from its input", 'echo "O" | { cat; }; sh'],
  ["for f in O; do echo a; done | sh", "sh takes code from", 'for f in O; do rm -- "$f"; done'],
  ['bash <<< "O"', "bash takes code from its input", 'bash run.sh <<< "O"'],
  ["bash <<E\nO\nE\n", "bash takes code from its input", "bash <<'E'\nO\nE\ncat <<E\nO\nE\n"],
  ['echo "O" | xargs -I{} sh -c "echo {}"', "an argument may be code", 'echo "O" | xargs rm --'],
  ['a=(1); echo "${a[$i]}"; eval "O"', "eval runs values", 'a=(1); echo "${a[$i]}" "O"'],
  ['echo `eval "O"`', "eval runs values as code", 'echo `cat` "O"'],
];

/** [command, what is found] */
const COMMANDS: [string, string[]][] = [
  [`sort ${X} </dev/null`, [option("sort")]], // row 39
  [`sort "${X}"`, [option("sort")]],
  [`sort '${X}.txt'`, [option("sort")]],
  [`rm -rf ${X}`, [option("rm")]],
  [`cd /tmp && ls ${X}`, [option("ls")]],
  [`LC_ALL=C sort ${X}`, [option("sort")]],
  [`n=$(wc ${X})`, [option("wc")]],
  [`sort ${X} "$(sort ${X})"`, [option("sort")]],
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
  ["export v=$CMD_0_OUTPUT", []],
  ['echo "$(echo $CMD_0_OUTPUT)"', [unquoted]],
  ["echo a > $CMD_0_OUTPUT", [unquoted]],
  ['echo a > "$CMD_0_OUTPUT"', []],
  [
    'sort "$CMD_0_OUTPUT"',
    [
      'commands[0]: $CMD_0_OUTPUT begins a word, which "sort" could take for an option: write ' +
      '-- before it, or --option="$CMD_0_OUTPUT"',
    ],
  ],
  ['sort -- "$CMD_0_OUTPUT"', []],
  ['printf "%s" "$CMD_0_OUTPUT"', []],
  [
    'bash -c "echo $CMD_0_OUTPUT"',
    [
      "commands[0]: $CMD_0_OUTPUT may be run as code: an argument may be code of bash, or an " +
      'option that takes code: write bash -c \'echo "$1"\' bash "$CMD_0_OUTPUT"',
    ],
  ],
  [
    `git log ${X}`,
    [
      'commands[0]: argument "x" begins a word, which "git" could take for an option: write -- ' +
      `before a path, --end-of-options before anything else, or --option=${X}`,
    ],
  ],
  [`git log -n ${X}`, []],
  [`git -C ${X} log`, []],
  [`git show --end-of-options ${X} --`, []],
  [
    `find ${X} -name a`,
    [
      'commands[0]: argument "x" begins a word, which "find" could take for part of its ' +
      `expression: write ./${X}, or check that it begins with /`,
    ],
  ],
  [`find ./${X} -name a`, []],
  [
    `mytool -xf ${X}`,
    [
      'commands[0]: argument "x" may be taken for an option by "mytool", where "-xf" wants no ' +
      `value: write -- before it, or --option=${X}`,
    ],
  ],
  [`mytool -xf -- ${X}`, []],
  [`java -jar ${X}`, []],
  [
    "echo UTCP_ARG_a-b_UTCP_END",
    [
      "commands[0]: UTCP_ARG_a-b_UTCP_END is no placeholder: a name has letters, digits and _ only",
    ],
  ],
];

/** Of a command in which `X` stands for the placeholder, and `O` for the output. */
function lint(text: string, inputs?: JsonSchema): string[] {
  const command = text.replace(/(?<!\w)X(?!\w)/g, X).replace(/(?<!\w)O(?!\w)/g, "$CMD_0_OUTPUT");
  const template = parseTemplate({ call_template_type: "cli", commands: [{ command }] });
  return lintTemplate(template, inputs);
}

describe("lintTemplate()", () => {
  for (const [command, found] of COMMANDS) {
    it(`reads ${JSON.stringify(command)}`, () => expect(lint(command)).toEqual(found));
  }

  for (const [program, command, fine] of OPTIONS) {
    it(`warns of ${JSON.stringify(command)}, and not of ${JSON.stringify(fine)}`, () => {
      expect(lint(command)).toEqual([option(program)]);
      expect(lint(fine)).toEqual([]);
    });
  }

  for (const [command, reason, fine] of CODE) {
    it(`warns of ${JSON.stringify(command)}, and not of ${JSON.stringify(fine)}`, () => {
      const [found, ...others] = lint(command);
      expect(found).toContain(`commands[0]: $CMD_0_OUTPUT may be run as code: ${reason}`);
      expect(others).toEqual([]);
      expect(lint(fine)).toEqual([]);
    });
  }

  /** [argv, what is found] */
  const argvs: [string[], string[]][] = [
    [["sort", X], [option("sort").replace("commands[0]", "argv")]],
    [["sort", "--", X], []],
    [["git", "log", "-n", X], []],
    [["echo", "it's", X], []],
    [[X, "hi"], ['argv: argument "x" decides which program runs']],
    [
      ["bash", "-c", `echo ${X}`],
      [
        "refused: argv: an argument may be code of bash, or an option that takes code: " +
        "write bash -c 'echo \"$1\"' bash UTCP_ARG_name_UTCP_END",
      ],
    ],
    [["bash", "-c", 'echo "$1"', "bash", X], []],
    [
      ["/usr/bin/python3", "-c", `print("${X}")`],
      [
        "refused: argv: an argument may be code of python3, or an option that takes code: " +
        "put it after the code, which finds it in sys.argv",
      ],
    ],
    [["/usr/bin/python3", "-c", "import sys", X], []],
  ];
  for (const [argv, found] of argvs) {
    it(`reads argv ${JSON.stringify(argv)}`, () => {
      const template = parseTemplate({ call_template_type: "cli", argv });
      expect(lintTemplate(template)).toEqual(found);
    });
  }

  it("knows the functions of other steps", () => {
    const commands = ['function f { sort -- "$1"; }', `f ${X}`];
    const template = parseTemplate({
      call_template_type: "cli",
      commands: commands.map((command) => ({ command })),
    });
    expect(lintTemplate(template)).toEqual([]);
  });

  /** [schema of the argument, whether it may begin with a dash] */
  const schemas: [JsonSchema, boolean][] = [
    [{ type: "string" }, true],
    [{ type: "string", pattern: "^[0-9A-Za-z]" }, false],
    [{ type: "string", pattern: "^[0-9A-Za-z]*" }, true],
    [{ type: "string", pattern: "^a|b" }, true],
    [{ type: "string", pattern: "^[+--]" }, true],
    [{ type: "string", pattern: "^." }, true],
    [{ type: "integer" }, true],
    [{ type: "integer", minimum: 0 }, false],
    [{ type: "number", minimum: -1 }, true],
    [{ type: "boolean" }, false],
    [{ enum: ["a", "b"] }, false],
    [{ enum: ["a", "-b"] }, true],
  ];
  for (const [schema, warned] of schemas) {
    it(`warns ${warned ? "" : "not "}of an argument of ${JSON.stringify(schema)}`, () => {
      const inputs = { properties: { x: schema }, required: ["x"] };
      expect(lint(`sort ${X}`, inputs)).toEqual(warned ? [option("sort")] : []);
    });
  }

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
