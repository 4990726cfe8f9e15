/**
 * `@std/jsonc` on `npm:jsonc-parser`.
 *
 * @module
 */
import {
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "npm:jsonc-parser@^3.3.1";

/** What a JSONC text can hold. */
export type JsonValue =
  | { [member: string]: JsonValue | undefined }
  | JsonValue[]
  | string
  | number
  | boolean
  | null;

/**
 * Parses JSON with comments and trailing commas.
 *
 * @param text The text.
 * @returns Its value.
 * @throws {SyntaxError} Where the text is not JSONC.
 */
export function parse(text: string): JsonValue {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const what = printParseErrorCode(error.error);
    throw new SyntaxError(`Cannot parse JSONC: ${what} at position ${error.offset}`);
  }
  if (!tree) throw new SyntaxError("Cannot parse JSONC: unexpected end of JSONC input");
  return valueOf(tree);
}

/** `parse` of the package sets members by assignment, which loses one named `__proto__`. */
function valueOf({ type, value, children = [] }: Node): JsonValue {
  if (type === "array") return children.map(valueOf);
  if (type !== "object") return value;
  return Object.fromEntries(
    children.map(({ children: [name, value] = [] }) => [name!.value, valueOf(value!)]),
  );
}
