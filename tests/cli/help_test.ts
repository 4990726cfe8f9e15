// spec/agenttool-cli.md 6 and DESIGN.md section 4: what help shows of a command.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { type Annotations, defineRawTool, type Tool } from "../../agenttool/mod.ts";
import { kit, run } from "./_fixtures.ts";

/** A tool `t`. */
const t = (members: Partial<Tool>): { tools: Tool[] } => ({
  tools: [defineRawTool({ name: "t", ...members, execute: () => Promise.resolve("") })],
});

/** The section of `t`, or of a fixture tool. */
async function section(name: string, options = {}): Promise<string> {
  const outcome = await run(["help", name], options);
  expect(outcome).toMatchObject({ status: 0, stderr: "", ran: [] });
  return outcome.stdout;
}

/** The lines about parameters in the section of a tool with these properties. */
async function lines(properties: string, required = "[]", more = ""): Promise<string[]> {
  const parameters = `{"type":"object","properties":{${properties}},"required":${required}${more}}`;
  return (await section("t", t({ parameters }))).split("\n").filter((line) => /^ *- `/.test(line));
}

/** The synopsis in the section of a tool with these properties. */
async function synopsis(properties: string, required = "[]"): Promise<string> {
  const parameters = `{"type":"object","properties":{${properties}},"required":${required}}`;
  return /```sh\n(.*)\n```/.exec(await section("t", t({ parameters })))![1]!;
}

describe("a command's section", () => {
  const SECTIONS: [name: string, text: string][] = [
    [
      "read_file",
      `### \`read_file\`

Read a file.

Hints from the tool: read-only.

\`\`\`sh
kit read_file --path <string> [--max_bytes <integer>]
\`\`\`

- \`--path\` (string, required): Absolute path to read
- \`--max_bytes\` (integer): Stop after this many bytes
`,
    ],
    [
      "tag",
      `### \`tag\`

Set tags.
The second line.

Hints from the tool: may be destructive; reaches outside systems.

\`\`\`sh
kit tag --tags <string> ... [--level <string>] [--verbose] [--ratio <number>] [--labels <key>=<string> ...] [<json> | -]
\`\`\`

- \`--tags\` (array of string, repeatable, required)
- \`--level\` (string). One of \`"low"\`, \`"high"\`
- \`--verbose\` (boolean)
- \`--ratio\` (number)
- \`--labels\` (map of string, repeatable)
- \`items\` (array of object, JSON only)
  - \`items[].name\` (string, JSON only)
`,
    ],
    ["ping", "### `ping`\n\n```sh\nkit ping\n```\n"],
    [
      "raw",
      `### \`raw\`

\`\`\`sh
kit raw [--count <integer>] [<json> | -]
\`\`\`

- \`--count\` (integer)
- \`mixed\` (any JSON value, JSON only)
- \`a=b\` (string, JSON only)
- \`-x\` (string, JSON only)
`,
    ],
    [
      "odd",
      `### \`odd\`

\`\`\`sh
kit odd [--n <integer>] [--bs ...] [<json> | -]
\`\`\`

- \`x\` (any JSON value, JSON only)
- \`t\` (array, JSON only)
- \`--n\` (integer)
- \`--bs\` (array of boolean, repeatable)
`,
    ],
    [
      "helpful",
      "### `helpful`\n\n```sh\nkit helpful --help <string>\n```\n\n- `--help` (string, required)\n",
    ],
    [
      "deploy",
      `### \`deploy\`

\`\`\`sh
kit deploy --target.host <string> [--target.port <integer>] [--target.tls.on] [--backup.host <string>] [--limits <key>=<integer> ...] [--switches <key>=<boolean> ...] [<json> | -]
\`\`\`

- \`target\` (object, required): Where to deploy
  - \`--target.host\` (string, required): Host name
  - \`--target.port\` (integer)
  - \`target.tls\` (object)
    - \`--target.tls.on\` (boolean)
  - \`target.a.b\` (string, JSON only)
  - \`target.hops\` (array of object, JSON only)
- \`backup\` (object)
  - \`--backup.host\` (string, required)
- \`--limits\` (map of integer, repeatable)
- \`--switches\` (map of boolean, repeatable)
- \`extra\` (map of object, JSON only)
`,
    ],
    ["nullschema", "### `nullschema`\n\n```sh\nkit nullschema\n```\n"],
  ];
  for (const [name, text] of SECTIONS) {
    it(`run() shows 125: the section of ${name}`, async () => {
      expect(await section(name)).toBe(text);
    });
  }

  it("run() trims the description and keeps its lines", async () => {
    expect(await section("t", t({ description: "\n  First.\n\n- second\n\n" })))
      .toBe("### `t`\n\nFirst.\n\n- second\n\n```sh\nkit t\n```\n");
    expect(await section("t", t({ description: " \n " }))).toBe("### `t`\n\n```sh\nkit t\n```\n");
  });

  it("run() names the program as it was named", async () => {
    const { stdout } = await run("help ping", { name: "toolcli run ./tools.ts" });
    expect(stdout).toContain("\ntoolcli run ./tools.ts ping\n");
  });

  const HINTS: [annotations: Annotations, hints: string][] = [
    [{ readOnly: true }, "read-only"],
    [{ readOnly: true, destructive: true, idempotent: true }, "read-only"],
    [{ readOnly: true, openWorld: true }, "read-only; reaches outside systems"],
    [{ destructive: true }, "may be destructive"],
    [{ readOnly: false, destructive: true, idempotent: true }, "may be destructive; idempotent"],
    [{ idempotent: true, openWorld: true }, "idempotent; reaches outside systems"],
    [{ openWorld: true, title: "T" }, "reaches outside systems"],
    [{ title: "T" }, ""],
    [{ readOnly: false, destructive: false, idempotent: false, openWorld: false }, ""],
    [{}, ""],
  ];
  for (const [annotations, hints] of HINTS) {
    it(`run() shows the hints ${JSON.stringify(annotations)} as ${JSON.stringify(hints)}`, async () => {
      const line = hints ? `Hints from the tool: ${hints}.\n\n` : "";
      expect(await section("t", t({ annotations }))).toBe(
        `### \`t\`\n\n${line}\`\`\`sh\nkit t\n\`\`\`\n`,
      );
    });
  }

  for (const members of [{ sequential: true }, { resource: "shell:session" }]) {
    it(`run() notes that nothing orders a tool with ${JSON.stringify(members)}`, async () => {
      expect(await section("t", t(members))).toMatch(/other process/);
      expect((await run("help", t(members))).stdout).toMatch(/\n- `t`.*other process/);
    });
  }
  it("run() does not note it for another tool", async () => {
    expect(await section("t", t({ sequential: false }))).not.toMatch(/process/);
  });
});

describe("a synopsis", () => {
  const S = `"s":{"type":"string"}`, X = `"x":{}`;
  const CASES: [properties: string, required: string, synopsis: string][] = [
    ["", "[]", "kit t"],
    [S, "[]", "kit t [--s <string>]"],
    [S, `["s"]`, "kit t --s <string>"],
    [X, "[]", "kit t [<json> | -]"],
    [X, `["x"]`, "kit t (<json> | -)"],
    [`${X},${S}`, `["x","s"]`, "kit t --s <string> (<json> | -)"],
    [`${X},"y":{}`, `["y"]`, "kit t (<json> | -)"],
    [`"b":{"type":"boolean"}`, `["b"]`, "kit t --b"],
    [
      `"m":{"type":"object","additionalProperties":{"type":"string"}}`,
      `["m"]`,
      "kit t --m <key>=<string> ...",
    ],
    [`"o":{"type":"object"}`, `["o"]`, "kit t (<json> | -)"],
    [`"o":{"type":"object","properties":{${S}},"required":["s"]}`, "[]", "kit t [--o.s <string>]"],
    [`"o":{"type":"object","properties":{${S}},"required":["s"]}`, `["o"]`, "kit t --o.s <string>"],
    [`"o":{"type":"object","properties":{${S}}}`, `["o"]`, "kit t [--o.s <string>]"],
    [`"o":{"type":"object","properties":{${X}},"required":["x"]}`, "[]", "kit t [<json> | -]"],
    [`"o":{"type":"object","properties":{${X}},"required":["x"]}`, `["o"]`, "kit t (<json> | -)"],
    [`"-x":{"type":"string"}`, `["-x"]`, "kit t (<json> | -)"],
  ];
  for (const [properties, required, expected] of CASES) {
    it(`run() shows ${expected} for {${properties}} that requires ${required}`, async () => {
      expect(await synopsis(properties, required)).toBe(expected);
    });
  }
});

describe("a parameter's line", () => {
  const LINES: [properties: string, line: string, required?: string][] = [
    [`"p":{"type":"string","description":" a\\n  b\\tc "}`, "- `--p` (string): a b c"],
    [`"p":{"type":["string","null"]}`, "- `--p` (string)"],
    [`"p":{"type":"array","items":{"type":"integer"}}`, "- `--p` (array of integer, repeatable)"],
    [`"p":{"type":"array"}`, "- `p` (array, JSON only)", "[]"],
    [`"p":{"type":"array","items":{"type":"array"}}`, "- `p` (array of array, JSON only)"],
    [`"p":{"type":"object"}`, "- `p` (object, JSON only)"],
    [
      `"p":{"type":"object","additionalProperties":{"type":"array"}}`,
      "- `p` (map of array, JSON only)",
    ],
    [`"p":{"description":"d"}`, "- `p` (any JSON value, required, JSON only): d", `["p"]`],
    [
      `"p":{"type":"array","items":{"type":"string"}}`,
      "- `--p` (array of string, repeatable, required)",
      `["p"]`,
    ],
    [`"p":{"type":"number","enum":[1.0,2e3]}`, "- `--p` (number). One of `1.0`, `2e3`"],
    [`"p":{"type":"string","description":"d","enum":["a"]}`, '- `--p` (string): d. One of `"a"`'],
    [`"a.b":{"type":"string"}`, "- `--a.b` (string)"],
  ];
  for (const [properties, line, required] of LINES) {
    it(`run() shows ${properties} as ${line}`, async () => {
      expect(await lines(properties, required)).toEqual([line]);
    });
  }

  const ORDERS: [schema: string, facts: string[]][] = [
    [
      `{"type":"string","format":"hostname","minLength":31,"maxLength":77,"pattern":"^z+","default":"zzz"}`,
      ["string", "required", "hostname", "31", "77", "^z+", `"zzz"`],
    ],
    [`{"type":"integer","minimum":31,"maximum":77,"default":42}`, [
      "integer",
      "required",
      "31",
      "77",
      "42",
    ]],
    [`{"type":"number","exclusiveMinimum":0.25,"default":1.0}`, [
      "number",
      "required",
      "0.25",
      "1.0",
    ]],
    [
      `{"type":"array","items":{"type":"string"},"minItems":31,"maxItems":77,"default":["q"]}`,
      ["array of string", "repeatable", "required", "31", "77", `["q"]`],
    ],
    [`{"type":"object","default":{"q":12345678901234567890}}`, [
      "object",
      "required",
      "JSON only",
      "12345678901234567890",
    ]],
    [`{"default":null}`, ["any JSON value", "required", "JSON only", "null"]],
  ];
  for (const [schema, facts] of ORDERS) {
    it(`run() shows the facts of ${schema} in the order ${facts.join(", ")}`, async () => {
      const [line] = await lines(`"p":${schema}`, `["p"]`);
      const inParentheses = /\((.*)\)/.exec(line!)![1]!;
      let at = -1;
      for (const fact of facts) {
        const next = inParentheses.indexOf(fact, at + 1);
        expect(`${fact}: ${next > at}`).toBe(`${fact}: true`);
        at = next;
      }
    });
  }

  it("run() ends with a schema that holds itself", async () => {
    const found = await lines(
      `"p":{"$ref":"#/$defs/n"}`,
      "[]",
      `,"$defs":{"n":{"properties":{"v":{"type":"string"},"n":{"$ref":"#/$defs/n"}}}}`,
    );
    expect(found.length).toBeLessThan(50);
    expect(found).toContain("  - `--p.v` (string)");
  });
});

describe("descriptions from outside", () => {
  // deno-lint-ignore no-control-regex
  const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/;

  it("run() shows no control character of them, terminal or not", async () => {
    const nasty = "\x1b[2Jclear\x07\x9b5n\rover";
    const options = t({
      description: `${nasty}\nsecond ${nasty}`,
      parameters: JSON.stringify({
        properties: {
          p: {
            type: "string",
            description: nasty,
            format: nasty,
            pattern: nasty,
            enum: [nasty],
            default: nasty,
          },
        },
      }),
    });
    for (const isTerminal of [true, false]) {
      for (const line of ["help", "help t", "t --help"]) {
        const { stdout } = await run(line, { ...options, isTerminal });
        expect(stdout).not.toMatch(CONTROL);
        expect(stdout).toContain("clear");
      }
    }
  });
});

describe("the general help", () => {
  it("run() lists each command with the first line of its description", async () => {
    const { stdout } = await run("help");
    const [, index] = stdout.split("\n## Commands\n\n");
    expect(index!.trimEnd().split("\n")).toEqual(
      kit().map(({ name, description }) =>
        description ? `- \`${name}\`: ${description.split("\n")[0]}` : `- \`${name}\``
      ),
    );
  });

  it("run() has 38: the index line of tag", async () => {
    expect((await run("help")).stdout).toContain("- `tag`: Set tags.\n");
  });

  it("run() tells of the program's options", async () => {
    const { stdout } = await run("help");
    for (const option of ["--answer", "--out", "--record"]) expect(stdout).toContain(option);
  });
});
