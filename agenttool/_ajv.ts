/**
 * Decides by ajv what the interpreter leaves undecided. Numbers are doubles here.
 *
 * @module
 */

import type { Ajv, Options } from "ajv";
import { problemsOf } from "./_ajv_problems.ts";
import { type Draft, draftOf } from "./_interpreter.ts";
import type { Formats } from "./_rules.ts";
import { type Json, stringifyJson } from "./json.ts";
import { SchemaError } from "./validate.ts";
import type { Problem } from "./_wording.ts";

/** Makes an ajv for one version of JSON Schema. */
type Create = (options: Options) => Ajv;

/**
 * Prepares the check of a schema.
 *
 * @param root The schema.
 * @param formats What `format` asserts.
 * @returns Gives the problems of a JSON text, which may have been parsed before.
 * @throws {SchemaError} Where the schema cannot be compiled.
 */
export async function ajvCheck(
  root: Json,
  formats: Formats,
): Promise<(text: string, parsed?: unknown) => Problem[]> {
  const schema = JSON.parse(stringifyJson(root));
  const draft = draftOf(root) ?? (hasTuple(schema) ? "draft-07" : "2020-12");
  const create = await load(draft);
  const validate = compile(schema, create, {
    allErrors: true,
    formats,
    ignoreKeywordsWithRef: draft === "draft-07",
    logger: false,
    messages: false,
    // The versions' own schemas take time to add, and few schemas refer to one.
    meta: /"\$ref":"https?:\/\/json-schema\.org\//.test(JSON.stringify(schema)),
    ownProperties: true,
    strict: false,
    validateSchema: false,
    verbose: true,
  });
  return (text, parsed) => {
    const value = parsed ?? JSON.parse(text);
    return validate(value) ? [] : problemsOf(validate.errors ?? [], schema, value);
  };
}

/** Whether some `items` is an array, which no version of JSON Schema after 2019-09 has. */
function hasTuple(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(([name, part]) => {
    if (["const", "default", "enum", "examples"].includes(name)) return false;
    return name === "items" && Array.isArray(part) || hasTuple(part);
  });
}

async function load(draft: Draft): Promise<Create> {
  switch (draft) {
    case "2020-12": {
      const { Ajv2020 } = await loadAjv<typeof import("ajv/dist/2020.js")>("/dist/2020.js");
      return (options) => new Ajv2020(options);
    }
    case "2019-09": {
      const { Ajv2019 } = await loadAjv<typeof import("ajv/dist/2019.js")>("/dist/2019.js");
      return (options) => new Ajv2019(options);
    }
    case "draft-07": {
      const { Ajv } = await loadAjv<typeof import("ajv")>("");
      return (options) => new Ajv(options);
    }
  }
}

/** What `deno.json` has for ajv. */
const AJV = "npm:ajv@^8.20.0";

/**
 * By an address that Deno cannot read before: it would look for ajv, and for what that needs, whenever
 * a program starts.
 */
async function loadAjv<T>(path: string): Promise<T> {
  try {
    return await import(AJV + path);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `The schema needs ajv, which could not be loaded (a binary has it that imports ` +
        `@x/toolcli/compiled): ${message}`,
      { cause: error },
    );
  }
}

function compile(schema: Record<string, unknown>, create: Create, options: Options) {
  try {
    const ajv = create(options);
    // Keeping track for keywords that are not there is work, and trips ajv over some schemas.
    if (!JSON.stringify(schema).includes('"unevaluated')) ajv.opts.unevaluated = false;
    const validate = ajv.compile(schema);
    if (!("$async" in validate)) return validate;
  } catch (error) {
    const reason = misshapen(schema, create) ?? named(error as Error);
    throw new SchemaError(reason, { cause: error });
  }
  throw new SchemaError("$async: not a keyword of JSON Schema");
}

/** The first keyword with a value of the wrong shape, which ajv itself may report by no name. */
function misshapen(schema: Record<string, unknown>, create: Create): string | undefined {
  const ajv = create({ logger: false, strict: false, validateFormats: false });
  ajv.validateSchema(schema);
  const [error] = ajv.errors ?? [];
  return error && `#${error.instancePath}: ${error.message}`;
}

function named({ name, message }: Error): string {
  if (/regular expression/.test(message)) return `pattern: ${message}`;
  if (/reference/.test(message)) return `$ref: ${message}`;
  if (name === "RangeError") return "$ref: leads back to itself, or where ajv cannot follow";
  return message;
}
