import { parseJson, stringifyJson, jsonMembers } from '../mod.js';
import { isObject } from './hints.js';

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const TEXT = "json text";
function readMessage(text) {
  const message = JSON.parse(text);
  if (Array.isArray(message)) {
    return parseJson(text).map((item) => readMessage(stringifyJson(item)));
  }
  if (isObject(message)) keepTexts(message, text);
  return message;
}
function decode(pieces) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
  } catch (error) {
    throw new SyntaxError("not UTF-8", { cause: error });
  }
}
function textOf(value) {
  const text = isObject(value) ? value[TEXT] : void 0;
  return typeof text === "string" ? text : void 0;
}
class ExactTexts {
  #name = crypto.randomUUID();
  #marks = new RegExp(`\\{"type":"object","${this.#name}":(\\d+)\\}`, "g");
  #texts = [];
  #places = /* @__PURE__ */ new Map();
  /**
   * Makes what stands for a text in a value.
   *
   * @param text The JSON text of an object.
   * @returns The mark.
   */
  mark(text) {
    let place = this.#places.get(text);
    if (place === void 0) {
      place = this.#texts.push(text.replaceAll(/[\r\n]+/g, " ")) - 1;
      this.#places.set(text, place);
    }
    return { type: "object", [this.#name]: place };
  }
  /**
   * Puts the texts where their marks are.
   *
   * @param json What was written.
   * @returns The same with the texts.
   */
  restore(json) {
    return json.replace(this.#marks, (_, place) => this.#texts[Number(place)]);
  }
}
function keepTexts(message, text) {
  const { method, params, result } = message;
  if (method === "tools/call" && isObject(params)) {
    const members = jsonMembers(jsonMembers(text).get("params"));
    const given = members.get("arguments");
    if (given !== void 0) params.arguments = { [TEXT]: given };
    if (!isObject(params.inputResponses)) return;
    const answers = jsonMembers(members.get("inputResponses"));
    for (const [key, answer] of Object.entries(params.inputResponses)) {
      keepContent(answer, answers.get(key));
    }
  } else if (method === void 0 && isObject(result)) {
    keepContent(result, jsonMembers(text).get("result"));
  }
}
function keepContent(answer, text) {
  if (!isObject(answer) || typeof answer.action !== "string" || answer.content == null) return;
  answer.content = { [TEXT]: jsonMembers(text).get("content") };
}

export { ExactTexts, MAX_MESSAGE_BYTES, decode, readMessage, textOf };
