// spec/agenttool-cli.md 3.1 and 3.3: which parameters have a flag, and what may be given twice.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { echo, run, type RunOptions } from "./_fixtures.ts";
import { expectUsage, gives, prints, refuses } from "./_tables.ts";

/** A tool `t` with these properties. */
const t = (properties: string): RunOptions => ({
  tools: [echo("t", `{"type":"object","properties":{${properties}}}`)],
});

const O = `"o":{"type":"object","properties":{"host":{"type":"string"}}}`;
const O_HOST = `"o.host":{"type":"string"}`;

describe("flags", () => {
  prints([
    ["8", "raw --count 3", `{"count":3}\n`],
    ["22", "odd --bs --bs=false", `{"bs":[true,false]}\n`],
    ["a boolean element takes no word", `odd --bs '{"n":1}'`, `{"bs":[true],"n":1}\n`],
    ["one element", "tag --tags a", `{"tags":["a"]}\n`],
    [
      "deep fields",
      "t --a.b.c.d x",
      `{"a":{"b":{"c":{"d":"x"}}}}\n`,
      t(
        `"a":{"type":"object","properties":{"b":{"type":"object","properties":{"c":{"type":"object","properties":{"d":{"type":"string"}}}}}}}`,
      ),
    ],
    [
      "a field that is an array",
      "t --o.l 1 --o.l 2",
      `{"o":{"l":[1,2]}}\n`,
      t(
        `"o":{"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}}}`,
      ),
    ],
    [
      "a field that is a map",
      "t --o.m a=1 --o.m b=2",
      `{"o":{"m":{"a":1,"b":2}}}\n`,
      t(
        `"o":{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}}}}`,
      ),
    ],
  ]);
  gives([
    [
      "6",
      "tag --tags a --tags b --level high --verbose --ratio 0.5",
      `{"tags":["a","b"],"level":"high","verbose":true,"ratio":0.5}`,
    ],
    [
      "elements between other flags",
      "tag --tags a --level low --tags b",
      `{"tags":["a","b"],"level":"low"}`,
    ],
    [
      "55",
      `deploy --target.host "O'Brien" --target.port 80 --target.tls.on`,
      `{"target":{"host":"O'Brien","port":80,"tls":{"on":true}}}`,
    ],
    [
      "56",
      "deploy --target.host a --backup.host b",
      `{"target":{"host":"a"},"backup":{"host":"b"}}`,
    ],
    [
      "57",
      "deploy --target.host a --limits cpu=2 --limits mem=4 --switches dry=true",
      `{"target":{"host":"a"},"limits":{"cpu":2,"mem":4},"switches":{"dry":true}}`,
    ],
    [
      "a map of booleans",
      "deploy --switches a=true --switches b=F",
      `{"switches":{"a":true,"b":false}}`,
    ],
  ]);
  refuses([
    [
      "no flag for an object with fields",
      "deploy --backup x",
      "deploy: flag provided but not defined: -backup…",
    ],
    [
      "no flag for a list of objects",
      "deploy --target.hops x",
      "deploy: flag provided but not defined: -target.hops…",
    ],
    ["no flag for a tuple", "odd --t a", "odd: flag provided but not defined: -t…"],
    ["no flag for any value", "odd --x a", "odd: flag provided but not defined: -x…"],
    [
      "no flag for a list of anything",
      "t --l a",
      "t: flag provided but not defined: -l…",
      t(`"l":{"type":"array"}`),
    ],
    [
      "no flag for a plain object",
      "t --l a",
      "t: flag provided but not defined: -l…",
      t(`"l":{"type":"object"}`),
    ],
    [
      "no flag for an entry of a map",
      "deploy --limits.cpu 1",
      "deploy: flag provided but not defined: -limits.cpu…",
    ],
  ]);
});

describe("names", () => {
  prints([
    ["a dot in a top-level name", "t --a.b x", `{"a.b":"x"}\n`, t(`"a.b":{"type":"string"}`)],
    ["__proto__", "t --__proto__ x", `{"__proto__":"x"}\n`, t(`"__proto__":{"type":"string"}`)],
    [
      "constructor",
      "t --constructor x",
      `{"constructor":"x"}\n`,
      t(`"constructor":{"type":"string"}`),
    ],
    [
      "a field __proto__",
      "t --o.__proto__ x",
      `{"o":{"__proto__":"x"}}\n`,
      t(
        `"o":{"type":"object","properties":{"__proto__":{"type":"string"}}}`,
      ),
    ],
    [
      "a field of __proto__",
      "t --__proto__.a x",
      `{"__proto__":{"a":"x"}}\n`,
      t(
        `"__proto__":{"type":"object","properties":{"a":{"type":"string"}}}`,
      ),
    ],
    ["a key __proto__", "deploy --limits __proto__=1", `{"limits":{"__proto__":1}}\n`],
    ["a key with a dot", "deploy --limits a.b=1", `{"limits":{"a.b":1}}\n`],
    [
      "a space and a letter beyond ASCII",
      ["t", "--é x", "1"],
      `{"é x":"1"}\n`,
      t(`"é x":{"type":"string"}`),
    ],
    [
      "record, out and answer are free",
      "t --record a --out b --answer c",
      `{"record":"a","out":"b","answer":"c"}\n`,
      t(
        `"record":{"type":"string"},"out":{"type":"string"},"answer":{"type":"string"}`,
      ),
    ],
    [
      "of two definitions the first",
      "t --a x",
      `{"a":"x"}\n`,
      t(`"a":{"type":"string"},"a":{"type":"integer"}`),
    ],
  ]);
  gives([
    [
      "the odd ones by JSON",
      `raw --count 1 '{"a=b":"1","-x":"2","":"3","__proto__":"4","constructor":"5"}'`,
      `{"count":1,"a=b":"1","-x":"2","":"3","__proto__":"4","constructor":"5"}`,
    ],
    ["10", `raw '{"a=b":"1","-x":"2"}'`, `{"a=b":"1","-x":"2"}`],
  ]);
  refuses([
    [
      "a field of an object whose name has a dot",
      "t --a.b.c x",
      "t: flag provided but not defined: -a.b.c…",
      t(
        `"a.b":{"type":"object","properties":{"c":{"type":"string"}}}`,
      ),
    ],
    [
      "an empty field name",
      "t --o. x",
      "t: flag provided but not defined: -o.…",
      t(
        `"o":{"type":"object","properties":{"":{"type":"string"}}}`,
      ),
    ],
    [
      "a field name that begins with a dash",
      "t --o.-x y",
      "t: flag provided but not defined: -o.-x…",
      t(
        `"o":{"type":"object","properties":{"-x":{"type":"string"}}}`,
      ),
    ],
    [
      "a name that only JavaScript knows",
      "ping --toString x",
      "ping: flag provided but not defined: -toString",
    ],
    [
      "so with constructor",
      "ping --constructor",
      "ping: flag provided but not defined: -constructor",
    ],
    ["so with __proto__", "ping --__proto__=1", "ping: flag provided but not defined: -__proto__"],
  ]);

  describe("one spelling for two parameters goes to the first", () => {
    prints([
      ["the plain name first", "t --o.host x", `{"o.host":"x"}\n`, t(`${O_HOST},${O}`)],
      ["the field first", "t --o.host x", `{"o":{"host":"x"}}\n`, t(`${O},${O_HOST}`)],
    ]);
    it("run() shows the flag once in help", async () => {
      for (const properties of [`${O_HOST},${O}`, `${O},${O_HOST}`]) {
        const { stdout } = await run("help t", t(properties));
        expect(stdout).toContain("kit t [--o.host <string>] [<json> | -]\n");
        expect(stdout.match(/`--o\.host` \(string\)/g)).toHaveLength(1);
        expect(stdout.match(/`o\.host` \(string, JSON only\)/g)).toHaveLength(1);
      }
    });
  });
});

describe("duplicates", () => {
  refuses([
    [
      "27",
      "read_file --path /a --path /b",
      `read_file: invalid value "/b" for flag -path: given more than once`,
    ],
    [
      "the same value twice",
      "raw --count 1 --count 1",
      `raw: invalid value "1" for flag -count: given more than once`,
    ],
    [
      "63",
      "deploy --target.host a --target.host b",
      `deploy: invalid value "b" for flag -target.host: given more than once`,
    ],
    [
      "62",
      "deploy --limits cpu=1 --limits cpu=2",
      `deploy: invalid value "cpu=2" for flag -limits: …gives the key "cpu" twice`,
    ],
    [
      "a key __proto__",
      "deploy --limits __proto__=1 --limits __proto__=2",
      `deploy: …gives the key "__proto__" twice`,
    ],
    ["13", `raw '{"mixed":"a","mixed":"b"}'`, `raw: the JSON argument gives "mixed" twice`],
    [
      "below the top",
      `deploy '{"target":{"host":"a","host":"b"}}'`,
      `deploy: the JSON argument gives "target.host" twice`,
    ],
    [
      "in a list",
      `tag '{"tags":[],"items":[{"name":"a","name":"b"}]}'`,
      `tag: the JSON argument gives "items[0].name" twice`,
    ],
    [
      "deep in lists",
      `raw '{"a":[1,[{},{"b":{"c":1,"c":1}}]]}'`,
      `raw: the JSON argument gives "a[1][1].b.c" twice`,
    ],
    ["by an escape", `raw '{"a":1,"\\u0061":2}'`, `raw: the JSON argument gives "a" twice`],
    [
      "__proto__",
      `raw '{"__proto__":1,"__proto__":2}'`,
      `raw: the JSON argument gives "__proto__" twice`,
    ],
    ["an empty name", `raw '{"":1,"":2}'`, `raw: the JSON argument gives "" twice`],
    ["on standard input", "raw -", `raw: the JSON argument gives "o.a" twice`, {
      stdin: `{"o":{"a":1,"a":1}}`,
    }],
    [
      "beside a flag",
      `raw --count 1 '{"o":{"a":1,"a":1}}'`,
      `raw: the JSON argument gives "o.a" twice`,
    ],
    [
      "where it is not JSON either",
      `raw '{"a":1,"a":2'`,
      "raw: the JSON argument is not a JSON object: …",
    ],
  ]);
  prints([
    [
      "one name in two objects",
      `raw '{"a":{"b":1},"b":{"a":1},"c":[{"a":1},{"a":1}]}'`,
      `{"a":{"b":1},"b":{"a":1},"c":[{"a":1},{"a":1}]}\n`,
    ],
    ["one element twice", "tag --tags a --tags a", `{"tags":["a","a"]}\n`],
    ["one value under two keys", "deploy --limits a=1 --limits b=1", `{"limits":{"a":1,"b":1}}\n`],
  ]);
});

describe("500 parameters", () => {
  it("run() finds the last of them, and a near one", async () => {
    const names = Array.from({ length: 500 }, (_, n) => `parameter_number_${n}`);
    const options = t(names.map((name) => `"${name}":{"type":"string"}`).join());
    expect(await run("t --parameter_number_499 x", options))
      .toMatchObject({ status: 0, stdout: `{"parameter_number_499":"x"}\n` });
    expectUsage(
      await run("t --parametr_number_499 x", options),
      "t: flag provided but not defined: -parametr_number_499, did you mean --parameter_number_499…",
    );
  });
});
