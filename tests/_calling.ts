import { isIntegral } from "../agenttool/decimal.ts";
import {
  type Json,
  JsonNumber,
  type JsonObject,
  parseJson,
  stringifyJson,
} from "../agenttool/json.ts";
import type { Tool } from "../agenttool/mod.ts";
import { type Param, Runner } from "../cli/mod.ts";

/**
 * Writes arguments as the plain flags that help teaches, and as `:=` flags what has none or is of
 * another type.
 *
 * @param params The tool's parameters.
 * @param args The arguments; each is one of the parameters.
 * @param prefix What stands before their names.
 * @returns The words.
 */
export function flagsOf(params: readonly Param[], args: JsonObject, prefix = ""): string[] {
  return [...args].flatMap(([name, value]) => {
    const param = params.find((param) => param.name === name);
    const flag = `--${prefix}${name}`;
    if (param && value instanceof Map && value.size > 0) {
      const { fields } = param;
      if (fields && [...value.keys()].every((key) => fields.some(({ name }) => name === key))) {
        return flagsOf(fields, value, `${prefix}${name}.`);
      }
      const entries = [...value].filter(([, entry]) => isWord(entry, param.values));
      if (param.map() && entries.length === value.size) {
        return entries.flatMap(([key, entry]) => [flag, `${key}=${word(entry)}`]);
      }
    } else if (param?.repeated() && Array.isArray(value) && value.length > 0) {
      if (value.every((item) => isWord(item, param.items))) {
        return value.map((item) => `${flag}=${word(item)}`);
      }
    } else if (
      param?.flag() && !param.repeated() && !param.map() && isWord(value, param.type)
    ) {
      return typeof value === "boolean" ? [`${flag}=${value}`] : [flag, word(value)];
    }
    return [`${flag}:=${stringifyJson(value)}`];
  });
}

/** Whether a single word gives just this value, of a parameter of a type. */
function isWord(value: Json, type: string): boolean {
  if (value instanceof JsonNumber) {
    return type === "number" || type === "integer" && isIntegral(stringifyJson(value));
  }
  return type === "string" && typeof value === "string" ||
    type === "boolean" && typeof value === "boolean";
}

function word(value: Json): string {
  return typeof value === "string" ? value : stringifyJson(value);
}

/** What a command line came to. */
export interface Outcome {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command line of a program with one tool.
 *
 * @param tool The tool.
 * @param args The words.
 * @param input What is on standard input.
 * @returns What it came to.
 */
export async function run(tool: Tool, args: string[], input = ""): Promise<Outcome> {
  const streams = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
  const texts = streams.map(({ readable }) => new Response(readable).text());
  const [stdout, stderr] = streams.map(({ writable }) => writable);
  const stdin = new Blob([input]).stream();
  const status = await new Runner({ name: "kit", tools: [tool], stdin, stdout, stderr }).run(args);
  await Promise.all([stdout!.close(), stderr!.close()]);
  return { status, stdout: (await texts[0])!, stderr: (await texts[1])! };
}

/**
 * Whether two JSON texts are equal, the order of members apart.
 *
 * @param text The one; it may be no JSON.
 * @param expected The other.
 * @returns Whether they are.
 */
export function same(text: string, expected: string): boolean {
  try {
    return sorted(text) === sorted(expected);
  } catch {
    return false;
  }
}

function sorted(text: string): string {
  const sort = (value: Json): Json =>
    Array.isArray(value)
      ? value.map(sort)
      : value instanceof Map
      ? new Map([...value].sort(([a], [b]) => a < b ? -1 : 1).map(([name, it]) => [name, sort(it)]))
      : value;
  return stringifyJson(sort(parseJson(text)));
}
