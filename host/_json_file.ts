import { SourceError } from "./errors.ts";
import { part } from "./_part.ts";

/** A JSON file, with comments or without. */
export interface JsonFile {
  /** Its text, without a byte order mark. */
  text: string;
  /** What it holds. */
  value: unknown;
  /** Its text where that is JSON without comments; otherwise JSON of the same value. */
  json: string;
}

/**
 * Reads a JSON file.
 *
 * @param path Its path.
 * @returns What it holds.
 * @throws {SourceError} Where it cannot be read, or is no JSON.
 */
export async function readJson(path: string): Promise<JsonFile> {
  const text = read(path).replace(/^\ufeff/, "");
  try {
    return { text, value: JSON.parse(text), json: text };
  } catch {
    // It may have comments.
  }
  try {
    const value = (await part<typeof import("./_jsonc.ts")>("./_jsonc.ts")).parse(text);
    return { text, value, json: JSON.stringify(value) };
  } catch (error) {
    throw new SourceError(path, `${(error as Error).message}${lineIn(text, error)}`, {
      cause: error,
    });
  }
}

/** In step: there is nothing else to do, and to wait for a thread takes longer than to read. */
function read(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new SourceError(path, "there is no such file");
    throw new SourceError(path, `it could not be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Parsers tell an offset, editors want a line. */
function lineIn(text: string, error: unknown): string {
  const offset = /position (\d+)/.exec((error as Error).message)?.[1];
  if (offset === undefined) return "";
  return ` (line ${text.slice(0, Number(offset)).split(/\r\n|\r|\n/).length})`;
}
