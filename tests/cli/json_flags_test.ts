// DESIGN.md section 4: --P:=JSON, --P:@FILE and --P:=@FILE.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { echo, run, type RunOptions } from "./_fixtures.ts";
import { canonical, expectUsage, gives, inFolder, prints, refuses } from "./_tables.ts";

const T: RunOptions = {
  tools: [echo(
    "t",
    `{"type":"object","properties":{"s":{"type":"string"},"l":{"type":"array","items":{"type":"string"}},` +
      `"j":{},"i":{"type":"integer"},"b":{"type":"boolean"},"o":{"type":"object","properties":{` +
      `"s":{"type":"string"},"j":{}}},"is":{"type":"array","items":{"type":"integer"}},` +
      `"m":{"type":"object","additionalProperties":{"type":"string"}}}}`,
  )],
};

/** A tool whose names look like suffixes. */
const CLASH: RunOptions = {
  tools: [echo(
    "t",
    `{"type":"object","properties":{"p":{"type":"string"},"p:":{"type":"string"},"p:@f":{"type":"string"}}}`,
  )],
};

describe("--P:=JSON", () => {
  gives([
    ["null", "raw --count:=null", `{"count":null}`],
    ["any value", "raw --mixed:=5", `{"mixed":5}`],
    ["text", `raw --mixed:='"x"'`, `{"mixed":"x"}`],
    ["one dash", "raw -mixed:=5", `{"mixed":5}`],
    [
      "a list of objects",
      `tag --tags a --items:='[{"name":"n"}]'`,
      `{"tags":["a"],"items":[{"name":"n"}]}`,
    ],
    ["an empty list", "tag --tags:=[]", `{"tags":[]}`],
    ["an object with fields", `deploy --target:='{"host":"h"}'`, `{"target":{"host":"h"}}`],
    ["a field", "deploy --target.hops:=[{}]", `{"target":{"hops":[{}]}}`],
    [
      "an object in an object",
      `deploy --target.tls:='{"on":true}'`,
      `{"target":{"tls":{"on":true}}}`,
    ],
    ["a scalar field", "deploy --target.tls.on:=false", `{"target":{"tls":{"on":false}}}`],
    ["a field whose name has a dot", `deploy --target.a.b:='"x"'`, `{"target":{"a.b":"x"}}`],
    ["a map", `deploy --limits:='{"cpu":2}'`, `{"limits":{"cpu":2}}`],
    ["a map of objects", `deploy --extra:='{"k":{}}'`, `{"extra":{"k":{}}}`],
    ["a tuple", `odd --t:='["a"]'`, `{"t":["a"]}`],
    ["a boolean", "t --b:=true", `{"b":true}`, T],
    [
      "numbers as written",
      "odd --x:=[12345678901234567890,1.0,1e400]",
      `{"x":[12345678901234567890,1.0,1e400]}`,
    ],
    ["white space around it", "odd --x:=' 5 '", `{"x":5}`],
    ["the type is the tool's to check", `raw --count:='"x"'`, `{"count":"x"}`],
    ["several", "t --j:=1 --o.j:=2", `{"j":1,"o":{"j":2}}`, T],
  ]);

  describe("merges as the JSON argument does", () => {
    gives([
      [
        "with a field's flag",
        `deploy --target:='{"port":1}' --target.host x`,
        `{"target":{"port":1,"host":"x"}}`,
      ],
      [
        "with a field's flag before it",
        `deploy --target.host x --target:='{"port":1}'`,
        `{"target":{"port":1,"host":"x"}}`,
      ],
      [
        "with a deeper one",
        `deploy --target:='{"tls":{}}' --target.tls.on`,
        `{"target":{"tls":{"on":true}}}`,
      ],
      [
        "with another of its kind",
        `deploy --target:='{"port":1}' --target.hops:=[]`,
        `{"target":{"port":1,"hops":[]}}`,
      ],
      [
        "with the JSON argument",
        `deploy --target:='{"port":1}' '{"target":{"host":"h"}}'`,
        `{"target":{"port":1,"host":"h"}}`,
      ],
      [
        "a map with the JSON argument",
        `deploy --limits:='{"a":1}' '{"limits":{"b":2}}'`,
        `{"limits":{"a":1,"b":2}}`,
      ],
      [
        "a map with its own flag",
        `deploy --limits:='{"a":1}' --limits b=2`,
        `{"limits":{"a":1,"b":2}}`,
      ],
      [
        "with all of them",
        `deploy --target:='{"port":1}' --target.tls.on '{"target":{"host":"h"}}'`,
        `{"target":{"port":1,"tls":{"on":true},"host":"h"}}`,
      ],
    ]);
    refuses([
      [
        "an overlap",
        `deploy --target:='{"host":"h"}' --target.host x`,
        `deploy: --target and --target.host both give "target.host"`,
      ],
      [
        "an overlap the other way",
        `deploy --target.host x --target:='{"host":"h"}'`,
        `deploy: … both give "target.host"`,
      ],
      [
        "a holder that is no object",
        "deploy --target:=5 --target.host x",
        `deploy: --target gives "target", which is not an object`,
      ],
      [
        "a holder that is null",
        "deploy --backup:=null --backup.host x",
        `deploy: --backup gives "backup", which is not an object`,
      ],
      ["twice", "odd --x:=1 --x:=2", `odd: invalid value "2" for flag -x: given more than once`],
      [
        "after the plain flag",
        "raw --count 1 --count:=null",
        `raw: invalid value "null" for flag -count: given more than once`,
      ],
      [
        "before the plain flag",
        "raw --count:=null --count 1",
        `raw: invalid value "1" for flag -count: given more than once`,
      ],
      ["no concatenation", `tag --tags a --tags:='["b"]'`, "tag: …"],
      ["no concatenation the other way", `tag --tags:='["b"]' --tags a`, "tag: …"],
      ["a key of a map twice", `deploy --limits:='{"a":1}' --limits a=2`, "deploy: …"],
      [
        "the JSON argument too",
        `raw --mixed:=1 '{"mixed":2}'`,
        `raw: --mixed and the JSON argument both give "mixed"`,
      ],
      [
        "the JSON argument at depth",
        `deploy --target:='{"host":"a"}' '{"target":{"host":"b"}}'`,
        `deploy: --target and the JSON argument both give "target.host"`,
      ],
      ["a scalar against an object", `deploy --target:=5 '{"target":{"host":"b"}}'`, "deploy: …"],
    ]);
  });

  refuses([
    [
      "not JSON",
      "tag --items:=[1",
      `tag: invalid value "[1" for flag -items: not valid JSON: Unexpected end of JSON text`,
    ],
    [
      "nothing",
      "tag --items:=",
      `tag: invalid value "" for flag -items: not valid JSON: Unexpected end of JSON text`,
    ],
    ["a bare word", "raw --mixed:=x", `raw: invalid value "x" for flag -mixed: not valid JSON: …`],
    [
      "two values",
      "raw --mixed:='1 2'",
      `raw: invalid value "1 2" for flag -mixed: not valid JSON: …`,
    ],
    [
      "a member twice",
      `odd --x:='{"a":1,"a":2}'`,
      "odd: invalid value … for flag -x: …given twice",
    ],
    [
      "a member twice, deep",
      `odd --x:='[{"a":{"b":1,"b":2}}]'`,
      "odd: invalid value … for flag -x: …given twice",
    ],
    [
      "half a surrogate pair",
      ["odd", `--x:="\ud800"`],
      "odd: invalid value … for flag -x: …not valid UTF-8",
    ],
    ["undeclared", "raw --nope:=1", "raw: flag provided but not defined: -nope…"],
    [
      "an undeclared field",
      "deploy --target.nope:=1",
      "deploy: flag provided but not defined: -target.nope…",
    ],
    ["an entry", "deploy --limits.cpu:=1", "deploy: flag provided but not defined: -limits.cpu…"],
    [
      "a near name",
      "raw --mixd:=1",
      "raw: flag provided but not defined: -mixd…, did you mean --mixed…",
    ],
    ["a program option", "--out:=1 ping", "flag provided but not defined: -out…"],
  ]);

  prints([
    ["a plain value that begins with :=", "read_file --path=:=x", "read :=x\n"],
    ["an exact name wins", "t --p:=5", `{"p:":"5"}\n`, CLASH],
    ["an exact name with @ wins", "t --p:@f=5", `{"p:@f":"5"}\n`, CLASH],
    ["an exact name with @ and a word", "t --p:@f 5", `{"p:@f":"5"}\n`, CLASH],
  ]);
});

describe("a string element that looks like a list", () => {
  const NOTE = (text: string) =>
    `kit: --tags was given the text ${text} as one element; --tags:=JSON gives an array\n`;

  it("run() passes it literally, with a note", async () => {
    expect(await run(["tag", "--tags", `["a"]`])).toMatchObject({
      status: 0,
      stdout: `{"tags":["[\\"a\\"]"]}\n`,
      stderr: NOTE(`["a"]`),
    });
    expect((await run(["tag", "--tags=[]"])).stderr).toBe(NOTE("[]"));
  });

  it("run() says nothing where the text is no list, or the parameter takes no list", async () => {
    for (
      const line of [["tag", "--tags", "a"], ["tag", "--tags", "[a"], [
        "read_file",
        "--path",
        `["a"]`,
      ]]
    ) {
      expect(await run(line)).toMatchObject({ status: 0, stderr: "" });
    }
  });

  it("run() keeps a usage error to two lines", async () => {
    expectUsage(
      await run(["tag", "--tags", `["a"]`, "--zzz"]),
      "tag: flag provided but not defined: -zzz",
    );
  });
});

describe("--P:@FILE and --P:=@FILE", () => {
  /** Runs a line in which `@F` names a file of this content. */
  async function withFile(
    content: string | Uint8Array<ArrayBuffer>,
    line: string[],
    name = "f.txt",
  ) {
    let outcome: Awaited<ReturnType<typeof run>>;
    let path = "";
    await inFolder(async (folder) => {
      path = `${folder}/${name}`;
      await Deno.writeFile(path, new Uint8Array(await new Blob([content]).arrayBuffer()));
      outcome = await run(line.map((word) => word.replace("@F", `@${path}`)), T);
    });
    return { ...outcome!, path };
  }

  const CONTENTS = [
    "",
    "x",
    "a\n",
    "\n",
    "a\r\nb\r\n",
    " a ",
    "\ufeffx",
    "é👍",
    `["a"]`,
    "5",
    "@x",
    "-",
  ];
  for (const content of CONTENTS) {
    it(`run() gives a string the exact text ${JSON.stringify(content)} of a file`, async () => {
      const { status, stdout, stderr } = await withFile(content, ["t", "--s:@F"]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(JSON.parse(stdout)).toEqual({ s: content });
    });
  }

  const JSON_FILES = ["null", "5", ` [1.0, 12345678901234567890]\n`, `{"a":{"b":"c"}}`, `"text"`];
  for (const json of JSON_FILES) {
    it(`run() gives any parameter the JSON ${JSON.stringify(json)} of a file`, async () => {
      const { status, stdout } = await withFile(json, ["t", "--j:=@F"]);
      expect(status).toBe(0);
      expect(canonical(stdout)).toBe(canonical(`{"j":${json}}`));
    });
  }

  it("run() gives an element, a field and a declared object their files", async () => {
    expect((await withFile("x\n", ["t", "--l:@F", "--l", "b", "--l:@F"])).stdout)
      .toBe(`{"l":["x\\n","b","x\\n"]}\n`);
    expect((await withFile("x", ["t", "--o.s:@F"])).stdout).toBe(`{"o":{"s":"x"}}\n`);
    expect((await withFile("[1]", ["t", "--o.j:=@F", "--o.s", "y"])).stdout).toBe(
      `{"o":{"j":[1],"s":"y"}}\n`,
    );
    expect((await withFile(`["a","b"]`, ["t", "--l:=@F"])).stdout).toBe(`{"l":["a","b"]}\n`);
    expect((await withFile(`"x"`, ["t", "-s:=@F"])).stdout).toBe(`{"s":"x"}\n`);
    expect((await withFile(`{"j":1}`, ["t", "--o:=@F", `{"o":{"s":"y"}}`])).status).toBe(0);
  });

  it("run() takes the rest of the word as the file's name", async () => {
    expect((await withFile("x", ["t", "--s:@F"], "a=b:=@c:@d.txt")).stdout).toBe(`{"s":"x"}\n`);
    expect((await withFile("1", ["t", "--j:=@F"], "a=b c.json")).stdout).toBe(`{"j":1}\n`);
  });

  prints([
    ["@ as a value stays literal", "t --s @f", `{"s":"@f"}\n`, T],
    ["@ after = stays literal", "t --s=@f", `{"s":"@f"}\n`, T],
    ["@ as an element stays literal", "t --l @f --l=@g", `{"l":["@f","@g"]}\n`, T],
    ["@ in an entry stays literal", "t --m k=@f", `{"m":{"k":"@f"}}\n`, T],
    ["- is standard input", "t --s:@-", `{"s":" x\\n"}\n`, { ...T, stdin: " x\n" }],
    ["- is standard input for an element", "t --l a --l:@-", `{"l":["a","x"]}\n`, {
      ...T,
      stdin: "x",
    }],
    ["- is standard input as JSON", "t --j:=@-", `{"j":[1.0]}\n`, { ...T, stdin: "[1.0]" }],
    ["a word - is not", "t --s -", `{"s":"-"}\n`, T],
  ]);

  refuses([
    ["twice", "t --s:@- -", "t: standard input can be read once, but two arguments ask for it", {
      ...T,
      stdin: "{}",
    }],
    [
      "twice by flags",
      "t --s:@- --j:=@-",
      "t: standard input can be read once, but two arguments ask for it",
      { ...T, stdin: "{}" },
    ],
    [
      "twice by elements",
      "t --l:@- --l:@-",
      "t: standard input can be read once, but two arguments ask for it",
      { ...T, stdin: "{}" },
    ],
    ["no such file", "read_file --path:@nope.txt", `read_file: reading "nope.txt" for --path: …`],
    ["no such JSON file", "t --j:=@nope.json", `t: reading "nope.json" for --j: …`, T],
    ["no such file for a field", "t --o.s:@nope.txt", `t: reading "nope.txt" for --o.s: …`, T],
    ["a folder", "t --s:@.", `t: reading "." for --s: …`, T],
    ["no name", "t --s:@", "t: …", T],
    ["no text for an integer", "t --i:@nope.txt", "t: …", T],
    ["no text for any value", "t --j:@nope.txt", "t: …", T],
    ["no text for an integer element", "t --is:@nope.txt", "t: …", T],
    ["no text for a map", "t --m:@nope.txt", "t: …", T],
    ["no text for an object", "t --o:@nope.txt", "t: …", T],
    ["an undeclared name", "t --nope:@nope.txt", "t: flag provided but not defined: -nope…", T],
    ["standard input that is no JSON", "t --j:=@-", "t: …not valid JSON: …", { ...T, stdin: "[1" }],
    ["standard input that is no UTF-8", "t --s:@-", `t: … for --s is not valid UTF-8`, {
      ...T,
      stdin: new Uint8Array([0xff]),
    }],
  ]);

  it("run() refuses a file that is not UTF-8", async () => {
    for (const flag of ["s", "l"]) {
      const outcome = await withFile(new Uint8Array([0x61, 0xff]), ["t", `--${flag}:@F`], "f.bin");
      expectUsage(outcome, `t: "${outcome.path}" for --${flag} is not valid UTF-8`);
    }
    const outcome = await withFile(new Uint8Array([0x22, 0xff, 0x22]), ["t", "--j:=@F"], "f.bin");
    expectUsage(outcome, `t: "${outcome.path}" for --j is not valid UTF-8`);
  });

  it("run() refuses a file that is not JSON, or has a member twice", async () => {
    expectUsage(
      await withFile("[1", ["t", "--j:=@F"]),
      "t: …not valid JSON: Unexpected end of JSON text",
    );
    expectUsage(
      await withFile("", ["t", "--j:=@F"]),
      "t: …not valid JSON: Unexpected end of JSON text",
    );
    expectUsage(await withFile(`{"a":1,"a":1}`, ["t", "--j:=@F"]), "t: …given twice");
  });

  it("run() refuses a file beside the flag it stands for", async () => {
    expectUsage(await withFile("x", ["t", "--s", "a", "--s:@F"]), "t: …given more than once");
    expectUsage(
      await withFile("x", ["t", "--s:@F", `{"s":"a"}`]),
      `t: --s and the JSON argument both give "s"`,
    );
  });
});
