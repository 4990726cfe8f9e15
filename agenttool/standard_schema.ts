/**
 * Schemas of libraries that follow Standard Schema: zod, arktype, valibot.
 *
 * @module
 */

import { messageOf } from "./errors.ts";
import type { JsonSchema } from "./tool.ts";

/**
 * A schema of a library that follows Standard Schema and gives its JSON Schema: a zod (4.2 or
 * later) or arktype schema as it is, a valibot schema through `toStandardJsonSchema`. See
 * {@link https://standardschema.dev}.
 */
export interface StandardSchema {
  /** The members that the standard names, as far as they are read here. */
  readonly "~standard": {
    /** Checks a value, and gives what the library makes of it. */
    readonly validate: (value: unknown) => StandardOutcome | Promise<StandardOutcome>;
    /** The types that the schema stands for; no value at run time. */
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    /** Gives the schema as JSON Schema. */
    readonly jsonSchema: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
}

/** What a {@linkcode StandardSchema} says of a value: what it made of it, or what is wrong. */
export type StandardOutcome =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong with a value. */
export interface StandardIssue {
  /** What is wrong. */
  readonly message: string;
  /** Where: member names and indices from the top. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** How a library's schema is shown, and how it reads a value. */
export interface StandardReader {
  /** Gives the JSON Schema, made once; nothing where the library cannot make it. */
  schema(): JsonSchema | undefined;
  /**
   * Checks a value, and gives what the library makes of it, or each problem.
   *
   * @throws {Error} Where the library cannot make the JSON Schema.
   */
  read(value: unknown): Promise<{ value: unknown } | { problems: string[] }>;
}

/**
 * Whether a value is a schema of such a library.
 *
 * @param value The value.
 * @returns Whether it is.
 */
export function isStandardSchema(value: unknown): value is StandardSchema {
  // An arktype schema is a function.
  return (typeof value === "object" || typeof value === "function") && value !== null &&
    "~standard" in value;
}

/**
 * Makes a reader of a library's schema.
 *
 * @param tool The name of the tool whose arguments it describes.
 * @param schema The schema.
 * @returns The reader.
 * @throws {TypeError} Where the library gives no JSON Schema.
 */
export function standardReader(
  tool: string,
  { "~standard": standard }: StandardSchema,
): StandardReader {
  if (typeof standard.jsonSchema?.input !== "function") {
    throw new TypeError(
      `Tool "${tool}" has parameters that give no JSON Schema: "~standard.jsonSchema" is not there ` +
        "(zod has it from 4.2 on, valibot through toStandardJsonSchema of @valibot/to-json-schema)",
    );
  }
  let made: { schema: JsonSchema } | { failure: Error } | undefined;
  const make = () => {
    if (made) return made;
    try {
      return made = { schema: standard.jsonSchema.input({ target: "draft-2020-12" }) };
    } catch (error) {
      const message = `The parameters of tool "${tool}" have no JSON Schema: ${messageOf(error)}`;
      return made = { failure: new Error(message, { cause: error }) };
    }
  };
  return {
    schema() {
      const made = make();
      return "schema" in made ? made.schema : undefined;
    },
    async read(value) {
      const made = make();
      if ("failure" in made) throw made.failure;
      const outcome = await standard.validate(value);
      return outcome.issues ? { problems: outcome.issues.map(wording) } : { value: outcome.value };
    },
  };
}

function wording({ message, path = [] }: StandardIssue): string {
  const place = path.map((step, depth) => {
    const key = typeof step === "object" ? step.key : step;
    return typeof key === "number" ? `[${key}]` : `${depth ? "." : ""}${String(key)}`;
  }).join("");
  return path.length > 0 ? `${place}: ${message}` : message;
}
