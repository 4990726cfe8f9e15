import { answerProblem } from '../cli/_rest.js';
import { isObject } from './hints.js';
import { textOf } from './_server_text.js';

const ABANDON_MS = 30 * 60 * 1e3;
function isTaken({ url }, capability) {
  if (!isObject(capability)) return false;
  const { form, url: page } = capability;
  return url ? isObject(page) : isObject(form) || !isObject(page);
}
function wireQuestion({ message, schema, url }) {
  if (url) return { mode: "url", message, url };
  return { mode: "form", message, requestedSchema: formSchema(schema) };
}
async function readAnswer(question, response) {
  if (response === void 0) return { action: "cancel" };
  const { action, content } = isObject(response) ? response : {};
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") {
    throw new Error(`elicitation answer: unknown action ${JSON.stringify(action) ?? "undefined"}`);
  }
  if (question.url) return { action };
  const text = textOf(content);
  const problem = await problemOf(question, text ?? "{}");
  if (problem) throw new Error(`elicitation answer: ${problem}`);
  return text === void 0 ? { action } : { action, content: JSON.parse(text) };
}
async function problemOf({ schema }, content) {
  if (!/^\s*\{/.test(content)) return "expected a JSON object";
  return await answerProblem(schema, content);
}
function formSchema(schema) {
  return { type: "object", properties: {}, ...isObject(schema) ? schema : {} };
}

export { ABANDON_MS, isTaken, readAnswer, wireQuestion };
