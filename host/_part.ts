/**
 * Imports a part of toolcli by its address. Deno follows an import that it can read when a program
 * starts, taken or not: `toolcli run` would pay for all that the other commands need.
 *
 * What is imported so is named in `standalone.ts` as well, for a toolcli that is a binary.
 *
 * @param file The file in this folder.
 * @returns What it exports; the caller says of what type.
 */
export function part<T>(file: string): Promise<T> {
  return import(new URL(file, import.meta.url).href);
}
