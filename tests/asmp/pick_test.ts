// Which option a person means (spec/asmp.md 10, rows 71 to 79), and which options there are (5.3).
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { AmbiguousChoiceError, optionsOf, pick } from "../../asmp/pick.ts";
import { expectedFields, fieldsSchema } from "../../asmp/expected.ts";
import type { CliOption, StateFrame } from "../../asmp/wire.ts";

const CONFIRM: CliOption[] = [
  { action: "confirm", label: "Yes, apply", keys: "y" },
  { action: "cancel", label: "No, cancel", keys: "down enter" },
];

describe("pick()", () => {
  const table: [string, CliOption[], string, string | undefined][] = [
    ["a number", CONFIRM, "2", "cancel"],
    ["a number with blanks around it", CONFIRM, " 1 ", "confirm"],
    ["a number out of range", CONFIRM, "3", undefined],
    ["nought", CONFIRM, "0", undefined],
    ["a negative number", CONFIRM, "-1", undefined],
    ["what begins with a number", CONFIRM, "1abc", undefined],
    ["what is no integer", CONFIRM, "1.9", undefined],
    ["an action", CONFIRM, "cancel", "cancel"],
    ["an action in another case", CONFIRM, "Cancel", undefined],
    ["a key", CONFIRM, "y", "confirm"],
    ["a key in another case", CONFIRM, "Y", "confirm"],
    ["keys with other white space", CONFIRM, "Down \t ENTER", "cancel"],
    ["a part of the keys", CONFIRM, "down", undefined],
    ["a label", CONFIRM, "Yes, apply", "confirm"],
    ["a label in another case", CONFIRM, "YES,  APPLY", "confirm"],
    ["a part of a label", CONFIRM, "Yes", undefined],
    ["nothing", CONFIRM, "", undefined],
    ["blanks", CONFIRM, " \t ", undefined],
    [
      "a number before an action",
      [
        { action: "2", label: "two" },
        { action: "b", label: "b" },
      ],
      "2",
      "b",
    ],
    ["an action that is a number out of range", [{ action: "9", label: "n" }], "9", "9"],
    [
      "an action before another's keys",
      [
        { action: "a", label: "A", keys: "b" },
        { action: "b", label: "B" },
      ],
      "b",
      "b",
    ],
    [
      "keys before another's label",
      [
        { action: "a", label: "q" },
        { action: "b", label: "B", keys: "q" },
      ],
      "q",
      "b",
    ],
    ["a name that objects have", [{ action: "__proto__", label: "P" }], "__proto__", "__proto__"],
    [
      "one action shown twice",
      [
        { action: "a", label: "A", keys: "k" },
        { action: "a", label: "A", keys: "k" },
      ],
      "k",
      "a",
    ],
  ];
  for (const [name, options, typed, action] of table) {
    it(`pick() reads ${name}`, () => expect(pick(options, typed)).toBe(action));
  }

  const clashes: [string, CliOption[], string][] = [
    ["keys", [{ action: "a", label: "A", keys: "k" }, { action: "b", label: "B", keys: "K" }], "k"],
    ["labels", [{ action: "a", label: "Go" }, { action: "b", label: "go" }], "GO"],
  ];
  for (const [name, options, typed] of clashes) {
    it(`pick() does not guess between ${name}`, () => {
      expect(() => pick(options, typed)).toThrow(AmbiguousChoiceError);
      expect(() => pick(options, typed)).toThrow(
        `"${typed}" may mean "a" or "b": type the action`,
      );
    });
  }
});

describe("optionsOf()", () => {
  // Rows 22 and 86, and fixture F9 of a server that does not merge.
  const table: [string, string[], CliOption[] | undefined, string[]][] = [
    ["no options", ["a"], undefined, ["a a"]],
    ["an empty list", ["a"], [], ["a a"]],
    ["an order of its own", ["a", "b", "c"], [
      { action: "c", label: "See" },
      { action: "zz", label: "Z" },
      { action: "a", label: "Ay" },
    ], ["c See", "a Ay", "b b"]],
    ["an action twice", ["a", "a"], undefined, ["a a"]],
    ["an option twice", ["a"], [{ action: "a", label: "1" }, { action: "a", label: "2" }], [
      "a 1",
      "a 2",
    ]],
    ["nothing to do", [], [{ action: "ghost", label: "Ghost" }], []],
  ];
  for (const [name, actions, options, expected] of table) {
    it(`optionsOf() merges ${name}`, () => {
      const next_states = actions.map((action) => ({ action })) as StateFrame["next_states"];
      const merged = optionsOf({ next_states } as StateFrame, { options });
      expect(merged.map(({ action, label }) => `${action} ${label}`)).toEqual(expected);
    });
  }
});

describe("expectedFields()", () => {
  const table: [string, string, boolean][] = [
    ["string", "string", true],
    ["String", "string", true],
    ["number", "number", true],
    ["float", "number", true],
    ["integer", "integer", true],
    ["int?", "integer", false],
    ["boolean", "boolean", true],
    ["bool", "boolean", true],
    ["array", "array", true],
    ["array of paths", "array", true],
    ["string[]", "array", true],
    ["object", "object", true],
    ["string (optional)", "string", false],
    ["Optional number", "string", false],
    ["string?", "string", false],
    ["what? a string", "string", true],
    ["URL", "string", true],
    ["", "string", true],
  ];
  for (const [words, type, required] of table) {
    it(`expectedFields() reads "${words}"`, () => {
      expect(expectedFields({ f: words })).toEqual([{ name: "f", type, required, words }]);
    });
  }

  it("fieldsSchema() gives a schema as text, whatever the fields are called", () => {
    const expects = JSON.parse('{"__proto__":"string","n":"integer?","l":"array","u":"URL"}');
    expect(fieldsSchema(expectedFields(expects), "not for several")).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"n":{"type":"integer"},' +
        '"l":{"type":"array","items":{"type":"string"}},' +
        '"u":{"type":"string","description":"URL"}},"required":["__proto__","l","u"]}',
    );
  });

  it("fieldsSchema() shows the input hint of a field that stands alone", () => {
    expect(fieldsSchema(expectedFields({ value: "string" }), "Value (string):")).toBe(
      '{"type":"object","properties":{"value":{"type":"string",' +
        '"description":"Value (string)"}},"required":["value"]}',
    );
    expect(fieldsSchema([])).toBe(undefined);
  });
});
