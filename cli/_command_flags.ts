import { checkJson, DuplicateMemberError } from "../agenttool/json.ts";
import type { Reader } from "./_arguments.ts";
import type { Command, Param } from "./command.ts";
import { InputError } from "./errors.ts";
import { type FlagMatch, splitFlag } from "./_flags.ts";
import { addValue, type Holder, mergedText } from "./_merge.ts";
import { scalarJson, type ScalarType, wellFormed } from "./values.ts";

/** A parameter that can be spelled on a command line, and the names that lead to it. */
export interface Place {
  param: Param;
  path: string[];
}

/** What the words gave for one spelling: one value, elements, or entries. */
type Given =
  | { place: Place; kind: "value" | "elements"; values: Value[] }
  | { place: Place; kind: "entries"; entries: Map<string, string> };

/** JSON text, or a file that holds a string or JSON. */
type Value = string | { file: string; json: boolean };

/**
 * The flags of one command, and what the words gave for them. The schema is read when the first
 * flag is met: a call that gives JSON alone does not need it.
 */
export class CommandFlags {
  readonly #command: Command;
  #places?: Map<string, Place>;
  readonly #given = new Map<string, Given>();
  readonly #notes: string[] = [];

  constructor(command: Command) {
    this.#command = command;
  }

  /** Whether no flag was given. */
  get empty(): boolean {
    return this.#given.size === 0;
  }

  /** How many flags read standard input. */
  get readsStdin(): number {
    return this.#files().filter((file) => file === "-").length;
  }

  /** Finds the flag of a token: an exact name first, then `:=`, `:@` and `:=@` behind a path. */
  match(body: string): FlagMatch | undefined {
    const places = this.#places ??= placesOf(this.#command.params);
    const { name, value } = splitFlag(body);
    const plain = places.get(name);
    if (plain?.param.flag()) {
      const boolean = plain.param.type === "boolean" || plain.param.items === "boolean";
      return { value, flag: { name, boolean, take: (word) => this.#takeWord(name, plain, word) } };
    }
    const file = body.indexOf(":@");
    if (file > 0 && !body.slice(0, file).includes("=", 1)) {
      const path = body.slice(0, file), place = places.get(path);
      return place && {
        value: body.slice(file + 2),
        flag: { name: path, boolean: false, take: (word) => this.#takeFile(path, place, word) },
      };
    }
    if (value === undefined || !name.endsWith(":")) return undefined;
    const path = name.slice(0, -1), place = places.get(path);
    return place && {
      value,
      flag: { name: path, boolean: false, take: (word) => this.#takeJson(path, place, word) },
    };
  }

  #takeWord(name: string, place: Place, word: string): void {
    const { param } = place;
    if (param.map()) return this.#takeEntry(name, place, word);
    const type = (param.repeated() ? param.items : param.type) as ScalarType;
    if (param.repeated() && type === "string" && looksLikeArray(word)) {
      this.#notes.push(
        `--${name} was given the text ${word} as one element; --${name}:=JSON gives an array`,
      );
    }
    this.#add(name, place, scalarJson(type, word));
  }

  #takeEntry(name: string, place: Place, word: string): void {
    const at = word.indexOf("=");
    if (at < 1) throw new TypeError(`${JSON.stringify(word)} is not key=value`);
    const key = wellFormed(word.slice(0, at));
    const text = scalarJson(place.param.values as ScalarType, word.slice(at + 1));
    const given = this.#given.get(name);
    if (given?.kind !== "entries") {
      this.#given.set(name, { place, kind: "entries", entries: new Map([[key, text]]) });
    } else if (given.entries.has(key)) {
      throw new TypeError(`gives the key ${JSON.stringify(key)} twice`);
    } else given.entries.set(key, text);
  }

  #takeJson(name: string, place: Place, word: string): void {
    // A map's entries may come beside it, as they may beside the JSON argument.
    const key = place.param.map() ? `${name}:=` : name;
    if (this.#given.has(key)) throw new TypeError(TWICE);
    const value = word.startsWith("@") ? { file: word.slice(1), json: true } : checkedJson(word);
    this.#given.set(key, { place, kind: "value", values: [value] });
  }

  #takeFile(name: string, place: Place, path: string): void {
    const { param } = place;
    if (param.type !== "string" && !(param.type === "array" && param.items === "string")) {
      throw new TypeError(`a file gives text, which it is not: --${name}:=@FILE gives JSON`);
    }
    this.#add(name, place, { file: path, json: false });
  }

  /** Adds an element of an array, or the one value of anything else. */
  #add(name: string, place: Place, value: Value): void {
    const given = this.#given.get(name);
    if (!given) {
      const kind = place.param.type === "array" ? "elements" : "value";
      this.#given.set(name, { place, kind, values: [value] });
    } else if (given.kind === "elements") given.values.push(value);
    else throw new TypeError(TWICE);
  }

  #files(): string[] {
    return [...this.#given.values()]
      .flatMap((given) => given.kind === "entries" ? [] : given.values)
      .flatMap((value) => typeof value === "string" ? [] : [value.file]);
  }

  /**
   * Joins what the flags gave with the JSON argument.
   *
   * @returns The arguments object as JSON text, and notes for the caller.
   * @throws {UsageError} Where a value is given twice, or a file cannot be read.
   */
  async arguments(reader: Reader, json?: string): Promise<{ args: string; notes: string[] }> {
    const holder: Holder = { members: new Map() };
    for (const given of this.#given.values()) {
      const { path } = given.place, name = path.join("."), from = `--${name}`;
      if (given.kind === "entries") {
        for (const [key, text] of given.entries) addValue(holder, [...path, key], { from, text });
        continue;
      }
      const texts: string[] = [];
      for (const value of given.values) {
        texts.push(typeof value === "string" ? value : await fileJson(reader, name, value));
      }
      const text = given.kind === "elements" ? `[${texts.join(",")}]` : texts[0]!;
      addValue(holder, path, { from, text });
    }
    if (json !== undefined) addValue(holder, [], { from: "the JSON argument", text: json });
    return { args: mergedText(holder), notes: this.#notes };
  }
}

const TWICE = "given more than once";

/** Every parameter by its spelling: plain flags first, then what only `:=` can give. */
export function placesOf(params: readonly Param[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (params: readonly Param[], path: string[], flagged: boolean) => {
    for (const param of params) {
      const inner = [...path, param.name], spelling = inner.join(".");
      if (param.flag() === flagged && !places.has(spelling)) {
        places.set(spelling, { param, path: inner });
      }
      if (param.fields) visit(param.fields, inner, flagged);
    }
  };
  visit(params, [], true);
  visit(params, [], false);
  return places;
}

function looksLikeArray(word: string): boolean {
  if (!word.trimStart().startsWith("[")) return false;
  try {
    checkJson(word);
    return true;
  } catch {
    return false;
  }
}

function checkedJson(word: string): string {
  const text = wellFormed(word).trim();
  try {
    checkJson(text);
  } catch (error) {
    const { message } = error as Error;
    throw new TypeError(error instanceof DuplicateMemberError ? message : `not JSON: ${message}`);
  }
  return text;
}

async function fileJson(
  reader: Reader,
  name: string,
  { file, json }: { file: string; json: boolean },
): Promise<string> {
  const text = await reader.text(file, `--${name}`);
  if (!json) return JSON.stringify(text);
  try {
    return checkedJson(text);
  } catch (error) {
    throw new InputError(`${JSON.stringify(file)} for --${name}: ${(error as Error).message}`);
  }
}
