/**
 * Decides the everyday keywords of JSON Schema, exactly: no number is rounded and no member name is
 * special. A schema with any other keyword is left to ajv.
 *
 * @module
 */

import { hasPlainNumbers, type Json, type JsonObject } from "./json.ts";
import { keyOf, readValue, type Value } from "./_json_value.ts";
import {
  type Check,
  type Compiler,
  type Formats,
  problem,
  problemsOf,
  RULES,
  type Test,
  UndecidedError,
} from "./_rules.ts";
import { SchemaError } from "./validate.ts";
import type { Problem } from "./_wording.ts";

/** The known versions of JSON Schema. */
export type Draft = "draft-07" | "2019-09" | "2020-12";

/**
 * Prepares the check of a schema.
 *
 * @param root The schema.
 * @param formats What `format` asserts.
 * @returns Gives the problems of a JSON text, which may have been parsed before; `undefined` where
 * ajv has to decide.
 * @throws {SchemaError} Where the schema is invalid.
 */
export function interpreter(
  root: Json,
  formats: Formats,
): ((text: string, parsed?: unknown) => Problem[]) | undefined {
  try {
    const document: Document = { root, draft: draftOf(root) ?? "2020-12", checks: new Map() };
    const compiler: Compiler = {
      formats,
      found: new Map(),
      compile: (schema) => compile(document, compiler, schema),
      resolve: (ref) => resolve(document, ref),
    };
    const check = compiler.compile(root);
    return (text, parsed) => {
      compiler.found.clear();
      const value = parsed !== undefined && hasPlainNumbers(text)
        ? parsed as Value
        : readValue(text);
      return problemsOf(check, value, []);
    };
  } catch (error) {
    if (error instanceof UndecidedError) return undefined;
    throw error;
  }
}

/**
 * Tells which version of JSON Schema a schema names.
 *
 * @param root The schema.
 * @returns The version; `undefined` where it names none.
 * @throws {SchemaError} Where it names another than the known ones.
 */
export function draftOf(root: Json): Draft | undefined {
  const name = root instanceof Map ? root.get("$schema") : undefined;
  if (name === undefined) return undefined;
  switch (typeof name === "string" && name.replace(/^https?:\/\/json-schema\.org\/|#$/g, "")) {
    case "draft/2020-12/schema":
      return "2020-12";
    case "draft/2019-09/schema":
      return "2019-09";
    case "draft-07/schema":
      return "draft-07";
  }
  throw new SchemaError(`$schema: unknown version ${keyOf(name)}`);
}

/** A schema's document, and the checks of the schemas in it. */
interface Document {
  readonly root: Json;
  readonly draft: Draft;
  readonly checks: Map<JsonObject, Check>;
}

function compile(document: Document, compiler: Compiler, schema: Json): Check {
  if (schema === true) return () => {};
  if (schema === false) {
    return (_value, path, problems) => problems.push(problem(path, "false schema", false));
  }
  if (!(schema instanceof Map)) throw new UndecidedError();
  const known = document.checks.get(schema);
  if (known) return known;
  // A schema may refer to itself before its check is ready.
  const check: Check = (value, path, problems) => own(value, path, problems);
  document.checks.set(schema, check);
  const own = compileObject(document, compiler, schema);
  return check;
}

/** Gives the schema that a local `$ref` names. */
function resolve({ root }: Document, ref: Json): Json {
  if (typeof ref !== "string" || !/^#(\/|$)/.test(ref)) throw new UndecidedError();
  let place: Json | undefined = root;
  for (const step of ref.split("/").slice(1)) {
    const name = decode(step);
    if (place instanceof Map) place = place.get(name);
    else place = Array.isArray(place) && /^\d+$/.test(name) ? place[Number(name)] : undefined;
    // Below an $id, references start anew.
    if (place instanceof Map && place.has("$id")) throw new UndecidedError();
  }
  if (place === undefined) throw new UndecidedError();
  return place;
}

function compileObject(
  { draft }: Document,
  compiler: Compiler,
  schema: JsonObject,
): Check {
  if (schema.keys().some((keyword) => OTHERS.has(keyword))) throw new UndecidedError();
  if (draft !== "2020-12" && schema.has("prefixItems")) throw new UndecidedError();
  // In draft-07 the neighbours of $ref are ignored.
  const alone = draft === "draft-07" && schema.has("$ref");
  const tests: { keyword: string; limit: Json; test: Test }[] = [];
  for (const keyword of alone ? ["$ref"] : Object.keys(RULES)) {
    const limit = schema.get(keyword);
    if (limit === undefined) continue;
    tests.push({ keyword, limit, test: RULES[keyword]!(limit, compiler, schema) });
  }
  return (value, path, problems) => {
    for (const { keyword, limit, test } of tests) {
      if (test(value, path, problems) !== false) continue;
      problems.push(problem(path, keyword, limit));
      // Whatever else is wrong follows from these.
      if (keyword === "enum" || keyword === "const" || keyword === "type") return;
    }
  };
}

/** One step of a JSON pointer in a URI fragment. */
function decode(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    throw new UndecidedError();
  }
}

/** Keywords of JSON Schema's versions, or of ajv, that are not decided here. */
const OTHERS = new Set([
  "$anchor",
  "$async",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$recursiveAnchor",
  "$recursiveRef",
  "$vocabulary",
  "additionalItems",
  "contains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "else",
  "id",
  "if",
  "maxContains",
  "minContains",
  "nullable",
  "patternProperties",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
