/**
 * Exact JSON: reading that keeps numbers as written, the order of members and every member name,
 * which `JSON.parse` does not.
 *
 * @module
 */

/** A number as it was written. */
export class JsonNumber {
  /** @param text The number's JSON text. */
  constructor(readonly text: string) {}
}

/** A JSON value, read exactly. */
export type Json = null | boolean | string | JsonNumber | Json[] | JsonObject;

/** A JSON object: its members in the order written. */
export type JsonObject = Map<string, Json>;

/** A JSON text gives one member of an object twice. */
export class DuplicateMemberError extends SyntaxError {
  override name = "DuplicateMemberError";

  /** @param path The member's path from the top: `target.host`, `items[0].name`. */
  constructor(readonly path: string) {
    super(`Member "${path}" is given twice`);
  }
}

/** Objects and arrays deeper than this are not read into values (they are checked at any depth). */
const MAX_DEPTH = 1000;

/**
 * Reads a JSON text into a value. Of a member written twice the first is kept.
 *
 * @param text The JSON text.
 * @returns The value.
 * @throws {SyntaxError} Where the text is not JSON, or is nested more than 1,000 deep.
 */
export function parseJson(text: string): Json {
  const reader = readerOf(text);
  const value = readValue(reader, 0);
  end(reader);
  return value;
}

/**
 * Reads what `JSON.stringify` wrote, as {@linkcode parseJson} does but faster: its numbers are
 * doubles, and no member is there twice.
 *
 * @param text The JSON text.
 * @returns The value.
 * @throws {SyntaxError} Where it is nested more than 1,000 deep.
 */
export function parseWrittenJson(text: string): Json {
  return exact(JSON.parse(text), 0);
}

function exact(value: unknown, depth: number): Json {
  if (typeof value === "number") return new JsonNumber(String(value));
  if (typeof value !== "object" || value === null) return value as Json;
  if (depth > MAX_DEPTH) throw new SyntaxError(`JSON is nested more than ${MAX_DEPTH} deep`);
  if (Array.isArray(value)) return value.map((item) => exact(item, depth + 1));
  const object: JsonObject = new Map();
  for (const name of Object.keys(value)) {
    object.set(name, exact((value as Record<string, unknown>)[name], depth + 1));
  }
  return object;
}

/**
 * Writes a value as JSON text, numbers as they were read.
 *
 * @param value The value.
 * @param indent Spaces per level; without it the text is one line.
 * @returns The JSON text.
 */
export function stringifyJson(value: Json, indent = 0): string {
  const write = (value: Json, margin: string): string => {
    if (value instanceof JsonNumber) return value.text;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const inner = margin + " ".repeat(indent);
    const items = Array.isArray(value)
      ? value.map((item) => write(item, inner))
      : [...value].map(([name, item]) =>
        `${JSON.stringify(name)}:${indent ? " " : ""}${write(item, inner)}`
      );
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    if (!indent || items.length === 0) return `${open}${items.join(",")}${close}`;
    return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${margin}${close}`;
  };
  return write(value, "");
}

/**
 * Checks that a text is JSON in which no object has a member twice, at any depth.
 *
 * @param text The JSON text.
 * @throws {DuplicateMemberError} Where a member is given twice.
 * @throws {SyntaxError} Where the text is not JSON.
 */
export function checkJson(text: string): void {
  if (text === checked) return;
  const reader = readerOf(text);
  checkValue(reader);
  end(reader);
  if (reader.duplicate) throw reader.duplicate;
  checked = text;
  plain = reader.plain;
}

/** The text found good last: what one room checks, the next one often checks again. */
let checked: string | undefined;
/** Whether doubles hold its numbers. */
let plain = false;

/**
 * Whether doubles hold all numbers of a JSON text for sure: they have at most 15 digits and no
 * exponent.
 *
 * @param text The JSON text.
 * @returns Whether they do; false may be said of digits in a string, too.
 */
export function hasPlainNumbers(text: string): boolean {
  return text === checked ? plain : !/[\d.]{16}|\d[eE]/.test(text);
}

/**
 * Says what keeps a text from being JSON in which no object has a member twice.
 *
 * @param text The text.
 * @returns What is wrong, as part of a sentence; nothing where all is well.
 */
export function jsonProblem(text: string): string | undefined {
  try {
    checkJson(text);
  } catch (error) {
    return error instanceof DuplicateMemberError
      ? `member ${JSON.stringify(error.path)} is given twice`
      : `not valid JSON: ${(error as SyntaxError).message}`;
  }
}

/**
 * Splits a JSON object into its members without reading their values.
 *
 * @param text The JSON text of an object, checked before.
 * @returns Each member's name and its value's text as written, in order.
 */
export function jsonMembers(text: string): Map<string, string> {
  const reader = readerOf(text);
  const found = new Map<string, string>();
  for (const name of members(reader)) found.set(name, skipValue(reader));
  return found;
}

/**
 * Splits a JSON array into its elements without reading them.
 *
 * @param text The JSON text of an array, checked before.
 * @returns Each element's text as written, in order.
 */
export function jsonItems(text: string): string[] {
  return items(readerOf(text));
}

const QUOTE = 0x22, BACKSLASH = 0x5c, COMMA = 0x2c, NINE = 0x39, COLON = 0x3a;
const OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d, OPEN_ARRAY = 0x5b, CLOSE_ARRAY = 0x5d;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** What {@linkcode checkValue} is inside of: an object with its names so far, or an array. */
interface Level {
  names: Set<string> | null;
  name: string;
  index: number;
}

/** A text that is read. Functions, not methods, because V8 compiles those anew in every process. */
interface Reader {
  readonly text: string;
  at: number;
  /** Whether doubles hold all numbers so far. */
  plain: boolean;
  /** The first member that was written twice; the text may prove to be no JSON at all. */
  duplicate?: DuplicateMemberError;
}

function readerOf(text: string): Reader {
  return { text, at: 0, plain: true };
}

/** The next character that is not white space; NaN at the end. */
function peek(reader: Reader): number {
  for (;;) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
    reader.at++;
  }
}

function fail(reader: Reader): never {
  throw new SyntaxError(
    reader.at >= reader.text.length
      ? "Unexpected end of JSON text"
      : `Unexpected ${JSON.stringify(reader.text[reader.at])} at position ${reader.at}`,
  );
}

function expect(reader: Reader, code: number): void {
  if (peek(reader) !== code) fail(reader);
  reader.at++;
}

function take(reader: Reader, code: number): boolean {
  if (peek(reader) !== code) return false;
  reader.at++;
  return true;
}

function end(reader: Reader): void {
  peek(reader);
  if (reader.at < reader.text.length) fail(reader);
}

function readScalar(reader: Reader): string {
  SCALAR.lastIndex = reader.at;
  const text = SCALAR.exec(reader.text)?.[0];
  if (text === undefined) fail(reader);
  reader.at += text.length;
  // Words have no digit at their end.
  const isNumber = text.charCodeAt(text.length - 1) <= NINE;
  if (text.length > 15 || isNumber && /e/i.test(text)) reader.plain = false;
  return text;
}

/** Moves past a string, and tells where it began and whether it holds an escape. */
function skipString(reader: Reader): { start: number; escaped: boolean } {
  const start = reader.at, text = reader.text;
  let at = start + 1, escaped = false;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) {
      escaped = true;
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) failAt(reader, at);
      at = ESCAPE.lastIndex;
    } else if (code >= 0x20) at++;
    else failAt(reader, at); // a control character, or the end (NaN)
  }
  reader.at = at + 1;
  return { start, escaped };
}

function failAt(reader: Reader, at: number): never {
  reader.at = at;
  fail(reader);
}

function readString(reader: Reader): string {
  if (peek(reader) !== QUOTE) fail(reader);
  const { start, escaped } = skipString(reader);
  return escaped
    ? JSON.parse(reader.text.slice(start, reader.at))
    : reader.text.slice(start + 1, reader.at - 1);
}

/** The names of an object's members; whoever loops reads or skips each value. */
function* members(reader: Reader): Generator<string> {
  expect(reader, OPEN_OBJECT);
  if (take(reader, CLOSE_OBJECT)) return;
  do {
    const name = readString(reader);
    expect(reader, COLON);
    yield name;
  } while (take(reader, COMMA));
  expect(reader, CLOSE_OBJECT);
}

function items(reader: Reader): string[] {
  const found: string[] = [];
  expect(reader, OPEN_ARRAY);
  if (take(reader, CLOSE_ARRAY)) return found;
  do found.push(skipValue(reader)); while (take(reader, COMMA));
  expect(reader, CLOSE_ARRAY);
  return found;
}

function readValue(reader: Reader, depth: number): Json {
  if (depth > MAX_DEPTH) throw new SyntaxError(`JSON is nested more than ${MAX_DEPTH} deep`);
  switch (peek(reader)) {
    case QUOTE:
      return readString(reader);
    case OPEN_OBJECT: {
      const object: JsonObject = new Map();
      for (const name of members(reader)) {
        const value = readValue(reader, depth + 1);
        if (!object.has(name)) object.set(name, value);
      }
      return object;
    }
    case OPEN_ARRAY: {
      const array: Json[] = [];
      reader.at++;
      if (take(reader, CLOSE_ARRAY)) return array;
      do array.push(readValue(reader, depth + 1)); while (take(reader, COMMA));
      expect(reader, CLOSE_ARRAY);
      return array;
    }
  }
  const text = readScalar(reader);
  return text === "null"
    ? null
    : text === "true" || text === "false"
    ? text === "true"
    : new JsonNumber(text);
}

/** Moves past one value of a text that has been checked, and gives its text: brackets count. */
function skipValue(reader: Reader): string {
  peek(reader);
  const text = reader.text, start = reader.at;
  let at = start, depth = 0;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
    else if (depth === 0) return readScalar(reader);
    else if (Number.isNaN(code)) failAt(reader, at);
    at++;
  } while (depth > 0);
  reader.at = at;
  return text.slice(start, at);
}

/** Moves past one value at any depth (hence no recursion), and looks for members written twice. */
function checkValue(reader: Reader): void {
  const levels: Level[] = [];
  for (;;) {
    const code = peek(reader);
    if (code === OPEN_OBJECT) {
      reader.at++;
      if (!take(reader, CLOSE_OBJECT)) {
        levels.push({ names: new Set(), name: "", index: 0 });
        readName(reader, levels);
        continue;
      }
    } else if (code === OPEN_ARRAY) {
      reader.at++;
      if (!take(reader, CLOSE_ARRAY)) {
        levels.push({ names: null, name: "", index: 0 });
        continue;
      }
    } else if (code === QUOTE) skipString(reader);
    else readScalar(reader);
    if (!goOn(reader, levels)) return;
  }
}

/** After a value: goes on to the next one, closing levels; false when the first is complete. */
function goOn(reader: Reader, levels: Level[]): boolean {
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    if (take(reader, COMMA)) {
      level.index++;
      if (level.names) readName(reader, levels);
      return true;
    }
    expect(reader, level.names ? CLOSE_OBJECT : CLOSE_ARRAY);
    levels.pop();
  }
  return false;
}

function readName(reader: Reader, levels: Level[]): void {
  const level = levels.at(-1)!;
  level.name = readString(reader);
  expect(reader, COLON);
  if (!level.names!.has(level.name)) level.names!.add(level.name);
  else reader.duplicate ??= new DuplicateMemberError(pathOf(levels));
}

/** Where a string that begins at a quote ends: at its last quote. */
function stringEnd(text: string, start: number): number {
  for (let at = start;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
}

function pathOf(levels: Level[]): string {
  return levels
    .map(({ names, name, index }, depth) => names ? `${depth ? "." : ""}${name}` : `[${index}]`)
    .join("");
}
