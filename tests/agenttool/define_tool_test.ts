import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import {
  type Call,
  defineRawTool,
  defineTool,
  type JsonSchema,
  result,
  type StandardSchema,
  text,
} from "../../agenttool/mod.ts";
import { SchemaError } from "../../agenttool/validate.ts";
import { answer, callOf } from "./_call.ts";

const NOTE: JsonSchema = {
  type: "object",
  properties: { title: { type: "string" }, body: { type: "string", default: "empty" } },
  required: ["title"],
};

/** A tool that answers with the arguments it gets. */
const note = defineTool({ name: "note", parameters: NOTE, execute: (args) => args });

/** A tool that answers with the arguments text it gets. */
const raw = defineRawTool({ name: "raw", execute: (call) => call.args });

describe("defineTool()", () => {
  it("gives the members of its definition", () => {
    const annotations = { title: "Note", readOnly: false };
    const tool = defineTool({
      name: "note",
      description: "Takes a note.",
      parameters: NOTE,
      sequential: true,
      resource: "notes:1",
      annotations,
      execute: () => {},
    });
    expect(tool).toMatchObject({
      name: "note",
      description: "Takes a note.",
      sequential: true,
      resource: "notes:1",
    });
    expect(tool.parameters).toBe(NOTE);
    expect(tool.annotations).toBe(annotations);
    expect(tool.close).toBeUndefined();
  });

  it("reads as a tool without a member that the definition leaves out", () => {
    const tool = defineTool({ name: "now", execute: () => {} });
    expect(tool.description).toBe("");
    expect(tool.parameters).toBeUndefined();
    expect(tool.sequential).toBeUndefined();
    expect(tool.resource).toBeUndefined();
    expect(tool.annotations).toBeUndefined();
  });

  it("serves a schema text byte for byte, and checks by it", async () => {
    const parameters = '{ "required": ["title"],  "type": "object" }';
    const tool = defineTool({ name: "note", parameters, execute: (args) => args });
    expect(tool.parameters).toBe(parameters);
    await expect(answer(tool)).rejects.toThrow("invalid arguments: ");
  });

  it("throws where execute is not a function", () => {
    for (const define of [defineTool, defineRawTool]) {
      // @ts-expect-error there is no execute
      expect(() => define({ name: "odd" })).toThrow(
        new TypeError('Tool "odd" has no execute function'),
      );
    }
  });

  it("closes by the definition's function, which may be synchronous", async () => {
    const closed: string[] = [];
    const tool = defineTool({
      name: "shell",
      execute: () => {},
      close() {
        closed.push(this.name);
      },
    });
    await tool.close?.();
    expect(closed).toEqual(["shell"]);
  });

  it("calls execute with the definition as this", async () => {
    const tool = defineTool({
      name: "self",
      execute() {
        return this.name;
      },
    });
    expect(await answer(tool)).toBe("self");
  });
});

describe("defineTool() arguments", () => {
  const refused: [title: string, args: string, message: string][] = [
    ["a missing member", "{}", 'invalid arguments: missing required property "title"'],
    ["an array", "[]", "invalid arguments: expected a JSON object"],
    ["null", "null", "invalid arguments: expected a JSON object"],
    ["a text", '"{}"', "invalid arguments: expected a JSON object"],
    ["no JSON", "hello", "invalid arguments: expected a JSON object"],
    ["white space", "  ", "invalid arguments: expected a JSON object"],
    [
      "an object cut short",
      '{"title":"a',
      "invalid arguments: not valid JSON: Unexpected end of JSON text",
    ],
    [
      "more than an object",
      '{"title":"a"} x',
      'invalid arguments: not valid JSON: Unexpected "x" at position 14',
    ],
    [
      "a member written twice",
      '{"title":"a","t":{"x":1,"\\u0078":2}}',
      'invalid arguments: member "t.x" is given twice',
    ],
  ];
  for (const [title, args, message] of refused) {
    it(`refuses ${title}`, async () => {
      await expect(answer(note, args)).rejects.toThrow(new Error(message));
    });
  }

  it("joins all problems by a semicolon", async () => {
    const tool = defineTool({
      name: "two",
      parameters: { type: "object", required: ["a", "b"] },
      execute: () => {},
    });
    await expect(answer(tool)).rejects.toThrow(
      new Error(
        'invalid arguments: missing required property "a"; missing required property "b"',
      ),
    );
  });

  it("fills no default in", async () => {
    expect(await answer(note, '{"title":"a"}')).toBe('{"title":"a"}');
  });

  it("lets members through that the schema does not name", async () => {
    expect(await answer(note, '{"title":"a","__proto__":{"x":1},"constructor":2,"":3}'))
      .toBe('{"title":"a","__proto__":{"x":1},"constructor":2,"":3}');
  });

  it("reads empty arguments as {}, in the call too", async () => {
    const seen: string[] = [];
    const tool = defineTool({
      name: "now",
      execute(args, call) {
        seen.push(JSON.stringify(args), call.args);
      },
    });
    await tool.execute(callOf(""));
    expect(seen).toEqual(["{}", "{}"]);
  });

  it("gives the call its arguments as written", async () => {
    const tool = defineTool({
      name: "id",
      parameters: { type: "object", properties: { id: { type: "integer" } } },
      execute: (_args, call) => call.args,
    });
    const args = ' {"id" : 12345678901234567890}';
    expect(await answer(tool, args)).toBe(args);
  });

  it("passes the call's services on where the arguments are empty", async () => {
    const log: unknown[] = [];
    const given: Call = {
      ...callOf(""),
      ask: (question) => {
        log.push(question);
        return Promise.resolve({ action: "accept" });
      },
      progress: (update) => void log.push(update),
      record: (ns, data) => {
        log.push([ns, data]);
        return Promise.resolve();
      },
    };
    const tool = defineRawTool({
      name: "all",
      async execute(call) {
        log.push(call.id, call.signal === given.signal, await call.ask({ message: "?" }));
        call.progress("half");
        await call.record("a:b", 1);
      },
    });
    await tool.execute(given);
    expect(log).toEqual(
      [{ message: "?" }, "1", true, { action: "accept" }, "half", ["a:b", 1]],
    );
  });

  it("fails the call, not the definition, where the schema cannot be used", async () => {
    for (const parameters of ["{", '{"type":"strange"}']) {
      const tool = defineTool({ name: "odd", parameters, execute: () => "ran" });
      expect(tool.parameters).toBe(parameters);
      await expect(answer(tool)).rejects.toBeInstanceOf(SchemaError);
    }
  });
});

describe("defineTool() return values", () => {
  const values: [title: string, value: unknown, content: unknown][] = [
    ["a text as it is", "a\nb", "a\nb"],
    ["an empty text", "", ""],
    ["nothing as no content", undefined, []],
    ["null", null, "null"],
    ["a number", 1.5, "1.5"],
    ["an object", { a: [true] }, '{"a":[true]}'],
    ["an array", [text("a")], '[{"type":"text","text":"a"}]'],
    ["a look-alike of a result", { content: [] }, '{"content":[]}'],
    ["a result", result([text("a"), text("b")]), [text("a"), text("b")]],
    ["a promise", Promise.resolve({ a: 1 }), '{"a":1}'],
  ];
  for (const [title, value, content] of values) {
    it(`prints ${title}`, async () => {
      expect(await answer(defineTool({ name: "t", execute: () => value }))).toEqual(content);
      expect(await answer(defineRawTool({ name: "t", execute: () => value }))).toEqual(content);
    });
  }

  it("keeps what a result carries", async () => {
    const made = result([], { details: { a: 1 }, record: { ns: "a:b", data: 2 } });
    const tool = defineTool({ name: "t", execute: () => made });
    expect(await tool.execute(callOf("{}"))).toBe(made);
  });

  it("fails on a value that has no JSON", async () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    for (const value of [1n, cycle, () => {}, Symbol("s")]) {
      const tool = defineTool({ name: "t", execute: () => value });
      await expect(answer(tool)).rejects.toThrow(/^encode result: /);
    }
  });

  it("rejects with what the function throws", async () => {
    const failure = new Error("no such file");
    const tool = defineTool({
      name: "t",
      execute() {
        throw failure;
      },
    });
    await expect(tool.execute(callOf("{}"))).rejects.toBe(failure);
  });
});

describe("defineTool() with a schema library", () => {
  const parameters: [library: string, parameters: StandardSchema, refusal: string][] = [
    [
      "zod",
      z.object({ tags: z.array(z.object({ name: z.string() })), lines: z.number().default(3) }),
      "tags[0].name: Invalid input: expected string, received number",
    ],
    [
      "valibot",
      toStandardJsonSchema(
        v.object({
          tags: v.array(v.object({ name: v.string() })),
          lines: v.optional(v.number(), 3),
        }),
      ),
      "tags[0].name: Invalid type: Expected string but received 1",
    ],
    [
      "arktype",
      type({ tags: type({ name: "string" }).array(), lines: "number = 3" }),
      "tags[0].name: tags[0].name must be a string (was a number)",
    ],
  ];
  for (const [library, schema, refusal] of parameters) {
    const tool = defineTool({ name: library, parameters: schema, execute: (args) => args });

    it(`shows the JSON Schema of ${library}`, () => {
      expect(tool.parameters).toMatchObject({
        type: "object",
        properties: {
          tags: {
            type: "array",
            items: { type: "object", properties: { name: { type: "string" } } },
          },
          lines: { type: "number" },
        },
        required: ["tags"],
      });
    });

    it(`gives execute the output of ${library}`, async () => {
      expect(await answer(tool, '{"tags":[{"name":"a"}]}'))
        .toBe('{"tags":[{"name":"a"}],"lines":3}');
    });

    it(`words the issues of ${library}`, async () => {
      await expect(answer(tool, '{"tags":[{"name":1}]}'))
        .rejects.toThrow(new Error(`invalid arguments: ${refusal}`));
      await expect(answer(tool, "[]"))
        .rejects.toThrow(new Error("invalid arguments: expected a JSON object"));
    });
  }

  it("joins issues by a semicolon, and waits for a check that takes time", async () => {
    const tool = defineTool({
      name: "two",
      parameters: z.object({ a: z.string(), b: z.string() })
        .refine(() => Promise.resolve(false), { error: "never", when: () => true }),
      execute: () => {},
    });
    await expect(answer(tool)).rejects.toThrow(
      new Error(
        "invalid arguments: a: Invalid input: expected string, received undefined; " +
          "b: Invalid input: expected string, received undefined; never",
      ),
    );
  });

  it("makes the JSON Schema when it is first read, once", async () => {
    let made = 0;
    const tool = defineTool({ name: "lazy", parameters: standard(() => ({ n: ++made })), execute });
    expect(made).toBe(0);
    expect(tool.parameters).toEqual({ n: 1 });
    expect(tool.parameters).toEqual({ n: 1 });
    expect(await answer(tool)).toBe("ran");
    expect(made).toBe(1);
  });

  it("asks for draft 2020-12", () => {
    const parameters = standard((options) => ({ ...options }));
    expect(defineTool({ name: "t", parameters, execute }).parameters)
      .toEqual({ target: "draft-2020-12" });
  });

  it("shows no parameters where there is no JSON Schema, and fails the call", async () => {
    const tool = defineTool({
      name: "when",
      parameters: z.object({ at: z.date() }),
      execute,
    });
    expect(tool.parameters).toBeUndefined();
    await expect(answer(tool)).rejects.toThrow(
      /^The parameters of tool "when" have no JSON Schema: Date cannot be represented in JSON Schema$/,
    );
  });

  function execute(): string {
    return "ran";
  }

  function standard(
    input: StandardSchema["~standard"]["jsonSchema"]["input"],
  ): StandardSchema {
    return { "~standard": { validate: (value) => ({ value }), jsonSchema: { input } } };
  }
});

describe("defineRawTool()", () => {
  it("hands the arguments over as written and does not check them by the schema", async () => {
    const tool = defineRawTool({ name: "raw", parameters: NOTE, execute: (call) => call.args });
    const args = '{"b":1.0, "a":12345678901234567890}';
    expect(tool.parameters).toBe(NOTE);
    expect(await answer(tool, args)).toBe(args);
  });

  it("reads empty arguments as {}", async () => {
    expect(await answer(raw, "")).toBe("{}");
  });

  it("refuses what is not one JSON object", async () => {
    for (
      const [args, message] of [
        ["[1]", "invalid arguments: expected a JSON object"],
        ["{", "invalid arguments: not valid JSON: Unexpected end of JSON text"],
        ['{"a":1,"a":1}', 'invalid arguments: member "a" is given twice'],
      ] as const
    ) {
      await expect(answer(raw, args)).rejects.toThrow(new Error(message));
    }
  });
});
