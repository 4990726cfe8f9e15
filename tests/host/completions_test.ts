// Completion scripts in real shells.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { NO_TMUX, startTmux } from "../prompt/_tmux.ts";
import { folderOf, type Outcome, toolcliIn } from "./_toolcli.ts";

const TOOLS = `
const tool = (name, description, properties = {}) => ({
  name, description, parameters: { type: "object", properties },
  execute: () => Promise.resolve({ content: [] }),
});
export const tools = [
  tool("greet", "Greet $(touch pwned-1) \`touch pwned-2\` 'it' \\\\", {
    name: { type: "string", description: "Who's \\"there\\" $(touch pwned-3)" },
    mode: { type: "string", enum: ["fast", "slow", "two words", "$(touch pwned-4)", "it's",
      "\`touch pwned-5\`", "a\\nb", ";touch pwned-6"] },
    loud: { type: "boolean", description: "Shout" },
    target: { type: "object", properties: { host: { type: "string", enum: ["x.org", "y.org"] } } },
    n: { enum: [1, 20] },
    "$(touch pwned-7)": { type: "string" },
  }),
  tool("grep", "Find."),
  tool("ns:tool", "A colon."),
  tool("a b", "A space.", { color: { enum: ["red", "blue"] }, path: { type: "string" },
    count: { type: "integer" }, map: { type: "object", additionalProperties: { type: "string" } },
    files: { type: "array", items: { type: "string" } } }),
  tool("$(touch pwned-8)", "Hostile."),
];
`;

function isThere(shell: string): boolean {
  try {
    return new Deno.Command(shell, { args: ["--version"] }).outputSync().success;
  } catch {
    return false;
  }
}

let dir: string;
beforeAll(async () => {
  dir = await folderOf({ "tools.ts": TOOLS, "a-file": "" });
  for (const shell of ["bash", "zsh", "fish"]) {
    const program = await toolcliIn(dir, ["completions", shell, "tools.ts", "--name", "kit"]);
    expect([program.code, program.stderr]).toEqual([0, ""]);
    await Deno.writeTextFile(`${dir}/kit.${shell}`, program.stdout);
    const itself = await toolcliIn(dir, ["completions", shell]);
    expect([itself.code, itself.stderr]).toEqual([0, ""]);
    await Deno.writeTextFile(`${dir}/toolcli.${shell}`, itself.stdout);
  }
});
afterAll(() => Deno.remove(dir, { recursive: true }));

async function shell(command: string, args: string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd: dir,
    stdin: "null",
    env: { HOME: dir, XDG_CONFIG_HOME: dir },
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** The files that a name would have made, had it been run. */
function pwned(): string[] {
  return Array.from(Deno.readDirSync(dir), ({ name }) => name).filter((name) =>
    name.startsWith("pwned")
  );
}

const COMMANDS = ["greet", "grep", "ns:tool", "a b", "$(touch pwned-8)", "help", "schema"];
const FLAGS = ["--name", "--mode", "--loud", "--target.host", "--n", "--$(touch pwned-7)"];

/** A command line, its last word the one to complete, and what comes, in words not yet quoted. */
const ROWS: [line: string[], words: string[]][] = [
  [["kit", ""], COMMANDS],
  [["kit", "gr"], ["greet", "grep"]],
  [["kit", "--"], ["--answer", "--ask", "--help", "--out", "--record"]],
  [["kit", "--answer", ""], ["accept", "decline", "cancel"]],
  [["kit", "--answer", "accept", "gree"], ["greet"]],
  [["kit", "--ask", "gree"], ["greet"]],
  [["kit", "-ask", "gree"], ["greet"]],
  [["kit", "--out", "x", "--answer=decline", "help", "gre"], ["greet", "grep"]],
  [["kit", "schema", "gree"], ["greet"]],
  [["kit", "greet", "--"], FLAGS],
  [["kit", "greet", "--ta"], ["--target.host"]],
  [["kit", "greet", "--target.host", ""], ["x.org", "y.org"]],
  [["kit", "greet", "-target.host", "y"], ["y.org"]],
  [["kit", "greet", "--loud", "--n", ""], ["1", "20"]],
  [["kit", "greet", "--name", "--mode", "--lo"], ["--loud"]],
  [["kit", "greet", "--mode", "s"], ["slow"]],
  [["toolcli", "co"], ["compile", "completions"]],
  [["toolcli", "completions", ""], ["bash", "zsh", "fish"]],
  [["toolcli", "list", "--j"], ["--json"]],
  [["toolcli", "asmp", "http://h", "--r"], ["--run", "--record"]],
  [["toolcli", "asmp", "http://h", "--a"], ["--ask", "--answer"]],
  [["toolcli", "asmp", "http://h", "--o"], ["--out"]],
  [["toolcli", "docs", "x.ts", "--s"], ["--skill", "--section"]],
  [["toolcli", "help", "comp"], ["compile", "completions"]],
];

/** A command line, and whether its last word may be a file. */
const FILES: [line: string, files: boolean][] = [
  ["kit a-f", false],
  ["kit ns:tool a-f", false],
  ["kit help a-f", false],
  ["kit help greet a-f", false],
  ["kit --out a-f", true],
  ["kit greet --name a-f", true],
  ["kit greet --name x a-f", false],
  ["kit greet --mode a-f", false],
  ["kit a\\ b --path a-f", true],
  ["kit a\\ b --files a-f", true],
  ["kit a\\ b --count a-f", false],
  ["kit a\\ b --map a-f", false],
  ["toolcli a-f", false],
  ["toolcli run a-f", true],
  ["toolcli run x.ts greet --path a-f", true],
  ["toolcli completions a-f", false],
  ["toolcli completions bash a-f", true],
  ["toolcli serve x.ts --port a-f", false],
  ["toolcli compile x.ts -o a-f", true],
  ["toolcli docs x.ts --program a-f", false],
];

/** Ways of writing the command "a b", or one that looks like it. */
const QUOTED: [written: string, isIt: boolean][] = [
  ['"a b"', true],
  ["'a b'", true],
  ["a\\ b", true],
  ["a' 'b", true],
  ["a\" \"'b'", true],
  ["$'a b'", true],
  ["$'a\\040b'", true],
  ['"a\\ b"', false],
  ["'a\\ b'", false],
  ["\\$'a b'", false],
  ['"$(touch pwned-9)"', false],
];

const NO_BASH = isThere("bash") ? "" : " (skipped: bash is not installed)";

describe(`completions in bash${NO_BASH}`, { ignore: NO_BASH !== "" }, () => {
  /** What bash would put on the line; each is read as bash would read it. */
  async function complete(line: string[]): Promise<string[]> {
    const words = line.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const script = `source ./${line[0]}.bash
COMP_WORDS=(${words}) COMP_CWORD=${line.length - 1}
_toolcli_${line[0]}
printf '%s\\0' "\${COMPREPLY[@]}"`;
    const { code, stdout, stderr } = await shell("bash", ["--norc", "--noprofile", "-c", script]);
    expect([code, stderr]).toEqual([0, ""]);
    return stdout.split("\0").filter((word) => word !== "");
  }

  async function unquoted(words: string[]): Promise<string[]> {
    const { stdout } = await shell("bash", ["-c", `printf '%s\\0' ${words.join(" ")}`]);
    return stdout.split("\0").slice(0, -1);
  }

  for (const [line, words] of ROWS) {
    it(`bash completes ${line.join(" ")}`, async () => {
      expect(await unquoted(await complete(line))).toEqual(words);
    });
  }

  // Bash takes these apart.
  const taken: [line: string[], words: string[]][] = [
    [["kit", "greet", "--target.host", "="], ["x.org", "y.org"]],
    [["kit", "greet", "--target.host", "=", "y"], ["y.org"]],
    [["kit", "--answer", "=", "decline", "gree"], ["greet"]],
    [["kit", "ns", ":"], ["tool"]],
    [["kit", "ns", ":", "t"], ["tool"]],
  ];
  for (const [line, words] of taken) {
    it(`bash completes ${line.join(" ")}`, async () => {
      expect(await complete(line)).toEqual(words);
    });
  }

  for (const [written, isIt] of QUOTED) {
    it(`bash completes behind ${written}`, async () => {
      const found = isIt ? ["red", "blue"] : [];
      expect(await complete(["kit", written, "--color", ""])).toEqual(found);
      expect(await complete(["kit", written, "--color", "="])).toEqual(found);
      expect(await complete(["kit", written, "--co"])).toEqual(isIt ? ["--color", "--count"] : []);
      expect(pwned()).toEqual([]);
    });
  }

  for (const [line, files] of FILES) {
    it(`bash offers ${files ? "files" : "no files"} for ${line}`, async () => {
      const words = line.split(/(?<!\\) /);
      const asked = words.map((word) => `'${word}'`).join(" ");
      const script = `source ./${words[0]}.bash
compopt() { [[ "$*" == "+o default" ]] && echo none; }
COMP_WORDS=(${asked}) COMP_CWORD=${words.length - 1}
_toolcli_${words[0]}
echo "\${#COMPREPLY[@]}"`;
      const { stdout } = await shell("bash", ["--norc", "--noprofile", "-c", script]);
      expect(stdout).toBe(files ? "0\n" : "none\n0\n");
    });
  }

  it("bash quotes hostile values, and runs none", async () => {
    const words = await complete(["kit", "greet", "--mode", ""]);
    expect(await unquoted(words)).toEqual([
      "fast",
      "slow",
      "two words",
      "$(touch pwned-4)",
      "it's",
      "`touch pwned-5`",
      "a\nb",
      ";touch pwned-6",
    ]);
    expect(await complete(["kit", "greet", "--mode", '"t'])).toEqual(["two words"]);
    expect(await complete(["kit", "greet", "--mode", '"$'])).toEqual([]);
    expect(pwned()).toEqual([]);
  });
});

const NO_FISH = isThere("fish") ? "" : " (skipped: fish is not installed)";

describe(`completions in fish${NO_FISH}`, { ignore: NO_FISH !== "" }, () => {
  async function complete(line: string): Promise<string[]> {
    const program = line.split(" ")[0];
    const script = `source ./${program}.fish; complete -C ${JSON.stringify(line)}`;
    const { code, stdout, stderr } = await shell("fish", ["--no-config", "-c", script]);
    expect([code, stderr]).toEqual([0, ""]);
    return stdout.split("\n").slice(0, -1);
  }

  for (const [line, words] of ROWS) {
    it(`fish completes ${line.join(" ")}`, async () => {
      const found = await complete(line.join(" "));
      // Fish sorts, and quotes what it shows for a line.
      expect(found.map((word) => word.split("\t")[0]!.replaceAll("\\", "")).sort())
        .toEqual([...words].sort());
    });
  }

  it("fish shows what is said of a word, and values behind =", async () => {
    expect(await complete("kit greet --lou")).toEqual(["--loud\tShout"]);
    expect(await complete("kit gree"))
      .toEqual(["greet\tGreet $(touch pwned-1) `touch pwned-2` 'it' \\"]);
    expect(await complete("kit greet --target.host=y")).toEqual(["--target.host=y.org"]);
    expect(await complete("kit greet --name a-fi")).toEqual(["a-file"]);
  });

  for (const [line, files] of FILES) {
    it(`fish offers ${files ? "files" : "no files"} for ${line}`, async () => {
      expect(await complete(line)).toEqual(files ? ["a-file"] : []);
    });
  }

  it("fish completes behind a command in quotes", async () => {
    for (const written of ['"a b"', "'a b'", "a\\ b"]) {
      expect((await complete(`kit ${written} --color `)).sort()).toEqual(["blue", "red"]);
    }
  });

  it("fish quotes hostile values, and runs none", async () => {
    expect((await complete("kit greet --mode ")).sort()).toEqual([
      "$(touch pwned-4)",
      ";touch pwned-6",
      "`touch pwned-5`",
      "fast",
      "it's",
      "slow",
      "two words",
    ]);
    expect(pwned()).toEqual([]);
  });
});

const NO_ZSH = isThere("zsh") ? NO_TMUX : "zsh is not installed";

describe(
  `completions in zsh${NO_ZSH && ` (skipped: ${NO_ZSH})`}`,
  { ignore: NO_ZSH !== "" },
  () => {
    const START = "PS1='> '; autoload -Uz compinit; compinit -u -D; setopt no_auto_menu";

    it("zsh completes commands, flags and values, with what is said of them", async () => {
      await using zsh = await startTmux(["env", `HOME=${dir}`, "zsh", "-f"], { columns: 100 });
      await zsh.type(
        `cd ${dir}; ${START}; source ./kit.zsh; source ./toolcli.zsh; clear; echo REA''DY`,
      );
      await zsh.press("Enter");
      await zsh.see("READY");
      const rows: [typed: string, seen: string][] = [
        ["kit gree", "> kit greet "],
        ["kit greet --lo", "> kit greet --loud "],
        ["kit greet --target.host y", "> kit greet --target.host y.org "],
        ["kit greet --target.host=y", "> kit greet --target.host=y.org "],
        ["kit --answer acc", "> kit --answer accept "],
        ["kit --answer accept help gree", "> kit --answer accept help greet "],
        ["kit greet --mode tw", "> kit greet --mode two\\ words "],
        ["kit greet --name a-fi", "> kit greet --name a-file "],
        ["kit ns", "> kit ns:tool "],
        ["kit 'a b' --color b", "> kit 'a b' --color blue "],
        ["kit ns:tool a-fi", "> kit ns:tool a-fi"],
        ["toolcli run a-fi", "> toolcli run a-file "],
        ["toolcli completions z", "> toolcli completions zsh "],
        ["toolcli list --js", "> toolcli list --json "],
      ];
      for (const [typed, seen] of rows) {
        await zsh.type(typed);
        await zsh.press("Tab");
        await zsh.see(seen.trimEnd());
        // What is typed behind it shows that the word was ended.
        await zsh.type("END");
        await zsh.see(`${seen}END`);
        await zsh.press("C-u");
      }
      await zsh.type("kit gre");
      await zsh.press("Tab");
      const list = await zsh.see("-- Find.");
      expect(list).toContain("greet  -- Greet $(touch pwned-1) `touch pwned-2` 'it' \\");
      await zsh.press("C-u");
      await zsh.type("kit greet --mode \\$");
      await zsh.press("Tab");
      await zsh.see("> kit greet --mode \\$\\(touch\\ pwned-4\\)");
      expect(pwned()).toEqual([]);
    });

    it("zsh finds the script in fpath, and asks it again and again", async () => {
      await Deno.mkdir(`${dir}/functions`);
      await Deno.copyFile(`${dir}/kit.zsh`, `${dir}/functions/_kit`);
      await using zsh = await startTmux(["env", `HOME=${dir}`, "zsh", "-f"], { columns: 100 });
      await zsh.type(`cd ${dir}; fpath=($PWD/functions $fpath); ${START}; clear; echo REA''DY`);
      await zsh.press("Enter");
      await zsh.see("READY");
      for (const end of ["ONE", "TWO", "THREE"]) {
        await zsh.type("kit gree");
        await zsh.press("Tab");
        await zsh.type(end);
        await zsh.see(`> kit greet ${end}`);
        await zsh.press("C-u");
      }
    });
  },
);

const NO_TYPING = isThere("bash") ? NO_TMUX : "bash is not installed";

describe(`completions, typed${NO_TYPING && ` (skipped: ${NO_TYPING})`}`, {
  ignore: NO_TYPING !== "",
}, () => {
  it("bash puts a value on the line so that Enter passes it, and runs nothing", async () => {
    await using bash = await startTmux(
      ["env", `HOME=${dir}`, "bash", "--norc", "--noprofile"],
      { columns: 100 },
    );
    await bash.type(
      `cd ${dir}; PS1='> '; kit() { printf '[%s]' "$@"; echo; }; source ./kit.bash; clear; echo REA''DY`,
    );
    await bash.press("Enter");
    await bash.see("READY");
    const rows: [typed: string, seen: string][] = [
      ["kit ns:tool a-fi", "> kit ns:tool a-fi"],
      ["kit greet --name a-fi", "> kit greet --name a-file "],
      ["kit 'a b' --color=b", "> kit 'a b' --color=blue "],
    ];
    for (const [typed, seen] of rows) {
      await bash.type(typed);
      await bash.press("Tab");
      await bash.see(seen.trimEnd());
      await bash.type("END");
      await bash.see(`${seen}END`);
      await bash.press("C-u");
    }
    await bash.type("kit gree");
    await bash.press("Tab");
    await bash.see("> kit greet");
    await bash.type(" --mode=\\$");
    await bash.press("Tab");
    await bash.see("touch");
    await bash.type(" --target.host=y");
    await bash.press("Tab");
    await bash.see("y.org");
    await bash.press("Enter");
    await bash.see("[greet][--mode=$(touch pwned-4)][--target.host=y.org]");
    expect(pwned()).toEqual([]);
  });

  it("what is completed would run where it is not quoted", async () => {
    await shell("bash", ["-c", "echo $(touch pwned-control)"]);
    expect(pwned()).toEqual(["pwned-control"]);
    await Deno.remove(`${dir}/pwned-control`);
  });
});

describe("toolcli completions", () => {
  it("toolcli completions has the commands of the sources that work, with status 1", async () => {
    await Deno.writeTextFile(
      `${dir}/partly.json`,
      '{ "name": "part", "sources": [{ "module": "gone.ts" }, { "module": "tools.ts" }] }',
    );
    const { code, stdout, stderr } = await toolcliIn(dir, ["completions", "bash", "partly.json"]);
    expect(code).toBe(1);
    expect(stdout).toContain("  'greet')\n");
    expect(stdout).toContain("complete -o default -F _toolcli_part 'part'\n");
    expect(stderr).toMatch(
      /^toolcli: partly\.json:1: sources\[0\] \(gone\.ts\): ".*gone\.ts": there is no such file\n$/,
    );
  });

  const usage: [args: string[], message: string][] = [
    [[], "completions needs a shell, bash, zsh or fish"],
    [["csh", "tools.ts"], 'completions needs a shell, bash, zsh or fish: got "csh"'],
    [["bash", "tools.ts", "x"], 'completions takes one source: unexpected "x"'],
    [["bash", "tools.ts", "--name", "a b"], "--name needs a name that a shell reads as it stands"],
  ];
  for (const [args, message] of usage) {
    it(`toolcli completions ${args.join(" ")} is a usage error`, async () => {
      expect(await toolcliIn(dir, ["completions", ...args])).toEqual({
        code: 2,
        stdout: "",
        stderr: `toolcli: ${message}\nRun \`toolcli --help\` for usage.\n`,
      });
    });
  }
});
