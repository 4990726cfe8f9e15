import { isIntegral } from "../agenttool/decimal.ts";

/** The JSON Schema types that one word on a command line can give. */
export type ScalarType = "string" | "integer" | "number" | "boolean";

/** A word that is no value of its type; the message is for the caller. */
export class ValueError extends Error {
  override name = "ValueError";
}

/**
 * Whether a JSON Schema type is one that a single word can give.
 *
 * @param type The type's name.
 * @returns Whether it is string, integer, number or boolean.
 */
export function isScalar(type: string): type is ScalarType {
  return type === "string" || type === "integer" || type === "number" || type === "boolean";
}

/**
 * Converts a word into the JSON text of a value, digits kept: see spec/agenttool-cli.md 3.2.
 *
 * @param type What the value has to be.
 * @param text The word.
 * @returns JSON text.
 * @throws {ValueError} Where the word is no value of that type.
 */
export function scalarJson(type: ScalarType, text: string): string {
  switch (type) {
    case "string":
      return JSON.stringify(wellFormed(text));
    case "integer":
      return integerJson(text) ?? refuse(text, "an integer");
    case "number":
      return numberJson(text) ?? refuse(text, "a number");
    case "boolean":
      if (TRUE.includes(text)) return "true";
      return FALSE.includes(text) ? "false" : refuse(text, "true or false");
  }
}

/**
 * Refuses half of a surrogate pair, which no UTF-8 can hold.
 *
 * @param text The word.
 * @returns The word.
 * @throws {ValueError} Where it is not well formed.
 */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : refuse(text, "valid UTF-8");
}

// The spellings that Go's strconv.ParseBool takes.
const TRUE = ["1", "t", "T", "TRUE", "true", "True"];
const FALSE = ["0", "f", "F", "FALSE", "false", "False"];

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const HEX_FLOAT = /^([+-]?)0[xX]([\da-fA-F]*)(?:\.([\da-fA-F]*))?[pP]([+-]?\d+)$/;

function refuse(text: string, what: string): never {
  throw new ValueError(`${JSON.stringify(text)} is not ${what}`);
}

function integerJson(text: string): string | undefined {
  const [, sign, digits] = /^([+-]?)0*(\d{1,20})$/.exec(text) ?? [];
  if (digits !== undefined) {
    const value = BigInt(sign === "-" ? `-${digits}` : digits);
    if (value === BigInt.asIntN(64, value) || value === BigInt.asUintN(64, value)) {
      return `${value}`;
    }
  }
  if (JSON_NUMBER.test(text) && isIntegral(text)) return text;
}

/** Spellings that JSON does not have are respelled digit by digit, never through a double. */
function numberJson(text: string): string | undefined {
  if (JSON_NUMBER.test(text)) return text;
  const decimal = DECIMAL.exec(text);
  if (decimal && /\d/.test(text.split(/[eE]/)[0]!)) {
    const [, sign, whole = "", fraction, exponent] = decimal;
    return (sign === "-" ? "-" : "") + (whole.replace(/^0+/, "") || "0") +
      (fraction ? `.${fraction}` : "") +
      (exponent ? `e${exponent}` : "");
  }
  return hexFloatJson(text);
}

function hexFloatJson(text: string): string | undefined {
  const [, sign, whole = "", fraction = "", exponent] = HEX_FLOAT.exec(text) ?? [];
  if (exponent === undefined || !(whole + fraction)) return;
  const value = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (+exponent - 4 * fraction.length);
  if (Number.isFinite(value)) return (sign === "-" ? "-" : "") + String(value);
}
