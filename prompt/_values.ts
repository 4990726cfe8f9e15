import { checkJson, DuplicateMemberError, parseJson } from "../agenttool/json.ts";
import { lostNumber } from "../agenttool/lost_number.ts";
import { isScalar, scalarJson, type ScalarType, ValueError } from "../cli/values.ts";
import { Misfit } from "./_answer.ts";
import type { Choice, Field } from "./_fields.ts";

/**
 * Converts what a person typed into a field's value. A boolean is also `y` or `n`; a choice is its
 * value or its title; an array of words, numbers or choices is a JSON array, or its elements with
 * commas between them; anything else is JSON, or else text.
 *
 * @param field The field.
 * @param typed The text, not empty.
 * @returns The value as JSON text.
 * @throws {Misfit} Where it is no such value.
 */
export function readValue(field: Field, typed: string): string {
  const json = convert(field, typed);
  const lost = lostNumber(json);
  if (lost) throw new Misfit(`${lost} cannot be kept exactly`);
  return json;
}

function convert(field: Field, typed: string): string {
  const { type, items, choices } = field;
  if (choices && !field.several) return choose(choices, typed);
  if (isScalar(type)) return scalar(type, typed);
  if (type === "array" && (choices || isScalar(items))) {
    if (typed.startsWith("[")) return json(typed) ?? refuse(typed, "a JSON array");
    const element = (text: string) =>
      choices ? choose(choices, text) : isScalar(items) ? scalar(items, text) : text;
    return `[${elements(typed, choices).map(element).join(",")}]`;
  }
  return json(typed) ?? JSON.stringify(typed);
}

/** A choice that itself has a comma in it can be given alone. */
function elements(typed: string, choices?: Choice[]): string[] {
  if (choices && find(choices, typed)) return [typed];
  return typed.split(",").map((element) => element.trim()).filter((element) => element !== "");
}

function choose(choices: Choice[], typed: string): string {
  const choice = find(choices, typed);
  if (choice) return choice.json;
  const shown = choices.slice(0, 10).map(({ text }) => text).join(", ");
  refuse(typed, `one of ${shown}${choices.length > 10 ? ", …" : ""}`);
}

/** By value, by title, or, where only one is spelled so, without regard to case. */
function find(choices: Choice[], typed: string): Choice | undefined {
  const exact = choices.find(({ text, json }) => text === typed || json === typed) ??
    choices.find(({ title }) => title === typed);
  if (exact) return exact;
  const lower = typed.toLowerCase();
  const alike = choices.filter(({ text, title }) =>
    text.toLowerCase() === lower || title.toLowerCase() === lower
  );
  return alike.length === 1 ? alike[0] : undefined;
}

function scalar(type: ScalarType, typed: string): string {
  if (type === "boolean") {
    const yes = yesOrNo(typed);
    if (yes !== undefined) return String(yes);
  }
  try {
    return scalarJson(type, typed);
  } catch (error) {
    if (error instanceof ValueError) throw new Misfit(error.message);
    throw error;
  }
}

/**
 * Reads an answer to a yes-or-no question.
 *
 * @param typed The answer.
 * @returns Whether it is yes; nothing where it is neither yes nor no.
 */
export function yesOrNo(typed: string): boolean | undefined {
  if (/^y(es)?$/i.test(typed)) return true;
  if (/^no?$/i.test(typed)) return false;
}

function refuse(typed: string, what: string): never {
  throw new Misfit(`${JSON.stringify(typed)} is not ${what}`);
}

/** The text itself where it is JSON. */
function json(typed: string): string | undefined {
  try {
    checkJson(typed);
    parseJson(typed);
    return typed;
  } catch (error) {
    if (error instanceof DuplicateMemberError) throw new Misfit(error.message);
    if (!(error instanceof SyntaxError)) throw error;
  }
}
