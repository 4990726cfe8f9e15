// spec/agenttool-cli.md 3.2: from a flag's text to a JSON value; DESIGN.md section 4, "Exact values".
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { echo, run, type RunOptions } from "./_fixtures.ts";
import { expectUsage, gives, prints, refuses } from "./_tables.ts";

const VALUES: RunOptions = {
  tools: [echo(
    "t",
    `{"type":"object","properties":{"s":{"type":"string"},"i":{"type":"integer"},"n":{"type":"number"},` +
      `"b":{"type":"boolean"},"sn":{"type":["string","null"]},"bn":{"type":["boolean","null"]},` +
      `"ss":{"type":"array","items":{"type":"string"}},"is":{"type":"array","items":{"type":"integer"}},` +
      `"ns":{"type":"array","items":{"type":"number"}},` +
      `"ms":{"type":"object","additionalProperties":{"type":"string"}},` +
      `"mi":{"type":"object","additionalProperties":{"type":"integer"}},` +
      `"mn":{"type":"object","additionalProperties":{"type":"number"}},` +
      `"mb":{"type":"object","additionalProperties":{"type":"boolean"}}}}`,
  )],
};
const ZEROS = "0".repeat(40), NINES = "9".repeat(30);

/** Flag and value → the member's JSON text, to the character. */
function converts(flag: string, table: [text: string, json: string][]): void {
  for (const [text, json] of table) {
    it(`run() converts --${flag} ${JSON.stringify(text)} to ${json}`, async () => {
      const expected = { status: 0, stdout: `{"${flag}":${json}}\n`, stderr: "" };
      expect(await run(["t", `--${flag}=${text}`], VALUES)).toMatchObject(expected);
      if (flag !== "b") expect(await run(["t", `--${flag}`, text], VALUES)).toMatchObject(expected);
    });
  }
}

/** Flag and value → an error of exactly this reason. */
function rejects(flag: string, why: string, texts: string[]): void {
  for (const text of texts) {
    it(`run() refuses --${flag} ${JSON.stringify(text)}: ${why}`, async () => {
      const value = text.includes("=") ? text.slice(text.indexOf("=") + 1) : text;
      const start = flag === "b"
        ? `t: invalid boolean value "${text}" for -b: `
        : `t: invalid value "${text}" for flag -${flag}: `;
      const message = `${start}"${why.includes("key=value") ? text : value}" ${why}`;
      expectUsage(await run(["t", `--${flag}=${text}`], VALUES), message);
    });
  }
}

describe("a string", () => {
  const TEXTS = [
    ...[
      "",
      "x",
      "-",
      "--",
      "-5",
      "--i",
      "@file",
      "=",
      "a=b",
      " ",
      " a ",
      "a,b",
      "null",
      "true",
      "false",
      "NaN",
    ],
    ...[
      "1",
      "007",
      "1e3",
      "12345678901234567890",
      "{}",
      "[]",
      `{"a":1}`,
      `["a"]`,
      `"quoted"`,
      "'",
      "`",
      "$HOME",
    ],
    ...[
      "\\",
      "\\n",
      "a\nb",
      "a\tb",
      "\u0000",
      "\u007f",
      "\u2028",
      "é",
      "日本",
      "👍🏽",
      "\u202e",
      "\ufeffx",
      "<>&",
      "*",
    ],
  ];
  converts("s", TEXTS.map((text) => [text, JSON.stringify(text)]));
  it("run() keeps every character of a long text", async () => {
    const text = "á".repeat(60_000);
    expect(await run(["t", "--s", text], VALUES)).toMatchObject({ stdout: `{"s":"${text}"}\n` });
  });
  converts("sn", [["null", `"null"`], ["", `""`]]);

  // A word with half a surrogate pair is how invalid UTF-8 can come to a Runner.
  refuses([
    ["15", ["t", "--s", "\ud800"], "t: invalid value … for flag -s: … is not valid UTF-8", VALUES],
    [
      "15: the other half",
      ["t", "--s=a\udc00b"],
      "t: invalid value … for flag -s: … is not valid UTF-8",
      VALUES,
    ],
    [
      "an element",
      ["t", "--ss", "\ud800"],
      "t: invalid value … for flag -ss: … is not valid UTF-8",
      VALUES,
    ],
    [
      "an entry",
      ["t", "--ms", "k=\ud800"],
      "t: invalid value … for flag -ms: … is not valid UTF-8",
      VALUES,
    ],
    [
      "a key",
      ["t", "--ms", "\ud800=v"],
      "t: invalid value … for flag -ms: … is not valid UTF-8",
      VALUES,
    ],
  ]);
});

describe("an integer", () => {
  converts("i", [
    ["0", "0"],
    ["5", "5"],
    ["-5", "-5"],
    ["+5", "5"],
    ["007", "7"],
    ["-007", "-7"],
    ["+007", "7"],
    ["-0", "0"],
    ["+0", "0"],
    ["000", "0"],
    [`${ZEROS}5`, "5"],
    ["9007199254740993", "9007199254740993"],
    ["9223372036854775807", "9223372036854775807"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["18446744073709551615", "18446744073709551615"],
    // Beyond 64 bits, or no plain decimal: any integral JSON number, as written.
    ["18446744073709551616", "18446744073709551616"],
    ["-9223372036854775809", "-9223372036854775809"],
    [NINES, NINES],
    ["1e3", "1e3"],
    ["1E+3", "1E+3"],
    ["-1e3", "-1e3"],
    ["5.0", "5.0"],
    ["-0.0", "-0.0"],
    ["0e5", "0e5"],
    ["1.5e1", "1.5e1"],
    ["1.50e1", "1.50e1"],
    ["100e-2", "100e-2"],
    ["123456789012345678901234567890.000", "123456789012345678901234567890.000"],
    [`1${ZEROS}e-40`, `1${ZEROS}e-40`],
    ["1e400", "1e400"],
    ["1e999999999", "1e999999999"],
    ["0e-999999999", "0e-999999999"],
  ]);
  rejects("i", "is not an integer", [
    ...[
      "ten",
      "",
      " 5",
      "5 ",
      "5x",
      "x5",
      "--5",
      "+-5",
      "+",
      "-",
      "1_000",
      "1,000",
      "0x10",
      "0b1",
      "٣",
      "５",
      "⑤",
    ],
    ...[
      "1.5",
      "1.",
      ".0",
      "1.50",
      "15e-1",
      "1e-3",
      "-1e-3",
      "null",
      "true",
      "NaN",
      "inf",
      "Infinity",
      "5n",
      "[1]",
    ],
    // Close to an integer: closer than 64 bits of precision tell.
    ...[
      `1.${ZEROS}1`,
      "100000000000000000000.5",
      `${NINES}.${NINES}`,
      `1${ZEROS}1e-1`,
      "1e-999999999",
    ],
    // No plain 64-bit decimal and no JSON number either.
    ...["00018446744073709551616", `+${NINES}`, "+1e3", "+5.0", "05.0", "1e", "1e+"],
  ]);
  gives([
    ["17", "odd --n 1e3", `{"n":1e3}`],
    ["20", `odd --n +5 '{"x":1,"t":["a"]}'`, `{"n":5,"x":1,"t":["a"]}`],
    ["21", "odd --n 007", `{"n":7}`],
    ["30 digits", "odd --n 123456789012345678901234567890", `{"n":123456789012345678901234567890}`],
  ]);
  refuses([
    ["19", "odd --n 1.5", `odd: invalid value "1.5" for flag -n: "1.5" is not an integer`],
    [
      "110",
      "raw --count null",
      `raw: invalid value "null" for flag -count: "null" is not an integer`,
    ],
  ]);
});

describe("a number", () => {
  converts("n", [
    // A JSON number stays as written.
    ["0", "0"],
    ["-0", "-0"],
    ["5", "5"],
    ["0.5", "0.5"],
    ["0.10", "0.10"],
    ["-1.50", "-1.50"],
    ["1e5", "1e5"],
    ["1E-5", "1E-5"],
    ["1e+05", "1e+05"],
    ["12345678901234567890.123456789", "12345678901234567890.123456789"],
    ["1e400", "1e400"],
    ["1e-400", "1e-400"],
    // Digit by digit, so that no spelling is too large (DESIGN 4: exact values).
    ["+1e400", "1e400"],
  ]);
  // Other spellings become JSON of the same value.
  for (
    const [text, value] of [
      ["+5", 5],
      ["+0.5", 0.5],
      [".5", 0.5],
      ["-.5", -0.5],
      ["5.", 5],
      ["-5.", -5],
      ["007", 7],
      ["00.5", 0.5],
      [".5e1", 5],
      ["5.e1", 50],
      ["0x1p-2", 0.25],
      ["0x1.8p1", 3],
      ["-0X1P4", -16],
      ["0x.8p0", 0.5],
    ] as const
  ) {
    it(`run() converts --n ${text} to JSON of ${value}`, async () => {
      const outcome = await run(["t", "--n", text], VALUES);
      expect(outcome).toMatchObject({ status: 0, stderr: "" });
      expect(JSON.parse(outcome.stdout)).toEqual({ n: value });
    });
  }
  rejects("n", "is not a number", [
    ...[
      "x",
      "",
      " 1",
      "1 ",
      ".",
      "-",
      "+",
      "e5",
      "1e",
      "--1",
      "1.2.3",
      "1,5",
      "0x",
      "0x1",
      "0b1",
      "0o7",
      "1n",
      "１",
    ],
    ...[
      "inf",
      "+inf",
      "-Inf",
      "Infinity",
      "-Infinity",
      "nan",
      "NaN",
      "0x1p99999",
      "null",
      "true",
      "½",
    ],
  ]);
  gives([
    ["122", "tag --tags a --ratio .5", `{"tags":["a"],"ratio":0.5}`],
    [
      "16",
      "tag --tags a --ratio 12345678901234567890",
      `{"tags":["a"],"ratio":12345678901234567000}`,
    ],
  ]);
  refuses([
    [
      "123",
      "tag --tags a --ratio inf",
      `tag: invalid value "inf" for flag -ratio: "inf" is not a number`,
    ],
    ["x", "tag --ratio x", `tag: invalid value "x" for flag -ratio: "x" is not a number`],
  ]);
});

describe("a boolean", () => {
  converts("b", [
    ...["1", "t", "T", "TRUE", "true", "True"].map((text): [string, string] => [text, "true"]),
    ...["0", "f", "F", "FALSE", "false", "False"].map((text): [string, string] => [text, "false"]),
  ]);
  rejects("b", "is not true or false", [
    ...[
      "maybe",
      "",
      " ",
      "tRUE",
      "TRue",
      "yes",
      "no",
      "on",
      "off",
      "y",
      "n",
      "2",
      "01",
      "null",
      " true",
      "true ",
    ],
  ]);
  prints([
    ["bare", "t --b", `{"b":true}\n`, VALUES],
    ["bare and nullable", "t --bn", `{"bn":true}\n`, VALUES],
    ["nullable with a value", "t --bn=0", `{"bn":false}\n`, VALUES],
  ]);
  refuses([
    [
      "a bad element",
      "odd --bs=x",
      `odd: invalid boolean value "x" for -bs: "x" is not true or false`,
    ],
  ]);
});

describe("an element", () => {
  converts("ss", [["", `[""]`], ["a,b", `["a,b"]`], ["-x", `["-x"]`], ["null", `["null"]`], [
    "5",
    `["5"]`,
  ]]);
  converts("is", [["+5", "[5]"], ["1e3", "[1e3]"], [NINES, `[${NINES}]`]]);
  converts("ns", [[".5", "[0.5]"], ["0.10", "[0.10]"]]);
  rejects("is", "is not an integer", ["1.5", "", "1,2", "[1,2]"]);
  rejects("ns", "is not a number", ["x", "[1]"]);
});

describe("an entry", () => {
  converts("ms", [
    ["k=v", `{"k":"v"}`],
    ["k=", `{"k":""}`],
    ["k==", `{"k":"="}`],
    ["k=a=b", `{"k":"a=b"}`],
    [" k = v ", `{" k ":" v "}`],
    ["-k=-v", `{"-k":"-v"}`],
    ["k.l=v", `{"k.l":"v"}`],
    ["k=null", `{"k":"null"}`],
    ["k\n=v\n", `{"k\\n":"v\\n"}`],
    ["constructor=v", `{"constructor":"v"}`],
  ]);
  converts("mi", [["k=+5", `{"k":5}`], ["k=007", `{"k":7}`], [`k=${NINES}`, `{"k":${NINES}}`]]);
  converts("mn", [["k=.5", `{"k":0.5}`], ["k=0.10", `{"k":0.10}`]]);
  converts("mb", [["k=T", `{"k":true}`], ["k=0", `{"k":false}`]]);
  rejects("ms", "is not key=value", ["cpu", "", "=2", "="]);
  rejects("mi", "is not key=value", ["cpu", "5"]);
  rejects("mi", "is not an integer", ["k=", "k=1.5", "k=x", "k=1=2"]);
  rejects("mn", "is not a number", ["k=", "k=x"]);
  rejects("mb", "is not true or false", ["k=", "k=yes", "a=b=true"]);
  refuses([
    [
      "58",
      "deploy --switches a=b=true",
      `deploy: invalid value "a=b=true" for flag -switches: "b=true" is not true or false`,
    ],
    [
      "59",
      "deploy --limits cpu=lots",
      `deploy: invalid value "cpu=lots" for flag -limits: "lots" is not an integer`,
    ],
    [
      "60",
      "deploy --limits =2",
      `deploy: invalid value "=2" for flag -limits: "=2" is not key=value`,
    ],
    [
      "61",
      "deploy --limits cpu",
      `deploy: invalid value "cpu" for flag -limits: "cpu" is not key=value`,
    ],
  ]);
});

describe("what the tool checks", () => {
  prints([["nothing for a raw tool", "raw --count 3", `{"count":3}\n`]]);
  for (const line of ["tag --level mid", "read_file --max_bytes 1"]) {
    it(`run() leaves ranges, choices and what is required to the tool: ${line}`, async () => {
      const outcome = await run(line);
      expect(outcome).toMatchObject({ status: 1, stdout: "" });
      expect(outcome.stderr).toMatch(/^Error: invalid arguments: /);
    });
  }
});
