import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import { type Args, defineTool, type JsonSchema } from "../../agenttool/mod.ts";

// These tests are lines that do or do not type-check.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true
  : false;

function holds<_Claim extends true>(): void {}

/** The type of the arguments that a schema's tool gets. */
function argsOf<const S extends JsonSchema>(_schema: S): Args<S> {
  return undefined as unknown as Args<S>;
}

describe("Args", () => {
  it("reads types, required members and optional ones", () => {
    const args = () =>
      argsOf({
        type: "object",
        properties: {
          s: { type: "string", default: "x" },
          n: { type: "number" },
          i: { type: "integer" },
          b: { type: "boolean" },
          z: { type: "null" },
          any: {},
        },
        required: ["s", "b"],
      });
    type Expected = { s: string; b: boolean; n?: number; i?: number; z?: null; any?: unknown };
    holds<Same<ReturnType<typeof args>, Expected>>();
  });

  it("reads nested objects and arrays, and properties without a type", () => {
    const args = () =>
      argsOf({
        properties: {
          rows: {
            type: "array",
            items: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
          },
          target: { properties: { host: { type: "string" } } },
          list: { type: "array" },
          pair: { type: "array", prefixItems: [{ type: "string" }, {}], items: false },
        },
        required: ["rows", "target", "list", "pair"],
      });
    type Expected = {
      rows: { id: number }[];
      target: { host?: string };
      list: unknown[];
      pair: unknown[];
    };
    holds<Same<ReturnType<typeof args>, Expected>>();
  });

  it("reads enum, const and unions", () => {
    const args = () =>
      argsOf({
        type: "object",
        properties: {
          level: { type: "string", enum: ["low", "high"] },
          kind: { const: "file" },
          either: { type: ["string", "null"] },
          any: { anyOf: [{ type: "string" }, { type: "array", items: { type: "number" } }] },
          one: { oneOf: [{ const: 1, title: "One" }, { const: 2, title: "Two" }] },
          text: { type: "string", anyOf: [{ format: "date" }, { format: "time" }] },
          shape: {
            type: "object",
            oneOf: [{ type: "object", properties: { r: { type: "number" } }, required: ["r"] }],
          },
          never: false,
        },
        required: ["level", "kind", "either", "any", "one", "text", "shape", "never"],
      });
    type Expected = {
      level: "low" | "high";
      kind: "file";
      either: string | null;
      any: string | number[];
      one: 1 | 2;
      text: string;
      shape: { r: number };
      never: never;
    };
    holds<Same<ReturnType<typeof args>, Expected>>();
  });

  it("reads additionalProperties as a record", () => {
    const env = () => argsOf({ type: "object", additionalProperties: { type: "string" } });
    holds<Same<ReturnType<typeof env>, Record<string, string>>>();

    const open = () =>
      argsOf({
        type: "object",
        properties: { name: { type: "string" } },
        required: ["name"],
        additionalProperties: { type: "number" },
      });
    holds<Same<ReturnType<typeof open>["name"], string>>();
    holds<Same<ReturnType<typeof open>[string], string | number>>();

    const closed = () =>
      argsOf({
        type: "object",
        properties: { name: { type: "string" } },
        additionalProperties: false,
      });
    holds<Same<ReturnType<typeof closed>, { name?: string }>>();
  });

  it("is any object where the schema says nothing that is read", () => {
    holds<Same<Args<JsonSchema>, Record<string, unknown>>>();
    holds<Same<Args<string>, Record<string, unknown>>>();
    holds<Same<Args<true>, Record<string, unknown>>>();
    const referring = () => argsOf({ $ref: "#/$defs/a", $defs: { a: { type: "object" } } });
    holds<Same<ReturnType<typeof referring>, Record<string, unknown>>>();
    const loose = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    holds<Same<Args<typeof loose>, Record<string, unknown>>>();
    const some = ["a"];
    const partly = () =>
      argsOf({ type: "object", properties: { a: { type: "string" } }, required: some });
    holds<Same<ReturnType<typeof partly>, { a?: string }>>();
  });

  it("keeps a required member that has no schema", () => {
    const args = () => argsOf({ type: "object", properties: {}, required: ["id"] });
    holds<Same<ReturnType<typeof args>, { id: unknown }>>();
  });
});

describe("defineTool() types", () => {
  it("refuses a misspelt member of the arguments", () => {
    const tool = defineTool({
      name: "read",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, lines: { type: "integer" } },
        required: ["path"],
      },
      execute(args) {
        // @ts-expect-error path is misspelt
        args.pth;
        // @ts-expect-error lines may be absent
        args.lines.toFixed();
        return args.path.toUpperCase();
      },
    });
    expect(tool.name).toBe("read");
  });

  it("has no arguments without parameters", () => {
    const tool = defineTool({
      name: "now",
      execute(args) {
        // @ts-expect-error there is no member that could be a string
        const path: string = args.path;
        return path;
      },
    });
    expect(tool.name).toBe("now");
  });

  it("takes the output type of zod, valibot and arktype", () => {
    const tools = [
      defineTool({
        name: "zod",
        parameters: z.object({ path: z.string(), lines: z.number().default(3) }),
        execute(args) {
          holds<Same<typeof args, { path: string; lines: number }>>();
          // @ts-expect-error path is misspelt
          args.pth;
        },
      }),
      defineTool({
        name: "valibot",
        parameters: toStandardJsonSchema(
          v.object({ path: v.string(), lines: v.optional(v.number(), 3) }),
        ),
        execute(args) {
          holds<Same<typeof args, { path: string; lines: number }>>();
          // @ts-expect-error path is misspelt
          args.pth;
        },
      }),
      defineTool({
        name: "arktype",
        parameters: type({ path: "string", lines: "number = 3" }),
        execute(args) {
          holds<Same<typeof args, { path: string; lines: number }>>();
          // @ts-expect-error path is misspelt
          args.pth;
        },
      }),
    ];
    expect(tools.map((tool) => tool.name)).toEqual(["zod", "valibot", "arktype"]);
  });

  it("refuses a schema library's value that gives no JSON Schema", () => {
    expect(() =>
      defineTool({
        name: "bare",
        // @ts-expect-error a valibot schema needs toStandardJsonSchema
        parameters: v.object({ path: v.string() }),
        execute: () => "",
      })
    ).toThrow(
      'Tool "bare" has parameters that give no JSON Schema: "~standard.jsonSchema" is not there ' +
        "(zod has it from 4.2 on, valibot through toStandardJsonSchema of @valibot/to-json-schema)",
    );
  });
});
