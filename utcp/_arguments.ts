import { checkJson, DuplicateMemberError, jsonMembers } from "../agenttool/json.ts";
import type { JsonSchema } from "../agenttool/tool.ts";
import { validator } from "../agenttool/validate.ts";
import { argumentNames } from "./_references.ts";

/**
 * The texts of the arguments that commands mention. Strings are as they are, everything else is as
 * it is written in JSON. One that is left out is `MISSING_ARG_<name>`, which programs know.
 */
export async function readArguments(
  json: string,
  mentioning: string[],
  inputs?: JsonSchema | string,
): Promise<Map<string, string>> {
  const text = json || "{}";
  if (!/^\s*\{/.test(text)) throw invalid(["expected a JSON object"]);
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
    const problems = await validator(inputs).validate(text);
    if (problems.length > 0) throw invalid(problems);
  }
  const members = jsonMembers(text);
  const values = new Map<string, string>();
  for (const name of new Set(mentioning.flatMap(argumentNames))) {
    const written = members.get(name);
    const value = written === undefined
      ? `MISSING_ARG_${name}`
      : written.startsWith('"')
      ? JSON.parse(written) as string
      : written;
    if (value.includes("\0")) throw invalid([`${name}: expected no NUL character`]);
    if (/[\ud800-\udfff]/u.test(value)) throw invalid([`${name}: expected whole characters`]);
    values.set(name, value);
  }
  return values;
}

function invalid(problems: string[]): Error {
  return new Error(`invalid arguments: ${problems.join("; ")}`);
}
