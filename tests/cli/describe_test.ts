// spec/agenttool-cli.md 3 and DESIGN.md section 4: from a schema to parameters.
import { describe as group, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineRawTool, defineTool } from "../../agenttool/mod.ts";
import { type Command, describe, type Param } from "../../cli/mod.ts";
import { DEPLOY_SCHEMA, echo, kit } from "./_fixtures.ts";

const NO_ARGS = `{"type":"object","properties":{},"required":[]}`;

/** A command whose parameters text is the given one. */
const read = (schema: string): Command => describe(echo("t", schema));

/** The facts of a parameter on one line: type, of what, predicates, fields. */
function facts(param: Param): string {
  const { items, values, required, fields } = param;
  return [
    param.type || "any",
    items && `of ${items}`,
    values && `of values ${values}`,
    required && "required",
    param.enum && `one of ${param.enum.join(" ")}`,
    param.flag() && "flag",
    param.map() && "map",
    param.repeated() && "repeated",
    fields && `{${fields.map((field) => `${field.name}: ${facts(field)}`).join("; ")}}`,
  ].filter(Boolean).join(" ");
}

/** The facts of every top-level parameter. */
const all = (schema: string): string[] =>
  read(schema).params.map((param) => `${param.name}: ${facts(param)}`);

/** The facts of a parameter of this schema; `$defs` may stand beside it. */
const one = (schema: string, defs = "{}"): string =>
  facts(read(`{"properties":{"p":${schema}},"$defs":${defs}}`).params[0]!);

group("a command", () => {
  it("describe() carries the tool's name, description and annotations", () => {
    const [readFile, tag, ping] = kit().map(describe);
    expect(readFile).toMatchObject({ name: "read_file", description: "Read a file." });
    expect(readFile!.annotations).toEqual({ readOnly: true });
    expect(tag!.annotations).toEqual({ destructive: true, openWorld: true });
    expect(ping).toMatchObject({ name: "ping", description: "" });
  });

  it("describe() carries the schema as the tool gives it", () => {
    expect(read(DEPLOY_SCHEMA).schema).toBe(DEPLOY_SCHEMA);
    expect(read(`{ "a" : 1.0 }`).schema).toBe(`{ "a" : 1.0 }`);
    expect(read("{").schema).toBe("{");
    const execute = () => Promise.resolve("");
    expect(describe(defineRawTool({ name: "t", execute })).schema).toBe(NO_ARGS);
    expect(describe(defineTool({ name: "t", execute })).schema).toBe(NO_ARGS);
    for (const blank of ["", " \n", "null", " null "]) expect(read(blank).schema).toBe(NO_ARGS);
  });

  it("describe() reads a schema given as an object", () => {
    const tool = defineRawTool({
      name: "t",
      parameters: { type: "object", properties: { p: { type: "string" } }, required: ["p"] },
      execute: () => Promise.resolve(""),
    });
    expect(describe(tool).params.map(facts)).toEqual(["string required flag"]);
    expect(JSON.parse(describe(tool).schema)).toEqual(tool.parameters);
  });

  const NO_PARAMS = [
    ...["{", "", "x", "null", "true", "false", "[]", "1", `"x"`, "{}", `[{"properties":{"p":{}}}]`],
    ...["[]", "null", "1", `"p"`, "true"].map((value) => `{"properties":${value}}`),
    `{"properties":{}}`,
    `{"properties":{"p":{}}`,
    `{"properties":{"p":{}}} x`,
  ];
  for (const schema of NO_PARAMS) {
    it(`describe() finds no parameters (81, 82) in ${schema}`, () => {
      expect(read(schema).params).toEqual([]);
    });
  }

  it("describe() keeps the order written, and the first of two with one name", () => {
    expect(
      all(`{"properties":{"b":{"type":"string"},"10":{},"9":{},"b":{"type":"integer"},"a":{}}}`),
    )
      .toEqual(["b: string flag", "10: any", "9: any", "a: any"]);
  });

  it("describe() reads each parameter's name and description", () => {
    expect(read(DEPLOY_SCHEMA).params.map(({ name, description }) => [name, description])).toEqual([
      ["target", "Where to deploy"],
      ["backup", ""],
      ["limits", ""],
      ["switches", ""],
      ["extra", ""],
    ]);
  });

  it("describe() reads the fixture that has everything", () => {
    expect(all(DEPLOY_SCHEMA)).toEqual([
      "target: object required {host: string required flag; port: integer flag; " +
      "tls: object {on: boolean flag}; a.b: string; hops: array of object}",
      "backup: object {host: string required flag}",
      "limits: object of values integer flag map",
      "switches: object of values boolean flag map",
      "extra: object of values object",
    ]);
  });
});

group("a parameter", () => {
  const PARAMS: [what: string, schema: string, facts: string][] = [
    ["a string", `{"type":"string"}`, "string flag"],
    ["an integer", `{"type":"integer"}`, "integer flag"],
    ["a number", `{"type":"number"}`, "number flag"],
    ["a boolean", `{"type":"boolean"}`, "boolean flag"],
    ["null alone", `{"type":"null"}`, "any"],
    ["84: false", "false", "any"],
    ["true", "true", "any"],
    ["null", "null", "any"],
    ["a text", `"string"`, "any"],
    ["a list", "[]", "any"],
    ["nothing", "{}", "any"],
    ["no type", `{"description":"d"}`, "any"],

    ["a union with null", `{"type":["string","null"]}`, "string flag"],
    ["a union with null first", `{"type":["null","integer"]}`, "integer flag"],
    ["a union of one", `{"type":["number"]}`, "number flag"],
    ["a union of two", `{"type":["string","integer"]}`, "any"],
    ["a union of two and null", `{"type":["string","integer","null"]}`, "any"],
    ["a union of null", `{"type":["null"]}`, "any"],
    ["a union of none", `{"type":[]}`, "any"],

    ["a type that is a number", `{"type":5}`, "any"],
    ["a type that is an object", `{"type":{}}`, "any"],
    ["a description that is a number", `{"type":"string","description":5}`, "string flag"],
    ["an enum that is no list", `{"type":"string","enum":"a"}`, "string flag"],
    ["items that are no object", `{"type":"array","items":"string"}`, "array"],
    ["values that are no object", `{"type":"object","additionalProperties":"string"}`, "object"],
    ["fields that are a list", `{"type":"object","properties":[]}`, "object"],
    ["required that is no list", `{"type":"object","required":5}`, "object"],

    ["an enum", `{"type":"string","enum":["low","high"]}`, `string one of "low" "high" flag`],
    [
      "numbers in an enum as written",
      `{"type":"number","enum":[1.0,1e3,12345678901234567890]}`,
      "number one of 1.0 1e3 12345678901234567890 flag",
    ],
    ["an enum without type", `{"enum":["a","b"]}`, `string one of "a" "b" flag`],
    ["an enum without type, of several", `{"enum":["a",1]}`, `any one of "a" 1`],

    ["strings", `{"type":"array","items":{"type":"string"}}`, "array of string flag repeated"],
    ["booleans", `{"type":"array","items":{"type":"boolean"}}`, "array of boolean flag repeated"],
    [
      "nullable elements",
      `{"type":"array","items":{"type":["integer","null"]}}`,
      "array of integer flag repeated",
    ],
    [
      "a nullable array",
      `{"type":["array","null"],"items":{"type":"number"}}`,
      "array of number flag repeated",
    ],
    ["objects", `{"type":"array","items":{"type":"object"}}`, "array of object"],
    ["arrays", `{"type":"array","items":{"type":"array"}}`, "array of array"],
    ["a tuple", `{"type":"array","items":[{"type":"string"}]}`, "array"],
    ["an array of anything", `{"type":"array","items":true}`, "array"],
    ["an array without items", `{"type":"array"}`, "array"],
    ["items without type", `{"items":{"type":"string"}}`, "any"],
    ["items of a string", `{"type":"string","items":{"type":"string"}}`, "string flag"],

    [
      "a map",
      `{"type":"object","additionalProperties":{"type":"string"}}`,
      "object of values string flag map",
    ],
    [
      "a map of nullable values",
      `{"type":"object","additionalProperties":{"type":["boolean","null"]}}`,
      "object of values boolean flag map",
    ],
    [
      "a nullable map",
      `{"type":["object","null"],"additionalProperties":{"type":"integer"}}`,
      "object of values integer flag map",
    ],
    [
      "a map of arrays",
      `{"type":"object","additionalProperties":{"type":"array"}}`,
      "object of values array",
    ],
    ["a map of anything", `{"type":"object","additionalProperties":true}`, "object"],
    ["a closed object", `{"type":"object","additionalProperties":false}`, "object"],
    ["an object", `{"type":"object"}`, "object"],

    [
      "fields",
      `{"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["b"]}`,
      "object {a: string flag; b: any required}",
    ],
    [
      "fields in fields",
      `{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"integer"}}}}}`,
      "object {a: object {b: integer flag}}",
    ],
    [
      "fields and typed values",
      `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"string"}}`,
      "object {a: string flag}",
    ],
    ["fields of a string", `{"type":"string","properties":{"a":{"type":"string"}}}`, "string flag"],
  ];
  for (const [what, schema, expected] of PARAMS) {
    it(`describe() reads ${what}: ${schema}`, () => {
      expect(one(schema)).toBe(expected);
    });
  }

  it("describe() drops a description that is not text", () => {
    expect(read(`{"properties":{"p":{"description":5}}}`).params[0]!.description).toBe("");
  });

  it("describe() gives no flag to a name that a flag cannot carry", () => {
    for (const name of ["", "-x", "--x", "-", "a=b", "="]) {
      const schema = `{"properties":{${JSON.stringify(name)}:{"type":"string"}}}`;
      expect(all(schema)).toEqual([`${name}: string`]);
    }
  });

  it("describe() gives a flag to any other name", () => {
    for (const name of ["a.b", "__proto__", "constructor", "a b", "é", "a-", "1", ":", "@x"]) {
      const schema = `{"properties":{${JSON.stringify(name)}:{"type":"string"}}}`;
      expect(all(schema)).toEqual([`${name}: string flag`]);
    }
  });

  it("describe() marks as required what the holder requires", () => {
    expect(
      all(`{"properties":{"a":{},"__proto__":{},"constructor":{}},"required":["constructor"]}`),
    )
      .toEqual(["a: any", "__proto__: any", "constructor: any required"]);
  });
});

group("forms that other languages generate", () => {
  const FORMS: [what: string, schema: string, facts: string, defs?: string][] = [
    ["anyOf with null", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, "string flag"],
    ["oneOf with null first", `{"oneOf":[{"type":"null"},{"type":"integer"}]}`, "integer flag"],
    [
      "a nullable array",
      `{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}`,
      "array of string flag repeated",
    ],
    [
      "a nullable map",
      `{"anyOf":[{"type":"object","additionalProperties":{"type":"number"}},{"type":"null"}]}`,
      "object of values number flag map",
    ],
    [
      "a nullable object",
      `{"oneOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"null"}]}`,
      "object {a: string flag}",
    ],
    [
      "a nullable enum",
      `{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}`,
      `string one of "a" flag`,
    ],
    ["a null by const", `{"anyOf":[{"type":"string"},{"const":null}]}`, "string flag"],
    ["a union of two", `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, "any"],
    [
      "a union of two and null",
      `{"oneOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}`,
      "any",
    ],
    ["a union that is no list", `{"anyOf":{"type":"string"}}`, "any"],

    ["$ref", `{"$ref":"#/$defs/s"}`, "string flag", `{"s":{"type":"string"}}`],
    [
      "$ref with escapes",
      `{"$ref":"#/$defs/a~1b~0c"}`,
      "string flag",
      `{"a/b~c":{"type":"string"}}`,
    ],
    [
      "$ref with percent escapes",
      `{"$ref":"#/$defs/a%20b"}`,
      "string flag",
      `{"a b":{"type":"string"}}`,
    ],
    [
      "$ref to $ref",
      `{"$ref":"#/$defs/a"}`,
      "integer flag",
      `{"a":{"$ref":"#/$defs/b"},"b":{"type":"integer"}}`,
    ],
    [
      "$ref into a schema",
      `{"$ref":"#/$defs/o/properties/n"}`,
      "number flag",
      `{"o":{"properties":{"n":{"type":"number"}}}}`,
    ],
    [
      "$ref to an object",
      `{"$ref":"#/$defs/o"}`,
      "object {n: number flag}",
      `{"o":{"type":"object","properties":{"n":{"type":"number"}}}}`,
    ],
    [
      "a nullable $ref",
      `{"anyOf":[{"$ref":"#/$defs/s"},{"type":"null"}]}`,
      "string flag",
      `{"s":{"type":"string"}}`,
    ],
    [
      "$ref in items",
      `{"type":"array","items":{"$ref":"#/$defs/s"}}`,
      "array of string flag repeated",
      `{"s":{"type":"string"}}`,
    ],
    [
      "$ref in values",
      `{"type":"object","additionalProperties":{"$ref":"#/$defs/s"}}`,
      "object of values string flag map",
      `{"s":{"type":"string"}}`,
    ],
    [
      "$ref in a field",
      `{"type":"object","properties":{"a":{"$ref":"#/$defs/s"}}}`,
      "object {a: string flag}",
      `{"s":{"type":"string"}}`,
    ],
    ["$ref to nothing", `{"$ref":"#/$defs/none"}`, "any"],
    ["$ref to what every object has", `{"$ref":"#/$defs/constructor"}`, "any"],
    ["$ref elsewhere", `{"$ref":"https://example.com/s.json"}`, "any"],
    ["$ref that is no text", `{"$ref":5}`, "any"],
    ["$ref to itself", `{"$ref":"#/properties/p"}`, "any"],
    [
      "a circle of $ref",
      `{"$ref":"#/$defs/a"}`,
      "any",
      `{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}`,
    ],
    [
      "a circle of anyOf",
      `{"$ref":"#/$defs/a"}`,
      "any",
      `{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}]}}`,
    ],

    ["allOf of one", `{"allOf":[{"type":"boolean"}]}`, "boolean flag"],
    [
      "allOf of one $ref",
      `{"description":"d","allOf":[{"$ref":"#/$defs/s"}]}`,
      "string flag",
      `{"s":{"type":"string"}}`,
    ],
    ["allOf of two", `{"allOf":[{"type":"string"},{"minLength":1}]}`, "any"],

    [
      "properties without type",
      `{"properties":{"a":{"type":"string"}}}`,
      "object {a: string flag}",
    ],
    [
      "elements that may be null",
      `{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]}}`,
      "array of string flag repeated",
    ],
  ];
  for (const [what, schema, expected, defs] of FORMS) {
    it(`describe() reads ${what}: ${schema}`, () => {
      expect(one(schema, defs)).toBe(expected);
    });
  }

  it("describe() reads definitions, the older name of $defs", () => {
    const schema =
      `{"properties":{"p":{"$ref":"#/definitions/s"}},"definitions":{"s":{"type":"string"}}}`;
    expect(all(schema)).toEqual(["p: string flag"]);
  });

  const CONSTANTS: [value: string, type: string, flag: boolean][] = [
    [`"a"`, "string", true],
    ["5", "integer", true],
    ["1.5", "number", true],
    ["true", "boolean", true],
    ["null", "", false],
  ];
  for (const [value, type, flag] of CONSTANTS) {
    it(`describe() reads the type of const ${value}`, () => {
      const param = read(`{"properties":{"p":{"const":${value}}}}`).params[0]!;
      expect([param.type, param.flag()]).toEqual([type, flag]);
    });
  }

  it("describe() shows the description beside $ref, else the one of its target", () => {
    const { params } = read(
      `{"properties":{"a":{"$ref":"#/$defs/s","description":"here"},"b":{"$ref":"#/$defs/s"}},` +
        `"$defs":{"s":{"type":"string","description":"there"}}}`,
    );
    expect(params.map((param) => param.description)).toEqual(["here", "there"]);
  });

  it("describe() ends for a schema that holds itself", () => {
    const { params } = read(
      `{"properties":{"node":{"$ref":"#/$defs/node"}},"$defs":{"node":{"type":"object","properties":` +
        `{"name":{"type":"string"},"left":{"$ref":"#/$defs/node"},"right":{"$ref":"#/$defs/node"}}}}}`,
    );
    expect(params[0]!.type).toBe("object");
    expect(params[0]!.fields!.map((field) => field.name)).toEqual(["name", "left", "right"]);
    expect(facts(params[0]!.fields![0]!)).toBe("string flag");
    const count = (params: readonly Param[]): number =>
      params.reduce((sum, param) => sum + 1 + count(param.fields ?? []), 0);
    expect(count(params)).toBeLessThan(100);
  });

  it("describe() ends for a schema whose root is its own property", () => {
    const [self] = read(`{"type":"object","properties":{"self":{"$ref":"#"}}}`).params;
    expect([self!.name, self!.type]).toEqual(["self", "object"]);
  });

  it("describe() does not double what is shared at each of 30 levels", () => {
    const defs = Array.from(
      { length: 30 },
      (_, n) =>
        `"d${n}":{"type":"object","properties":{"a":{"$ref":"#/$defs/d${
          n + 1
        }"},"b":{"$ref":"#/$defs/d${n + 1}"}}}`,
    );
    const [p] = read(`{"properties":{"p":{"$ref":"#/$defs/d0"}},"$defs":{${defs}}}`).params;
    expect(p!.type).toBe("object");
  });

  it("describe() reads 500 properties", () => {
    const properties = Array.from({ length: 500 }, (_, n) => `"p${n}":{"type":"string"}`);
    const { params } = read(`{"properties":{${properties}}}`);
    expect(params.length).toBe(500);
    expect(params[499]!.name).toBe("p499");
    expect(params.every((param) => param.flag())).toBe(true);
  });

  it("describe() ends for objects in objects 1,500 deep", () => {
    const deep = `{"type":"object","properties":{"a":`.repeat(1500) + "{}" + "}}".repeat(1500);
    expect(describe(echo("t", deep)).name).toBe("t");
  });
});
