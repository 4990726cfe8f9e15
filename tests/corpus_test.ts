import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { type JsonObject, parseJson } from "../agenttool/json.ts";
import { checkAnswers } from "./_answers.ts";
import { readLeaderboard, waysOf } from "./_bfcl.ts";
import { checkTools } from "./_corpus.ts";

/** A folder of the Berkeley Function Calling Leaderboard, each file as its lines. */
async function board(files: Record<string, unknown[]>) {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/possible_answer`);
  for (const [name, lines] of Object.entries(files)) {
    const text = lines.map((line) => typeof line === "string" ? line : JSON.stringify(line));
    await Deno.writeTextFile(`${folder}/${name}`, text.map((line) => `${line}\n`).join(""));
  }
  return {
    read: () => readLeaderboard(folder),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** What came of one function and its accepted answers. */
async function answered(properties: Record<string, unknown>, accepted: unknown, name = "f") {
  const parameters = { type: "dict", properties };
  await using folder = await board({
    "BFCL_v4_simple.json": [{ id: "one", function: [{ name, description: "", parameters }] }],
    "possible_answer/BFCL_v4_simple.json": [{ id: "one", ground_truth: [{ f: accepted }] }],
  });
  return await checkAnswers((await folder.read()).questions);
}

const list = (...tools: unknown[]) => parseJson(JSON.stringify({ tools }));

describe("deno task corpus", () => {
  it("checkTools() finds nothing wrong with schemas of every shape", async () => {
    const inputSchema = {
      type: "object",
      properties: {
        text: { type: "string" },
        size: { type: ["integer", "null"] },
        "content.type": { type: "string" },
        constructor: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        grid: { type: "array", items: { type: "array", items: { type: "number" } } },
        limits: { type: "object", additionalProperties: { type: "integer" } },
        at: { $ref: "#/$defs/place" },
        either: { anyOf: [{ type: "string" }, { type: "number" }] },
        tree: { $ref: "#/$defs/tree" },
        target: {
          type: "object",
          properties: { host: { type: "string" }, tls: { type: "boolean" } },
          required: ["host"],
        },
      },
      required: ["text", "target"],
      $defs: {
        place: { type: "object", properties: { lat: { type: "number" } } },
        tree: {
          type: "object",
          properties: { name: { type: "string" }, left: { $ref: "#/$defs/tree" } },
        },
      },
    };
    const { tools, calls, problems } = await checkTools(list({ name: "all", inputSchema }));
    expect(problems).toEqual([]);
    expect({ tools, made: calls > 9 }).toEqual({ tools: 1, made: true });
  });

  it("checkTools() tells of a tool that cannot be a command", async () => {
    expect((await checkTools(list({ name: "help", inputSchema: {} }))).problems).toEqual([
      'help: TypeError: cli: tool "help" is named as one of the program\'s own commands',
    ]);
  });

  it("checkTools() tells of a parameter that no flag can give", async () => {
    const inputSchema = { type: "object", properties: { "-x": { type: "integer" } } };
    const { problems } = await checkTools(list({ name: "odd", inputSchema }));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toContain("bad flag syntax");
  });
});

describe("deno task corpus on a leaderboard", () => {
  it("readLeaderboard() makes tools of functions, types renamed at any depth", async () => {
    const parameters = {
      type: "dict",
      properties: {
        type: { type: "string", enum: ["dict", "float"], default: "dict" },
        ratio: { type: "float" },
        pair: { type: "tuple", items: { type: "float" } },
        whatever: { type: "any", description: "Anything" },
        table: {
          type: "dict",
          properties: { rows: { type: "array", items: { type: "dict" } } },
          additionalProperties: { type: "ArrayList", items: { type: "long" } },
        },
      },
      required: ["ratio"],
    };
    await using folder = await board({
      "BFCL_v4_simple.json": [
        { id: "several", function: [{ name: "a.b", description: "A", parameters }] },
        { id: "alone", function: { name: "c", description: "C", parameters: { type: "dict" } } },
      ],
      "BFCL_v4_multi_turn.json": [{ id: "no functions", path: [] }],
      "BFCL_v4_odd.json": ["{", '"a": []', "}"],
      "other.json": [{ id: "not one of its files", function: [] }],
    });
    const { files, questions } = await folder.read();
    expect(files).toEqual({ read: 1, passedOver: 2 });
    expect(questions).toEqual([
      {
        id: "BFCL_v4_simple.json: several",
        tools: [parseJson(JSON.stringify({
          name: "a.b",
          description: "A",
          inputSchema: {
            type: "object",
            properties: {
              type: { type: "string", enum: ["dict", "float"], default: "dict" },
              ratio: { type: "number" },
              pair: { type: "array", items: { type: "number" } },
              whatever: { description: "Anything" },
              table: {
                type: "object",
                properties: { rows: { type: "array", items: { type: "object" } } },
                additionalProperties: { type: "array", items: { type: "integer" } },
              },
            },
            required: ["ratio"],
          },
        }))],
        answers: [],
      },
      {
        id: "BFCL_v4_simple.json: alone",
        tools: [
          parseJson('{"name":"c","description":"C","inputSchema":{"type":"object"}}'),
        ],
        answers: [],
      },
    ]);
  });

  it("waysOf() spells out each accepted value, and what may be left out", () => {
    const rows: [accepted: unknown, ways: unknown[]][] = [
      [{}, [{}]],
      [{ a: [1] }, [{ a: 1 }]],
      [{ a: [1, 2], b: ["x"] }, [{ a: 1, b: "x" }, { a: 2, b: "x" }]],
      [{ a: [1, 2, 3], b: ["x", ""] }, [{ a: 1, b: "x" }, { a: 2 }, { a: 3, b: "x" }]],
      [{ a: [""] }, [{}]],
      [{ a: [[1, 2], [3]] }, [{ a: [1, 2] }, { a: [3] }]],
      [{ a: [{ b: [1, ""], c: [[2]] }] }, [{ a: { b: 1, c: [2] } }, { a: { c: [2] } }]],
      [{ a: [[{ b: [1, 2] }, { c: [3] }]] }, [
        { a: [{ b: 1 }, { c: 3 }] },
        { a: [{ b: 2 }, { c: 3 }] },
      ]],
      [{ a: [{ b: "alone" }] }, [{ a: { b: "alone" } }]],
      [
        { a: Array.from({ length: 40 }, (_, n) => n) },
        Array.from({ length: 32 }, (_, a) => ({ a })),
      ],
    ];
    for (const [accepted, ways] of rows) {
      expect(waysOf(parseJson(JSON.stringify(accepted)) as JsonObject))
        .toEqual(ways.map((way) => parseJson(JSON.stringify(way))));
    }
  });

  it("checkAnswers() calls with every answer, however it is given", async () => {
    const properties = {
      city: { type: "string" },
      days: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
      at: { type: "dict", properties: { lat: { type: "float" }, note: { type: "any" } } },
      table: { type: "dict" },
    };
    const { problems, ...figures } = await answered(properties, {
      city: ['Paris, "F"', "-"],
      days: [3, ""],
      tags: [["a,b", "[c]"]],
      at: [{ lat: [1.5, ""], note: ["1"] }],
      table: [{ "a.b": [[1]] }, ""],
      unknown: [true],
    });
    expect(problems).toEqual([]);
    expect(figures).toEqual({ answers: 1, ways: 2, plain: 0, refused: 0, calls: 8 });
  });

  it("checkAnswers() counts answers that need no := and those that the schema refuses", async () => {
    const { problems, ...figures } = await answered({ n: { type: "integer" } }, { n: [1, "one"] });
    expect(problems).toEqual([]);
    expect(figures).toEqual({ answers: 1, ways: 2, plain: 1, refused: 1, calls: 9 });
  });

  it("checkAnswers() tells of arguments that arrive as others", async () => {
    const one = { a: { type: "dict", properties: { b: { type: "string" } } } };
    const { problems } = await answered({ ...one, "a.b": { type: "string" } }, { "a.b": ["x"] });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toContain('BFCL_v4_simple.json: one: f: ["--a.b:=\\"x\\""] gives');
    expect(problems[0]).toContain('{\\"a\\":{\\"b\\":\\"x\\"}}');
  });

  it("checkAnswers() tells of a verdict that is not the schema's", async () => {
    // The validator that it asks reads both numbers as one double, and so allows the one.
    const parameters = '{"type":"dict","properties":{"n":{"maximum":9007199254740992}}}';
    await using folder = await board({
      "BFCL_v4_simple.json": [`{"id":"one","function":{"name":"f","parameters":${parameters}}}`],
      "possible_answer/BFCL_v4_simple.json": [
        '{"id":"one","ground_truth":[{"f":{"n":[9007199254740993]}}]}',
      ],
    });
    const { problems } = await checkAnswers((await folder.read()).questions);
    expect(problems.length).toBe(4);
    expect(problems[2]).toContain("got 9007199254740993");
  });

  it("checkAnswers() tells of an answer that calls another function", async () => {
    expect((await answered({}, {}, "g")).problems).toEqual([
      "BFCL_v4_simple.json: one: f: the question has no such function",
    ]);
  });
});
