/**
 * Decides the everyday keywords of JSON Schema, exactly: no number is rounded and no member name is
 * special. A schema with any other keyword is left to ajv. It is one file because each module that
 * a call loads costs time.
 *
 * @module
 */

import { compareDecimals, fitsDouble, isIntegral, isMultipleOf, normalDecimal } from "./decimal.ts";
import { hasPlainNumbers, type Json, JsonNumber, type JsonObject } from "./json.ts";
import { SchemaError } from "./validate.ts";
import type { Path, Problem } from "./_wording.ts";

/** A JSON value in which the numbers that a double does not hold are as written. */
export type Value = null | boolean | string | Numeric | Value[] | { [name: string]: Value };
type Numeric = number | JsonNumber;

/** The known versions of JSON Schema. */
export type Draft = "draft-07" | "2019-09" | "2020-12";

/** A test for each name of `format` that is asserted. */
export type Formats = Readonly<Record<string, (text: string) => boolean>>;

/** A schema: adds what is wrong with the value at `path` to `problems`. */
type Check = (value: Value, path: Path, problems: Problem[]) => void;

/** A keyword: adds what it finds wrong to `problems`, or is false where its name says all. */
type Test = (value: Value, path: Path, problems: Problem[]) => boolean | void;

/** Makes the test of a keyword from its value; `schema` holds its neighbours. */
type Rule = (limit: Json, compiler: Compiler, schema: JsonObject) => Test;

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
    const draft = draftOf(root) ?? "2020-12";
    const compiler: Compiler = { root, draft, formats, checks: new Map(), found: new Map() };
    const check = compile(compiler, root);
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

/**
 * Reads a JSON text.
 *
 * @param text The JSON text.
 * @param kept Whether to keep a number as written; absent, those are kept that no double holds.
 * @returns The value.
 * @throws {SyntaxError} Where the text is not JSON.
 */
export function readValue(text: string, kept?: (number: string) => boolean): Value {
  if (!kept && hasPlainNumbers(text)) return JSON.parse(text);
  const keeps = kept ?? ((number) => !fitsDouble(number));
  return JSON.parse(
    text,
    (_name: string, value: unknown, ...[context]: { source: string }[]) =>
      typeof value === "number" && keeps(context!.source) ? new JsonNumber(context!.source) : value,
  );
}

/**
 * Gives the text that values share exactly when they are equal as JSON.
 *
 * @param value A value of a schema or of an instance.
 * @returns The text.
 */
export function keyOf(value: Json | Value): string {
  if (value instanceof JsonNumber) {
    return fitsDouble(value.text) ? String(Number(value.text)) : normalDecimal(value.text);
  }
  if (typeof value === "number") return String(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as Value[]).map(keyOf)}]`;
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${keyOf(item)}`).sort()}}`;
}

/** The schema holds something that is not decided here. */
class UndecidedError extends Error {}

/** A schema's document, whose schemas become checks. */
interface Compiler {
  readonly root: Json;
  readonly draft: Draft;
  readonly formats: Formats;
  readonly checks: Map<JsonObject, Check>;
  /**
   * What each schema that is referred to found wrong with each value of the text that is checked.
   * Without it, references that meet again and alternatives of alternatives take exponential time.
   */
  readonly found: Map<Check, Map<unknown, Problem[]>>;
}

function compile(compiler: Compiler, schema: Json): Check {
  if (schema === true) return () => {};
  if (schema === false) {
    return (_value, path, problems) => problems.push(problem(path, "false schema", false));
  }
  if (!(schema instanceof Map)) throw new UndecidedError();
  const known = compiler.checks.get(schema);
  if (known) return known;
  let check: Check | undefined;
  // A schema may refer to itself before its check is ready.
  compiler.checks.set(schema, (value, path, problems) => check!(value, path, problems));
  return check = compileObject(compiler, schema);
}

function compileAll(compiler: Compiler, schemas: Json): Check[] {
  return listOf(schemas).map((schema) => compile(compiler, schema));
}

/** Gives the schema that a local `$ref` names. */
function resolve({ root }: Compiler, ref: Json): Json {
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

function compileObject(compiler: Compiler, schema: JsonObject): Check {
  const { draft } = compiler;
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

/** In the order in which problems are named. */
const RULES: Record<string, Rule> = {
  enum: (limit, _compiler, schema) => {
    const keys = new Set(listOf(limit).map(keyOf));
    // Of a null that the type refuses, the type speaks: see spec/agenttool-contract.md 6.2.
    const types = schema.has("type") ? typesOf(schema.get("type")!) : undefined;
    return (value) => keys.has(keyOf(value)) || value === null && types?.(value) === false;
  },
  const: (limit, compiler, schema) => RULES.enum!([limit], compiler, schema),
  type: (limit) => typesOf(limit),

  $ref: (limit, compiler) => {
    const check = compile(compiler, resolve(compiler, limit));
    return (value, path, problems) => {
      // Equal scalars stand in many places, where problems differ in their path.
      const place = typeof value === "object" && value !== null ? value : path.join("/");
      const places = compiler.found.get(check) ?? new Map<unknown, Problem[]>();
      compiler.found.set(check, places);
      const known = places.get(place);
      const found = known ?? problemsOf(check, value, path);
      if (!known) places.set(place, found);
      for (const problem of found) {
        if (!known || !problems.includes(problem)) problems.push(problem);
      }
    };
  },
  not: (limit, compiler) => {
    const check = compile(compiler, limit);
    return (value, path) => problemsOf(check, value, path).length > 0;
  },
  anyOf: (limit, compiler) => {
    const checks = compileAll(compiler, limit);
    return (value, path, problems) => {
      const inner: Problem[][] = [];
      for (const check of checks) {
        const found = problemsOf(check, value, path);
        if (found.length === 0) return;
        inner.push(found);
      }
      problems.push({ ...problem(path, "anyOf", limit), inner });
    };
  },
  oneOf: (limit, compiler) => {
    const checks = compileAll(compiler, limit);
    return (value, path, problems) => {
      const inner = checks.map((check) => problemsOf(check, value, path));
      const fitting = inner.filter((found) => found.length === 0).length;
      if (fitting === 0) problems.push({ ...problem(path, "oneOf", limit), inner });
      return fitting < 2;
    };
  },
  allOf: (limit, compiler) => {
    const checks = compileAll(compiler, limit);
    return (value, path, problems) => checks.forEach((check) => check(value, path, problems));
  },

  maximum: (limit) => ordered(limit, (order) => order <= 0),
  minimum: (limit) => ordered(limit, (order) => order >= 0),
  exclusiveMaximum: (limit) => ordered(limit, (order) => order < 0),
  exclusiveMinimum: (limit) => ordered(limit, (order) => order > 0),
  multipleOf: (limit) => {
    const divisor = textOf(numeric(limit));
    if (compareDecimals(divisor, "0") <= 0) {
      throw new SchemaError(`multipleOf: expected more than 0, got ${divisor}`);
    }
    return (value) => !isNumeric(value) || isMultipleOf(textOf(value), divisor);
  },

  maxLength: (limit) => counted(limit, codePoints, (count, max) => count <= max),
  minLength: (limit) => counted(limit, codePoints, (count, min) => count >= min),
  pattern: (limit) => {
    const pattern = regExp(limit);
    return (value) => typeof value !== "string" || pattern.test(value);
  },
  format: (limit, { formats }) => {
    if (typeof limit !== "string") throw new UndecidedError();
    const test = Object.hasOwn(formats, limit) ? formats[limit] : undefined;
    return (value) => typeof value !== "string" || !test || test(value);
  },

  maxItems: (limit) => counted(limit, itemCount, (count, max) => count <= max),
  minItems: (limit) => counted(limit, itemCount, (count, min) => count >= min),
  prefixItems: (limit, compiler) => {
    const checks = compileAll(compiler, limit);
    return (value, path, problems) => {
      if (!Array.isArray(value)) return;
      checks.slice(0, value.length).forEach((check, index) =>
        checkPart(check, value[index]!, index, path, problems)
      );
    };
  },
  items: (limit, compiler, schema) => {
    const check = compile(compiler, limit);
    const prefix = schema.get("prefixItems");
    const start = Array.isArray(prefix) ? prefix.length : 0;
    return (value, path, problems) => {
      if (!Array.isArray(value) || value.length <= start) return;
      if (limit === false && start > 0) {
        problems.push(problem(path, "maxItems", new JsonNumber(String(start))));
      } else {
        for (let index = start; index < value.length; index++) {
          checkPart(check, value[index]!, index, path, problems);
        }
      }
    };
  },
  uniqueItems: (limit) => {
    if (typeof limit !== "boolean") throw new UndecidedError();
    return (value) =>
      !limit || !Array.isArray(value) || new Set(value.map(keyOf)).size === value.length;
  },

  maxProperties: (limit) => counted(limit, memberCount, (count, max) => count <= max),
  minProperties: (limit) => counted(limit, memberCount, (count, min) => count >= min),
  required: (limit) => {
    if (!Array.isArray(limit)) throw new UndecidedError();
    const names = limit.filter((name) => typeof name === "string");
    if (names.length < limit.length) throw new UndecidedError();
    return (value, path, problems) => {
      if (!isObject(value)) return;
      for (const name of names) {
        if (!Object.hasOwn(value, name)) problems.push(problem(path, "required", name));
      }
    };
  },
  propertyNames: (limit, compiler) => {
    const check = compile(compiler, limit);
    return (value, path, problems) => {
      if (!isObject(value)) return;
      for (const name of Object.keys(value)) {
        if (problemsOf(check, name, path).length === 0) continue;
        problems.push(problem(path, "propertyNames", name));
      }
    };
  },
  additionalProperties: (limit, compiler, schema) => {
    const check = compile(compiler, limit);
    const declared = schema.get("properties");
    return (value, path, problems) => {
      if (!isObject(value) || limit === true) return;
      for (const [name, item] of Object.entries(value)) {
        if (declared instanceof Map && declared.has(name)) continue;
        if (limit === false) problems.push(problem(path, "additionalProperties", name));
        else checkPart(check, item, name, path, problems);
      }
    };
  },
  properties: (limit, compiler) => {
    if (!(limit instanceof Map)) throw new UndecidedError();
    const checks = [...limit].map(([name, schema]) => ({ name, check: compile(compiler, schema) }));
    return (value, path, problems) => {
      if (!isObject(value)) return;
      for (const { name, check } of checks) {
        if (Object.hasOwn(value, name)) checkPart(check, value[name]!, name, path, problems);
      }
    };
  },
};

const TYPES: Record<string, (value: Value) => boolean> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  // What overflows a double is no number: see spec/agenttool-contract.md 6.2.
  number: (value) => isNumeric(value) && Number.isFinite(Number(textOf(value))),
  integer: (value) => TYPES.number!(value) && isIntegral(textOf(value as Numeric)),
  array: Array.isArray,
  object: isObject,
};

function typesOf(limit: Json): (value: Value) => boolean {
  const types = Array.isArray(limit) ? listOf(limit) : [limit];
  const tests = types.map((type) => {
    if (typeof type === "string" && Object.hasOwn(TYPES, type)) return TYPES[type]!;
    throw new SchemaError(`schema type ${keyOf(type)} is not a JSON Schema type`);
  });
  return (value) => tests.some((test) => test(value));
}

function ordered(limit: Json, fits: (order: number) => boolean): Test {
  const bound = numeric(limit);
  return (value) =>
    !isNumeric(value) ||
    fits(
      typeof value === "number" && typeof bound === "number"
        ? value - bound
        : compareDecimals(textOf(value), textOf(bound)),
    );
}

function counted(
  limit: Json,
  count: (value: Value) => number | undefined,
  fits: (count: number, bound: number) => boolean,
): Test {
  const bound = Number(textOf(numeric(limit)));
  return (value) => {
    const found = count(value);
    return found === undefined || fits(found, bound);
  };
}

function codePoints(value: Value): number | undefined {
  if (typeof value !== "string") return undefined;
  return value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function itemCount(value: Value): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function memberCount(value: Value): number | undefined {
  return isObject(value) ? Object.keys(value).length : undefined;
}

function regExp(limit: Json): RegExp {
  if (typeof limit !== "string") throw new UndecidedError();
  try {
    return new RegExp(limit, "u");
  } catch (error) {
    throw new SchemaError(`pattern: ${(error as Error).message}`, { cause: error });
  }
}

function numeric(limit: Json): Numeric {
  if (!(limit instanceof JsonNumber)) throw new UndecidedError();
  return fitsDouble(limit.text) ? Number(limit.text) : limit;
}

function isNumeric(value: Value): value is Numeric {
  return typeof value === "number" || value instanceof JsonNumber;
}

function textOf(value: Numeric): string {
  return typeof value === "number" ? String(value) : value.text;
}

function isObject(value: Value): value is { [name: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof JsonNumber);
}

function listOf(value: Json): Json[] {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new UndecidedError();
}

/** One step of a JSON pointer in a URI fragment. */
function decode(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    throw new UndecidedError();
  }
}

function problem(path: Path, keyword: string, expected: Json): Problem {
  return { path: [...path], keyword, expected };
}

function problemsOf(check: Check, value: Value, path: Path): Problem[] {
  const problems: Problem[] = [];
  check(value, path, problems);
  return problems;
}

function checkPart(
  check: Check,
  part: Value,
  step: string | number,
  path: Path,
  problems: Problem[],
): void {
  path.push(step);
  check(part, path, problems);
  path.pop();
}
