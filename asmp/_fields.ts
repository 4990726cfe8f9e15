import { type JsonObject, stringifyJson } from "../agenttool/json.ts";
import { kindOf } from "./_body.ts";
import type { Changes } from "./_data.ts";
import { fieldType, isOptional } from "./_field_type.ts";
import { Refusal } from "./_refusal.ts";
import type { Expects } from "./wire.ts";

/**
 * Takes the fields that are expected from a body.
 *
 * @param body The body.
 * @param expects The fields; nothing where none are.
 * @param checkTypes Whether their types are checked too.
 * @returns The JSON text of each field that was sent; other members are left out.
 * @throws {Refusal} Where fields lack or do not fit; all of them are named.
 */
export function takeFields(
  body: JsonObject,
  expects: Expects | undefined,
  checkTypes: boolean,
): Changes {
  const fields: Changes = new Map();
  if (!expects) return fields;
  refuseMissing(missingFields(expects, (name) => body.has(name)));
  for (const name of Object.keys(expects)) {
    const value = body.get(name);
    if (value !== undefined) fields.set(name, stringifyJson(value));
  }
  if (checkTypes) refuseMisfits(fields, expects);
  return fields;
}

/**
 * The fields that must be there and are not.
 *
 * @param expects What is expected.
 * @param has Tells whether a field is there.
 * @returns Their names, in the order of definition.
 */
export function missingFields(expects: Expects, has: (name: string) => boolean): string[] {
  return Object.entries(expects)
    .filter(([name, type]) => !isOptional(type) && !has(name))
    .map(([name]) => name);
}

function refuseMissing(missing: string[]): void {
  if (missing.length === 0) return;
  const fields = missing.length === 1 ? "field" : "fields";
  throw new Refusal(400, `Missing required ${fields}: ${missing.join(", ")}.`);
}

function refuseMisfits(fields: Changes, expects: Expects): void {
  const misfits: string[] = [];
  for (const [name, text] of fields) {
    const type = expects[name]!;
    const kind = kindOf(text!);
    if (fits(text!, kind, type)) continue;
    misfits.push(`${name} (expected ${type}, got ${kind})`);
  }
  if (misfits.length === 0) return;
  throw new Refusal(
    400,
    `Invalid ${misfits.length === 1 ? "field" : "fields"}: ${misfits.join(", ")}.`,
  );
}

/** Words that are no type's name say nothing of the value. */
function fits(text: string, kind: string, words: string): boolean {
  // To leave an optional field out, some clients send null.
  if (kind === "null" && isOptional(words)) return true;
  const type = fieldType(words);
  if (type !== "integer") return type === undefined || kind === type;
  return kind === "number" && (/^-?\d+$/.test(text) || Number.isInteger(Number(text)));
}
