/**
 * The everyday keywords of JSON Schema, each with what makes its test.
 *
 * @module
 */

import { compareDecimals, fitsDouble, isIntegral, isMultipleOf } from "./decimal.ts";
import { type Json, JsonNumber, type JsonObject } from "./json.ts";
import { isNumeric, isObject, keyOf, type Numeric, textOf, type Value } from "./_json_value.ts";
import { SchemaError } from "./validate.ts";
import type { Path, Problem } from "./_wording.ts";

/** A test for each name of `format` that is asserted. */
export type Formats = Readonly<Record<string, (text: string) => boolean>>;

/** A schema: adds what is wrong with the value at `path` to `problems`. */
export type Check = (value: Value, path: Path, problems: Problem[]) => void;

/** A keyword: adds what it finds wrong to `problems`, or is false where its name says all. */
export type Test = (value: Value, path: Path, problems: Problem[]) => boolean | void;

/** Makes the test of a keyword from its value; `schema` holds its neighbours. */
export type Rule = (limit: Json, compiler: Compiler, schema: JsonObject) => Test;

/** What rules need of the schema that is compiled. */
export interface Compiler {
  readonly formats: Formats;
  /**
   * What each schema that is referred to found wrong with each value of the text that is checked.
   * Without it, references that meet again and alternatives of alternatives take exponential time.
   */
  readonly found: Map<Check, Map<unknown, Problem[]>>;
  /** Makes the check of a schema. */
  readonly compile: (schema: Json) => Check;
  /** Gives the schema that a local `$ref` names. */
  readonly resolve: (ref: Json) => Json;
}

/** The schema holds something that is not decided here. */
export class UndecidedError extends Error {}

/** In the order in which problems are named. */
export const RULES: Record<string, Rule> = {
  enum: (limit, _compiler, schema) => {
    const keys = new Set(listOf(limit).map(keyOf));
    // Of a null that the type refuses, the type speaks: see spec/agenttool-contract.md 6.2.
    const types = schema.has("type") ? typesOf(schema.get("type")!) : undefined;
    return (value) => keys.has(keyOf(value)) || value === null && types?.(value) === false;
  },
  const: (limit, compiler, schema) => RULES.enum!([limit], compiler, schema),
  type: (limit) => typesOf(limit),

  $ref: (limit, compiler) => {
    const check = compiler.compile(compiler.resolve(limit));
    return (value, path, problems) => {
      // Equal scalars stand in many places, where problems differ in their path.
      const place = typeof value === "object" && value !== null ? value : JSON.stringify(path);
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
    const check = compiler.compile(limit);
    return (value, path) => problemsOf(check, value, path).length > 0;
  },
  anyOf: (limit, compiler) => {
    const checks = all(compiler, limit);
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
    const checks = all(compiler, limit);
    return (value, path, problems) => {
      const inner = checks.map((check) => problemsOf(check, value, path));
      const fitting = inner.filter((found) => found.length === 0).length;
      if (fitting === 0) problems.push({ ...problem(path, "oneOf", limit), inner });
      return fitting < 2;
    };
  },
  allOf: (limit, compiler) => {
    const checks = all(compiler, limit);
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
    const checks = all(compiler, limit);
    return (value, path, problems) => {
      if (!Array.isArray(value)) return;
      checks.slice(0, value.length).forEach((check, index) =>
        checkPart(check, value[index]!, index, path, problems)
      );
    };
  },
  items: (limit, compiler, schema) => {
    const check = compiler.compile(limit);
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
    const check = compiler.compile(limit);
    return (value, path, problems) => {
      if (!isObject(value)) return;
      for (const name of Object.keys(value)) {
        if (problemsOf(check, name, path).length === 0) continue;
        problems.push(problem(path, "propertyNames", name));
      }
    };
  },
  additionalProperties: (limit, compiler, schema) => {
    const check = compiler.compile(limit);
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
    const checks = [...limit].map(([name, schema]) => ({ name, check: compiler.compile(schema) }));
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

function listOf(value: Json): Json[] {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new UndecidedError();
}

/** What is wrong with the value at a path. */
export function problem(path: Path, keyword: string, expected: Json): Problem {
  return { path: [...path], keyword, expected };
}

/** What a check finds wrong. */
export function problemsOf(check: Check, value: Value, path: Path): Problem[] {
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

function all(compiler: Compiler, schemas: Json): Check[] {
  return listOf(schemas).map((schema) => compiler.compile(schema));
}
