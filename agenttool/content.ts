import { messageOf } from "./errors.ts";
import type { ContentPart, ImagePart, ResourcePart, Result, TextPart, ToolRecord } from "./tool.ts";

/** What a result carries beside its content. */
export interface ResultOptions {
  /** For the program that runs the call; no caller sees it. */
  details?: unknown;
  /** A record that the program writes when the call has ended. */
  record?: ToolRecord;
}

/** Marks what {@linkcode result} made; registered, so that two copies of this package agree. */
const RESULT: symbol = Symbol.for("@x/toolcli/result");

/** The same for a result that is the JSON of a value. */
const VALUE: symbol = Symbol.for("@x/toolcli/value");

/**
 * Makes a result of content parts. A tool's function returns one where text or a JSON value is not
 * enough; an object that only looks like a result is printed as JSON.
 *
 * @example Text and a file
 * ```ts
 * import { file, result, text } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 *
 * const answer = result([text("1 row"), file("rows.csv", new Uint8Array([49, 10]))]);
 *
 * expect(answer.content.map((part) => part.type)).toEqual(["text", "resource"]);
 * ```
 *
 * @param content What the caller sees.
 * @param options What else to carry.
 * @returns The result.
 */
export function result(content: ContentPart[], options: ResultOptions = {}): Result {
  const made: Result = { content };
  if (options.details !== undefined) made.details = options.details;
  if (options.record) made.record = options.record;
  return Object.defineProperty(made, RESULT, { value: true });
}

/**
 * Makes a text part.
 *
 * @example A line of text
 * ```ts
 * import { text } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 *
 * expect(text("done")).toEqual({ type: "text", text: "done" });
 * ```
 *
 * @param value The text.
 * @returns The part.
 */
export function text(value: string): TextPart {
  return { type: "text", text: value };
}

/**
 * Makes an image part of an image's bytes.
 *
 * @example The first bytes of a PNG
 * ```ts
 * import { image } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 *
 * expect(image(new Uint8Array([137, 80, 78, 71]), "image/png"))
 *   .toEqual({ type: "image", data: "iVBORw==", mimeType: "image/png" });
 * ```
 *
 * @param bytes The image.
 * @param mimeType Its kind, `image/png` for one.
 * @returns The part.
 */
export function image(bytes: Uint8Array, mimeType: string): ImagePart {
  return { type: "image", data: encodeBase64(bytes), mimeType };
}

/**
 * Makes a part that carries a file: an embedded resource, which a command line saves under the name.
 *
 * @example A note
 * ```ts
 * import { file } from "@x/toolcli/agenttool";
 * import { expect } from "@std/expect";
 *
 * expect(file("my notes.txt", new TextEncoder().encode("hi"), "text/plain")).toEqual({
 *   type: "resource",
 *   resource: { uri: "file:///my%20notes.txt", mimeType: "text/plain", blob: "aGk=" },
 * });
 * ```
 *
 * @param name The file's name.
 * @param bytes What is in it.
 * @param mimeType Its kind, where it is known.
 * @returns The part.
 */
export function file(name: string, bytes: Uint8Array, mimeType?: string): ResourcePart {
  // Half a character has no UTF-8.
  const uri = `file:///${encodeURIComponent(name.toWellFormed())}`;
  const blob = encodeBase64(bytes);
  return { type: "resource", resource: mimeType ? { uri, mimeType, blob } : { uri, blob } };
}

/**
 * What a tool's function returned, as a result: text as it is, nothing as no content, and any other
 * value as its JSON.
 *
 * @param value What the function returned.
 * @returns The result.
 * @throws {Error} Where the value has no JSON.
 */
export function toResult(value: unknown): Result {
  if (value === undefined) return { content: [] };
  if (typeof value === "string") return { content: [text(value)] };
  if (isResult(value)) return value;
  const content = [text(encodeJson(value, "encode result"))];
  return Object.defineProperty({ content }, VALUE, { value: true });
}

/**
 * The JSON of the value that a tool's function returned.
 *
 * @param result The result that it became.
 * @returns The JSON text; nothing where it was text, or content parts.
 */
export function valueText(result: Result): string | undefined {
  const [part, another] = result.content;
  return VALUE in result && part?.type === "text" && !another ? part.text : undefined;
}

/**
 * Writes a value as JSON.
 *
 * @param value The value.
 * @param what What an error's message begins with.
 * @returns The JSON text.
 * @throws {Error} Where the value has no JSON: a bigint, a function, a cycle.
 */
export function encodeJson(value: unknown, what: string): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    throw new Error(`${what}: ${messageOf(error)}`, { cause: error });
  }
  if (json === undefined) throw new Error(`${what}: ${typeof value} has no JSON`);
  return json;
}

function isResult(value: unknown): value is Result {
  return typeof value === "object" && value !== null && Object.hasOwn(value, RESULT);
}

/** Bytes that become one string at a time: a multiple of 3, so that the pieces can be joined. */
const CHUNK = 12_288;

// Deno 2.4 has no Uint8Array.toBase64. To spread a piece takes four times as long as to apply it.
function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const piece = bytes.subarray(at, at + CHUNK);
    pieces.push(btoa(Reflect.apply(String.fromCharCode, null, piece)));
  }
  return pieces.join("");
}
