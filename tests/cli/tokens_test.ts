// spec/agenttool-cli.md 2.1: how a command line falls into words, options and flags.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { echo, run } from "./_fixtures.ts";
import { expectUsage, gives, prints, refuses } from "./_tables.ts";

const HELP_AND_H = echo(
  "both",
  `{"type":"object","properties":{"help":{"type":"boolean"},"h":{"type":"boolean"}}}`,
);
const H = echo("short", `{"type":"object","properties":{"h":{"type":"boolean"}}}`);

describe("rule 1: parsing stops at the first word that is no flag", () => {
  prints([
    ["4", "read_file -", "read /z\n", { stdin: `{"path": "/z"}` }],
    ["a flag before -", "raw --count 3 -", `{"count":3}\n`, { stdin: "{}" }],
  ]);
  refuses([
    ["a lone dash is a command", "-", `unknown command "-"`],
    ["an empty word is a command", "''", `unknown command ""`],
    ["an empty word is an argument", "ping ''", "ping: the JSON argument is not a JSON object"],
    [
      "a flag after the JSON",
      `read_file '{"path":"/a"}' --max_bytes 1`,
      "read_file: flags come before the JSON argument: move --max_bytes before it",
    ],
    [
      "a flag with = after the JSON",
      `read_file '{"path":"/a"}' --max_bytes=1`,
      "read_file: flags come before the JSON argument: move --max_bytes before it",
    ],
  ]);
});

describe("rule 2: two dashes alone end the flags", () => {
  prints([
    ["107", "-- ping", "pong\n"],
    ["108", `raw -- '{"count":1}'`, `{"count":1}\n`],
    ["before -", "raw -- -", `{"count":2}\n`, { stdin: `{"count":2}` }],
    ["after a flag", "raw --count 3 --", `{"count":3}\n`],
    ["after options and after flags", `--out x -- raw -- '{"count":1}'`, `{"count":1}\n`],
    ["the value of a flag", "read_file --path --", "read --\n"],
  ]);
  refuses([
    ["what follows is a command", "-- --help", `unknown command "--help"…`],
    [
      "what follows is an argument",
      "raw -- --count",
      "raw: the JSON argument is not a JSON object…",
    ],
  ]);
});

describe("rule 3: one dash or two", () => {
  prints([
    ["1", "read_file --path /etc/hosts", "read /etc/hosts\n"],
    ["2", "read_file -path=/x", "read /x\n"],
    ["one dash and a word", "read_file -path /x", "read /x\n"],
    ["two dashes and =", "read_file --path=/x", "read /x\n"],
  ]);
  refuses([["no clusters", "read_file -pm x", "read_file: flag provided but not defined: -pm…"]]);
});

describe("rule 4: a name that is empty or begins with - or =", () => {
  refuses([
    ["109", "raw ---count 3", "raw: bad flag syntax: ---count"],
    ["=", "raw --=3", "raw: bad flag syntax: --=3"],
    ["= after one dash", "raw -=3", "raw: bad flag syntax: -=3"],
    ["three dashes", "raw ---", "raw: bad flag syntax: ---"],
    ["an option", "---out x ping", "bad flag syntax: ---out"],
    ["an option with =", "--=x ping", "bad flag syntax: --=x"],
  ]);
});

describe("rule 5: the name ends at the first =", () => {
  prints([
    ["99", "read_file --path=", "read \n"],
    ["a value with =", "read_file --path=a=b", "read a=b\n"],
    ["a value that begins with =", "read_file --path==", "read =\n"],
  ]);
  refuses([
    ["a parameter named a=b", "raw --a=b x", "raw: flag provided but not defined: -a…"],
  ]);
});

describe("rule 6: an unknown name", () => {
  refuses([
    ["33", "--bogus ping", "flag provided but not defined: -bogus"],
    ["a flag", "ping --zzz", "ping: flag provided but not defined: -zzz"],
    [
      "a flag with one dash and a value",
      "ping -zzz=1",
      "ping: flag provided but not defined: -zzz",
    ],
    [
      "a near flag",
      "read_file -pth /x",
      "read_file: flag provided but not defined: -pth, did you mean --path?",
    ],
    [
      "a near field",
      "deploy --target.prot 1",
      "deploy: flag provided but not defined: -target.prot, did you mean --target.port?",
    ],
    [
      "a near option",
      "--recrod x ping",
      "flag provided but not defined: -recrod, did you mean --record?",
    ],
    [
      "9: no plain flag",
      "raw --mixed x",
      "raw: flag provided but not defined: -mixed, did you mean --mixed:=JSON?",
    ],
    [
      "69: a field with no plain flag",
      "deploy --target.a.b x",
      "deploy: flag provided but not defined: -target.a.b, did you mean --target.a.b:=JSON?",
    ],
    [
      "70: a map of objects",
      "deploy --extra a=b",
      "deploy: flag provided but not defined: -extra, did you mean --extra:=JSON?",
    ],
    [
      "an object with fields",
      "deploy --target x",
      "deploy: flag provided but not defined: -target, did you mean --target:=JSON?",
    ],
    [
      "116: an option after the command",
      "ping --record f",
      "ping: flag provided but not defined: -record, program options come before the command",
    ],
    [
      "--out after the command",
      "read_file --out=x --path /x",
      "read_file: flag provided but not defined: -out, program options come before the command",
    ],
    [
      "--answer after the command",
      "delete --answer accept",
      "delete: flag provided but not defined: -answer, program options come before the command",
    ],
  ]);

  for (const line of ["read_file --help", "read_file -help", "read_file -h", "read_file --h"]) {
    it(`run() answers ${line} with the command's section`, async () => {
      expect(await run(line)).toEqual(await run("help read_file"));
    });
  }
  for (const line of ["--help", "-help", "-h", "--h"]) {
    it(`run() answers 39: ${line} with the general help`, async () => {
      const outcome = await run(line);
      expect(outcome).toEqual(await run("help"));
      expect(outcome).toMatchObject({ status: 0, stderr: "" });
      expect(outcome.stdout).toContain("## Calling `kit`");
    });
  }

  prints([
    ["52: help is the tool's own", "helpful --help yes", "help=yes\n"],
    ["h is the tool's own", "short -h", `{"h":true}\n`, { tools: [H] }],
    ["both are the tool's own", "both --help -h=false", `{"help":true,"h":false}\n`, {
      tools: [HELP_AND_H],
    }],
  ]);
  it("run() answers 115: helpful -h with the command's section", async () => {
    expect(await run("helpful -h")).toEqual(await run("help helpful"));
  });
  it("run() answers --help of a tool that takes only h", async () => {
    const outcome = await run("short --help", { tools: [H] });
    expect(outcome).toMatchObject({ status: 0, stderr: "", ran: [] });
    expect(outcome.stdout).toContain("### `short`");
  });
});

describe("rule 7: a boolean takes a value through = only", () => {
  gives([
    ["11", "tag --tags a --verbose=false", `{"tags":["a"]}`],
    ["102", "tag --tags a --verbose=T", `{"tags":["a"],"verbose":true}`],
    ["bare", "tag --tags a --verbose", `{"tags":["a"],"verbose":true}`],
    ["bare before a flag", "tag --verbose --tags a", `{"tags":["a"],"verbose":true}`],
  ]);
  refuses([
    [
      "100",
      "tag --tags a --verbose false",
      "tag: the JSON argument is not a JSON object: for a boolean write --verbose=false",
    ],
    [
      "true",
      "tag --tags a --verbose true",
      "tag: the JSON argument is not a JSON object: for a boolean write --verbose=true",
    ],
    [
      "a field",
      "deploy --target.host a --target.tls.on false",
      "deploy: the JSON argument is not a JSON object: for a boolean write --target.tls.on=false",
    ],
    ["another word", "tag --verbose 5", "tag: the JSON argument is not a JSON object"],
    [
      "false after a string",
      "tag --level low false",
      "tag: the JSON argument is not a JSON object",
    ],
    [
      "101",
      "tag --tags a --verbose=maybe",
      `tag: invalid boolean value "maybe" for -verbose: "maybe" is not true or false`,
    ],
    [
      "bare twice",
      "tag --verbose --verbose",
      "tag: invalid boolean flag verbose: given more than once",
    ],
    [
      "twice with a value",
      "tag --verbose --verbose=false",
      `tag: invalid boolean value "false" for -verbose: given more than once`,
    ],
  ]);
});

describe("rule 8: any other flag takes the next word, whatever it looks like", () => {
  prints([
    ["a flag's name", "read_file --path --max_bytes", "read --max_bytes\n"],
    ["a dash", "read_file --path -", "read -\n"],
    ["help", "read_file --path --help", "read --help\n"],
    ["an empty word", "read_file --path ''", "read \n"],
  ]);
  refuses([
    ["97", "read_file --path", "read_file: flag needs an argument: -path"],
    ["an element", "tag --tags", "tag: flag needs an argument: -tags"],
    ["an entry", "deploy --switches", "deploy: flag needs an argument: -switches"],
    ["an option", "--out", "flag needs an argument: -out"],
    ["the answer", "--answer", "flag needs an argument: -answer"],
    [
      "26",
      "read_file --path /a --max_bytes ten",
      `read_file: invalid value "ten" for flag -max_bytes: "ten" is not an integer`,
    ],
  ]);
});

describe("rule 9: a flag's name is the property's name", () => {
  refuses([
    ["no --no-x", "tag --no-verbose", "tag: flag provided but not defined: -no-verbose…"],
    ["no abbreviation", "tag --verb", "tag: flag provided but not defined: -verb…"],
    ["no case folding", "tag --Verbose", "tag: flag provided but not defined: -Verbose…"],
    [
      "no - for _",
      "read_file --max-bytes 1",
      "read_file: flag provided but not defined: -max-bytes, did you mean --max_bytes?",
    ],
    ["nor for commands", "READ_FILE --path x", `unknown command "READ_FILE"…`],
  ]);
});

describe("rule 10: the first error wins", () => {
  refuses([
    [
      "two values",
      "tag --ratio x --verbose=maybe",
      `tag: invalid value "x" for flag -ratio: "x" is not a number`,
    ],
    ["an option before the command", "--bogus nope", "flag provided but not defined: -bogus"],
    [
      "a flag before the JSON",
      "tag --ratio x [1]",
      `tag: invalid value "x" for flag -ratio: "x" is not a number`,
    ],
    [
      "an error before help",
      "read_file --zzz --help",
      "read_file: flag provided but not defined: -zzz",
    ],
    ["an option before help", "--zzz --help", "flag provided but not defined: -zzz"],
  ]);
  it("run() answers help that stands before an error", async () => {
    expect(await run("read_file --help --zzz")).toEqual(await run("help read_file"));
    expect(await run("--help --zzz")).toEqual(await run("help"));
    expect(await run("--help nope")).toEqual(await run("help"));
  });
});

describe("usage errors stay two lines", () => {
  it("run() names the program as it was named", async () => {
    const { stderr } = await run("nope", { name: "toolcli run ./tools.ts" });
    expect(stderr).toBe(
      'toolcli run ./tools.ts: unknown command "nope"\n' +
        "Run `toolcli run ./tools.ts help` for usage.\n",
    );
  });

  const LINES: string[][] = [
    ["a\nb"],
    ["--a\nb", "ping"],
    ["help", "a\nb"],
    ["schema", "a\nb"],
    ["ping", "--a\nb"],
    ["read_file", "--max_bytes", "1\n2"],
    ["tag", "--verbose=a\nb"],
    ["deploy", "--limits", "a\nb"],
    ["ping", "a\nb", "c"],
    ["read_file", `{"path":"a`, `b\nc"}`],
    ["--answer", "a\nb", "delete"],
    ["raw", `{"a\\nb":1,"a\\nb":2}`],
    ["odd", "--x:=[\n"],
    ["read_file", "--path:@no\nsuch"],
  ];
  for (const line of LINES) {
    it(`run() keeps the line break of ${JSON.stringify(line)} out of the error`, async () => {
      expectUsage(await run(line), "…");
    });
  }
  it("run() shows no control character of a word", async () => {
    for (const line of [["\x1b[31m"], ["ping", "--\x1b[31m"], ["deploy", "--limits", "\x1b[31m"]]) {
      const outcome = await run(line);
      expectUsage(outcome, "…");
      expect(outcome.stderr).not.toContain("\x1b");
    }
  });
});
