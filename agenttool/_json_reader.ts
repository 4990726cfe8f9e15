/**
 * Reads JSON character by character: values, the texts of members and elements, or only whether it
 * is JSON. Functions over a record, because V8 compiles methods anew in every process.
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
export const MAX_DEPTH = 1000;

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

/** A text that is read. */
export interface Reader {
  readonly text: string;
  at: number;
  /** Whether doubles hold all numbers so far. */
  plain: boolean;
  /** The first member that was written twice; the text may prove to be no JSON at all. */
  duplicate?: DuplicateMemberError;
}

/** Begins to read a text. */
export function readerOf(text: string): Reader {
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

/** Refuses what follows the value. */
export function end(reader: Reader): void {
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
export function* members(reader: Reader): Generator<string> {
  expect(reader, OPEN_OBJECT);
  if (take(reader, CLOSE_OBJECT)) return;
  do {
    const name = readString(reader);
    expect(reader, COLON);
    yield name;
  } while (take(reader, COMMA));
  expect(reader, CLOSE_OBJECT);
}

/** The texts of an array's elements, of a text that has been checked. */
export function items(reader: Reader): string[] {
  const found: string[] = [];
  expect(reader, OPEN_ARRAY);
  if (take(reader, CLOSE_ARRAY)) return found;
  do found.push(skipValue(reader)); while (take(reader, COMMA));
  expect(reader, CLOSE_ARRAY);
  return found;
}

/** Reads one value; of a member written twice the first is kept. */
export function readValue(reader: Reader, depth: number): Json {
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
export function skipValue(reader: Reader): string {
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
export function checkValue(reader: Reader): void {
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
