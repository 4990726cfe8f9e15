import { type Json, parseJson, parseWrittenJson } from "./json.ts";
import type { JsonSchema } from "./tool.ts";
import type { Problem } from "./_wording.ts";

/** How to check. */
export interface ValidatorOptions {
  /** Whether `format` asserts (email, uri, date and date-time), as in questions and answers. */
  formats?: boolean;
}

/** Checks JSON texts against one schema. */
export interface Validator {
  /**
   * Checks a JSON text.
   *
   * @param text The JSON text of any value.
   * @param parsed What `JSON.parse` gives for the text, where the caller has it already: a large
   * text takes longer to parse than to check.
   * @returns Each problem as `<path>: <what was expected>, got <what came>`, the path left out at
   * the root; empty where the value fits.
   * @throws {SyntaxError} Where the text is not JSON.
   * @throws {SchemaError} Where the schema cannot be compiled.
   */
  validate(text: string, parsed?: unknown): Promise<string[]>;
}

/** A JSON Schema cannot be compiled; the message names the keyword. */
export class SchemaError extends Error {
  override name = "SchemaError";

  /**
   * @param reason What is wrong with the schema.
   * @param options What it comes from.
   */
  constructor(reason: string, options?: ErrorOptions) {
    super(`Invalid schema: ${reason}`, options);
  }
}

/**
 * Makes a validator of JSON texts. It does no work before it checks the first one.
 *
 * @param schema The JSON Schema, or its text.
 * @param options How to check.
 * @returns The validator.
 */
export function validator(schema: JsonSchema | string, options: ValidatorOptions = {}): Validator {
  let prepared: Promise<Check> | undefined;
  return {
    async validate(text, parsed) {
      try {
        const check = await (prepared ??= prepare(schema, options));
        const problems = check(text, parsed);
        return problems.length > 0 ? (await import("./_wording.ts")).word(problems, text) : [];
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        // The call stack is full.
        if (depthOf(text) > 100) return ["expected a value that is less deeply nested"];
        throw new SchemaError("$ref: leads back to itself", { cause: error });
      }
    },
  };
}

type Check = (text: string, parsed?: unknown) => Problem[];

async function prepare(schema: JsonSchema | string, options: ValidatorOptions): Promise<Check> {
  const root = readSchema(schema);
  const formats = options.formats ? (await import("./_formats.ts")).FORMATS : {};
  const { interpreter } = await import("./_interpreter.ts");
  return interpreter(root, formats) ?? (await import("./_ajv.ts")).ajvCheck(root, formats);
}

function readSchema(schema: JsonSchema | string): Json {
  let root: Json;
  try {
    root = typeof schema === "string"
      ? parseJson(schema)
      : parseWrittenJson(JSON.stringify(schema));
  } catch (error) {
    throw new SchemaError(`not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (root instanceof Map || typeof root === "boolean") return root;
  throw new SchemaError("neither an object nor a boolean");
}

/** How deep a JSON text is nested. */
function depthOf(text: string): number {
  let depth = 0, deepest = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{\]}]/g)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth--;
  }
  return deepest;
}
