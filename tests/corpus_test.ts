import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { parseJson } from "../agenttool/json.ts";
import { checkTools } from "./_corpus.ts";

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
