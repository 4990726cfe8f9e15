import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { ajvCheck } from "../../agenttool/_ajv.ts";
import { interpreter } from "../../agenttool/_interpreter.ts";
import { word } from "../../agenttool/_wording.ts";
import { parseJson } from "../../agenttool/json.ts";

/** Names, values and bounds are few, so that schemas and values often meet. */
const name = fc.constantFrom("a", "b", "c");
const bound = fc.integer({ min: -1, max: 3 });
const size = fc.integer({ min: 0, max: 3 });
const type = fc.constantFrom("array", "boolean", "integer", "null", "number", "object", "string");

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, -1, 0, 1, 2, 3, 0.5, "", "a", "ab", "abc", "😀"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  ),
}));

type Keywords = Record<string, fc.Arbitrary<unknown>>;

/** The keywords that the interpreter decides. */
function everyday(part: fc.Arbitrary<unknown>): Keywords {
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  return {
    $ref: fc.constantFrom("#", "#/$defs/a", "#/$defs/b"),
    additionalProperties: part,
    allOf: parts,
    anyOf: parts,
    const: value,
    enum: fc.array(value, { minLength: 1, maxLength: 3 }),
    exclusiveMaximum: bound,
    exclusiveMinimum: bound,
    items: part,
    maxItems: size,
    maxLength: size,
    maxProperties: size,
    maximum: bound,
    minItems: size,
    minLength: size,
    minProperties: size,
    minimum: bound,
    multipleOf: fc.integer({ min: 1, max: 3 }),
    not: part,
    oneOf: parts,
    pattern: fc.constantFrom("^a", "b$", "^.$"),
    prefixItems: parts,
    properties: fc.dictionary(name, part, { maxKeys: 3 }),
    propertyNames: fc.constantFrom(true, { pattern: "[ab]" }, { enum: ["a"] }),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    uniqueItems: fc.boolean(),
  };
}

/** Keywords that it leaves to ajv. */
function others(part: fc.Arbitrary<unknown>): Keywords {
  return {
    contains: part,
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2 }),
    dependentSchemas: fc.dictionary(name, part, { maxKeys: 2 }),
    maxContains: size,
    minContains: size,
    patternProperties: fc.dictionary(fc.constantFrom("^a", "[bc]"), part, { maxKeys: 2 }),
  };
}

/** A schema with two others that it may refer to, and values. */
function cases(keywordsOf: (part: fc.Arbitrary<unknown>) => Keywords) {
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
    const keywords = keywordsOf(tie("schema"));
    const some = fc.subarray(Object.keys(keywords), { minLength: 1, maxLength: 4 });
    return {
      schema: fc.oneof(
        { maxDepth: 3 },
        { weight: 1, arbitrary: fc.boolean() },
        { weight: 3, arbitrary: fc.record({ type }) },
        {
          weight: 8,
          arbitrary: some.chain((names) =>
            fc.record(Object.fromEntries(names.map((name) => [name, keywords[name]!])))
          ),
        },
      ),
    };
  });
  return fc.record({
    root: fc.record({ allOf: fc.tuple(schema), $defs: fc.record({ a: schema, b: schema }) }),
    values: fc.array(value, { minLength: 5, maxLength: 5 }),
  });
}

describe("interpreter()", () => {
  it("interpreter() agrees with ajv, and says the same", async () => {
    const seen = { fitting: 0, unfit: 0 };
    await fc.assert(
      fc.asyncProperty(cases(everyday), async ({ root, values }) => {
        const text = JSON.stringify(root);
        const ours = interpreter(parseJson(text), {})!;
        const theirs = await ajvCheck(parseJson(text), {}).catch(onlyEndless);
        fc.pre(theirs !== undefined);
        for (const value of values) {
          const json = JSON.stringify(value);
          const lines = unlessEndless(() => word(ours(json), json));
          const expected = unlessEndless(() => word(theirs!(json), json));
          if (!lines || !expected) continue;
          seen[lines.length > 0 ? "unfit" : "fitting"]++;
          expect([json, lines.length > 0]).toEqual([json, expected.length > 0]);
          // Of a schema that is used twice, ajv's errors do not tell which use they come from.
          if (!text.includes('"$ref"')) expect([json, ...lines]).toEqual([json, ...expected]);
        }
      }),
      { numRuns: 300 },
    );
    expect(seen.fitting).toBeGreaterThan(150);
    expect(seen.unfit).toBeGreaterThan(150);
  });
});

describe("ajvCheck()", () => {
  it("ajvCheck() has problems to name where ajv refuses, and else none", async () => {
    await fc.assert(
      fc.asyncProperty(
        cases((part) => ({ ...everyday(part), ...others(part) })),
        async ({ root, values }) => {
          const text = JSON.stringify(root);
          const check = await ajvCheck(parseJson(text), {}).catch(onlyEndless);
          fc.pre(check !== undefined);
          const ajv = new Ajv2020({ allErrors: true, logger: false, strict: false });
          ajv.opts.unevaluated = false;
          const validate = ajv.compile(JSON.parse(text));
          for (const value of values) {
            const json = JSON.stringify(value);
            const lines = unlessEndless(() => word(check!(json), json));
            const fits = unlessEndless(() => validate(JSON.parse(json)));
            if (!lines || fits === undefined) continue;
            expect([json, lines.length === 0]).toEqual([json, fits]);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** What `run` gives; nothing where a schema that leads back to itself fills the stack. */
function unlessEndless<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function onlyEndless(error: Error): undefined {
  if (error.message !== "Invalid schema: $ref: leads back to itself") throw error;
}
