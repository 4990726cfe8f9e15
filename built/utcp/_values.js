import { checkJson, DuplicateMemberError, jsonMembers, NotRunError } from '../cli/_start.js';
import { variableNames, argumentNames, variableKey } from './_start.js';
import { VariableNotFoundError } from './errors.js';

async function readValues(texts, sources) {
  const { lookup, manual } = sources;
  const find = async (name) => {
    const value = await lookup?.(keyOf(name, manual));
    if (value === void 0 || !name.startsWith("_")) return value;
    throw new NotRunError(
      `Variable "${name}" is refused: a name that begins with "_" could be another manual's`
    );
  };
  const args = await readArguments(texts, sources);
  const variables = /* @__PURE__ */ new Map();
  if (lookup) {
    for (const name of new Set(texts.flatMap(variableNames))) {
      const value = await find(name);
      if (value !== void 0) variables.set(name, value);
    }
  }
  return { args, variables, filled: (text) => filled(text, find, manual) };
}
async function readArguments(texts, { json, inputs }) {
  const text = json || "{}";
  if (!/^\s*\{/.test(text)) throw invalid(["expected a JSON object"]);
  try {
    checkJson(text);
  } catch (error) {
    throw invalid([
      error instanceof DuplicateMemberError ? `member "${error.path}" is given twice` : `not valid JSON: ${error.message}`
    ]);
  }
  if (inputs !== void 0) {
    const { validator } = await import('../cli/_start.js').then(function (n) { return n.validate; });
    const problems = await validator(inputs).validate(text);
    if (problems.length > 0) throw invalid(problems);
  }
  const members = jsonMembers(text);
  const values = /* @__PURE__ */ new Map();
  for (const name of new Set(texts.flatMap(argumentNames))) {
    const written = members.get(name);
    const value = written === void 0 ? `MISSING_ARG_${name}` : written.startsWith('"') ? JSON.parse(written) : written;
    if (value.includes("\0")) throw invalid([`${name}: expected no NUL character`]);
    if (/[\ud800-\udfff]/u.test(value)) throw invalid([`${name}: expected whole characters`]);
    values.set(name, value);
  }
  return values;
}
async function filled(text, find, manual) {
  if (/\$ref(?!\w)/.test(text)) return text;
  let filled2 = "", at = 0;
  for (const match of text.matchAll(/\$(?:\{(\w+)\}|(\w+))/g)) {
    const name = match[1] ?? match[2];
    const value = await find(name);
    if (value === void 0) throw new VariableNotFoundError(keyOf(name, manual));
    filled2 += text.slice(at, match.index) + value;
    at = match.index + match[0].length;
  }
  return filled2 + text.slice(at);
}
function keyOf(name, manual) {
  return manual === void 0 ? name : variableKey(manual, name);
}
function invalid(problems) {
  return new Error(`invalid arguments: ${problems.join("; ")}`);
}

export { readValues };
