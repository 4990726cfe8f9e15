import { jsonMembers, parseJson, stringifyJson } from "../agenttool/json.ts";
import { isObject } from "./_object.ts";

/** Longer messages are refused. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** The member by which a JSON text goes through the SDK, which would read it into doubles. */
const TEXT = "json text";

/**
 * Reads a JSON-RPC message, or an array of them. What callers wrote (arguments, and the content of
 * answers) stays text: {@linkcode textOf} gives it.
 *
 * @param text The message's JSON text.
 * @returns The message.
 * @throws {SyntaxError} Where the text is not JSON.
 */
export function readMessage(text: string): unknown {
  const message: unknown = JSON.parse(text);
  if (Array.isArray(message)) {
    return (parseJson(text) as unknown[]).map((item) => readMessage(stringifyJson(item as never)));
  }
  if (isObject(message)) keepTexts(message, text);
  return message;
}

/**
 * Reads bytes as text. Nothing is repaired: a tool would get what the caller did not write.
 *
 * @param pieces The bytes, in pieces.
 * @returns The text.
 * @throws {SyntaxError} Where they are not UTF-8.
 */
export function decode(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") +
      decoder.decode();
  } catch (error) {
    throw new SyntaxError("not UTF-8", { cause: error });
  }
}

/**
 * Gives the JSON text that {@linkcode readMessage} kept.
 *
 * @param value What stands in its place.
 * @returns The text; nothing where none was given.
 */
export function textOf(value: unknown): string | undefined {
  const text = isObject(value) ? value[TEXT] : undefined;
  return typeof text === "string" ? text : undefined;
}

/** JSON texts that leave as they are, through what writes values: each goes as a mark. */
export class ExactTexts {
  readonly #name = crypto.randomUUID();
  readonly #marks = new RegExp(`\\{"type":"object","${this.#name}":(\\d+)\\}`, "g");
  readonly #texts: string[] = [];
  readonly #places = new Map<string, number>();

  /**
   * Makes what stands for a text in a value.
   *
   * @param text The JSON text of an object.
   * @returns The mark.
   */
  mark(text: string): { type: "object" } {
    let place = this.#places.get(text);
    if (place === undefined) {
      // A message is one line; within strings, JSON has no line ends.
      place = this.#texts.push(text.replaceAll(/[\r\n]+/g, " ")) - 1;
      this.#places.set(text, place);
    }
    return { type: "object", [this.#name]: place } as { type: "object" };
  }

  /**
   * Puts the texts where their marks are.
   *
   * @param json What was written.
   * @returns The same with the texts.
   */
  restore(json: string): string {
    return json.replace(this.#marks, (_, place) => this.#texts[Number(place)]!);
  }
}

function keepTexts(message: Record<string, unknown>, text: string): void {
  const { method, params, result } = message;
  if (method === "tools/call" && isObject(params)) {
    const members = jsonMembers(jsonMembers(text).get("params")!);
    const given = members.get("arguments");
    if (given !== undefined) params.arguments = { [TEXT]: given };
    if (!isObject(params.inputResponses)) return;
    const answers = jsonMembers(members.get("inputResponses")!);
    for (const [key, answer] of Object.entries(params.inputResponses)) {
      keepContent(answer, answers.get(key)!);
    }
  } else if (method === undefined && isObject(result)) {
    keepContent(result, jsonMembers(text).get("result")!);
  }
}

/** Keeps the content of an answer to a question. */
function keepContent(answer: unknown, text: string): void {
  if (!isObject(answer) || typeof answer.action !== "string" || answer.content == null) return;
  answer.content = { [TEXT]: jsonMembers(text).get("content")! };
}
