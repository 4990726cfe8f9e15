import { type Json, jsonMembers, JsonNumber, parseJson, stringifyJson } from "../agenttool/json.ts";

/** Members of an object that changed: the JSON text of each, or nothing where it is gone. */
export type Changes = Map<string, string | undefined>;

/**
 * Changes members of an object and leaves the text of the others as it is.
 *
 * @param text The object's JSON text.
 * @param changes What changes.
 * @returns The new JSON text.
 */
export function merge(text: string, changes: Changes): string {
  if (changes.size === 0) return text;
  const members: Changes = jsonMembers(text);
  for (const [name, value] of changes) {
    if (value === undefined) members.delete(name);
    else members.set(name, value);
  }
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

/**
 * Finds what a function did to an object that it got parsed.
 *
 * @param text The JSON text that was parsed.
 * @param value What has become of it.
 * @returns The members that changed. What lies unchanged within them keeps its text.
 * @throws {TypeError} Where something in it cannot be written as JSON.
 */
export function changesOf(text: string, value: unknown): Changes {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("The data of a run must be an object");
  }
  const changes: Changes = new Map();
  if (JSON.stringify(value) === JSON.stringify(JSON.parse(text))) return changes;
  const old = jsonMembers(text);
  for (const name of old.keys()) if (!Object.hasOwn(value, name)) changes.set(name, undefined);
  for (const [name, member] of Object.entries(value)) {
    const was = old.get(name);
    const json = exact(member, was === undefined ? undefined : parseJson(was));
    const now = json === undefined ? undefined : stringifyJson(json);
    if (now !== was) changes.set(name, now);
  }
  return changes;
}

/** A value as JSON, numbers as they were written where they are still the same. */
function exact(value: unknown, was: Json | undefined): Json | undefined {
  if (typeof value === "number") {
    if (was instanceof JsonNumber && Number(was.text) === value) return was;
    return Number.isFinite(value) ? new JsonNumber(String(value)) : null;
  }
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "bigint") {
    throw new TypeError("A bigint cannot be kept in the data of a run");
  }
  if (typeof value !== "object") return undefined;
  if ("toJSON" in value && typeof value.toJSON === "function") return exact(value.toJSON(""), was);
  if (Array.isArray(value)) {
    const old = Array.isArray(was) ? was : [];
    return value.map((item, index) => exact(item, old[index]) ?? null);
  }
  const old: Map<string, Json> = was instanceof Map ? was : new Map();
  const members = new Map<string, Json>();
  // Names that look like indexes come first in a plain object, wherever they were written.
  const names = [...old.keys()].filter((name) => Object.hasOwn(value, name));
  for (const name of new Set([...names, ...Object.keys(value)])) {
    const member = exact((value as Record<string, unknown>)[name], old.get(name));
    if (member !== undefined) members.set(name, member);
  }
  return members;
}
