// DESIGN.md section 7: arguments → flags, :=, files of JSON and the JSON argument in random mixture
// → parser → equal arguments.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import fc from "fast-check";
import { echo, run } from "./_fixtures.ts";
import { canonical } from "./_tables.ts";

type Scalar = "string" | "integer" | "number" | "boolean";

/** A schema with a value that fits it. */
type Node =
  | { kind: "scalar"; type: Scalar; json: string }
  | { kind: "array"; type: Scalar; items: string[] }
  | { kind: "map"; type: Scalar; entries: [key: string, json: string][] }
  | { kind: "object"; fields: Field[] }
  | { kind: "any"; json: string };
type Field = [name: string, node: Node];

/** Where values go: onto the command line, or into the JSON argument. */
interface Line {
  flags: string[][];
  json: string[];
}

/** Draws the next of a run's random numbers below n. */
type Draw = (n: number) => number;

const character = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  fc.constantFrom(
    "=",
    ",",
    "-",
    "'",
    '"',
    "\\",
    "[",
    "]",
    "{",
    "}",
    ":",
    "@",
    "\n",
    " ",
    "null",
    "true",
    "1",
  ),
);
const word = fc.array(character, { maxLength: 6 }).map((parts) => parts.join(""))
  .filter((text) => text.isWellFormed() && !text.includes("\0"));
const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String);
const decimals = fc.tuple(digits, fc.nat(1_000_000), fc.integer({ min: -500, max: 500 }), fc.nat(3))
  .map(([whole, fraction, exponent, form]) =>
    whole + (form & 1 ? `.${fraction}0` : "") + (form & 2 ? `e${exponent}` : "")
  );
const JSONS: Record<Scalar, fc.Arbitrary<string>> = {
  string: word.map((text) => JSON.stringify(text)),
  integer: digits,
  number: fc.oneof(digits, decimals),
  boolean: fc.constantFrom("true", "false"),
};
const scalarType = fc.constantFrom<Scalar>("string", "integer", "number", "boolean");

// A dot in a name, and a colon or an at sign, can make one spelling of two parameters: tables hold those.
const flagName = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-z_]{0,5}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "__proto__",
      "constructor",
      "toString",
      "help",
      "h",
      "out",
      "é",
      "a b",
      "A-",
      "0",
      "9",
    ),
  },
);
const oddName = fc.constantFrom("", "-x", "--y", "a=b", "=", "-");
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  decimals,
  decimals.map((text) => `[{"n":${text}}]`),
);

const leaf: fc.Arbitrary<Node> = fc.oneof(
  scalarType.chain((type) => JSONS[type].map((json): Node => ({ kind: "scalar", type, json }))),
  scalarType.chain((type) =>
    fc.array(JSONS[type], { maxLength: 4 }).map((items): Node => ({ kind: "array", type, items }))
  ),
  scalarType.chain((type) =>
    fc.uniqueArray(fc.tuple(fc.oneof(word, flagName), JSONS[type]), {
      maxLength: 4,
      selector: ([key]) => key,
    })
      .map((entries): Node => ({ kind: "map", type, entries }))
  ),
  anyJson.map((json): Node => ({ kind: "any", json })),
);
const fields = (node: fc.Arbitrary<Node>): fc.Arbitrary<Field[]> =>
  fc.uniqueArray(
    fc.tuple(fc.oneof({ weight: 5, arbitrary: flagName }, { weight: 1, arbitrary: oddName }), node),
    {
      minLength: 1,
      maxLength: 5,
      selector: ([name]) => name,
    },
  );
const objectOf = (node: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
  fields(node).map((fields) => ({ kind: "object", fields }));
const tree = fields(fc.oneof(
  { weight: 3, arbitrary: leaf },
  {
    weight: 1,
    arbitrary: objectOf(
      fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: objectOf(leaf) }),
    ),
  },
));

function schemaOf(node: Node): string {
  switch (node.kind) {
    case "scalar":
      return `{"type":"${node.type}"}`;
    case "array":
      return `{"type":"array","items":{"type":"${node.type}"}}`;
    case "map":
      return `{"type":"object","additionalProperties":{"type":"${node.type}"}}`;
    case "object":
      return `{"type":"object","properties":{${members(node.fields, schemaOf)}}}`;
    case "any":
      return "{}";
  }
}

function jsonOf(node: Node): string {
  switch (node.kind) {
    case "array":
      return `[${node.items}]`;
    case "map":
      return `{${node.entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`)}}`;
    case "object":
      return `{${members(node.fields, jsonOf)}}`;
    default:
      return node.json;
  }
}

const members = (fields: Field[], text: (node: Node) => string): string =>
  fields.map(([name, node]) => `${JSON.stringify(name)}:${text(node)}`).join(",");

/** Whether each name from the top down can stand in a flag. */
const speakable = (path: string[]): boolean =>
  path.every((name) => name !== "" && !/^-|=/.test(name));

/** The text that a flag takes for a scalar's JSON. */
const plain = (type: Scalar, json: string): string => type === "string" ? JSON.parse(json) : json;

/** Puts a value on the line; gives what of it goes into the JSON argument, if anything does. */
function put(path: string[], node: Node, line: Line, draw: Draw): string | null {
  const name = path.join(".");
  const flag = (word: string, type?: Scalar) => {
    const dashes = draw(2) ? "-" : "--";
    const apart = type !== "boolean" && draw(2) === 1;
    line.flags.push(apart ? [`${dashes}${name}`, word] : [`${dashes}${name}=${word}`]);
  };
  const assign = (json: string) => line.flags.push([`--${name}:=${json}`]);
  const way = speakable(path) ? draw(3) : 0;
  if (way === 0) {
    return node.kind === "object" && speakable(path)
      ? some(path, node.fields, line, draw)
      : jsonOf(node);
  }
  if (way === 1) {
    assign(jsonOf(node));
    return null;
  }
  switch (node.kind) {
    case "scalar":
      if (node.json === "true" && draw(2)) line.flags.push([`--${name}`]);
      else flag(plain(node.type, node.json), node.type);
      return null;
    case "array":
      if (node.items.length === 0) return "[]";
      for (const item of node.items) flag(plain(node.type, item), node.type);
      return null;
    case "map": {
      const rest: string[] = [];
      let given = 0;
      for (const [key, json] of node.entries) {
        if (key === "" || key.includes("=") || draw(3) === 0) {
          rest.push(`${JSON.stringify(key)}:${json}`);
        } else given = flag(`${key}=${plain(node.type, json)}`) ?? given + 1;
      }
      return rest.length || !given ? `{${rest}}` : null;
    }
    case "object":
      return some(path, node.fields, line, draw);
    case "any":
      assign(node.json);
      return null;
  }
}

/** Puts each field on the line by itself; gives the rest of the object. */
function some(path: string[], fields: Field[], line: Line, draw: Draw): string | null {
  const before = line.flags.length;
  const rest: string[] = [];
  for (const [name, node] of fields) {
    const json = put([...path, name], node, line, draw);
    if (json !== null) rest.push(`${JSON.stringify(name)}:${json}`);
  }
  return rest.length || line.flags.length === before ? `{${rest}}` : null;
}

describe("round trip", () => {
  it("run() brings arguments in any mixture of flags, := and JSON to the tool unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.infiniteStream(fc.nat()), async (fields, numbers) => {
        const draw: Draw = (n) => numbers.next().value! % n;
        const line: Line = { flags: [], json: [] };
        const rest = some([], fields, line, draw);
        // Elements keep their order; between flags of different names there is none.
        const at = line.flags.length && draw(line.flags.length);
        const sameName = new Set(line.flags.map(([word]) =>
          word!.replace(/^-+|:?=[^]*/g, "")
        )).size < line.flags.length;
        const flags = sameName ? line.flags : [...line.flags.slice(at), ...line.flags.slice(0, at)];
        const words = ["t", ...flags.flat(), ...(rest === null ? [] : draw(3) ? [rest] : ["-"])];
        const outcome = await run(words, {
          tools: [echo("t", schemaOf({ kind: "object", fields }))],
          stdin: rest ?? "",
        });
        expect({
          status: outcome.status,
          stderr: outcome.stderr.replace(/^kit: --.* gives an array\n/gm, ""),
        })
          .toEqual({ status: 0, stderr: "" });
        expect(canonical(outcome.stdout)).toBe(canonical(`{${members(fields, jsonOf)}}`));
      }),
      { numRuns: 300 },
    );
  });

  it("run() brings one text unchanged through every kind of flag", async () => {
    const schema =
      `{"properties":{"s":{"type":"string"},"l":{"type":"array","items":{"type":"string"}},` +
      `"m":{"type":"object","additionalProperties":{"type":"string"}},"j":{}}}`;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
        const json = JSON.stringify(text);
        const { stdout } = await run(
          ["t", "--s", text, "--l", text, `--l=${text}`, "--m", `k=${text}`, `--j:=${json}`],
          { tools: [echo("t", schema)] },
        );
        expect(JSON.parse(stdout)).toEqual({ s: text, l: [text, text], m: { k: text }, j: text });
      }),
    );
  });
});
