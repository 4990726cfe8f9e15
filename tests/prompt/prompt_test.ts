import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import type { Answer, Elicitation, JsonSchema } from "../../agenttool/tool.ts";
import { prompt } from "../../prompt/prompt.ts";
import { callWith } from "./_call.ts";

/** A question, what is typed, the answer, and what is shown, the message left out. */
type Row = [what: string, question: Partial<Elicitation>, typed: string, Answer, shown: string];

const CONFIRM = "Continue? [y/N] ";
const OPEN = "Open https://example.com/login\nPress Enter when done, or type n to decline: ";
const END = "Type !decline or !cancel to end the form.\n";
const URL = { url: "https://example.com/login" };

const ACCEPT: Answer = { action: "accept" };
const DECLINE: Answer = { action: "decline" };
const CANCEL: Answer = { action: "cancel" };

const YES_OR_NO: Row[] = [
  ["takes y", {}, "y\n", ACCEPT, CONFIRM],
  ["takes yes in any case", {}, "  YES \r\n", ACCEPT, CONFIRM],
  ["takes n", {}, "n\n", DECLINE, CONFIRM],
  ["takes No", {}, "No\n", DECLINE, CONFIRM],
  ["declines on an empty line", {}, "\n", DECLINE, CONFIRM],
  ["asks again on anything else", {}, "yess\nja\ny\n", ACCEPT, again(CONFIRM, "Answer y or n", 2)],
  ["cancels at the end of input", {}, "", CANCEL, CONFIRM],
  ["cancels at the end of input after junk", {}, "x", CANCEL, again(CONFIRM, "Answer y or n", 1)],
  ["takes a last line without a line break", {}, "y", ACCEPT, CONFIRM],
  ["declines nothing on white space but takes the default", {}, " \t\n", DECLINE, CONFIRM],
  [
    "asks a form without fields as yes or no",
    { schema: { properties: {} } },
    "n\n",
    DECLINE,
    CONFIRM,
  ],
  ["asks a form without properties so", { schema: { type: "object" } }, "y\n", ACCEPT, CONFIRM],
  ["asks the schema true so", { schema: true }, "y\n", ACCEPT, CONFIRM],
  ["shows an empty message as nothing", { message: " \n" }, "y\n", ACCEPT, CONFIRM],
];

const PAGES: Row[] = [
  ["accepts on Enter", URL, "\n", ACCEPT, OPEN],
  ["takes y", URL, "Y\n", ACCEPT, OPEN],
  ["takes n", URL, "n\n", DECLINE, OPEN],
  ["takes no in any case", URL, "NO\n", DECLINE, OPEN],
  [
    "asks again on anything else",
    URL,
    "nope\n\n",
    ACCEPT,
    OPEN + "Press Enter, or answer y or n\n" + OPEN.split("\n")[1],
  ],
  ["cancels at the end of input", URL, "", CANCEL, OPEN],
  ["comes before a schema", { ...URL, schema: { properties: { a: {} } } }, "\n", ACCEPT, OPEN],
];

const NUMBER = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

const ENDS: Row[] = [
  ["declines on !decline", { schema: NUMBER }, "!decline\n", DECLINE, END + "n (integer): "],
  ["cancels on !cancel", { schema: NUMBER }, " !cancel\n", CANCEL, END + "n (integer): "],
  ["cancels at the end of input", { schema: NUMBER }, "", CANCEL, END + "n (integer): "],
];

/** One field, what is typed, its value (nothing: left out), and what is shown. */
type FieldRow = [what: string, schema: JsonSchema, typed: string, value: unknown, shown: string];

const REQUIRED: FieldRow[] = [
  ["a string", { type: "string" }, "merged\n", "merged", "f (string): "],
  ["a string that looks like a number", { type: "string" }, "007\n", "007", "f (string): "],
  ["a string that looks like JSON", { type: "string" }, '{"a":1}\n', '{"a":1}', "f (string): "],
  [
    "a string without white space around it",
    { type: "string" },
    "  a b  \n",
    "a b",
    "f (string): ",
  ],
  [
    "a string of any language",
    { type: "string" },
    "Grüße 世界 👍\n",
    "Grüße 世界 👍",
    "f (string): ",
  ],
  ["an integer", { type: "integer" }, "7\n", 7, "f (integer): "],
  ["an integer as people write it", { type: "integer" }, "+007\n", 7, "f (integer): "],
  [
    "the largest exact integer",
    { type: "integer" },
    "9007199254740991\n",
    9007199254740991,
    "f (integer): ",
  ],
  [
    "a larger one that is exact",
    { type: "integer" },
    "9007199254740994\n",
    9007199254740994,
    "f (integer): ",
  ],
  ["a number", { type: "number" }, ".5\n", 0.5, "f (number): "],
  ["a number with an exponent", { type: "number" }, "1e300\n", 1e300, "f (number): "],
  ["a boolean as y", { type: "boolean" }, "y\n", true, "f (boolean): "],
  ["a boolean as No", { type: "boolean" }, "No\n", false, "f (boolean): "],
  ["a boolean as true", { type: "boolean" }, "true\n", true, "f (boolean): "],
  ["a boolean as 0", { type: "boolean" }, "0\n", false, "f (boolean): "],
  ["any value as JSON", {}, '[1,{"a":null}]\n', [1, { a: null }], "f: "],
  ["any value as text", {}, "not json\n", "not json", "f: "],
  ["an object as JSON", { type: "object" }, '{"a":{"b":1}}\n', { a: { b: 1 } }, "f (object): "],
  [
    "an array of strings",
    list("string"),
    "a, b c ,d\n",
    ["a", "b c", "d"],
    "f (array of string): ",
  ],
  ["an array of one string", list("string"), "a\n", ["a"], "f (array of string): "],
  [
    "an array with commas as JSON",
    list("string"),
    '["a, b","c"]\n',
    ["a, b", "c"],
    "f (array of string): ",
  ],
  ["an empty array", list("string"), "[]\n", [], "f (array of string): "],
  ["an array of integers", list("integer"), "1,2\n", [1, 2], "f (array of integer): "],
  ["an array of booleans", list("boolean"), "y, false\n", [true, false], "f (array of boolean): "],
  ["an array of objects", list("object"), '[{"a":1}]\n', [{ a: 1 }], "f (array of object): "],
  ["a nullable string", { type: ["string", "null"] }, "null\n", "null", "f (string): "],
  [
    "a nullable integer",
    { anyOf: [{ type: "integer" }, { type: "null" }] },
    "5\n",
    5,
    "f (integer): ",
  ],
];

const ABOUT: FieldRow[] = [
  [
    "the description",
    { type: "string", description: "Why it\n  goes" },
    "a\n",
    "a",
    "f (string), Why it goes: ",
  ],
  ["the title", { type: "string", title: "Reason" }, "a\n", "a", "f (string), Reason: "],
  ["no title that is the name", { type: "string", title: "F" }, "a\n", "a", "f (string): "],
  [
    "title and description",
    { type: "string", title: "Reason", description: "Why it goes" },
    "a\n",
    "a",
    "f (string), Reason - Why it goes: ",
  ],
  [
    "the format",
    { type: "string", format: "date" },
    "2026-02-28\n",
    "2026-02-28",
    "f (string, date): ",
  ],
  ["the range", { type: "integer", minimum: 1, maximum: 30 }, "7\n", 7, "f (integer, 1 to 30): "],
  [
    "the length",
    { type: "string", minLength: 2 },
    "ab\n",
    "ab",
    "f (string, at least 2 characters): ",
  ],
  [
    "a default, which an empty line takes",
    { type: "integer", default: 7 },
    "\n",
    7,
    "f (integer) [7]: ",
  ],
  [
    "a default that is a string",
    { type: "string", default: "main" },
    "\n",
    "main",
    "f (string) [main]: ",
  ],
  [
    "a default that is an array",
    { ...list("string"), default: ["a"] },
    "\n",
    ["a"],
    'f (array of string) [["a"]]: ',
  ],
  [
    "a default beside what is typed",
    { type: "boolean", default: true },
    "n\n",
    false,
    "f (boolean) [true]: ",
  ],
  [
    "no default that does not fit",
    { type: "integer", default: "x" },
    "\n3\n",
    3,
    again("f (integer): ", "An answer is required.", 1),
  ],
  [
    "that a password has a default",
    { type: "string", format: "password", default: "s3cret" },
    "\n",
    "s3cret",
    "f (string, password) [hidden default]: ",
  ],
];

const LOW_HIGH = { type: "string", enum: ["low", "high"] };
const TITLED = {
  type: "string",
  oneOf: [{ const: "lo", title: "Low priority" }, { const: "hi", title: "High" }],
};

const CHOICES: FieldRow[] = [
  ["a choice", LOW_HIGH, "high\n", "high", "  One of: low, high\nf (string): "],
  ["a choice in any case", LOW_HIGH, "HIGH\n", "high", "  One of: low, high\nf (string): "],
  [
    "a titled choice by its value",
    TITLED,
    "hi\n",
    "hi",
    "  lo - Low priority\n  hi - High\nf (string): ",
  ],
  [
    "a titled choice by its title",
    TITLED,
    "low priority\n",
    "lo",
    "  lo - Low priority\n  hi - High\nf (string): ",
  ],
  [
    "names beside an enum",
    { ...LOW_HIGH, enumNames: ["Low", "High"] },
    "Low\n",
    "low",
    "  low - Low\n  high - High\nf (string): ",
  ],
  [
    "choices that differ in case only",
    { enum: ["a", "A"] },
    "A\n",
    "A",
    "  One of: a, A\nf (string): ",
  ],
  [
    "a number as a choice",
    { enum: [1, 2.5, null] },
    "2.5\n",
    2.5,
    "  One of: 1, 2.5, null\nf (number): ",
  ],
  ["text and number alike: the number", { enum: ["1", 1] }, "1\n", 1, '  One of: "1", 1\nf: '],
  ["text and number alike: the text", { enum: ["1", 1] }, '"1"\n', "1", '  One of: "1", 1\nf: '],
  ["an empty choice", { enum: ["", "x"] }, '""\n', "", '  One of: "", x\nf (string): '],
  ["a constant", { const: "ok" }, "ok\n", "ok", "  One of: ok\nf (string): "],
  [
    "a default choice",
    { ...LOW_HIGH, default: "low" },
    "\n",
    "low",
    "  One of: low, high\nf (string) [low]: ",
  ],
  [
    "several choices",
    { type: "array", items: LOW_HIGH },
    "high, low\n",
    ["high", "low"],
    "  Any of: low, high\nf (array of string): ",
  ],
  [
    "several choices as JSON",
    { type: "array", items: LOW_HIGH },
    '["low"]\n',
    ["low"],
    "  Any of: low, high\nf (array of string): ",
  ],
  [
    "several titled choices",
    { type: "array", items: { anyOf: TITLED.oneOf } },
    "High\n",
    ["hi"],
    "  lo - Low priority\n  hi - High\nf (array of string): ",
  ],
  ["a choice with a comma in it", { type: "array", items: { enum: ["a, b", "a"] } }, "a, b\n", [
    "a, b",
  ], "  Any of: a, b, a\nf (array of string): "],
];

const MISFITS: FieldRow[] = [
  [
    "nothing",
    { type: "string" },
    "\nmerged\n",
    "merged",
    again("f (string): ", "An answer is required.", 1),
  ],
  [
    "no integer",
    { type: "integer" },
    "ten\n1.5\n4\n",
    4,
    'f (integer): "ten" is not an integer\nf (integer): "1.5" is not an integer\nf (integer): ',
  ],
  ["no number", { type: "number" }, "x\n1\n", 1, again("f (number): ", '"x" is not a number', 1)],
  [
    "no boolean",
    { type: "boolean" },
    "maybe\ny\n",
    true,
    again("f (boolean): ", '"maybe" is not true or false', 1),
  ],
  [
    "an integer that would be rounded",
    { type: "integer" },
    "9007199254740993\n1\n",
    1,
    again("f (integer): ", "9007199254740993 cannot be kept exactly", 1),
  ],
  [
    "a number that would be infinite",
    { type: "number" },
    "1e400\n1\n",
    1,
    again("f (number): ", "1e400 cannot be kept exactly", 1),
  ],
  [
    "such an integer inside JSON",
    {},
    '{"a":[12345678901234567890]}\n1\n',
    1,
    again("f: ", "12345678901234567890 cannot be kept exactly", 1),
  ],
  [
    "a member given twice",
    { type: "object" },
    '{"a":1,"a":2}\n{}\n',
    {},
    again("f (object): ", 'Member "a" is given twice', 1),
  ],
  [
    "a broken array",
    list("string"),
    '["a"\na\n',
    ["a"],
    again("f (array of string): ", '"[\\"a\\"" is not a JSON array', 1),
  ],
  [
    "an element",
    list("integer"),
    "1, x\n1\n",
    [1],
    again("f (array of integer): ", '"x" is not an integer', 1),
  ],
  [
    "no choice",
    LOW_HIGH,
    "mid\nlow\n",
    "low",
    "  One of: low, high\n" + again("f (string): ", '"mid" is not one of low, high', 1),
  ],
  [
    "an ambiguous title",
    { oneOf: [{ const: 1, title: "One" }, { const: 2, title: "ONE" }] },
    "one\n2\n",
    2,
    "  1 - One\n  2 - ONE\n" + again("f (integer): ", '"one" is not one of 1, 2', 1),
  ],
];

/** One field, what is typed, and the value that is taken in the end: each of the others is refused. */
const REFUSED: [what: string, schema: JsonSchema, typed: string, value: unknown][] = [
  ["below a minimum", { type: "integer", minimum: 1 }, "0\n1\n", 1],
  ["above a maximum", { type: "number", maximum: 2.5 }, "2.6\n2.5\n", 2.5],
  ["too long", { type: "string", maxLength: 3 }, "abcd\nabc\n", "abc"],
  ["too short", { type: "string", minLength: 3 }, "ab\n世界人\n", "世界人"],
  ["not matching a pattern", { type: "string", pattern: "^v\\d+$" }, "2\nv2\n", "v2"],
  [
    "no e-mail address",
    { type: "string", format: "email" },
    "me\nme@example.com\n",
    "me@example.com",
  ],
  [
    "no URI",
    { type: "string", format: "uri" },
    "example\nhttps://example.com/\n",
    "https://example.com/",
  ],
  ["no date", { type: "string", format: "date" }, "tomorrow\n2026-02-28\n", "2026-02-28"],
  [
    "no date and time",
    { type: "string", format: "date-time" },
    "noon\n2026-02-28T12:00:00Z\n",
    "2026-02-28T12:00:00Z",
  ],
  ["too few", { ...list("string"), minItems: 2 }, "a\na,b\n", ["a", "b"]],
  ["not what a constant boolean asks for", { type: "boolean", const: true }, "n\ny\n", true],
  ["no object", { type: "object" }, "x\n{}\n", {}],
];

const OPTIONAL: FieldRow[] = [
  ["left out", { type: "integer" }, "\n", undefined, "f (integer, optional): "],
  ["left out, of any type", {}, "\n", undefined, "f (optional): "],
  [
    "given",
    { type: "integer", description: "Days to keep" },
    "7\n",
    7,
    "f (integer, optional), Days to keep: ",
  ],
  [
    "taken from its default",
    { type: "integer", default: 7, minimum: 1 },
    "\n",
    7,
    "f (integer, optional, at least 1) [7]: ",
  ],
];

describe("prompt()", () => {
  table("asks yes or no: it", YES_OR_NO);
  table("asks for a page: it", PAGES);
  table("asks a form: it", ENDS);
  fieldTable("takes", REQUIRED, true);
  fieldTable("shows", ABOUT, true);
  fieldTable("offers", CHOICES, true);
  fieldTable("asks again, with the reason, for", MISFITS, true);
  fieldTable("knows an optional field:", OPTIONAL, false);

  for (const [what, schema, typed, value] of REFUSED) {
    it(`prompt() refuses a value that is ${what}`, async () => {
      const { answer, shown } = await ask({ schema: form(schema, true) }, typed);
      expect(answer).toEqual({ action: "accept", content: { f: value } });
      const [, , again] = shown.split(/^f [^:]*: /m); // what stands before, the reason, the rest
      expect(again).toBe("");
      expect(shown.split("\n").length).toBeGreaterThanOrEqual(3);
    });
  }

  it("prompt() asks for each field in schema order, after the message", async () => {
    const { answer, shown } = await ask({
      message: "  Why?\nSay it.\n",
      schema: {
        type: "object",
        properties: { reason: { type: "string" }, days: { type: "integer" } },
        required: ["reason"],
      },
    }, "\nmerged\n7\n");
    expect(answer).toEqual({ action: "accept", content: { reason: "merged", days: 7 } });
    expect(shown).toBe(
      "Why?\nSay it.\nType !decline or !cancel to end the form.\n" +
        "reason (string): An answer is required.\nreason (string): days (integer, optional): ",
    );
  });

  it("prompt() takes field names of any kind as plain names", async () => {
    const names = ["__proto__", "constructor", "a.b", "-x", ""];
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    const { answer, shown } = await ask({ schema: { properties } }, "1\n2\n3\n4\n5\n");
    expect(JSON.stringify(answer.content)).toBe(
      '{"__proto__":"1","constructor":"2","a.b":"3","-x":"4","":"5"}',
    );
    expect(shown).toContain("__proto__ (string, optional): constructor (string, optional): ");
    expect(shown).toContain('"" (string, optional): ');
  });

  it("prompt() reads fields through local references", async () => {
    const { answer, shown } = await ask({
      schema: {
        $defs: { level: { title: "How bad", oneOf: [{ const: 1, title: "Low" }] } },
        properties: { level: { $ref: "#/$defs/level" } },
        required: ["level"],
      },
    }, "2\nLow\n");
    expect(answer).toEqual({ action: "accept", content: { level: 1 } });
    expect(shown).toBe(
      END + '  1 - Low\nlevel (integer), How bad: "2" is not one of 1\nlevel (integer), How bad: ',
    );
  });

  it("prompt() asks the whole form again where the fields do not fit together", async () => {
    const { answer, shown } = await ask({
      schema: {
        properties: { a: { type: "string" }, b: { type: "string" } },
        dependentRequired: { a: ["b"] },
      },
    }, "x\n\nx\ny\n");
    expect(answer).toEqual({ action: "accept", content: { a: "x", b: "y" } });
    const [first, second] = shown.split(/(?<=b \(string, optional\): )/);
    expect(first).toBe(END + "a (string, optional): b (string, optional): ");
    expect(second).toMatch(/^.*b.*\na \(string, optional\): b \(string, optional\): $/);
  });

  it("prompt() shows what a terminal would obey", async () => {
    const { shown } = await ask({ message: "a\x1b[2Jb\rc", url: "https://x/\u202e\n\x07" }, "\n");
    expect(shown).toBe(
      "a\\x1b[2Jb\\x0dc\nOpen https://x/\\u{202e} \\x07\n" + OPEN.split("\n")[1],
    );
    const field = {
      title: "t\x1b",
      description: "d\x9b",
      oneOf: [{ const: "v\x1b", title: "c\u2066" }],
      default: "v\x1b",
    };
    const form = await ask({ schema: { properties: { "n\x1b": field } } }, "x\x1b\n\n");
    expect(form.answer.content).toEqual({ "n\x1b": "v\x1b" });
    const line = "n\\x1b (string, optional), t\\x1b - d\\x9b [v\\x1b]: ";
    expect(form.shown).toBe(
      END + "  v\\x1b - c\\u{2066}\n" + line + '"x\\u001b" is not one of v\\x1b\n' + line,
    );
  });

  it("prompt() asks again for a line that is not UTF-8", async () => {
    const { answer, shown } = await ask(
      { schema: form({ type: "string" }, true) },
      Uint8Array.of(0x61, 0xff, 0x0a, 0xc3, 0xa9, 0x0a),
    );
    expect(answer).toEqual({ action: "accept", content: { f: "é" } });
    expect(shown).toBe(END + again("f (string): ", "The answer is not valid UTF-8", 1));
  });

  it("prompt() joins a line that comes in pieces", async () => {
    const { asking, input } = begin({ schema: form({ type: "string" }, true) });
    for (const byte of new TextEncoder().encode("Grüße\n")) {
      await input.write(Uint8Array.of(byte));
    }
    expect(await asking).toEqual({ action: "accept", content: { f: "Grüße" } });
  });

  it("prompt() asks questions one at a time, in the order they arrive", async () => {
    const { ask, input, shown } = streams();
    const answers = Promise.all(
      ["one", "two", "three"].map((message) => ask({ message }, callWith())),
    );
    await input.write(new TextEncoder().encode("y\nn\n"));
    await input.close();
    expect(await answers).toEqual([ACCEPT, DECLINE, CANCEL]);
    expect(await shown()).toBe("one\n" + CONFIRM + "two\n" + CONFIRM + "three\n" + CONFIRM);
  });

  it("prompt() ends a waiting question with the signal's reason, and keeps its line", async () => {
    const { ask, input, shown } = streams();
    const controller = new AbortController();
    const first = ask({ message: "one" }, callWith(controller.signal));
    await input.write(new TextEncoder().encode("ye")); // waits for the rest of the line
    controller.abort(new Error("interrupted"));
    await expect(first).rejects.toThrow("interrupted");
    const second = ask({ message: "two" }, callWith());
    await input.write(new TextEncoder().encode("s\n"));
    expect(await second).toEqual(ACCEPT);
    expect(await shown()).toBe("one\n" + CONFIRM + "two\n" + CONFIRM);
  });

  it("prompt() ends a question that waits for its turn, and asks the one after it", async () => {
    const { ask, input, shown } = streams();
    const controller = new AbortController();
    const first = ask({ message: "one" }, callWith());
    const second = ask({ message: "two" }, callWith(controller.signal));
    const third = ask({ message: "three" }, callWith());
    controller.abort(new Error("interrupted"));
    await expect(second).rejects.toThrow("interrupted");
    await input.write(new TextEncoder().encode("y\nn\n"));
    expect(await first).toEqual(ACCEPT);
    expect(await third).toEqual(DECLINE);
    expect(await shown()).toBe("one\n" + CONFIRM + "three\n" + CONFIRM);
  });

  it("prompt() asks nothing where the signal is aborted before", async () => {
    const { ask, shown } = streams();
    const signal = AbortSignal.abort(new Error("interrupted"));
    await expect(ask({ message: "one" }, callWith(signal))).rejects.toThrow("interrupted");
    expect(await shown()).toBe("");
  });

  it("prompt() leaves the output to others between its questions", async () => {
    const { ask, input, output, shown } = streams();
    const first = ask({ message: "one" }, callWith());
    await input.write(new TextEncoder().encode("y\nn\n"));
    expect(await first).toEqual(ACCEPT);
    const writer = output.getWriter();
    await writer.write(new TextEncoder().encode("[1/2] half\n"));
    writer.releaseLock();
    expect(await ask({ message: "two" }, callWith())).toEqual(DECLINE);
    expect(await shown()).toBe("one\n" + CONFIRM + "[1/2] half\ntwo\n" + CONFIRM);
  });

  it("prompt() fails where the schema cannot be read, before anything is asked", async () => {
    const { ask, shown } = streams();
    const schema = { properties: { a: { $ref: "#/$defs/none" } } };
    await expect(ask({ message: "one", schema }, callWith())).rejects.toThrow("Invalid schema: ");
    expect(await shown()).toBe("one\n");
  });

  it("prompt() reads a line of many megabytes", async () => {
    const name = "x".repeat(8 << 20);
    const { answer } = await ask({ schema: form({ type: "string" }, true) }, `${name}\n`);
    expect(answer.content?.f === name).toBe(true);
  });

  it("prompt() fails where a stream does", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(new Error("no more terminal")),
    });
    const ask = prompt(broken, new WritableStream());
    await expect(ask({ message: "one" }, callWith())).rejects.toThrow("no more terminal");
    await expect(ask({ message: "two" }, callWith())).rejects.toThrow("no more terminal");
  });
});

function table(what: string, rows: Row[]): void {
  for (const [does, question, typed, answer, shown] of rows) {
    it(`prompt() ${what} ${does}`, async () => {
      expect(await ask({ message: "", ...question }, typed)).toEqual({ answer, shown });
    });
  }
}

function fieldTable(what: string, rows: FieldRow[], required: boolean): void {
  for (const [which, schema, typed, value, shown] of rows) {
    it(`prompt() ${what} ${which}`, async () => {
      const content = value === undefined ? {} : { f: value };
      expect(await ask({ schema: form(schema, required) }, typed)).toEqual({
        answer: { action: "accept", content },
        shown: END + shown,
      });
    });
  }
}

function form(field: JsonSchema, required: boolean): JsonSchema {
  return { type: "object", properties: { f: field }, required: required ? ["f"] : [] };
}

function list(type: string): { type: "array"; items: { type: string } } {
  return { type: "array", items: { type } };
}

/** A prompt that is asked again `times` times, with the reason. */
function again(prompt: string, reason: string, times: number): string {
  return `${prompt}${reason}\n`.repeat(times) + prompt;
}

/** Asks one question of a person who types all at once and then leaves. */
async function ask(
  question: Partial<Elicitation>,
  typed: string | Uint8Array<ArrayBuffer>,
): Promise<{ answer: Answer; shown: string }> {
  const { asking, input, shown } = begin(question);
  const bytes = typeof typed === "string" ? new TextEncoder().encode(typed) : typed;
  if (bytes.length > 0) await input.write(bytes);
  await input.close();
  return { answer: await asking, shown: await shown() };
}

function begin(question: Partial<Elicitation>) {
  const { ask, ...rest } = streams();
  return { asking: ask({ message: "", ...question }, callWith()), ...rest };
}

/** A prompt on real streams; what is shown is read when all is over. */
function streams() {
  const typed = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 1e6 });
  const screen = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 1e6 });
  const text = new Response(screen.readable).text();
  return {
    ask: prompt(typed.readable, screen.writable),
    input: typed.writable.getWriter(),
    output: screen.writable,
    async shown(): Promise<string> {
      await screen.writable.close();
      return await text;
    },
  };
}
