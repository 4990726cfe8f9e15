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
  const reader = new JsonReader(text);
  const value = reader.value(0);
  reader.end();
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
  const reader = new JsonReader(text);
  reader.check();
  reader.end();
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
  const reader = new JsonReader(text);
  const members = new Map<string, string>();
  for (const name of reader.members()) members.set(name, reader.skip());
  return members;
}

/**
 * Splits a JSON array into its elements without reading them.
 *
 * @param text The JSON text of an array, checked before.
 * @returns Each element's text as written, in order.
 */
export function jsonItems(text: string): string[] {
  return new JsonReader(text).items();
}

const QUOTE = 0x22, BACKSLASH = 0x5c, COMMA = 0x2c, COLON = 0x3a;
const OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d, OPEN_ARRAY = 0x5b, CLOSE_ARRAY = 0x5d;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** What {@linkcode JsonReader.check} is inside of: an object with its names so far, or an array. */
interface Level {
  names: Set<string> | null;
  name: string;
  index: number;
}

class JsonReader {
  /** The first member that was written twice; the text may prove to be no JSON at all. */
  duplicate?: DuplicateMemberError;
  /** Whether doubles hold all numbers so far. */
  plain = true;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next character that is not white space; NaN at the end. */
  #peek(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.#at++;
    }
  }

  #fail(): never {
    throw new SyntaxError(
      this.#at >= this.#text.length
        ? "Unexpected end of JSON text"
        : `Unexpected ${JSON.stringify(this.#text[this.#at])} at position ${this.#at}`,
    );
  }

  #expect(code: number): void {
    if (this.#peek() !== code) this.#fail();
    this.#at++;
  }

  #take(code: number): boolean {
    if (this.#peek() !== code) return false;
    this.#at++;
    return true;
  }

  end(): void {
    this.#peek();
    if (this.#at < this.#text.length) this.#fail();
  }

  #scalar(): string {
    SCALAR.lastIndex = this.#at;
    const text = SCALAR.exec(this.#text)?.[0];
    if (text === undefined) this.#fail();
    this.#at += text.length;
    // Words have no digit at their end.
    if (text.length > 15 || /[eE].*\d/.test(text)) this.plain = false;
    return text;
  }

  /** Moves past a string, and tells where it began and whether it holds an escape. */
  #skipString(): { start: number; escaped: boolean } {
    const start = this.#at, text = this.#text;
    let at = start + 1, escaped = false;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        escaped = true;
        ESCAPE.lastIndex = at;
        if (!ESCAPE.test(text)) this.#failAt(at);
        at = ESCAPE.lastIndex;
      } else if (code >= 0x20) at++;
      else this.#failAt(at); // a control character, or the end (NaN)
    }
    this.#at = at + 1;
    return { start, escaped };
  }

  #failAt(at: number): never {
    this.#at = at;
    this.#fail();
  }

  #string(): string {
    if (this.#peek() !== QUOTE) this.#fail();
    const { start, escaped } = this.#skipString();
    return escaped
      ? JSON.parse(this.#text.slice(start, this.#at))
      : this.#text.slice(start + 1, this.#at - 1);
  }

  /** The names of an object's members; whoever loops reads or skips each value. */
  *members(): Generator<string> {
    this.#expect(OPEN_OBJECT);
    if (this.#take(CLOSE_OBJECT)) return;
    do {
      const name = this.#string();
      this.#expect(COLON);
      yield name;
    } while (this.#take(COMMA));
    this.#expect(CLOSE_OBJECT);
  }

  items(): string[] {
    const items: string[] = [];
    this.#expect(OPEN_ARRAY);
    if (this.#take(CLOSE_ARRAY)) return items;
    do items.push(this.skip()); while (this.#take(COMMA));
    this.#expect(CLOSE_ARRAY);
    return items;
  }

  value(depth: number): Json {
    if (depth > MAX_DEPTH) throw new SyntaxError(`JSON is nested more than ${MAX_DEPTH} deep`);
    switch (this.#peek()) {
      case QUOTE:
        return this.#string();
      case OPEN_OBJECT: {
        const object: JsonObject = new Map();
        for (const name of this.members()) {
          const value = this.value(depth + 1);
          if (!object.has(name)) object.set(name, value);
        }
        return object;
      }
      case OPEN_ARRAY: {
        const array: Json[] = [];
        this.#at++;
        if (this.#take(CLOSE_ARRAY)) return array;
        do array.push(this.value(depth + 1)); while (this.#take(COMMA));
        this.#expect(CLOSE_ARRAY);
        return array;
      }
    }
    const text = this.#scalar();
    return text === "null"
      ? null
      : text === "true" || text === "false"
      ? text === "true"
      : new JsonNumber(text);
  }

  /** Moves past one value of a text that has been checked, and gives its text: brackets count. */
  skip(): string {
    this.#peek();
    const text = this.#text, start = this.#at;
    let at = start, depth = 0;
    do {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = stringEnd(text, at);
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
      else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
      else if (depth === 0) return this.#scalar();
      else if (Number.isNaN(code)) this.#failAt(at);
      at++;
    } while (depth > 0);
    this.#at = at;
    return text.slice(start, at);
  }

  /** Moves past one value at any depth (hence no recursion), and looks for members written twice. */
  check(): void {
    const levels: Level[] = [];
    for (;;) {
      const code = this.#peek();
      if (code === OPEN_OBJECT) {
        this.#at++;
        if (!this.#take(CLOSE_OBJECT)) {
          levels.push({ names: new Set(), name: "", index: 0 });
          this.#name(levels);
          continue;
        }
      } else if (code === OPEN_ARRAY) {
        this.#at++;
        if (!this.#take(CLOSE_ARRAY)) {
          levels.push({ names: null, name: "", index: 0 });
          continue;
        }
      } else if (code === QUOTE) this.#skipString();
      else this.#scalar();
      if (!this.#next(levels)) return;
    }
  }

  /** After a value: goes on to the next one, closing levels; false when the first is complete. */
  #next(levels: Level[]): boolean {
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      if (this.#take(COMMA)) {
        level.index++;
        if (level.names) this.#name(levels);
        return true;
      }
      this.#expect(level.names ? CLOSE_OBJECT : CLOSE_ARRAY);
      levels.pop();
    }
    return false;
  }

  #name(levels: Level[]): void {
    const level = levels.at(-1)!;
    level.name = this.#string();
    this.#expect(COLON);
    if (!level.names!.has(level.name)) level.names!.add(level.name);
    else this.duplicate ??= new DuplicateMemberError(pathOf(levels));
  }
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
