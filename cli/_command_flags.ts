import { jsonMembers, jsonProblem } from "../agenttool/json.ts";
import type { Command, Param } from "./command.ts";
import {
  ConflictError,
  FileContentError,
  NotAnObjectError,
  OptionAfterCommandError,
  UnknownFlagError,
  type UsageError,
} from "./errors.ts";
import type { InputReader } from "./_arguments.ts";
import { type FlagMatch, type FlagTable, splitFlag } from "./_tokens.ts";
import { scalarJson, type ScalarType, ValueError, wellFormed } from "./values.ts";

/** A parameter that can be spelled on a command line, and the names that lead to it. */
interface Place {
  param: Param;
  path: string[];
}

/** What the words gave in one way: one value, elements, or entries. */
type Given =
  | { from: string; place: Place; kind: "value" | "elements"; values: Value[] }
  | { from: string; place: Place; kind: "entries"; entries: Map<string, string> };

/** JSON text, or a file that holds a string or JSON. */
type Value = string | { file: string; json: boolean };

/** A JSON text, and who gave it: `--path`, `the JSON argument`. */
interface Leaf {
  from: string;
  text: string;
}

/** An object that is put together of what several gave. */
interface Holder {
  members: Map<string, Node>;
}

type Node = Leaf | Holder;

/**
 * The flags of one command, and what the words gave for them. Functions, not methods, because V8
 * compiles those anew in every process.
 */
export interface CommandFlags {
  readonly command: Command;
  /** The program's options, which are none of the command's. */
  readonly options: readonly string[];
  /** Lines for the caller about what may not be meant. */
  readonly notes: string[];
  /** By the flag's name; a map's JSON stands apart, since entries may come beside it. */
  readonly given: Map<string, Given>;
  /** Read when the first flag is met: a call that gives JSON alone does not need the schema. */
  places?: Map<string, Place>;
}

/** Prepares to read the flags of a command. */
export function commandFlags(command: Command, options: readonly string[]): CommandFlags {
  return { command, options, notes: [], given: new Map() };
}

/** How many flags read standard input. */
export function readsStdin({ given }: CommandFlags): number {
  return [...given.values()]
    .flatMap((given) => given.kind === "entries" ? [] : given.values)
    .filter((value) => typeof value !== "string" && value.file === "-")
    .length;
}

/** What the words are read by. */
export function flagTable(flags: CommandFlags): FlagTable {
  return {
    match: (body) => matchFlag(flags, body),
    unknown: (name) => unknownFlag(flags, name),
  };
}

/** Finds the flag of a token: an exact name first, then `:@`, `:=` and `:=@` behind a path. */
function matchFlag(flags: CommandFlags, body: string): FlagMatch | undefined {
  const places = flags.places ??= placesOf(flags.command.params);
  const { name, value } = splitFlag(body);
  const plain = places.get(name);
  if (plain?.param.flag()) {
    const boolean = plain.param.type === "boolean" || plain.param.items === "boolean";
    const take = (word = "true") => takeWord(flags, name, plain, word);
    return { value, flag: { name, boolean, take } };
  }
  const at = body.indexOf(":@");
  if (at > 0 && !body.slice(0, at).includes("=", 1)) {
    const path = body.slice(0, at), place = places.get(path);
    const take = (word = "") => takeFile(flags, path, place!, word);
    return place && { value: body.slice(at + 2), flag: { name: path, boolean: false, take } };
  }
  if (value === undefined || !name.endsWith(":")) return undefined;
  const path = name.slice(0, -1), place = places.get(path);
  const take = (word = "") => takeJson(flags, path, place!, word);
  return place && { value, flag: { name: path, boolean: false, take } };
}

function unknownFlag({ options, command }: CommandFlags, name: string): UsageError {
  if (options.includes(name)) return new OptionAfterCommandError(name);
  return new UnknownFlagError(name, () => {
    const places = [...placesOf(command.params)];
    return new Map(places.map(([path, { param }]) => [
      path,
      param.flag() ? `--${path}` : `--${path}:=JSON`,
    ]));
  });
}

function takeWord(flags: CommandFlags, name: string, place: Place, word: string): void {
  const { param } = place;
  if (param.map()) return takeEntry(flags, name, place, word);
  const type = (param.repeated() ? param.items : param.type) as ScalarType;
  if (param.repeated() && type === "string" && looksLikeArray(word)) {
    flags.notes.push(
      `--${name} was given the text ${word} as one element; --${name}:=JSON gives an array`,
    );
  }
  add(flags, name, place, scalarJson(type, word));
}

function takeEntry(flags: CommandFlags, name: string, place: Place, word: string): void {
  const at = word.indexOf("=");
  if (at < 1) throw new ValueError(`${JSON.stringify(word)} is not key=value`);
  const key = wellFormed(word.slice(0, at));
  const text = scalarJson(place.param.values as ScalarType, word.slice(at + 1));
  const given = flags.given.get(name);
  if (given?.kind !== "entries") {
    const entries = new Map([[key, text]]);
    flags.given.set(name, { from: `--${name}`, place, kind: "entries", entries });
  } else if (given.entries.has(key)) {
    throw new ValueError(`gives the key ${JSON.stringify(key)} twice`);
  } else given.entries.set(key, text);
}

function takeJson(flags: CommandFlags, name: string, place: Place, word: string): void {
  const key = place.param.map() ? `${name}:=` : name;
  if (flags.given.has(key)) throw new ValueError(TWICE);
  const value = word.startsWith("@") ? { file: word.slice(1), json: true } : jsonValue(word);
  flags.given.set(key, { from: `--${key}`, place, kind: "value", values: [value] });
}

function takeFile(flags: CommandFlags, name: string, place: Place, path: string): void {
  const { param } = place;
  if (param.type !== "string" && !(param.type === "array" && param.items === "string")) {
    throw new ValueError(`it takes no text: --${name}:=@FILE reads JSON from a file`);
  }
  add(flags, name, place, { file: path, json: false });
}

/** Adds an element of an array, or the one value of anything else. */
function add(flags: CommandFlags, name: string, place: Place, value: Value): void {
  const given = flags.given.get(name);
  if (!given) {
    const kind = place.param.type === "array" ? "elements" : "value";
    flags.given.set(name, { from: `--${name}`, place, kind, values: [value] });
  } else if (given.kind === "elements") given.values.push(value);
  else throw new ValueError(TWICE);
}

/**
 * Joins what the flags gave with the JSON argument.
 *
 * @param flags The flags.
 * @param input Reads the files that flags name.
 * @param json The JSON argument.
 * @returns The arguments object as JSON text.
 * @throws {UsageError} Where a value is given twice, or a file cannot be read.
 */
export async function flagArguments(
  flags: CommandFlags,
  input: InputReader,
  json?: string,
): Promise<string> {
  const holder: Holder = { members: new Map() };
  for (const given of flags.given.values()) {
    const { from, place: { path } } = given;
    if (given.kind === "entries") {
      for (const [key, text] of given.entries) addValue(holder, [...path, key], { from, text });
      continue;
    }
    const texts: string[] = [];
    for (const value of given.values) {
      texts.push(
        typeof value === "string" ? value : await fileValue(input, `--${path.join(".")}`, value),
      );
    }
    const text = given.kind === "elements" ? `[${texts.join(",")}]` : texts[0]!;
    addValue(holder, path, { from, text });
  }
  if (json !== undefined) addValue(holder, [], { from: "the JSON argument", text: json });
  return mergedText(holder);
}

const TWICE = "given more than once";

/** Every parameter by its spelling: plain flags first, then what only `:=` can give. */
function placesOf(params: readonly Param[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const visit = (params: readonly Param[], path: string[], flagged: boolean) => {
    for (const param of params) {
      // A token ends such a name early, or takes it for another one.
      if (/^(?:-|$)|=/.test(param.name)) continue;
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
  return word.trimStart().startsWith("[") && jsonProblem(word) === undefined;
}

function jsonValue(word: string): string {
  const text = wellFormed(word).trim(), problem = jsonProblem(text);
  if (problem) throw new ValueError(problem);
  return text;
}

async function fileValue(
  input: InputReader,
  flag: string,
  { file, json }: { file: string; json: boolean },
): Promise<string> {
  const text = await input.file(file, flag);
  if (!json) return JSON.stringify(text);
  const problem = jsonProblem(text.trim());
  if (problem) throw new FileContentError(file, flag, `: ${problem}`);
  return text.trim();
}

/**
 * Adds a value to the arguments. Objects are joined member by member at any depth, everything else
 * may be given once; texts are kept as written, so no number changes.
 *
 * @param holder The arguments so far.
 * @param path The names that lead to the value; none adds the members of an object itself.
 * @param leaf The value.
 * @throws {UsageError} Where something else is there already.
 */
function addValue(holder: Holder, path: readonly string[], leaf: Leaf): void {
  let node: Node = leaf;
  for (const name of path.toReversed()) node = { members: new Map([[name, node]]) };
  join(holder, node, "");
}

/**
 * Writes the arguments as JSON text.
 *
 * @param node The arguments.
 * @returns The JSON text.
 */
function mergedText(node: Node): string {
  if ("text" in node) return node.text;
  const members = [...node.members]
    .map(([name, member]) => `${JSON.stringify(name)}:${mergedText(member)}`);
  return `{${members.join(",")}}`;
}

function join(first: Node, second: Node, path: string): Node {
  const a = open(first), b = open(second);
  if ("members" in a && "members" in b) {
    for (const [name, member] of b.members) {
      const there = a.members.get(name);
      const inner = path ? `${path}.${name}` : name;
      a.members.set(name, there ? join(there, member, inner) : member);
    }
    return a;
  }
  if ("text" in first && "text" in second) throw new ConflictError(first.from, second.from, path);
  throw new NotAnObjectError("text" in a ? a.from : (b as Leaf).from, path);
}

/** An object's text as a holder of its members; anything else as it is. */
function open(node: Node): Node {
  if ("members" in node || !node.text.startsWith("{")) return node;
  const members = [...jsonMembers(node.text)]
    .map(([name, text]): [string, Node] => [name, { from: node.from, text }]);
  return { members: new Map(members) };
}
