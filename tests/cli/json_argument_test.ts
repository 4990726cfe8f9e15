// spec/agenttool-cli.md 4: the JSON argument, and how flags add to it.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { echo, run, type RunOptions } from "./_fixtures.ts";
import { canonical, expectUsage, gives, prints, refuses } from "./_tables.ts";

const NOT_OBJECT = "raw: the JSON argument is not a JSON object";
const NOT_UTF8 = "raw: the JSON argument is not valid UTF-8";
const bytes = (...parts: (string | number)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    parts.flatMap((part) => typeof part === "string" ? [...new TextEncoder().encode(part)] : part),
  );
const ANY: RunOptions = {
  tools: [echo(
    "t",
    `{"properties":{"x":{},"n":{"type":"integer"},"__proto__":{"type":"object","properties":{"a":{"type":"integer"}}}}}`,
  )],
};

describe("the JSON argument", () => {
  prints([
    ["3", `read_file '{"path":"/y"}'`, "read /y\n"],
    ["neither flags nor JSON", "raw", "{}\n"],
    ["96", `ping '{"unknown":1}'`, "pong\n"],
    ["111", `raw '{"count":null}'`, `{"count":null}\n`],
    [
      "as written",
      `raw '{ "mixed" : 1.0e2,  "count":12345678901234567890 }'`,
      `{ "mixed" : 1.0e2,  "count":12345678901234567890 }\n`,
    ],
    ["white space around it goes", `raw ' \t\r\n{ "a" : 1 }\n '`, `{ "a" : 1 }\n`],
    ["line breaks within stay", `raw '{\n"a":\n1}'`, `{\n"a":\n1}\n`],
    ["escapes stay", `raw '{"\\u0061":"\\u00e9\\/<>&"}'`, `{"\\u0061":"\\u00e9\\/<>&"}\n`],
    ["half a pair as an escape is JSON", `raw '{"a":"\\ud800"}'`, `{"a":"\\ud800"}\n`],
    [
      "names that every object has",
      `raw '{"__proto__":{"a":1},"constructor":2,"":3}'`,
      `{"__proto__":{"a":1},"constructor":2,"":3}\n`,
    ],
    ["names as numbers stay in order", `raw '{"b":1,"10":2,"9":3}'`, `{"b":1,"10":2,"9":3}\n`],
    ["undeclared members", `raw '{"nobody":"knows"}'`, `{"nobody":"knows"}\n`],
    ["an empty object", "raw {}", "{}\n"],
  ]);
  refuses([
    ["28", `read_file '["x"]'`, "read_file: the JSON argument is not a JSON object"],
    ["106", "read_file null", "read_file: the JSON argument is not a JSON object"],
    ...[
      "''",
      "' '",
      "[]",
      "5",
      `'"x"'`,
      "true",
    ]
      .map((word): [string, string, string] => [`not an object`, `raw ${word}`, NOT_OBJECT]),
    ["a word", "raw x", `${NOT_OBJECT}: give values as flags, as in --name VALUE`],
    // The reason is of our own (DESIGN 4: errors say what to do next).
    ["an end too early", "raw {", `${NOT_OBJECT}: Unexpected end of JSON text`],
    ["a word too much", "raw '{} x'", `${NOT_OBJECT}: Unexpected "x" at position 3`],
    ...[
      "'{}}'",
      "'{}{}'",
      `'{"a":1,}'`,
      `"{'a':1}"`,
      `'{a:1}'`,
      `'{"a":NaN}'`,
      `'{"a":01}'`,
      `'{"a":.5}'`,
      `'{"a":+1}'`,
      `'{"a":1 /* c */}'`,
      `'{"a":"\\x"}'`,
    ]
      .map((word): [string, string, string] => [`not JSON`, `raw ${word}`, `${NOT_OBJECT}: …`]),
    ["a raw line break in a string", ["raw", `{"a":"\n"}`], `${NOT_OBJECT}: …`],
    ["beside a flag", "raw --count 1 5", NOT_OBJECT],
    ["half a surrogate pair", ["raw", `{"a":"\ud800"}`], NOT_UTF8],
    ["UTF-8 before JSON", ["raw", "\ud800"], NOT_UTF8],
  ]);

  it("run() gives the tool an argument nested 5,000 deep as written", async () => {
    const json = `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    expect(await run(["raw", json])).toMatchObject({ status: 0, stdout: `${json}\n` });
    const beside = await run(["raw", "--count", "1", json]);
    expect(beside).toMatchObject({ status: 0, stderr: "" });
    expect(beside.stdout).toContain("[".repeat(5000));
  });
});

describe("standard input", () => {
  prints([
    ["4", "read_file -", "read /z\n", { stdin: `{"path": "/z"}` }],
    ["white space around it goes", "raw -", `{ "a":1}\n`, { stdin: `\r\n{ "a":1}\n\n` }],
    ["letters beyond ASCII", "raw -", `{"a":"é👍"}\n`, { stdin: `{"a":"é👍"}` }],
    ["beside a flag", "raw --count 1 -", `{"count":1}\n`, { stdin: "{}" }],
  ]);
  refuses([
    ["105", "read_file -", "read_file: the JSON argument is not a JSON object"],
    ["14", "raw -", NOT_UTF8, { stdin: bytes(`{"a":"`, 0xff, `"}`) }],
    ["half a letter at the end", "raw -", NOT_UTF8, { stdin: bytes("{}", 0xc3) }],
    ["a surrogate", "raw -", NOT_UTF8, { stdin: bytes(`{"a":"`, 0xed, 0xa0, 0x80, `"}`) }],
    ["a letter spelled too long", "raw -", NOT_UTF8, { stdin: bytes(`{"a":"`, 0xc1, 0xa1, `"}`) }],
    [
      "after an error elsewhere",
      "raw --count x -",
      `raw: invalid value "x" for flag -count: "x" is not an integer`,
    ],
    ["two of them", "raw - -", "raw: one JSON argument at most, after the flags; got …"],
  ]);

  it("run() reads what comes in pieces, also within a letter", async () => {
    const whole = bytes(`{"a":"é👍"}`);
    const stdin = ReadableStream.from([...whole].map((byte) => new Uint8Array([byte])));
    expect(await run("raw -", { stdin })).toMatchObject({ status: 0, stdout: `{"a":"é👍"}\n` });
  });

  it("run() reads a megabyte", async () => {
    const text = `{"a":"${"x".repeat(1 << 20)}"}`;
    expect((await run("raw -", { stdin: text })).stdout).toBe(`${text}\n`);
  });

  it("run() reads it only when a lone dash asks for it, after the flags", async () => {
    for (
      const line of [
        "ping",
        "raw {}",
        "read_file --path -",
        "raw --zzz -",
        "raw --count x -",
        "help",
      ]
    ) {
      let reads = 0;
      const stdin = new ReadableStream({ pull: () => void reads++ }, { highWaterMark: 0 });
      await run(line, { stdin });
      expect([line, reads]).toEqual([line, 0]);
    }
  });

  it("run() tells why it could not be read", async () => {
    const stdin = new ReadableStream({
      pull() {
        throw new Error("the wire is cut");
      },
    });
    expectUsage(
      await run("raw -", { stdin }),
      "raw: reading the JSON argument from stdin: the wire is cut",
    );
  });
});

describe("words that the shell made of one argument", () => {
  refuses([
    [
      "30: a single quote inside single quotes",
      ["read_file", `{"path":"don`, `t stop"}`],
      "read_file: …as 2 words: a single quote inside the single quotes ended them…kit read_file - <<'EOF'…",
    ],
    [
      "three words",
      ["raw", "{", "b", "c"],
      "raw: …as 3 words: a single quote inside the single quotes ended them…",
    ],
    [
      "29",
      "read_file {} {}",
      `read_file: one JSON argument at most, after the flags; got ["{}" "{}"]`,
    ],
    [
      "an object and a word",
      "raw {} x",
      `raw: one JSON argument at most, after the flags; got ["{}" "x"]`,
    ],
    ["plain words", "raw a b", `raw: one JSON argument at most, after the flags; got ["a" "b"]`],
  ]);
});

describe("flags add to the JSON", () => {
  gives([
    [
      "7",
      `tag --tags a '{"labels":{"k":"v"},"items":[{"name":"n"}]}'`,
      `{"tags":["a"],"labels":{"k":"v"},"items":[{"name":"n"}]}`,
    ],
    [
      "64: at any depth",
      `deploy --target.port 80 --limits cpu=2 '{"target":{"host":"h","a.b":"x"},"limits":{"mem":4}}'`,
      `{"target":{"host":"h","a.b":"x","port":80},"limits":{"cpu":2,"mem":4}}`,
    ],
    ["into an empty object", `deploy --target.host h '{"target":{}}'`, `{"target":{"host":"h"}}`],
    [
      "two levels down",
      `deploy --target.tls.on '{"target":{"tls":{"x":1}}}'`,
      `{"target":{"tls":{"x":1,"on":true}}}`,
    ],
    [
      "a holder that is not there",
      `deploy --target.tls.on '{"limits":{}}'`,
      `{"limits":{},"target":{"tls":{"on":true}}}`,
    ],
    ["a map that is empty", `deploy --limits a=1 '{"limits":{}}'`, `{"limits":{"a":1}}`],
    [
      "a name with a dot is another",
      `deploy --target.host h '{"target.host":"x"}'`,
      `{"target":{"host":"h"},"target.host":"x"}`,
    ],
    [
      "a key with a dot is another",
      `deploy --limits a.b=1 '{"limits":{"a":{"b":2}}}'`,
      `{"limits":{"a.b":1,"a":{"b":2}}}`,
    ],
    [
      "numbers as written",
      `t --n 1 '{"x":[12345678901234567890,1.0,1e400,{"y":-0.10}]}'`,
      `{"n":1,"x":[12345678901234567890,1.0,1e400,{"y":-0.10}]}`,
      ANY,
    ],
    [
      "into __proto__",
      `t --__proto__.a 1 '{"__proto__":{"b":2},"constructor":{}}'`,
      `{"__proto__":{"a":1,"b":2},"constructor":{}}`,
      ANY,
    ],
    ["from standard input", "deploy --target.port 1 -", `{"target":{"host":"h","port":1}}`, {
      stdin: `{"target":{"host":"h"}}`,
    }],
  ]);
  refuses([
    [
      "25",
      `read_file --path /a '{"path":"/b"}'`,
      `read_file: --path and the JSON argument both give "path"`,
    ],
    [
      "also the same value",
      `read_file --path /a '{"path":"/a"}'`,
      `read_file: --path and the JSON argument both give "path"`,
    ],
    [
      "also null",
      `raw --count 1 '{"count":null}'`,
      `raw: --count and the JSON argument both give "count"`,
    ],
    [
      "103: an array",
      `tag --tags a '{"tags":["b"]}'`,
      `tag: --tags and the JSON argument both give "tags"`,
    ],
    [
      "an empty array",
      `tag --tags a '{"tags":[]}'`,
      `tag: --tags and the JSON argument both give "tags"`,
    ],
    ["booleans", `odd --bs '{"bs":[false]}'`, `odd: --bs and the JSON argument both give "bs"`],
    [
      "65",
      `deploy --target.host a '{"target":{"host":"h"}}'`,
      `deploy: --target.host and the JSON argument both give "target.host"`,
    ],
    [
      "66: an entry",
      `deploy --limits cpu=2 '{"target":{"host":"h"},"limits":{"cpu":1}}'`,
      `deploy: --limits and the JSON argument both give "limits.cpu"`,
    ],
    [
      "68: a holder that is null",
      `deploy --backup.host a '{"target":{"host":"h"},"backup":null}'`,
      `deploy: the JSON argument gives "backup", which is not an object`,
    ],
    [
      "a holder that is text",
      `deploy --target.host a '{"target":"x"}'`,
      `deploy: the JSON argument gives "target", which is not an object`,
    ],
    [
      "a holder that is a list",
      `deploy --target.host a '{"target":[]}'`,
      `deploy: the JSON argument gives "target", which is not an object`,
    ],
    [
      "a holder two levels down",
      `deploy --target.tls.on '{"target":{"tls":null}}'`,
      `deploy: the JSON argument gives "target.tls", which is not an object`,
    ],
    [
      "67: a map that is a list",
      `deploy --limits a=1 '{"limits":[]}'`,
      `deploy: the JSON argument gives "limits", which is not an object`,
    ],
    [
      "a key __proto__",
      `deploy --limits __proto__=1 '{"limits":{"__proto__":1}}'`,
      `deploy: --limits and the JSON argument both give "limits.__proto__"`,
    ],
  ]);
});

describe("everyday values", () => {
  const JSON_TEXTS = [
    ...[
      "null",
      "true",
      "false",
      "0",
      "-0",
      "1.0",
      "1e3",
      "12345678901234567890",
      "0.1000",
      "1e400",
      `""`,
      `"null"`,
    ],
    ...[
      `"1"`,
      `"[1]"`,
      `"{}"`,
      `"a,b"`,
      `"a=b"`,
      `"--x"`,
      `"@f"`,
      `"\\n"`,
      "[]",
      "{}",
      "[[]]",
      `["a",["b"],{"c":null}]`,
    ],
    ...[`{"a.b":{"":0}}`, `{"__proto__":null}`, `[null,true,1.50]`, `"é👍"`, `"<>&"`],
  ];
  for (const json of JSON_TEXTS) {
    it(`run() brings ${json} to the tool by JSON, by := and beside a flag`, async () => {
      expect((await run(["t", `{"x":${json}}`], ANY)).stdout).toBe(`{"x":${json}}\n`);
      for (const line of [["t", `--x:=${json}`], ["t", `-x:=${json}`]]) {
        expect(canonical((await run(line, ANY)).stdout)).toBe(canonical(`{"x":${json}}`));
      }
      const beside = await run(["t", "--n", "1", `{"x":${json}}`], ANY);
      expect(canonical(beside.stdout)).toBe(canonical(`{"n":1,"x":${json}}`));
    });
  }
});
