import { isScalar, scalarJson, ValueError, checkJson, parseJson, DuplicateMemberError } from '../cli/_start.js';
import { lostNumber } from '../agenttool/lost_number.js';
import { Misfit } from '../cli/_asking.js';

function readValue(field, typed) {
  const json2 = convert(field, typed);
  const lost = lostNumber(json2);
  if (lost) throw new Misfit(`${lost} cannot be kept exactly`);
  return json2;
}
function convert(field, typed) {
  const { type, items, choices } = field;
  if (choices && !field.several) return choose(choices, typed);
  if (isScalar(type)) return scalar(type, typed);
  if (type === "array" && (choices || isScalar(items))) {
    if (typed.startsWith("[")) return json(typed) ?? refuse(typed, "a JSON array");
    const element = (text) => choices ? choose(choices, text) : isScalar(items) ? scalar(items, text) : text;
    return `[${elements(typed, choices).map(element).join(",")}]`;
  }
  return json(typed) ?? JSON.stringify(typed);
}
function elements(typed, choices) {
  if (choices && find(choices, typed)) return [typed];
  return typed.split(",").map((element) => element.trim()).filter((element) => element !== "");
}
function choose(choices, typed) {
  const choice = find(choices, typed);
  if (choice) return choice.json;
  const shown = choices.slice(0, 10).map(({ text }) => text).join(", ");
  refuse(typed, `one of ${shown}${choices.length > 10 ? ", \u2026" : ""}`);
}
function find(choices, typed) {
  const exact = choices.find(({ text, json: json2 }) => text === typed || json2 === typed) ?? choices.find(({ title }) => title === typed);
  if (exact) return exact;
  const lower = typed.toLowerCase();
  const alike = choices.filter(
    ({ text, title }) => text.toLowerCase() === lower || title.toLowerCase() === lower
  );
  return alike.length === 1 ? alike[0] : void 0;
}
function scalar(type, typed) {
  if (type === "boolean") {
    const yes = yesOrNo(typed);
    if (yes !== void 0) return String(yes);
  }
  try {
    return scalarJson(type, typed);
  } catch (error) {
    if (error instanceof ValueError) throw new Misfit(error.message);
    throw error;
  }
}
function yesOrNo(typed) {
  if (/^y(es)?$/i.test(typed)) return true;
  if (/^no?$/i.test(typed)) return false;
}
function refuse(typed, what) {
  throw new Misfit(`${JSON.stringify(typed)} is not ${what}`);
}
function json(typed) {
  try {
    checkJson(typed);
    parseJson(typed);
    return typed;
  } catch (error) {
    if (error instanceof DuplicateMemberError) throw new Misfit(error.message);
    if (!(error instanceof SyntaxError)) throw error;
  }
}

export { readValue, yesOrNo };
