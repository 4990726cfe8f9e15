import { readValue, stringifyJson, JsonNumber, keyOf } from '../cli/_start.js';

function word(problems, text) {
  const root = readValue(text, () => true);
  const lines = problems.map((problem) => {
    const { path, keyword, expected } = decisive(problem);
    const value = valueAt(root, path);
    const line = Object.hasOwn(SENTENCES, keyword) ? SENTENCES[keyword](expected, value) : `expected a value that fits "${keyword}", got ${shown(value)}`;
    return path.length > 0 ? `${pathText(path)}: ${line}` : line;
  });
  return [...new Set(lines)];
}
const SENTENCES = {
  type: (types, value) => wanted(either(Array.isArray(types) ? types : [types], []), value),
  enum: (values, value) => wanted(oneOf(values), value),
  const: (only, value) => wanted(stringifyJson(only), value),
  union: (kinds, value) => wanted(either(...kinds), value),
  required: (name) => `missing required property ${stringifyJson(name)}`,
  dependentRequired: (names) => {
    const [missing, present] = names.map((name) => stringifyJson(name));
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
  format: (name, value) => wanted(FORMAT_NAMES[name] ?? `the format "${name}"`, value),
  minItems: (limit, value) => `expected at least ${count(limit, "item")}, got ${sizeOf(value)}`,
  maxItems: (limit, value) => `expected at most ${count(limit, "item")}, got ${sizeOf(value)}`,
  uniqueItems: (_, value) => `expected unique items, got ${repeated(value)} twice`,
  contains: (limits, value) => {
    const [min, max] = limits;
    const range = max === void 0 ? `at least ${count(min, "item")}` : `${stringifyJson(min)} to ${count(max, "item")}`;
    return wanted(`${range} fitting "contains"`, value);
  },
  minProperties: (limit, value) => `expected at least ${count(limit, "property", "properties")}, got ${sizeOf(value)}`,
  maxProperties: (limit, value) => `expected at most ${count(limit, "property", "properties")}, got ${sizeOf(value)}`,
  anyOf: (schemas, value) => wanted(`a value that fits one of ${schemasIn(schemas)}`, value),
  oneOf: (schemas, value) => wanted(`a value that fits exactly one of ${schemasIn(schemas)}`, value),
  not: (_, value) => wanted('a value that does not fit "not"', value)
};
const FORMAT_NAMES = {
  email: "an email address",
  uri: "a URI",
  date: "a date as YYYY-MM-DD",
  "date-time": "a date and time as YYYY-MM-DDThh:mm:ssZ"
};
const decided = /* @__PURE__ */ new WeakMap();
function decisive(problem) {
  const known = decided.get(problem);
  if (known) return known;
  const decision = decide(problem);
  decided.set(problem, decision);
  return decision;
}
function decide(problem) {
  const { path, inner } = problem;
  if (!inner) return problem;
  const firsts = inner.map(([first]) => decisive(first));
  const kinds = firsts.map(
    (first) => first.path.length === path.length ? kindsOf(first) : void 0
  );
  if (kinds.every((kind) => kind !== void 0)) {
    const [types, values] = [
      kinds.flatMap(([types2]) => types2),
      kinds.flatMap(([, values2]) => values2)
    ];
    return { path, keyword: "union", expected: [types, values] };
  }
  const possible = inner.filter((_, index) => !kinds[index]);
  const meant = possible.filter(
    (problems) => !problems.some((problem2) => problem2.path.length === path.length + 1 && isValue(problem2))
  );
  const [best] = [meant, possible].find(({ length }) => length === 1) ?? [];
  return best ? decisive(best[0]) : { ...problem, keyword: "anyOf", inner: void 0 };
}
function kindsOf({ keyword, expected }) {
  switch (keyword) {
    case "type":
      return [Array.isArray(expected) ? expected : [expected], []];
    case "enum":
      return [[], expected];
    case "const":
      return [[], [expected]];
    case "union":
      return expected;
    case "false schema":
      return [[], []];
  }
}
function isValue({ keyword }) {
  return keyword === "const" || keyword === "enum";
}
function wanted(what, value) {
  return `expected ${what}, got ${shown(value)}`;
}
function either(types, values) {
  const parts = types.filter((type) => type !== "null");
  if (values.length > 0) parts.push(values.length > 1 ? oneOf(values) : stringifyJson(values[0]));
  if (types.includes("null")) parts.push("null");
  const unique = [...new Set(parts)];
  const last = unique.pop() ?? "nothing";
  return unique.length > 0 ? `${unique.join(", ")} or ${last}` : last;
}
function oneOf(values) {
  const texts = new Set(values.map((value) => stringifyJson(value)));
  return `one of [${[...texts].join(", ")}]`;
}
function schemasIn(schemas) {
  return count(new JsonNumber(String(schemas.length)), "alternative");
}
function count(limit, one, many = `${one}s`) {
  const text = stringifyJson(limit);
  return `${text} ${text === "1" ? one : many}`;
}
function sizeOf(value) {
  return Object.keys(value).length;
}
function repeated(items) {
  const seen = /* @__PURE__ */ new Set();
  const again = items.find((item) => seen.size === seen.add(keyOf(item)).size);
  return shown(again);
}
function shown(value) {
  if (value instanceof JsonNumber) return cut(value.text);
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (Array.isArray(value)) return "array";
  return value !== null && typeof value === "object" ? "object" : String(value);
}
function cut(text) {
  const start = /^[^]{0,100}/u.exec(text)[0];
  return start.length < text.length ? `${start}\u2026` : text;
}
function valueAt(root, path) {
  return path.reduce((value, step) => value[step], root);
}
function pathText(path) {
  return path.map((step, depth) => {
    if (typeof step === "number") return `[${step}]`;
    return `${depth > 0 ? "." : ""}${step === "" ? '""' : step}`;
  }).join("");
}

export { word };
