import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { Workflow } from "../../asmp/mod.ts";
import { changesOf, merge } from "../../asmp/_data.ts";
import { f4 } from "./fixtures.ts";
import { serve } from "./_server.ts";

/** What a double, a plain object or a sorted one would lose. */
const ODD = '{"big":12345678901234567890,"small":1.10,"exp":1e400,"neg":-0,"b":1,"10":2,"2":3,' +
  '"__proto__":{"n":9007199254740993},"constructor":[],"":null,"é\\"\\n":"\\ud800"}';

/** The text of the member `data` in a frame's text. */
const dataOf = (frame: string) =>
  frame.slice(frame.indexOf('"data":') + 7, frame.indexOf(',"milestones"'));

describe("data of a run", () => {
  it("createHandler() keeps data as it was written", async () => {
    await using server = serve(f4());
    const { text } = await server.call("POST /runs", `{"data":${ODD}}`);
    expect(dataOf(text)).toBe(ODD);
  });

  it("createHandler() keeps data on one line, for streams", async () => {
    await using server = serve(f4());
    const { text } = await server.call("POST /runs", '{"data": {\n "a b": [ 1,\r\n\t2 ] }}');
    expect(dataOf(text)).toBe('{"a b":[1,2]}');
  });

  it("createHandler() adds fields as they were written", async () => {
    await using server = serve(f4());
    const { json: { run_id } } = await server.call("POST /runs", `{"data":${ODD}}`);
    const moved = await server.call(
      `POST /runs/${run_id}/transitions/go`,
      '{ "n": 98765432109876543210.50, "a": "x" }',
    );
    expect(dataOf(moved.text)).toBe(`${ODD.slice(0, -1)},"a":"x","n":98765432109876543210.50}`);
  });

  it("createHandler() keeps what a tool and work do not change", async () => {
    const workflow = new Workflow("exact", { initial: "A" })
      .transition("A", "go", "B")
      .transition("B", "end", "C")
      .tool("A", "mark", { handler: ({ data }) => void (data.marked = true) })
      .work("B", ({ data }) => {
        delete data.b;
        data.__proto__.more = 1;
        return "end";
      });
    await using server = serve(workflow);
    const { json: { run_id } } = await server.call("POST /runs", `{"data":${ODD}}`);
    await server.call(`POST /runs/${run_id}/invoke/mark`);
    const marked = await server.call(`GET /runs/${run_id}`);
    expect(dataOf(marked.text)).toBe(`${ODD.slice(0, -1)},"marked":true}`);
    const { text } = await server.call(`POST /runs/${run_id}/transitions/go`, "", {
      accept: "application/x-ndjson",
    });
    expect(dataOf(text.trimEnd().split("\n").at(-1)!)).toBe(
      `${
        ODD.slice(0, -1).replace('"b":1,', "").replace(
          "9007199254740993}",
          '9007199254740993,"more":1}',
        )
      },"marked":true}`,
    );
  });

  const refused: [string, string, string][] = [
    ["a text", '"str"', "Invalid field data: expected a JSON object."],
    ["an array", "[]", "Invalid field data: expected a JSON object."],
    ["a member twice", '{"a":{"b":1,"b":2}}', 'Invalid body: member "data.a.b" is given twice.'],
    [
      "what is too deep",
      `{"a":${"[".repeat(1000)}${"]".repeat(1000)}}`,
      "Invalid body: JSON is nested more than 1000 deep.",
    ],
  ];
  for (const [name, data, hint] of refused) {
    it(`createHandler() refuses data that is ${name}`, async () => {
      await using server = serve(f4());
      const { status, json } = await server.call("POST /runs", `{"data":${data}}`);
      expect([status, json]).toEqual([400, { hint }]);
    });
  }

  it("createHandler() takes null for no data", async () => {
    await using server = serve(f4());
    expect((await server.call("POST /runs", '{"data":null}')).json.data).toEqual({});
  });
});

describe("changesOf()", () => {
  const changed: [
    string,
    string,
    (data: Record<string, unknown>) => unknown,
    [string, unknown][],
  ][] = [
    ["nothing", '{"a":1e400,"b":[1.0]}', (data) => data, []],
    ["a member that is new", '{"a":1.0}', (data) => ({ ...data, b: 2 }), [["b", "2"]]],
    ["a member that is gone", '{"a":1.0,"b":2}', () => ({ b: 2 }), [["a", undefined]]],
    [
      "an item of an array",
      '{"a":[1.0,2.0,3.0]}',
      () => ({ a: [1, 5, 3, undefined] }),
      [["a", "[1.0,5,3.0,null]"]],
    ],
    [
      "a date, and what JSON has not",
      "{}",
      () => ({ at: new Date(0), f: () => 1, u: undefined, n: NaN }),
      [["at", '"1970-01-01T00:00:00.000Z"'], ["n", "null"]],
    ],
  ];
  for (const [name, text, change, expected] of changed) {
    it(`changesOf() finds ${name}`, () => {
      expect([...changesOf(text, change(JSON.parse(text)))]).toEqual(expected);
    });
  }

  it("changesOf() refuses what is no object, and a bigint", () => {
    expect(() => changesOf("{}", [])).toThrow(new TypeError("The data of a run must be an object"));
    expect(() => changesOf("{}", null)).toThrow(TypeError);
    expect(() => changesOf("{}", { a: 1n })).toThrow(TypeError);
  });
});

describe("merge()", () => {
  it("merge() leaves the text of other members as it is", () => {
    const changes = new Map([["b", '"new"'], ["c", undefined], ["__proto__", "1"]]);
    expect(merge('{"a":1.0,"b":2,"c":3}', changes)).toBe('{"a":1.0,"b":"new","__proto__":1}');
    expect(merge('{"a":1.0}', new Map())).toBe('{"a":1.0}');
  });
});
