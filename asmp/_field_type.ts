/** A type that the words for a field name. */
export type FieldType = "string" | "number" | "integer" | "boolean" | "array" | "object";

/**
 * Reads the type of a field out of the words for it. See spec/asmp.md 10.
 *
 * @param words The words, such as `string`, `int?` or `string[]`.
 * @returns The type; nothing where they name none.
 */
export function fieldType(words: string): FieldType | undefined {
  const [word = ""] = /^\w+(?:\[\])?/.exec(words.trim().toLowerCase()) ?? [];
  if (word.endsWith("[]")) return "array";
  switch (word) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "array":
    case "object":
      return word;
    case "float":
      return "number";
    case "int":
      return "integer";
    case "bool":
      return "boolean";
  }
}

/**
 * Tells whether a field may be left out: the words for it end with `?` or say optional.
 *
 * @param words The words.
 * @returns Whether it may lack.
 */
export function isOptional(words: string): boolean {
  return /\?\s*$|\boptional\b/i.test(words);
}
