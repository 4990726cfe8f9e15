// spec/utcp-cli.md 2.3: what stands in a script in the place of arguments and variables.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { readBash } from "../../utcp/_bash.ts";
import { argumentNames, newReferences } from "../../utcp/_references.ts";
import { placed } from "./_run.ts";

const NONCE = "0123456789abcdef";
const A = `__UTCP_ARG_${NONCE}_x`;
const V = `__UTCP_VAR_${NONCE}_TOKEN`;

function read(command: string): string {
  const { commands, problems } = readBash(
    [placed(command)],
    newReferences(NONCE, new Set(["TOKEN"])),
  );
  return problems.join("; ") || commands[0]!;
}

describe("readBash()", () => {
  const rows: [command: string, text: string][] = [
    ["echo X", `echo "$${A}"`],
    ["echo aXb", "echo aXb"],
    ["echo a-X-b", `echo a-"$${A}"-b`],
    ['echo "a-X-b"', `echo "a-\${${A}}-b"`],
    ["echo 'a-X-b'", `echo 'a-'"$${A}"'-b'`],
    [`echo "it's X"`, `echo "it's \${${A}}"`],
    [`echo 'say "X"'`, `echo 'say "'"$${A}"'"'`],
    ["echo \\X", "echo \\UTCP_ARG_x_UTCP_END"],
    ["echo \\\\X", `echo \\\\"$${A}"`],
    ['echo "\\X"', `echo "\\\${${A}}"`],
    ['echo "\\"X\\""', `echo "\\"\${${A}}\\""`],
    ['echo "$(cat "X")"', `echo "$(cat "\${${A}}")"`],
    ["echo $(cat 'X')", `echo $(cat ''"$${A}"'')`],
    ["cat <<E\n'X'\nE", `cat <<E\n'\${${A}}'\nE`],
    [
      "cat <<'E' | wc\nX $HOME \\ `x`\nE\necho X",
      `cat <<__UTCP_EOF_${NONCE} | wc\n\${${A}} \\$HOME \\\\ \\\`x\\\`\n__UTCP_EOF_${NONCE}\necho "$${A}"`,
    ],
    ["cat <<'E'\n$HOME\nE\necho X", `cat <<'E'\n$HOME\nE\necho "$${A}"`],
    ["cat <<-'E'\n\tX\n\tE", `cat <<-__UTCP_EOF_${NONCE}\n\t\${${A}}\n__UTCP_EOF_${NONCE}`],
    ["echo $TOKEN ${TOKEN}", `echo "$${V}" "$${V}"`],
    ['echo "$TOKEN-${TOKEN}"', `echo "\${${V}}-\${${V}}"`],
    ["echo 'Bearer $TOKEN'", `echo 'Bearer '"$${V}"''`],
    ["echo $TOKENS $OTHER ${TOKEN:-} $5 X", `echo $TOKENS $OTHER \${TOKEN:-} $5 "$${A}"`],
    ["echo \\$TOKEN X", `echo \\$TOKEN "$${A}"`],
    // without references nothing is looked at, whatever it is
    ["echo $((n+1)) `date` # don't", "echo $((n+1)) `date` # don't"],
    ['echo "unclosed', 'echo "unclosed'],
  ];

  for (const [command, text] of rows) {
    it(`${JSON.stringify(command)} becomes ${JSON.stringify(text)}`, () => {
      expect(read(command)).toBe(text);
    });
  }

  const refused: [command: string, reason: string][] = [
    ['echo "X', "a double quote is not closed"],
    ["echo 'X", "a single quote is not closed"],
    ["echo X \\", "a backslash at the end is not understood"],
    ["echo X ${x:-\\", "a backslash at the end is not understood"],
    // With two ways to read a name this would take years.
    [
      `echo X $((${"name".repeat(100)}.))`,
      "$((…)) evaluates values as code: use a program, such as expr",
    ],
    ["echo X)", '")" is not understood here'],
    ["echo (X)", '"(" is not understood here: quote it'],
    ["if echo X; fi", '"fi" is not understood here'],
    ["if echo X", '"then" is missing'],
    ["while echo X; do :", '"done" is missing'],
    ["echo $(echo X", '")" is missing'],
    ["echo ${v X", "${…} is not understood"],
    ["echo ${X}", "an argument is part of a variable's name: write ${…} around the name alone"],
    ["echo X | | cat", "a command is missing"],
    ["echo X ;; echo", '";;" is not understood here'],
    ["cat <<E\nX", "a here-document is not closed"],
    ["cat <<E X", "a here-document is not closed"],
    ["echo $(cat <<E) X", "a here-document has no body"],
    ["cat <<E\na\\\nX\nE", "a line of a here-document ends with a backslash: join the lines"],
    ["cat <<$E\nX\n$E", "the delimiter of a here-document is not understood"],
    ["select i in X; do :; done", '"select" is not understood here'],
    ["coproc cat; echo X", '"coproc" is not understood here'],
    ["exec {fd}>X", "{name}> is not understood: write the file's number"],
    ["echo X >", '">" has no target'],
    ["echo hi >&X", 'the file of ">&" is not known: write its number'],
    ["case X in a b) ;; esac", 'a pattern of "case" is not understood: quote it'],
    ["shopt -s extglob; echo !(X)", '"(" is not understood here: quote it'],
    ["f(x) { echo X; }", '"(" is not understood here: quote it'],
    ['echo "${v:-"X"}"', "quotes in ${…} are not understood: set the variable before"],
  ];

  for (const [command, reason] of refused) {
    it(`${JSON.stringify(command)} is refused`, () => {
      expect(read(command).replace(/^commands\[0\]: /, "")).toBe(reason);
    });
  }

  it("nested commands are read once", () => {
    const depth = 200;
    const command = `echo ${"$(echo ".repeat(depth)}X${")".repeat(depth)}`;
    expect(read(command)).toBe(placed(command).replace(/UTCP\w+/, `"$${A}"`));
  });
});

describe("argumentNames()", () => {
  it("argumentNames() finds the shortest names, from the left", () => {
    expect(argumentNames("UTCP_ARG_a_UTCP_END_b_UTCP_END UTCP_ARG_UTCP_ARG_x_UTCP_END")).toEqual([
      "a",
      "UTCP_ARG_x",
    ]);
    expect(argumentNames("UTCP_ARG__UTCP_END UTCP_ARG_a-b_UTCP_END")).toEqual([]);
  });
});
