import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { interpreter } from "../../agenttool/_interpreter.ts";
import { parseJson } from "../../agenttool/json.ts";
import type { JsonSchema } from "../../agenttool/tool.ts";
import { SchemaError, validator } from "../../agenttool/validate.ts";

/** A schema, JSON texts that fit it, and JSON texts that do not with what is said of them. */
interface Row {
  schema: JsonSchema | string;
  fits?: string[];
  unfit?: [text: string, ...problems: string[]][];
}

const MESSAGES: Row[] = [
  {
    schema: {
      type: "object",
      properties: {
        path: { type: "string" },
        level: { type: "string", enum: ["low", "high"] },
        nested: {
          type: "object",
          properties: { deep: { type: "integer" }, deeper: { type: "boolean" } },
          required: ["deeper", "deep"],
          additionalProperties: false,
        },
        tags: { type: "array", items: { type: "string" } },
      },
      required: ["path"],
    },
    fits: [
      '{"path":""}',
      '{"path":"x","level":"low","nested":{"deep":2.0,"deeper":true},"tags":[],"more":1}',
    ],
    unfit: [
      ["{}", 'missing required property "path"'],
      ['{"path":1}', "path: expected string, got 1"],
      ['{"path":null}', "path: expected string, got null"],
      ['{"path":1.50e0}', "path: expected string, got 1.50e0"],
      ['{"path":"","level":"mid"}', 'level: expected one of ["low", "high"], got "mid"'],
      ['{"path":"","level":1.5}', 'level: expected one of ["low", "high"], got 1.5'],
      ['{"path":"","level":null}', "level: expected string, got null"],
      ['{"path":"","tags":["a",2]}', "tags[1]: expected string, got 2"],
      ['{"path":"","nested":[]}', "nested: expected object, got array"],
      ['{"path":"","nested":{"deep":1.5,"deeper":true}}', "nested.deep: expected integer, got 1.5"],
      [
        '{"nested":{"deep":"x","c":1,"b":2},"tags":{}}',
        'missing required property "path"',
        'nested: missing required property "deeper"',
        'nested: unexpected property "c"',
        'nested: unexpected property "b"',
        'nested.deep: expected integer, got "x"',
        "tags: expected array, got object",
      ],
      ["[]", "expected object, got array"],
    ],
  },
  {
    schema: { type: "string", maxLength: 1 },
    unfit: [
      [`"${"a".repeat(100)}"`, `expected at most 1 character, got "${"a".repeat(100)}"`],
      [`"${"a".repeat(101)}"`, `expected at most 1 character, got "${"a".repeat(100)}…"`],
      [`"${"😀".repeat(101)}"`, `expected at most 1 character, got "${"😀".repeat(100)}…"`],
      ['"\\"\\u001b\\n"', 'expected at most 1 character, got "\\"\\u001b\\n"'],
    ],
  },
  {
    schema: '{"additionalProperties":{"type":"null"}}',
    unfit: [
      ['{"a b":{"c.d":1}}', "a b: expected null, got object"],
      ['{"":true}', '"": expected null, got true'],
    ],
  },
  {
    schema: { allOf: [{ required: ["a"] }, { required: ["a", "b"] }] },
    unfit: [["{}", 'missing required property "a"', 'missing required property "b"']],
  },
];

const TYPES: Row[] = [
  {
    schema: { type: "null" },
    fits: ["null"],
    unfit: [["0", "expected null, got 0"], ["false", "expected null, got false"]],
  },
  {
    schema: { type: "boolean" },
    fits: ["true", "false"],
    unfit: [['"true"', 'expected boolean, got "true"']],
  },
  {
    schema: { type: "string" },
    fits: ['""', '"1"'],
    unfit: [["1", "expected string, got 1"], ["true", "expected string, got true"]],
  },
  {
    schema: { type: "array" },
    fits: ["[]", "[1]"],
    unfit: [["{}", "expected array, got object"]],
  },
  {
    schema: { type: "object" },
    fits: ["{}"],
    unfit: [
      ["[]", "expected object, got array"],
      ["12345678901234567890", "expected object, got 12345678901234567890"],
    ],
  },
  {
    schema: { type: "integer" },
    fits: [
      "2",
      "2.0",
      "-0",
      "1e3",
      "9007199254740993",
      "123456789012345678901234567890",
      "12.50e1",
    ],
    unfit: [
      ["1.5", "expected integer, got 1.5"],
      ["15e-1", "expected integer, got 15e-1"],
      ["1.00000000000000000001", "expected integer, got 1.00000000000000000001"],
      ["1e400", "expected integer, got 1e400"],
      ["1e999999999999", "expected integer, got 1e999999999999"],
      ['"1"', 'expected integer, got "1"'],
    ],
  },
  {
    schema: { type: "number" },
    fits: ["1", "1.5", "0.1234567890123456789", "123456789012345678901234567890", "1e-400"],
    unfit: [
      ["1e400", "expected number, got 1e400"],
      ["-1e400", "expected number, got -1e400"],
      ["null", "expected number, got null"],
    ],
  },
  {
    schema: { type: ["string", "null"] },
    fits: ['"a"', "null"],
    unfit: [["1", "expected string or null, got 1"]],
  },
  {
    schema: { type: ["null", "string", "integer"] },
    fits: ['"a"', "null", "1"],
    unfit: [["1.5", "expected string, integer or null, got 1.5"]],
  },
  { schema: {}, fits: ["null", "1e400", "{}"] },
  { schema: true, fits: ["null"] },
  { schema: false, unfit: [["1", "expected nothing, got 1"]] },
];

const VALUES: Row[] = [
  {
    schema: '{"enum":["a",1.50,null,{"x":[1,2]},9007199254740993,1e400]}',
    fits: [
      '"a"',
      "1.5",
      "15e-1",
      "null",
      '{"x":[1.0,2]}',
      "9007199254740993",
      "9007199254740993.0",
      "10e399",
    ],
    unfit: [
      [
        "9007199254740992",
        'expected one of ["a", 1.50, null, {"x":[1,2]}, 9007199254740993, 1e400], got 9007199254740992',
      ],
      [
        '{"x":[2,1]}',
        'expected one of ["a", 1.50, null, {"x":[1,2]}, 9007199254740993, 1e400], got object',
      ],
    ],
  },
  {
    schema: { enum: [{ a: 1, b: 2 }] },
    fits: ['{"b":2,"a":1}'],
    unfit: [['{"a":1}', 'expected one of [{"a":1,"b":2}], got object']],
  },
  {
    schema: { type: "integer", enum: [1, 2] },
    fits: ["1", "2.0"],
    unfit: [
      ["1.5", "expected one of [1, 2], got 1.5"],
      ["null", "expected integer, got null"],
    ],
  },
  {
    schema: { type: ["string", "null"], enum: ["a"] },
    fits: ['"a"'],
    unfit: [["null", 'expected one of ["a"], got null'], ['"b"', 'expected one of ["a"], got "b"']],
  },
  { schema: { type: ["string", "null"], enum: ["a", null] }, fits: ["null"] },
  {
    schema: '{"const":1.0}',
    fits: ["1", "10e-1"],
    unfit: [["2", "expected 1.0, got 2"], ['"1"', 'expected 1.0, got "1"']],
  },
  { schema: { const: null }, fits: ["null"], unfit: [["0", "expected null, got 0"]] },
  { schema: { const: "a", minLength: 5 }, fits: [], unfit: [['"b"', 'expected "a", got "b"']] },
];

const NUMBERS: Row[] = [
  {
    schema: '{"minimum":9007199254740993}',
    fits: ["9007199254740993", "9007199254740994", "1e400", '"a"'],
    unfit: [["9007199254740992", "expected at least 9007199254740993, got 9007199254740992"]],
  },
  {
    schema: { maximum: 9007199254740992 },
    fits: ["9007199254740992", "-1e400", "null"],
    unfit: [["9007199254740993", "expected at most 9007199254740992, got 9007199254740993"]],
  },
  {
    schema: { exclusiveMinimum: 0.1 },
    fits: ["0.10000000000000000001", "1"],
    unfit: [
      ["0.1", "expected more than 0.1, got 0.1"],
      ["0.10", "expected more than 0.1, got 0.10"],
    ],
  },
  {
    schema: '{"exclusiveMaximum":1e400}',
    fits: ["9e399"],
    unfit: [["1e400", "expected less than 1e400, got 1e400"]],
  },
  {
    schema: { minimum: 1, maximum: 3 },
    fits: ["1", "3"],
    unfit: [["0", "expected at least 1, got 0"], ["4", "expected at most 3, got 4"]],
  },
  {
    schema: '{"multipleOf":0.01}',
    fits: ["0.07", "4.35", "19.99", "-1", "0", "1e999999999999", "[]"],
    unfit: [["0.075", "expected a multiple of 0.01, got 0.075"]],
  },
  {
    schema: { multipleOf: 2 },
    fits: ["9007199254740992"],
    unfit: [["9007199254740993", "expected a multiple of 2, got 9007199254740993"]],
  },
];

const STRINGS: Row[] = [
  {
    schema: { minLength: 2 },
    fits: ['"ab"', '"😀😀"', "1"],
    unfit: [
      ['"a"', 'expected at least 2 characters, got "a"'],
      ['"😀"', 'expected at least 2 characters, got "😀"'],
    ],
  },
  {
    schema: { maxLength: 1 },
    fits: ['""', '"😀"', '"\\ud83d"', "[1,2]"],
    unfit: [['"ab"', 'expected at most 1 character, got "ab"']],
  },
  {
    schema: { pattern: "^\\d+$" },
    fits: ['"12"', "1"],
    unfit: [['"a"', 'expected a string that matches "^\\d+$", got "a"']],
  },
  { schema: { pattern: "^.$" }, fits: ['"😀"'] },
  { schema: { pattern: "b" }, fits: ['"abc"'] },
  { schema: { format: "email" }, fits: ['"no address"'] },
];

const ARRAYS: Row[] = [
  {
    schema: { minItems: 2 },
    fits: ["[1,2]", '"a"'],
    unfit: [["[1]", "expected at least 2 items, got 1"]],
  },
  {
    schema: { maxItems: 1 },
    fits: ["[]", "[1]"],
    unfit: [["[1,2,3]", "expected at most 1 item, got 3"]],
  },
  {
    schema: { uniqueItems: true },
    fits: ['[1,"1",[1],{"a":1},true,null]', "[9007199254740992,9007199254740993]"],
    unfit: [
      ['["a","b","a"]', 'expected unique items, got "a" twice'],
      ["[1,2,1.0]", "expected unique items, got 1.0 twice"],
      ['[{"a":1,"b":2},{"b":2,"a":1}]', "expected unique items, got object twice"],
    ],
  },
  { schema: { uniqueItems: false }, fits: ["[1,1]"] },
  {
    schema: { prefixItems: [{ type: "string" }, { type: "integer" }] },
    fits: ["[]", '["a"]', '["a",1,null]', "{}"],
    unfit: [['[1,"a"]', "[0]: expected string, got 1", '[1]: expected integer, got "a"']],
  },
  {
    schema: { prefixItems: [{ type: "string" }], items: { type: "null" } },
    fits: ['["a",null]'],
    unfit: [["[null,1]", "[0]: expected string, got null", "[1]: expected null, got 1"]],
  },
  {
    schema: { prefixItems: [true], items: false },
    fits: ["[1]"],
    unfit: [["[1,2,3]", "expected at most 1 item, got 3"]],
  },
  {
    schema: { items: false },
    fits: ["[]"],
    unfit: [["[1]", "[0]: expected nothing, got 1"]],
  },
];

const OBJECTS: Row[] = [
  {
    schema: { minProperties: 2 },
    fits: ['{"a":1,"b":2}', "[]"],
    unfit: [['{"a":1}', "expected at least 2 properties, got 1"]],
  },
  {
    schema: { maxProperties: 1 },
    fits: ["{}"],
    unfit: [['{"a":1,"b":2}', "expected at most 1 property, got 2"]],
  },
  {
    schema: { required: ["b", "a"] },
    fits: ['{"a":null,"b":null}', "[]"],
    unfit: [["{}", 'missing required property "b"', 'missing required property "a"']],
  },
  {
    schema: { properties: { a: true, b: { type: "null" } }, additionalProperties: false },
    fits: ["{}", '{"b":null,"a":1}'],
    unfit: [['{"c":1,"b":2}', 'unexpected property "c"', "b: expected null, got 2"]],
  },
  {
    schema: { properties: { a: true }, additionalProperties: { type: "integer" } },
    fits: ['{"a":"x","b":1}'],
    unfit: [['{"b":"x"}', 'b: expected integer, got "x"']],
  },
  {
    schema: { properties: { a: false } },
    fits: ["{}"],
    unfit: [['{"a":1}', "a: expected nothing, got 1"]],
  },
  {
    schema: { propertyNames: { pattern: "^[a-z]+$" } },
    fits: ['{"a":1}'],
    unfit: [['{"A":1,"b":2}', 'unexpected property name "A"']],
  },
  {
    schema: '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
    fits: ["{}", '{"__proto__":"","constructor":""}'],
    unfit: [
      [
        '{"__proto__":{},"constructor":1}',
        "__proto__: expected string, got object",
        "constructor: expected string, got 1",
      ],
    ],
  },
  {
    schema: '{"required":["__proto__","constructor","toString"],"additionalProperties":false}',
    unfit: [
      [
        '{"__proto__":1,"hasOwnProperty":2}',
        'missing required property "constructor"',
        'missing required property "toString"',
        'unexpected property "__proto__"',
        'unexpected property "hasOwnProperty"',
      ],
    ],
  },
];

const UNIONS: Row[] = [
  {
    schema: { anyOf: [{ type: "string" }, { type: "integer" }] },
    fits: ['"a"', "1"],
    unfit: [["1.5", "expected string or integer, got 1.5"]],
  },
  {
    schema: { anyOf: [{ type: "null" }, { anyOf: [{ type: "string" }, { type: "boolean" }] }] },
    fits: ["null", "true"],
    unfit: [["1", "expected string, boolean or null, got 1"]],
  },
  {
    schema: {
      oneOf: [{ const: "a", title: "A" }, { const: "b", title: "B" }, { enum: ["c", "a"] }],
    },
    fits: ['"b"', '"c"'],
    unfit: [
      ['"d"', 'expected one of ["a", "b", "c"], got "d"'],
      ['"a"', 'expected a value that fits exactly one of 3 alternatives, got "a"'],
    ],
  },
  {
    schema: { anyOf: [{ type: "string", enum: ["low", "high"] }, { type: "null" }] },
    fits: ['"low"', "null"],
    unfit: [
      ['"mid"', 'expected one of ["low", "high"] or null, got "mid"'],
      ["1", 'expected one of ["low", "high"] or null, got 1'],
    ],
  },
  {
    schema: { anyOf: [{ type: "number" }, { const: "auto" }] },
    unfit: [['"x"', 'expected number or "auto", got "x"']],
  },
  {
    schema: { properties: { a: { anyOf: [{ type: "string", minLength: 3 }, { type: "null" }] } } },
    fits: ['{"a":"abc"}', '{"a":null}'],
    unfit: [
      ['{"a":"b"}', 'a: expected at least 3 characters, got "b"'],
      ['{"a":1}', "a: expected string or null, got 1"],
    ],
  },
  {
    schema: {
      oneOf: [
        {
          type: "object",
          properties: { kind: { const: "file" }, path: { type: "string" } },
          required: ["kind", "path"],
        },
        {
          type: "object",
          properties: { kind: { const: "page" }, url: { type: "string" } },
          required: ["kind", "url"],
        },
        { type: "string" },
      ],
    },
    fits: ['{"kind":"page","url":""}', '""'],
    unfit: [
      ['{"kind":"page"}', 'missing required property "url"'],
      ['{"kind":"file","path":1}', "path: expected string, got 1"],
      ['{"kind":"other"}', "expected a value that fits one of 3 alternatives, got object"],
      ["1", "expected object or string, got 1"],
    ],
  },
  {
    schema: { anyOf: [false, { type: "null" }] },
    unfit: [["1", "expected null, got 1"]],
  },
  {
    schema: { allOf: [{ minimum: 2 }, { type: "integer" }] },
    fits: ["2"],
    unfit: [["1.5", "expected at least 2, got 1.5", "expected integer, got 1.5"]],
  },
  {
    schema: { not: { type: "string" } },
    fits: ["1"],
    unfit: [['"a"', 'expected a value that does not fit "not", got "a"']],
  },
];

const TREE = {
  $ref: "#/$defs/tree",
  $defs: {
    tree: {
      type: "object",
      properties: {
        name: { type: "string" },
        parts: { type: "array", items: { $ref: "#/$defs/tree" } },
      },
      required: ["name"],
    },
  },
};

const REFERENCES: Row[] = [
  {
    schema: TREE,
    fits: ['{"name":"a","parts":[{"name":"b","parts":[]}]}'],
    unfit: [[
      '{"name":"a","parts":[{"name":"b","parts":[{}]},1]}',
      'parts[0].parts[0]: missing required property "name"',
      "parts[1]: expected object, got 1",
    ]],
  },
  {
    schema: { type: "object", additionalProperties: { $ref: "#" } },
    fits: ['{"a":{"b":{}}}'],
    unfit: [['{"a":{"b":1}}', "a.b: expected object, got 1"]],
  },
  {
    schema: {
      properties: {
        a: { $ref: "#/$defs/a~1b%20c~0" },
        b: { $ref: "#/properties/c/prefixItems/1" },
        c: { prefixItems: [true, { type: "null" }] },
      },
      $defs: { "a/b c~": { type: "string" } },
    },
    fits: ['{"a":"","b":null}'],
    unfit: [['{"a":1,"b":2}', "a: expected string, got 1", "b: expected null, got 2"]],
  },
  {
    schema: { $ref: "#/definitions/a", minimum: 5, definitions: { a: { type: "integer" } } },
    fits: ["5"],
    unfit: [["4", "expected at least 5, got 4"]],
  },
  {
    schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      $ref: "#/definitions/a",
      minimum: 5,
      definitions: { a: { type: "integer" } },
    },
    fits: ["4"],
    unfit: [['"a"', 'expected integer, got "a"']],
  },
];

/** Keywords that ajv decides. */
const OTHERS: Row[] = [
  {
    schema: { properties: { schema: { $ref: "https://json-schema.org/draft/2020-12/schema" } } },
    fits: ['{"schema":{"type":"string"}}', '{"schema":true}'],
    unfit: [['{"schema":1}', "schema: expected object or boolean, got 1"]],
  },
  {
    schema: {
      if: { required: ["a"] },
      then: { required: ["b"], properties: { a: { type: "string" } } },
      else: { maxProperties: 0 },
    },
    fits: ['{"a":"","b":1}', "{}"],
    unfit: [
      ['{"a":1}', 'missing required property "b"', "a: expected string, got 1"],
      ['{"c":1}', "expected at most 0 properties, got 1"],
    ],
  },
  {
    schema: { patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
    fits: ['{"x-a":""}'],
    unfit: [['{"x-a":1.50,"b":2}', 'unexpected property "b"', "x-a: expected string, got 1.50"]],
  },
  {
    schema: {
      oneOf: [{ additionalProperties: false }, { type: "object" }],
      patternProperties: { "^b": { type: "null" } },
    },
    fits: ['{"b":null}'],
    unfit: [['{"b":1}', "b: expected null, got 1"]],
  },
  {
    schema: { dependentRequired: { a: ["b", "c"] } },
    fits: ["{}", '{"a":1,"b":2,"c":3}'],
    unfit: [['{"a":1,"c":3}', 'missing property "b", which "a" requires']],
  },
  {
    schema: { contains: { type: "string" } },
    fits: ['[1,"a"]'],
    unfit: [["[1,2]", 'expected at least 1 item fitting "contains", got array']],
  },
  {
    schema: { contains: { type: "string" }, minContains: 2, maxContains: 3 },
    fits: ['["a","b"]'],
    unfit: [['["a",1]', 'expected 2 to 3 items fitting "contains", got array']],
  },
  {
    schema: { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    fits: ['{"a":1}'],
    unfit: [['{"b":1}', 'unexpected property "b"']],
  },
  {
    schema: { prefixItems: [true], unevaluatedItems: false },
    unfit: [["[1,2]", "expected at most 1 item, got 2"]],
  },
  {
    schema: { items: [{ type: "string" }], additionalItems: false },
    fits: ['["a"]'],
    unfit: [['["a",1]', "expected at most 1 item, got 2"], ["[1]", "[0]: expected string, got 1"]],
  },
  {
    schema: {
      $schema: "https://json-schema.org/draft/2019-09/schema",
      items: [{ type: "string" }],
      prefixItems: [false],
    },
    fits: ['["a"]'],
    unfit: [["[1]", "[0]: expected string, got 1"]],
  },
  {
    schema: {
      $schema: "http://json-schema.org/draft-07/schema",
      dependencies: { a: ["b"], c: { required: ["d"] } },
    },
    unfit: [[
      '{"a":1,"c":2}',
      'missing property "b", which "a" requires',
      'missing required property "d"',
    ]],
  },
  {
    schema: { $id: "https://example.com/a", $ref: "b", $defs: { b: { $id: "b", type: "null" } } },
    fits: ["null"],
    unfit: [["1", "expected null, got 1"]],
  },
  {
    schema: { type: "string", nullable: true },
    fits: ["null"],
    unfit: [["1", "expected string, got 1"]],
  },
  {
    schema: {
      ...TREE,
      unevaluatedProperties: false,
      allOf: [{ anyOf: [{ required: ["parts"] }, { properties: { name: { const: "leaf" } } }] }],
    },
    fits: ['{"name":"leaf"}'],
    unfit: [
      ['{"name":"a"}', 'missing required property "parts"'],
      ['{"name":1,"parts":[]}', "name: expected string, got 1"],
    ],
  },
  {
    schema: {
      $ref: "#/$defs/list",
      unevaluatedProperties: false,
      $defs: {
        list: {
          type: "object",
          properties: { next: { anyOf: [{ $ref: "#/$defs/list" }, { type: "null" }] } },
        },
      },
    },
    fits: ['{"next":{"next":null}}'],
    unfit: [['{"next":{"next":5}}', "next.next: expected object or null, got 5"]],
  },
  {
    schema: '{"if":true,"type":"string","enum":["a"],"minLength":3}',
    unfit: [["1", 'expected one of ["a"], got 1'], ["null", "expected string, got null"]],
  },
  {
    schema: { if: true, required: ["constructor"], properties: { toString: { type: "string" } } },
    unfit: [["{}", 'missing required property "constructor"']],
  },
];

const ANNOTATIONS: Row[] = [
  {
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $comment: "c",
      title: "t",
      description: "d",
      default: { if: true },
      examples: [1],
      deprecated: true,
      readOnly: true,
      writeOnly: true,
      contentEncoding: "base64",
      contentMediaType: "image/png",
      format: "email",
      "x-order": 1,
      $defs: { unused: { if: true, pattern: "(" } },
    },
    fits: ["1", '"a"'],
  },
];

const FORMATS: Row[] = [
  {
    schema: { format: "email" },
    fits: ['"a@example.com"', '"a.b+c@x-y.example"', '"o\'hara@localhost"', "1"],
    unfit: [
      ['""', 'expected an email address, got ""'],
      ['"a"', 'expected an email address, got "a"'],
      ['"@example.com"', 'expected an email address, got "@example.com"'],
      ['"a@"', 'expected an email address, got "a@"'],
      ['"a b@example.com"', 'expected an email address, got "a b@example.com"'],
      ['".a@example.com"', 'expected an email address, got ".a@example.com"'],
      ['"a..b@example.com"', 'expected an email address, got "a..b@example.com"'],
      ['"a@-x.example"', 'expected an email address, got "a@-x.example"'],
      ['"a@example..com"', 'expected an email address, got "a@example..com"'],
      ['"a@example.com\\n"', 'expected an email address, got "a@example.com\\n"'],
    ],
  },
  {
    schema: { format: "uri" },
    fits: [
      '"https://example.com/a?b=c#d"',
      '"urn:isbn:0451450523"',
      '"mailto:a@example.com"',
      '"http://[::1]:80/%20"',
    ],
    unfit: [
      ['"example.com"', 'expected a URI, got "example.com"'],
      ['"/a"', 'expected a URI, got "/a"'],
      ['"https://"', 'expected a URI, got "https://"'],
      ['"https://example.com/a b"', 'expected a URI, got "https://example.com/a b"'],
      ['"https://example.com/%zz"', 'expected a URI, got "https://example.com/%zz"'],
      ['"https://example.com/é"', 'expected a URI, got "https://example.com/é"'],
    ],
  },
  {
    schema: { format: "date" },
    fits: ['"2024-02-29"', '"0000-01-01"', '"9999-12-31"'],
    unfit: [
      ['"2023-02-29"', 'expected a date as YYYY-MM-DD, got "2023-02-29"'],
      ['"2024-04-31"', 'expected a date as YYYY-MM-DD, got "2024-04-31"'],
      ['"2024-13-01"', 'expected a date as YYYY-MM-DD, got "2024-13-01"'],
      ['"2024-00-10"', 'expected a date as YYYY-MM-DD, got "2024-00-10"'],
      ['"2024-1-1"', 'expected a date as YYYY-MM-DD, got "2024-1-1"'],
      ['"01.02.2024"', 'expected a date as YYYY-MM-DD, got "01.02.2024"'],
    ],
  },
  {
    schema: { format: "date-time" },
    fits: [
      '"2024-02-29T23:59:59Z"',
      '"2024-02-29t00:00:00.123456z"',
      '"2024-02-29T00:00:00-23:59"',
      '"2016-12-31T23:59:60Z"',
      '"2017-01-01T00:59:60+01:00"',
      '"2016-12-31T15:59:60-08:00"',
    ],
    unfit: [
      '"2024-02-29"',
      '"2024-02-29T10:00:00"',
      '"2024-02-29 10:00:00Z"',
      '"2023-02-29T10:00:00Z"',
      '"2024-02-29T24:00:00Z"',
      '"2024-02-29T10:60:00Z"',
      '"2024-02-29T10:00:60Z"',
      '"2016-12-31T23:59:61Z"',
      '"2024-02-29T10:00:00+24:00"',
      '"2024-02-29T10:00:00.Z"',
    ].map((text) => [text, `expected a date and time as YYYY-MM-DDThh:mm:ssZ, got ${text}`]),
  },
  { schema: { format: "ipv4" }, fits: ['"x"'] },
  { schema: { format: "constructor" }, fits: ['"x"'] },
  {
    schema: { if: true, format: "date" },
    fits: ['"2024-02-29"'],
    unfit: [['"x"', 'expected a date as YYYY-MM-DD, got "x"']],
  },
  { schema: { if: true, format: "ipv4" }, fits: ['"x"'] },
];

const INVALID: [what: string, schema: JsonSchema | string, message: string][] = [
  ["text that is not JSON", "{", "not JSON: Unexpected end of JSON text"],
  ["empty text", "", "not JSON: Unexpected end of JSON text"],
  ["an array", "[]", "neither an object nor a boolean"],
  ["null", "null", "neither an object nor a boolean"],
  ["an unknown type", { type: "text" }, 'schema type "text" is not a JSON Schema type'],
  ["a type of no text", { type: ["string", 1] }, "schema type 1 is not a JSON Schema type"],
  [
    "a type that objects have",
    { type: "constructor" },
    'schema type "constructor" is not a JSON Schema type',
  ],
  [
    "an unknown $schema",
    { $schema: "http://json-schema.org/draft-04/schema#" },
    '$schema: unknown version "http://json-schema.org/draft-04/schema#"',
  ],
  ["a $schema that is no text", { $schema: 7 }, "$schema: unknown version 7"],
  [
    "a pattern that is no regular expression",
    { properties: { a: { pattern: "(" } } },
    "pattern: Invalid regular expression: /(/u: Unterminated group",
  ],
  [
    "a pattern of members that is no regular expression",
    { patternProperties: { "(": { type: "null" } } },
    "pattern: Invalid regular expression: /(/u: Unterminated group",
  ],
  ["a multipleOf of 0", { multipleOf: 0 }, "multipleOf: expected more than 0, got 0"],
  ["a minimum of the wrong shape", { minimum: "5" }, "#/minimum: must be number"],
  [
    "a required of the wrong shape",
    { properties: { a: { required: true } } },
    "#/properties/a/required: must be array",
  ],
  ["properties that are an array", { properties: [] }, "#/properties: must be object"],
  ["a schema that is null", '{"properties":{"a":null}}', "#/properties/a: must be object,boolean"],
  ["an empty enum", { enum: [] }, "enum must have non-empty array"],
  ["an array as items in 2020-12", {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    items: [{}],
  }, "#/items: must be object,boolean"],
  ["a $ref to nothing", { $ref: "#/$defs/a" }, "$ref: can't resolve reference #/$defs/a from id #"],
  [
    "a $ref to elsewhere",
    { $ref: "https://example.com/a" },
    "$ref: can't resolve reference https://example.com/a from id #",
  ],
  ["a $ref that leads to itself", { $ref: "#" }, "$ref: leads back to itself"],
  [
    "$refs that lead to each other",
    {
      $ref: "#/$defs/a",
      $defs: { a: { anyOf: [{ $ref: "#/$defs/b" }] }, b: { $ref: "#/$defs/a" } },
    },
    "$ref: leads back to itself",
  ],
  [
    "a $ref that leads to itself, for ajv",
    { if: true, allOf: [{ $ref: "#" }] },
    "$ref: leads back to itself",
  ],
  ["$async", { $async: true }, "$async: not a keyword of JSON Schema"],
];

function run(title: string, rows: Row[], formats?: boolean): void {
  describe(`validator() with ${title}`, () => {
    for (const { schema, fits = [], unfit = [] } of rows) {
      const text = typeof schema === "string" ? schema : JSON.stringify(schema);
      it(`validator() checks ${text}`, async () => {
        const checked = validator(schema, { formats });
        for (const value of fits) {
          expect([value, ...await checked.validate(value)]).toEqual([value]);
        }
        for (const [value, ...problems] of unfit) {
          expect([value, ...await checked.validate(value)]).toEqual([value, ...problems]);
        }
      });
    }
  });
}

run("the contract's messages", MESSAGES);
run("type", TYPES);
run("enum and const", VALUES);
run("keywords of numbers", NUMBERS);
run("keywords of strings", STRINGS);
run("keywords of arrays", ARRAYS);
run("keywords of objects", OBJECTS);
run("unions", UNIONS);
run("references", REFERENCES);
run("keywords that ajv decides", OTHERS);
run("annotations", ANNOTATIONS);
run("asserted formats", FORMATS, true);

describe("interpreter()", () => {
  const everyday = [MESSAGES, TYPES, VALUES, NUMBERS, STRINGS, ARRAYS, OBJECTS, UNIONS];
  it("interpreter() decides everyday keywords", () => {
    for (const { schema } of [...everyday, REFERENCES, ANNOTATIONS].flat()) {
      const text = typeof schema === "string" ? schema : JSON.stringify(schema);
      expect([text, typeof interpreter(parseJson(text), {})]).toEqual([text, "function"]);
    }
  });

  it("interpreter() leaves all other keywords to ajv", () => {
    for (const { schema } of OTHERS) {
      const text = typeof schema === "string" ? schema : JSON.stringify(schema);
      expect([text, interpreter(parseJson(text), {})]).toEqual([text, undefined]);
    }
  });
});

describe("validator() with an invalid schema", () => {
  for (const [what, schema, message] of INVALID) {
    it(`validator() names what is wrong with ${what}`, async () => {
      const failing = validator(schema);
      for (let call = 0; call < 2; call++) {
        const error = await failing.validate("1").catch((error) => error);
        expect(error).toBeInstanceOf(SchemaError);
        expect(error.message).toBe(`Invalid schema: ${message}`);
      }
    });
  }

  it("validator() fails when it checks, not before", () => {
    expect(() => validator("{")).not.toThrow();
  });

  it("validator() refuses an object that is no JSON", async () => {
    const schema: Record<string, unknown> = {};
    schema.not = schema;
    await expect(validator(schema).validate("1")).rejects.toThrow(SchemaError);
  });
});

describe("validator() with odd values", () => {
  it("validator() throws on a text that is not JSON", async () => {
    await expect(validator({}).validate("{]")).rejects.toThrow(SyntaxError);
    await expect(validator({ if: true }).validate("")).rejects.toThrow(SyntaxError);
  });

  it("validator() takes a recursive schema's deep value, and names one that is too deep", async () => {
    for (const extra of [{}, { if: true }]) {
      const checked = validator({ ...TREE, ...extra });
      const nested = (depth: number) => '{"name":"","parts":['.repeat(depth) + "]}".repeat(depth);
      expect(await checked.validate(nested(200))).toEqual([]);
      expect(await checked.validate(nested(50_000)))
        .toEqual(["expected a value that is less deeply nested"]);
    }
  });

  it("validator() tells places apart whose names hold what joins names elsewhere", async () => {
    const text = { $ref: "#/$defs/text" };
    const checked = validator({
      properties: { first: text, "a/b": text, a: { properties: { b: text } } },
      $defs: { text: { type: "string" } },
    });
    expect(await checked.validate('{"a/b":"","a":{"b":5}}'))
      .toEqual(["a.b: expected string, got 5"]);
    expect(await checked.validate('{"a/b":5,"a":{"b":""}}'))
      .toEqual(["a/b: expected string, got 5"]);
  });

  it("validator() takes numbers of a schema that are made of text as they are", async () => {
    const { rawJSON } = JSON as unknown as { rawJSON(text: string): number };
    const checked = validator({ maximum: rawJSON("9223372036854775807") });
    expect(await checked.validate("9223372036854775807")).toEqual([]);
    expect(await checked.validate("9223372036854775808"))
      .toEqual(["expected at most 9223372036854775807, got 9223372036854775808"]);
  });

  it("validator() does not look into what the schema leaves open, however deep", async () => {
    const deep = "[".repeat(50_000) + "]".repeat(50_000);
    expect(await validator({ type: "array" }).validate(deep)).toEqual([]);
  });

  it("validator() checks alternatives of alternatives once", async () => {
    const node = { $ref: "#/$defs/node" };
    const alternative = (op: string, arg: JsonSchema): JsonSchema => ({
      type: "object",
      properties: { arg, op: { const: op } },
      required: ["op", "arg"],
    });
    const checked = validator({
      $defs: {
        node: {
          anyOf: [
            alternative("number", { type: "number" }),
            alternative("minus", node),
            alternative("abs", node),
          ],
        },
      },
      ...node,
    });
    const nested = (depth: number, leaf: string) =>
      '{"op":"abs","arg":'.repeat(depth) + leaf + "}".repeat(depth);
    expect(await checked.validate(nested(60, '{"op":"number","arg":1}'))).toEqual([]);
    expect(await checked.validate(nested(60, '{"op":"number","arg":"x"}')))
      .toEqual([`${"arg.".repeat(60)}arg: expected number, got "x"`]);
  });

  it("validator() follows references that fan out once", async () => {
    const definitions: Record<string, JsonSchema> = { d0: { type: "integer" } };
    for (let at = 1; at <= 60; at++) {
      const next = { $ref: `#/$defs/d${at - 1}` };
      definitions[`d${at}`] = { allOf: [next, next] };
    }
    const checked = validator({ $defs: definitions, $ref: "#/$defs/d60" });
    expect(await checked.validate("1")).toEqual([]);
    expect(await checked.validate('"x"')).toEqual(['expected integer, got "x"']);
  });

  it("validator() checks large arrays for unique items", async () => {
    const items = Array.from({ length: 100_000 }, (_, index) => ({ id: index }));
    const checked = validator({ uniqueItems: true });
    expect(await checked.validate(JSON.stringify(items))).toEqual([]);
    expect(await checked.validate(JSON.stringify([...items, { id: 0 }])))
      .toEqual(["expected unique items, got object twice"]);
  });

  it("validator() checks numbers of a megabyte", async () => {
    const digits = "7".repeat(1_000_000);
    const checked = validator({ minimum: 0, multipleOf: 7 });
    expect(await checked.validate(`[${digits}]`)).toEqual([]);
    expect(await checked.validate(digits)).toEqual([]);
    expect(await checked.validate(`-${digits}`))
      .toEqual([`expected at least 0, got -${"7".repeat(99)}…`]);
  });
});
