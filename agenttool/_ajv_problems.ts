import type { ErrorObject } from "ajv";
import { type Json, parseWrittenJson } from "./json.ts";
import type { Path, Problem } from "./_wording.ts";

/** A problem with the error it is made of. */
interface Found extends Problem {
  error: ErrorObject;
}

/**
 * Gives ajv's errors as the interpreter gives problems: the errors of a union's alternatives become
 * parts of the union's problem, and what follows from a wrong type or constant is left out.
 *
 * @param errors The errors, with `verbose` and `allErrors`.
 * @param root The schema that they come from.
 * @param value The value that they are about.
 * @returns The problems.
 */
export function problemsOf(
  errors: readonly ErrorObject[],
  root: unknown,
  value: unknown,
): Problem[] {
  const found: Found[] = [];
  for (const error of errors) {
    const inner = takeInner(error, found, root);
    // What `then` or `else` finds stands for itself.
    if (error.keyword === "if") continue;
    const unfit = error.keyword === "anyOf" || error.params.passingSchemas === null;
    found.push({
      path: pathOf(error.instancePath, value),
      ...described(error),
      ...(unfit && inner.length > 0 ? { inner: inner.map((part) => decisive(part, root)) } : {}),
      error,
    });
  }
  return decisive(found, root);
}

/** Takes from the end of `found` what the parts of an error's keyword found, part by part. */
function takeInner(error: ErrorObject, found: Found[], root: unknown): Found[][] {
  if (!["anyOf", "contains", "oneOf", "propertyNames"].includes(error.keyword)) return [];
  const single = !Array.isArray(error.schema);
  const parts = (single ? [error.schema] : error.schema as unknown[]).map((schema, index) => ({
    schema,
    place: single ? error.schemaPath : `${error.schemaPath}/${index}`,
    found: [] as Found[],
  }));
  let candidates = parts;
  for (let last = found.at(-1); last; last = found.at(-1)) {
    const inner = last.error;
    if (!isWithin(inner.instancePath, error.instancePath)) break;
    const part = candidates.find(({ place }) => inner.schemaPath.startsWith(`${place}/`)) ??
      candidates.findLast(({ schema }) =>
        reachOf(schema, root, inner.instancePath === error.instancePath).has(inner.parentSchema)
      );
    if (!part) break;
    part.found.unshift(last);
    found.pop();
    candidates = parts.slice(0, parts.indexOf(part) + 1);
  }
  return parts.map(({ found }) => found).filter((found) => found.length > 0);
}

/** Leaves out what a schema says of a value that its `enum`, `const` or `type` refuses. */
function decisive(found: Found[], root: unknown): Found[] {
  const gates = found.filter(({ error }) => rank(error) > 0);
  return found.filter(({ error }) =>
    !gates.some(({ error: gate }) => {
      const isHere = error.instancePath === gate.instancePath;
      if (!isWithin(error.instancePath, gate.instancePath)) return false;
      if (isHere && error.parentSchema === gate.parentSchema) return rank(error) < rank(gate);
      // One `false` is like another: its place tells.
      return error.parentSchema as unknown === false
        ? error.schemaPath.startsWith(gate.schemaPath.slice(0, -gate.keyword.length))
        : reachOf(gate.parentSchema, root, isHere).has(error.parentSchema);
    })
  );
}

/** How much a keyword's problem says next to others of the same schema. */
function rank({ keyword, data }: ErrorObject): number {
  const keywords = data === null ? ["const", "enum", "type"] : ["type", "const", "enum"];
  return keywords.indexOf(keyword) + 1;
}

/** Keywords that hold values, not schemas. */
const DATA = ["const", "default", "enum", "examples"];

/** Keywords whose schemas are about members, items or nothing, not about the value itself. */
const DESCENDING =
  ("$defs additionalItems additionalProperties contains definitions items patternProperties " +
    "prefixItems properties unevaluatedItems unevaluatedProperties").split(" ");

/**
 * The schemas inside a schema and inside what it refers to; with `here`, only those about the same
 * value: a schema that refers to itself holds everything else.
 */
function reachOf(
  schema: unknown,
  root: unknown,
  here: boolean,
  reach = new Set<unknown>(),
): Set<unknown> {
  if (typeof schema !== "object" || schema === null || reach.has(schema)) return reach;
  reach.add(schema);
  for (const [name, part] of Object.entries(schema)) {
    if (DATA.includes(name) || here && DESCENDING.includes(name)) continue;
    const isRef = name === "$ref" && typeof part === "string" && part.startsWith("#");
    reachOf(isRef ? valueAt(decodeURIComponent(part), root) : part, root, here, reach);
  }
  return reach;
}

function isWithin(pointer: string, holder: string): boolean {
  return pointer === holder || pointer.startsWith(`${holder}/`);
}

/** The value of a JSON pointer. */
function valueAt(pointer: string, root: unknown): unknown {
  return stepsOf(pointer).reduce<unknown>((value, step) => Object(value)[step], root);
}

function stepsOf(pointer: string): string[] {
  return pointer.split("/").slice(1).map((step) =>
    step.replaceAll("~1", "/").replaceAll("~0", "~")
  );
}

function pathOf(pointer: string, value: unknown): Path {
  return stepsOf(pointer).map((step) => {
    const place = Array.isArray(value) ? Number(step) : step;
    value = Object(value)[place];
    return place;
  });
}

/** The keyword that words an error, and what it expects. */
function described({ keyword, params, schema }: ErrorObject): { keyword: string; expected: Json } {
  switch (keyword) {
    case "required":
      return { keyword, expected: params.missingProperty };
    case "additionalProperties":
      return { keyword, expected: params.additionalProperty };
    case "unevaluatedProperties":
      return { keyword: "additionalProperties", expected: params.unevaluatedProperty };
    case "propertyNames":
      return { keyword, expected: params.propertyName };
    case "dependencies":
    case "dependentRequired":
      return {
        keyword: "dependentRequired",
        expected: [params.missingProperty, params.property],
      };
    case "additionalItems":
    case "items":
    case "unevaluatedItems":
      return { keyword: "maxItems", expected: exact(params.limit) };
    case "contains":
      return { keyword, expected: exact([params.minContains, params.maxContains ?? []].flat()) };
    default:
      return { keyword, expected: exact(schema) };
  }
}

function exact(value: unknown): Json {
  return parseWrittenJson(JSON.stringify(value ?? null));
}
