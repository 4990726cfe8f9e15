// Schemas and values that are large, deep or odd: nothing is hidden, hangs or ends in a trace.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineRawTool, defineTool, type JsonSchema } from "../../agenttool/mod.ts";
import { echo, run } from "./_fixtures.ts";

/** Definitions of which each holds the next one twice: 2^depth fields. */
function fanOut(depth: number): Record<string, unknown> {
  const definitions: Record<string, unknown> = { d0: { type: "string" } };
  for (let at = 1; at <= depth; at++) {
    const next = { $ref: `#/$defs/d${at - 1}` };
    definitions[`d${at}`] = { type: "object", properties: { a: next, b: next } };
  }
  return definitions;
}

describe("schemas that are large", () => {
  it("a property that fans out hides none of its neighbours", async () => {
    const schema = {
      $defs: fanOut(30),
      properties: { wide: { $ref: "#/$defs/d30" }, path: { type: "string" } },
      required: ["path"],
    };
    const tools = [echo("t", JSON.stringify(schema))];
    expect(await run("t --path x", { tools })).toMatchObject({
      status: 0,
      stdout: '{"path":"x"}\n',
    });
  });

  it("20,000 properties all have flags", async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => [`p${at}`, { type: "integer" }]);
    const tools = [echo("t", JSON.stringify({ properties: Object.fromEntries(names) }))];
    expect(await run("t --p19999 1", { tools })).toMatchObject({
      status: 0,
      stdout: '{"p19999":1}\n',
    });
  });

  it("a chain of 5,000 references is described", async () => {
    const definitions: Record<string, unknown> = { d0: { type: "string" } };
    for (let at = 1; at < 5_000; at++) {
      definitions[`d${at}`] = {
        type: "object",
        properties: { next: { $ref: `#/$defs/d${at - 1}` } },
      };
    }
    const schema = { $defs: definitions, properties: { first: { $ref: "#/$defs/d4999" } } };
    const tools = [echo("t", JSON.stringify(schema))];
    expect(await run("help t", { tools })).toMatchObject({ status: 0, stderr: "" });
    expect(await run("t", { tools })).toMatchObject({ status: 0, stdout: "{}\n" });
  });
});

describe("names that no token can carry", () => {
  const tools = [
    echo("t", '{"properties":{"a=b":{},"-x":{},"":{},"o":{"properties":{"p=q":{}}}}}'),
  ];
  it("run() suggests no spelling that cannot work", async () => {
    const { stderr } = await run("t --o.p=q:=1", { tools });
    expect(stderr).not.toContain("o.p=q:=JSON");
  });
  it("run() takes them as JSON", async () => {
    const json = '{"a=b":1,"-x":2,"":3,"o":{"p=q":4}}';
    expect(await run(["t", json], { tools })).toMatchObject({ status: 0, stdout: `${json}\n` });
  });
});

describe("answers that would change", () => {
  for (const number of ["12345678901234567890", "1e400"]) {
    it(`run() rejects ${number}, which the tool would see as another number`, async () => {
      const tool = defineTool({
        name: "t",
        execute: async (_args, call) => (await call.ask({ message: "?" })).action,
      });
      const outcome = await run(["--answer", `{"id":${number}}`, "t"], { tools: [tool] });
      expect(outcome).toMatchObject({ status: 3, ran: ["t"] });
      expect(JSON.parse(outcome.stdout)).toEqual({
        message: "?",
        answers_given: 0,
        rejected: `${number} cannot be kept exactly`,
        output: "cancel",
      });
    });
  }
});

describe("answers that hold an action", () => {
  for (const action of ["accept", "decline", "cancel"]) {
    it(`run() rejects {"action":"${action}"} for yes or no`, async () => {
      const { status, stdout } = await run(["--answer", `{"action":"${action}"}`, "delete"]);
      expect(status).toBe(3);
      expect(JSON.parse(stdout)).toEqual({
        message: "Delete the branch?",
        answers_given: 0,
        rejected: `it holds an action, which stands alone here: --answer ${action}`,
        output: "kept",
      });
    });
  }
});

describe("forms and an action in the answer", () => {
  const OPEN = { type: "object", properties: {} };
  const FIELD = { type: "object", properties: { action: { type: "string" } } };
  const forms: [about: string, schema: JsonSchema, status: number][] = [
    ["no fields, which is yes or no", OPEN, 3],
    ["other fields", { type: "object", properties: { n: { type: "integer" } } }, 3],
    ["a field of that name", FIELD, 0],
  ];
  for (const [about, schema, expected] of forms) {
    it(`run() ends with ${expected} for a form with ${about}`, async () => {
      const tool = defineTool({
        name: "t",
        execute: async (_args, call) => (await call.ask({ message: "?", schema })).action,
      });
      const { status } = await run(["--answer", '{"action":"decline"}', "t"], { tools: [tool] });
      expect(status).toBe(expected);
    });
  }
});

describe("parameters that are blank", () => {
  for (const parameters of ["", " ", "null", " null\n"]) {
    it(`a tool with parameters ${JSON.stringify(parameters)} takes no arguments`, async () => {
      const tool = defineTool({ name: "t", parameters, execute: () => "ok" });
      expect(await run("t", { tools: [tool] })).toMatchObject({ status: 0, stdout: "ok\n" });
    });
  }
});

describe("a run that is cancelled", () => {
  it("run() ends while it waits for standard input", async () => {
    const cancel = new AbortController();
    const stdin = new ReadableStream<Uint8Array>({ pull: () => cancel.abort() }, {
      highWaterMark: 0,
    });
    const tools = [defineRawTool({ name: "t", execute: () => "ran" })];
    const outcome = await run("t -", { tools, stdin, signal: cancel.signal });
    expect(outcome).toMatchObject({ status: 1, stdout: "", ran: [] });
    expect(outcome.stderr).toBe("Error: the call was cancelled\n");
  });
});

describe("a program's name", () => {
  it("run() shows one with a line break on one line", async () => {
    const { stderr } = await run("nope", { name: "a\nb" });
    expect(stderr).toBe('a\\nb: unknown command "nope"\nRun `a\\nb help` for usage.\n');
  });
});

describe("records that cannot be synced", { ignore: Deno.build.os === "windows" }, () => {
  it("--record /dev/null loses them and nothing else", async () => {
    expect(await run("--record /dev/null work"))
      .toMatchObject({ status: 0, stdout: "done\n", stderr: "[1/2] half\n" });
  });
});
