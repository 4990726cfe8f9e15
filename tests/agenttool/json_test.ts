import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import {
  checkJson,
  DuplicateMemberError,
  type Json,
  jsonItems,
  jsonMembers,
  JsonNumber,
  parseJson,
  stringifyJson,
} from "../../agenttool/json.ts";

function number(text: string): JsonNumber {
  return new JsonNumber(text);
}

const VALUES: [text: string, value: Json][] = [
  ["null", null],
  ["true", true],
  [" false\r\n", false],
  ['""', ""],
  ['"a\\n\\u00e9\\"\\\\\\/"', 'a\n\u00e9"\\/'],
  ['"\\ud83d\\ude00 😀"', "😀 😀"],
  ["0", number("0")],
  ["-0.0", number("-0.0")],
  ["1.50E+02", number("1.50E+02")],
  ["123456789012345678901234567890", number("123456789012345678901234567890")],
  ["1e999999999999", number("1e999999999999")],
  ["[]", []],
  ["[ 1 , [2] ]", [number("1"), [number("2")]]],
  ["{}", new Map()],
  ['{"b":1,"2":2,"a":3}', new Map([["b", number("1")], ["2", number("2")], ["a", number("3")]])],
  ['{"__proto__":{"constructor":""}}', new Map([["__proto__", new Map([["constructor", ""]])]])],
  ['{"":{"a b":[]}}', new Map([["", new Map([["a b", []]])]])],
];

const INVALID: [text: string, message: string][] = [
  ["", "Unexpected end of JSON text"],
  ["  ", "Unexpected end of JSON text"],
  ["{", "Unexpected end of JSON text"],
  ["[1", "Unexpected end of JSON text"],
  ['"a', "Unexpected end of JSON text"],
  ['{"a"', "Unexpected end of JSON text"],
  ["nope", 'Unexpected "n" at position 0'],
  ["[1,]", 'Unexpected "]" at position 3'],
  ['{"a":1,}', 'Unexpected "}" at position 7'],
  ["{a:1}", 'Unexpected "a" at position 1'],
  ['{"a" 1}', 'Unexpected "1" at position 5'],
  ["[1 2]", 'Unexpected "2" at position 3'],
  ["1 2", 'Unexpected "2" at position 2'],
  ["{}}", 'Unexpected "}" at position 2'],
  ["01", 'Unexpected "1" at position 1'],
  ["1.", 'Unexpected "." at position 1'],
  ["+1", 'Unexpected "+" at position 0'],
  ["NaN", 'Unexpected "N" at position 0'],
  ["'a'", 'Unexpected "\'" at position 0'],
  ['"a\nb"', 'Unexpected "\\n" at position 2'],
  ['"\\x"', 'Unexpected "\\\\" at position 1'],
  ['"\\u12"', 'Unexpected "\\\\" at position 1'],
  ["\u00a01", 'Unexpected "\u00a0" at position 0'],
];

const DUPLICATES: [text: string, path: string][] = [
  ['{"a":1,"a":1}', "a"],
  ['{"a":1,"\\u0061":2}', "a"],
  ['{"":1,"":2}', ""],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"target":{"host":1,"port":2,"host":3}}', "target.host"],
  ['{"items":[{},{"name":1,"name":2}]}', "items[1].name"],
  ['[[{"a":1,"a":2}]]', "[0][0].a"],
];

describe("parseJson()", () => {
  for (const [text, value] of VALUES) {
    it(`parseJson() reads ${JSON.stringify(text)}`, () => {
      expect(parseJson(text)).toEqual(value);
    });
  }

  for (const [text, message] of INVALID) {
    it(`parseJson() refuses ${JSON.stringify(text)}`, () => {
      expect(() => parseJson(text)).toThrow(new SyntaxError(message));
    });
  }

  it("parseJson() keeps the order of members, also of names that look like indices", () => {
    expect([...(parseJson('{"b":1,"2":2,"1":3}') as Map<string, Json>).keys()])
      .toEqual(["b", "2", "1"]);
  });

  it("parseJson() keeps the first of a member written twice", () => {
    expect(parseJson('{"a":"first","b":true,"a":"second"}'))
      .toEqual(new Map<string, Json>([["a", "first"], ["b", true]]));
  });

  it("parseJson() refuses what is nested more than 1,000 deep", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(() => parseJson(nested(1001))).not.toThrow();
    expect(() => parseJson(nested(1002)))
      .toThrow(new SyntaxError("JSON is nested more than 1000 deep"));
  });
});

describe("stringifyJson()", () => {
  for (
    const text of [
      "null",
      "true",
      '"a\\n\\"é😀"',
      "1.50E+02",
      "123456789012345678901234567890",
      "[]",
      "{}",
      '[1,[],{"a":{}}]',
      '{"b":1,"2":[2.0],"__proto__":null}',
    ]
  ) {
    it(`stringifyJson() writes ${text} as it was read`, () => {
      expect(stringifyJson(parseJson(text))).toBe(text);
    });
  }

  it("stringifyJson() indents members and items", () => {
    expect(stringifyJson(parseJson('{"a":[1,{"b":2.0}],"c":[],"d":{}}'), 2)).toBe(
      `{
  "a": [
    1,
    {
      "b": 2.0
    }
  ],
  "c": [],
  "d": {}
}`,
    );
  });
});

describe("checkJson()", () => {
  for (const [text] of VALUES) {
    it(`checkJson() accepts ${JSON.stringify(text)}`, () => {
      expect(() => checkJson(text)).not.toThrow();
    });
  }

  for (const [text, message] of INVALID) {
    it(`checkJson() refuses ${JSON.stringify(text)}`, () => {
      expect(() => checkJson(text)).toThrow(new SyntaxError(message));
    });
  }

  for (const [text, path] of DUPLICATES) {
    it(`checkJson() names the member that ${text} gives twice`, () => {
      let error: unknown;
      try {
        checkJson(text);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(DuplicateMemberError);
      expect((error as DuplicateMemberError).path).toBe(path);
      expect((error as DuplicateMemberError).message).toBe(`Member "${path}" is given twice`);
    });
  }

  it("checkJson() accepts one name in several objects", () => {
    expect(() => checkJson('{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}')).not.toThrow();
  });

  it("checkJson() reads any depth", () => {
    const depth = 100_000;
    expect(() => checkJson('{"a":['.repeat(depth) + "]}".repeat(depth))).not.toThrow();
    expect(() => checkJson("[".repeat(depth)))
      .toThrow(new SyntaxError("Unexpected end of JSON text"));
  });
});

describe("jsonMembers()", () => {
  it("jsonMembers() gives each value's text as written", () => {
    const text = ' { "b" : 1.50 , "2":[1, 2] ,"__proto__":{ "x":null }, "\\u0061":"\\u0062"} ';
    expect([...jsonMembers(text)]).toEqual([
      ["b", "1.50"],
      ["2", "[1, 2]"],
      ["__proto__", '{ "x":null }'],
      ["a", '"\\u0062"'],
    ]);
  });

  it("jsonMembers() gives nothing of an empty object", () => {
    expect([...jsonMembers("{ }")]).toEqual([]);
  });
});

describe("jsonItems()", () => {
  it("jsonItems() gives each element's text as written", () => {
    expect(jsonItems(' [1.50, {"b": 1 ,"a":[]} , "x,]" ,[ ]]'))
      .toEqual(["1.50", '{"b": 1 ,"a":[]}', '"x,]"', "[ ]"]);
  });

  it("jsonItems() gives nothing of an empty array", () => {
    expect(jsonItems("[ ]")).toEqual([]);
  });
});
