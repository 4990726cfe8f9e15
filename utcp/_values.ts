import { NotRunError } from "../agenttool/errors.ts";
import { checkJson, DuplicateMemberError, jsonMembers } from "../agenttool/json.ts";
import type { JsonSchema } from "../agenttool/tool.ts";
import { argumentNames, variableNames } from "./_references.ts";
import { VariableNotFoundError } from "./errors.ts";
import { variableKey, type VariableLookup } from "./variables.ts";

/** The values that a call gives to its template. */
export interface Values {
  /** The texts of the arguments that the commands mention. */
  args: ReadonlyMap<string, string>;
  /** The variables that the commands mention and that have a value; others are the shell's. */
  variables: ReadonlyMap<string, string>;
  /** Gives a text with the values of its variables, which must all be there. */
  filled(text: string): Promise<string>;
}

/** Where values come from. */
export interface ValueSources {
  /** The arguments object as JSON text. */
  json: string;
  /** JSON Schema of it. */
  inputs?: JsonSchema | string;
  lookup?: VariableLookup;
  /** The namespace of the variables. */
  manual?: string;
}

/**
 * Reads the values that texts of a template mention.
 *
 * @throws {Error} Where the arguments do not fit.
 * @throws {NotRunError} Where a variable is refused.
 */
export async function readValues(texts: string[], sources: ValueSources): Promise<Values> {
  const { lookup, manual } = sources;
  const find = async (name: string): Promise<string | undefined> => {
    const value = await lookup?.(keyOf(name, manual));
    // With a leading _, one manual's variable could be another's: see spec/utcp-cli.md W5.
    if (value === undefined || !name.startsWith("_")) return value;
    throw new NotRunError(
      `Variable "${name}" is refused: a name that begins with "_" could be another manual's`,
    );
  };
  const args = await readArguments(texts, sources);
  const variables = new Map<string, string>();
  if (lookup) {
    for (const name of new Set(texts.flatMap(variableNames))) {
      const value = await find(name);
      if (value !== undefined) variables.set(name, value);
    }
  }
  return { args, variables, filled: (text) => filled(text, find, manual) };
}

/**
 * Strings are as they are, everything else is as it is written in JSON. An argument that is left out
 * is `MISSING_ARG_<name>`, which programs know.
 */
async function readArguments(
  texts: string[],
  { json, inputs }: ValueSources,
): Promise<Map<string, string>> {
  const text = json || "{}";
  if (text.trimStart()[0] !== "{") throw invalid(["expected a JSON object"]);
  try {
    checkJson(text);
  } catch (error) {
    throw invalid([
      error instanceof DuplicateMemberError
        ? `member "${error.path}" is given twice`
        : `not valid JSON: ${(error as SyntaxError).message}`,
    ]);
  }
  if (inputs !== undefined) {
    const { validator } = await import("../agenttool/validate.ts");
    const problems = await validator(inputs).validate(text);
    if (problems.length > 0) throw invalid(problems);
  }
  const members = jsonMembers(text);
  const values = new Map<string, string>();
  for (const name of new Set(texts.flatMap(argumentNames))) {
    const written = members.get(name);
    const value = written === undefined
      ? `MISSING_ARG_${name}`
      : written.startsWith('"')
      ? JSON.parse(written) as string
      : written;
    if (value.includes("\0")) throw invalid([`${name}: expected no NUL character`]);
    if (!value.isWellFormed()) throw invalid([`${name}: expected whole characters`]);
    values.set(name, value);
  }
  return values;
}

async function filled(
  text: string,
  find: (name: string) => Promise<string | undefined>,
  manual: string | undefined,
): Promise<string> {
  // A JSON Schema reference is no variable: see spec/utcp-cli.md 1.6.
  if (/\$ref(?!\w)/.test(text)) return text;
  let filled = "", at = 0;
  for (const match of text.matchAll(/\$(?:\{(\w+)\}|(\w+))/g)) {
    const name = (match[1] ?? match[2])!;
    const value = await find(name);
    if (value === undefined) throw new VariableNotFoundError(keyOf(name, manual));
    filled += text.slice(at, match.index) + value;
    at = match.index + match[0].length;
  }
  return filled + text.slice(at);
}

function keyOf(name: string, manual: string | undefined): string {
  return manual === undefined ? name : variableKey(manual, name);
}

function invalid(problems: string[]): Error {
  return new Error(`invalid arguments: ${problems.join("; ")}`);
}
