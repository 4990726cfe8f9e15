import { type Json, type JsonObject, parseJson } from "../agenttool/json.ts";
import { membersOf } from "./_sample.ts";

/** A folder of the Berkeley Function Calling Leaderboard, read. */
export interface Leaderboard {
  /** How many files hold functions, and how many do not. */
  files: { read: number; passedOver: number };
  questions: Question[];
}

/** A question: the functions that may answer it, and the accepted calls. */
export interface Question {
  /** The file's name, and what the file calls the question. */
  id: string;
  /** The functions, as tools of an MCP tool list. */
  tools: JsonObject[];
  answers: AcceptedCall[];
}

/** A call of a function, each parameter with the values that are accepted for it. */
export interface AcceptedCall {
  name: string;
  accepted: JsonObject;
}

/** More ways than this to give one call are not tried. */
const MAX_WAYS = 32;

/** Among accepted values: the parameter may be left out. */
const LEFT_OUT = "";

/** JSON Schema's names for the leaderboard's types, Python's and Java's; any other is no type. */
const TYPES: Record<string, string> = {
  ...{ string: "string", integer: "integer", boolean: "boolean", array: "array", dict: "object" },
  ...{ float: "number", tuple: "array" },
  ...{ String: "string", char: "string", long: "integer", double: "number", Boolean: "boolean" },
  ...{ HashMap: "object", Array: "array", ArrayList: "array" },
};

/**
 * Whether a file is named as the leaderboard names its own.
 *
 * @param name The file's name.
 * @returns Whether it is.
 */
export function isLeaderboardFile(name: string): boolean {
  return /^BFCL_.*\.json$/.test(name);
}

/**
 * Reads a folder of the leaderboard: `BFCL_*.json` hold a question per line, and files of the same
 * names in `possible_answer/` the accepted calls. Files whose questions have no functions of their
 * own are passed over.
 *
 * @param folder The folder.
 * @returns What it holds.
 */
export async function readLeaderboard(folder: string): Promise<Leaderboard> {
  const board: Leaderboard = { files: { read: 0, passedOver: 0 }, questions: [] };
  const names = [];
  for await (const { name } of Deno.readDir(folder)) if (isLeaderboardFile(name)) names.push(name);
  for (const name of names.sort()) {
    const lines = linesOf(await Deno.readTextFile(`${folder}/${name}`));
    if (!hasFunctions(lines[0])) {
      board.files.passedOver++;
      continue;
    }
    board.files.read++;
    const answers = await readAnswers(`${folder}/possible_answer/${name}`);
    for (const line of lines) {
      const question = membersOf(parseJson(line));
      const id = String(question.get("id"));
      const functions = [question.get("function") ?? []].flat();
      board.questions.push({
        id: `${name}: ${id}`,
        tools: functions.map((entry) => toolOf(membersOf(entry))),
        answers: answers.get(id) ?? [],
      });
    }
  }
  return board;
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** Whether a file's first line is a question that has functions; one file is no JSON by lines. */
function hasFunctions(line = ""): boolean {
  try {
    return membersOf(parseJson(line)).has("function");
  } catch {
    return false;
  }
}

/** The accepted calls by question; none where there is no such file. */
async function readAnswers(path: string): Promise<Map<string, AcceptedCall[]>> {
  const text = await Deno.readTextFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  });
  return new Map(
    linesOf(text).map((line) => {
      const entry = membersOf(parseJson(line));
      const calls = [entry.get("ground_truth") ?? []].flat().flatMap((call) =>
        [...membersOf(call)].map(([name, accepted]) => ({ name, accepted: membersOf(accepted) }))
      );
      return [String(entry.get("id")), calls];
    }),
  );
}

function toolOf(entry: JsonObject): JsonObject {
  return new Map([
    ["name", entry.get("name") ?? ""],
    ["description", entry.get("description") ?? ""],
    ["inputSchema", schemaOf(entry.get("parameters"))],
  ]);
}

/** A schema of the leaderboard as a JSON Schema: types renamed, all else as it is. */
function schemaOf(schema: Json | undefined): Json {
  if (!(schema instanceof Map)) return schema ?? new Map();
  return new Map([...schema].flatMap(([keyword, value]): [string, Json][] => {
    if (keyword === "type" && typeof value === "string") {
      return Object.hasOwn(TYPES, value) ? [[keyword, TYPES[value]!]] : [];
    }
    if (keyword === "properties" && value instanceof Map) {
      return [[keyword, new Map([...value].map(([name, part]) => [name, schemaOf(part)]))]];
    }
    return [[
      keyword,
      ["items", "additionalProperties"].includes(keyword) ? schemaOf(value) : value,
    ]];
  }));
}

/**
 * Spells out the arguments that are accepted for a call. Each accepted value occurs, not every
 * combination of them.
 *
 * @param accepted The accepted values of each parameter.
 * @returns The arguments objects, at most 32.
 */
export function waysOf(accepted: JsonObject): JsonObject[] {
  const members = [...accepted].map(([name, values]): [string, (Json | undefined)[]] => [
    name,
    // Where there is no list, the value alone is accepted.
    (Array.isArray(values) ? values : [values]).flatMap((value) =>
      value === LEFT_OUT ? [undefined] : valuesOf(value)
    ),
  ]);
  const count = Math.max(1, ...members.map(([, values]) => values.length));
  return Array.from(
    { length: Math.min(count, MAX_WAYS) },
    (_, way) =>
      new Map(members.flatMap(([name, values]) => {
        const value = values[way % values.length];
        return value === undefined ? [] : [[name, value] as const];
      })),
  );
}

/** An object, alone or in a list, has accepted values for each member; all else is one value. */
function valuesOf(value: Json): Json[] {
  if (value instanceof Map) return waysOf(value);
  if (!Array.isArray(value) || !value.some((item) => item instanceof Map)) return [value];
  const items = value.map((item) => item instanceof Map ? waysOf(item) : [item]);
  const count = Math.max(...items.map((ways) => ways.length));
  return Array.from({ length: count }, (_, way) => items.map((ways) => ways[way % ways.length]!));
}
