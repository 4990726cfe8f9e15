import { keyOf, readValue, type Value } from "./_json_value.ts";
import { type Json, JsonNumber, stringifyJson } from "./json.ts";

/** Where a value is: member names and indices from the top. */
export type Path = (string | number)[];

/** One thing that is wrong with a value. */
export interface Problem {
  /** Where the value is. */
  path: Path;
  /** The keyword that refuses the value. */
  keyword: string;
  /** The keyword's value in the schema; of a keyword about members, the name of the member. */
  expected: Json;
  /** Of a union: what each of its alternatives finds wrong. */
  inner?: Problem[][];
}

/**
 * Words problems for whoever wrote the value.
 *
 * @param problems What is wrong.
 * @param text The JSON text of the whole value.
 * @returns A line for each problem; none twice.
 */
export function word(problems: Problem[], text: string): string[] {
  const root = readValue(text, () => true);
  const lines = problems.map((problem) => {
    const { path, keyword, expected } = decisive(problem);
    const value = valueAt(root, path);
    const line = Object.hasOwn(SENTENCES, keyword)
      ? SENTENCES[keyword]!(expected, value)
      : `expected a value that fits "${keyword}", got ${shown(value)}`;
    return path.length > 0 ? `${pathText(path)}: ${line}` : line;
  });
  return [...new Set(lines)];
}

/** What is said for a keyword; what is not here is rare. */
const SENTENCES: Record<string, (limit: Json, value: Value) => string> = {
  type: (types, value) => wanted(either(Array.isArray(types) ? types : [types], []), value),
  enum: (values, value) => wanted(oneOf(values as Json[]), value),
  const: (only, value) => wanted(stringifyJson(only), value),
  union: (kinds, value) => wanted(either(...kinds as [Json[], Json[]]), value),

  required: (name) => `missing required property ${stringifyJson(name)}`,
  dependentRequired: (names) => {
    const [missing, present] = (names as Json[]).map((name) => stringifyJson(name));
    return `missing property ${missing}, which ${present} requires`;
  },
  additionalProperties: (name) => `unexpected property ${stringifyJson(name)}`,
  propertyNames: (name) => `unexpected property name ${stringifyJson(name)}`,
  "false schema": (_, value) => wanted("nothing", value),

  minimum: (limit, value) => wanted(`at least ${stringifyJson(limit)}`, value),
  maximum: (limit, value) => wanted(`at most ${stringifyJson(limit)}`, value),
  exclusiveMinimum: (limit, value) => wanted(`more than ${stringifyJson(limit)}`, value),
  exclusiveMaximum: (limit, value) => wanted(`less than ${stringifyJson(limit)}`, value),
  multipleOf: (divisor, value) => wanted(`a multiple of ${stringifyJson(divisor)}`, value),

  minLength: (limit, value) => wanted(`at least ${count(limit, "character")}`, value),
  maxLength: (limit, value) => wanted(`at most ${count(limit, "character")}`, value),
  pattern: (pattern, value) => wanted(`a string that matches "${pattern}"`, value),
  format: (name, value) => wanted(FORMAT_NAMES[name as string] ?? `the format "${name}"`, value),

  minItems: (limit, value) => `expected at least ${count(limit, "item")}, got ${sizeOf(value)}`,
  maxItems: (limit, value) => `expected at most ${count(limit, "item")}, got ${sizeOf(value)}`,
  uniqueItems: (_, value) => `expected unique items, got ${repeated(value as Value[])} twice`,
  contains: (limits, value) => {
    const [min, max] = limits as Json[];
    const range = max === undefined
      ? `at least ${count(min!, "item")}`
      : `${stringifyJson(min!)} to ${count(max, "item")}`;
    return wanted(`${range} fitting "contains"`, value);
  },

  minProperties: (limit, value) =>
    `expected at least ${count(limit, "property", "properties")}, got ${sizeOf(value)}`,
  maxProperties: (limit, value) =>
    `expected at most ${count(limit, "property", "properties")}, got ${sizeOf(value)}`,

  anyOf: (schemas, value) => wanted(`a value that fits one of ${schemasIn(schemas)}`, value),
  oneOf: (schemas, value) =>
    wanted(`a value that fits exactly one of ${schemasIn(schemas)}`, value),
  not: (_, value) => wanted('a value that does not fit "not"', value),
};

const FORMAT_NAMES: Record<string, string> = {
  email: "an email address",
  uri: "a URI",
  date: "a date as YYYY-MM-DD",
  "date-time": "a date and time as YYYY-MM-DDThh:mm:ssZ",
};

/** What stands for each union: unions share what they hold, and not everything twice. */
const decided = new WeakMap<Problem, Problem>();

/** The one problem that stands for a failed union: its alternatives', or one of an alternative. */
function decisive(problem: Problem): Problem {
  const known = decided.get(problem);
  if (known) return known;
  const decision = decide(problem);
  decided.set(problem, decision);
  return decision;
}

function decide(problem: Problem): Problem {
  const { path, inner } = problem;
  if (!inner) return problem;
  const firsts = inner.map(([first]) => decisive(first!));
  const kinds = firsts.map((first) =>
    first.path.length === path.length ? kindsOf(first) : undefined
  );
  if (kinds.every((kind) => kind !== undefined)) {
    const [types, values] = [
      kinds.flatMap(([types]) => types),
      kinds.flatMap(([, values]) => values),
    ];
    return { path, keyword: "union", expected: [types, values] };
  }
  const possible = inner.filter((_, index) => !kinds[index]);
  // A member that is a constant tells alternatives apart.
  const meant = possible.filter((problems) =>
    !problems.some((problem) => problem.path.length === path.length + 1 && isValue(problem))
  );
  const [best] = [meant, possible].find(({ length }) => length === 1) ?? [];
  return best ? decisive(best[0]!) : { ...problem, keyword: "anyOf", inner: undefined };
}

/** The types and the values of which one was expected; nothing for another kind of problem. */
function kindsOf({ keyword, expected }: Problem): [Json[], Json[]] | undefined {
  switch (keyword) {
    case "type":
      return [Array.isArray(expected) ? expected : [expected], []];
    case "enum":
      return [[], expected as Json[]];
    case "const":
      return [[], [expected]];
    case "union":
      return expected as [Json[], Json[]];
    case "false schema":
      return [[], []];
  }
}

function isValue({ keyword }: Problem): boolean {
  return keyword === "const" || keyword === "enum";
}

function wanted(what: string, value: Value): string {
  return `expected ${what}, got ${shown(value)}`;
}

/** `string, one of ["a", "b"] or null` */
function either(types: Json[], values: Json[]): string {
  const parts = types.filter((type) => type !== "null") as string[];
  if (values.length > 0) parts.push(values.length > 1 ? oneOf(values) : stringifyJson(values[0]!));
  if (types.includes("null")) parts.push("null");
  const unique = [...new Set(parts)];
  const last = unique.pop() ?? "nothing";
  return unique.length > 0 ? `${unique.join(", ")} or ${last}` : last;
}

function oneOf(values: Json[]): string {
  const texts = new Set(values.map((value) => stringifyJson(value)));
  return `one of [${[...texts].join(", ")}]`;
}

function schemasIn(schemas: Json): string {
  return count(new JsonNumber(String((schemas as Json[]).length)), "alternative");
}

function count(limit: Json, one: string, many = `${one}s`): string {
  const text = stringifyJson(limit);
  return `${text} ${text === "1" ? one : many}`;
}

function sizeOf(value: Value): number {
  return Object.keys(value as Value[]).length;
}

function repeated(items: Value[]): string {
  const seen = new Set<string>();
  const again = items.find((item) => seen.size === seen.add(keyOf(item)).size);
  return shown(again!);
}

function shown(value: Value): string {
  if (value instanceof JsonNumber) return cut(value.text);
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (Array.isArray(value)) return "array";
  return value !== null && typeof value === "object" ? "object" : String(value);
}

function cut(text: string): string {
  const start = /^[^]{0,100}/u.exec(text)![0];
  return start.length < text.length ? `${start}…` : text;
}

function valueAt(root: Value, path: Path): Value {
  return path.reduce<Value>((value, step) => (value as Record<string, Value>)[step]!, root);
}

function pathText(path: Path): string {
  return path.map((step, depth) => {
    if (typeof step === "number") return `[${step}]`;
    return `${depth > 0 ? "." : ""}${step === "" ? '""' : step}`;
  }).join("");
}
