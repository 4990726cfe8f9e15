// The schemas that clients are shown.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { JsonSchema } from "../../agenttool/mod.ts";
import { servedSchema } from "../../mcp/_server_schema.ts";

const NO_ARGS = '{"type":"object","properties":{},"required":[]}';

const rows: [title: string, parameters: JsonSchema | string | undefined, text: string][] = [
  ["none as that of no arguments", undefined, NO_ARGS],
  ["an empty text as that of no arguments", " ", NO_ARGS],
  ["null as that of no arguments", "null", NO_ARGS],
  [
    "an object's text as it is",
    ' {"type" : "object", "x": 1.50, "maxProperties": 12345678901234567890}',
    ' {"type" : "object", "x": 1.50, "maxProperties": 12345678901234567890}',
  ],
  ["a value as its JSON", { type: "object", title: "T" }, '{"type":"object","title":"T"}'],
  ["true as any object", true, '{"type":"object"}'],
  ["false as no object", false, '{"type":"object","not":{}}'],
  [
    "one without a type as an object's",
    '{"minProperties":10000000000000000001,"required":["a"]}',
    '{"type":"object","minProperties":10000000000000000001,"required":["a"]}',
  ],
  [
    "several types as an object",
    { type: ["object", "null"], title: "T" },
    '{"type":"object","title":"T"}',
  ],
  ["another type as no object", { type: "string" }, '{"type":"object","not":{}}'],
  [
    "boolean properties as what they mean",
    '{"type":"object","properties":{"a":true,"b":false,"__proto__":{"const":1.0}}}',
    '{"type":"object","properties":{"a":{},"b":{"not":{}},"__proto__":{"const":1.0}}}',
  ],
];

const problems: [title: string, parameters: string, problem: string][] = [
  ["what is no JSON", "{", "Unexpected end of JSON text"],
  ["a number", "5", "neither an object nor a boolean"],
  [
    "properties that are none",
    '{"type":"object","properties":[]}',
    '"properties" is not an object of schemas',
  ],
  [
    "properties that are no schemas",
    '{"type":"object","properties":{"a":"string"}}',
    '"properties" is not an object of schemas',
  ],
  [
    "required that is no list",
    '{"type":"object","required":"a"}',
    '"required" is not an array of names',
  ],
  [
    "required that lists no names",
    '{"type":"object","required":[1]}',
    '"required" is not an array of names',
  ],
];

describe("servedSchema()", () => {
  const tool = { name: "t", description: "", execute: () => Promise.reject() };

  for (const [title, parameters, text] of rows) {
    it(`shows ${title}`, () => {
      expect(servedSchema({ ...tool, parameters })).toEqual({ text });
    });
  }

  for (const [title, parameters, problem] of problems) {
    it(`shows ${title} as any object, with the reason`, () => {
      expect(servedSchema({ ...tool, parameters })).toEqual({ text: '{"type":"object"}', problem });
    });
  }

  it("shows one that cannot be written as any object, with the reason", () => {
    const shown = servedSchema({ ...tool, parameters: { type: "object", maxProperties: 1n } });
    expect(shown.text).toBe('{"type":"object"}');
    expect(shown.problem).toContain("BigInt");
  });
});
