import { type JsonObject, jsonProblem, parseJson } from "../agenttool/json.ts";
import { Refusal } from "./_refusal.ts";

/**
 * Reads the body of a request: a JSON object, or nothing, which is an empty one.
 *
 * @param request The request.
 * @param limit How many bytes it may have.
 * @returns Its members, read exactly.
 * @throws {Refusal} Where it is anything else: 400, or 413 where it is too long.
 */
export async function readBody(request: Request, limit: number): Promise<JsonObject> {
  const text = await readText(request, limit);
  if (/^[ \t\r\n]*$/.test(text)) return new Map();
  const problem = jsonProblem(text);
  if (problem) throw new Refusal(400, `Invalid body: ${problem}.`);
  try {
    const body = parseJson(text);
    if (body instanceof Map) return body;
  } catch (error) {
    throw new Refusal(400, `Invalid body: ${(error as Error).message}.`);
  }
  throw new Refusal(400, `Invalid body: expected a JSON object, got ${kindOf(text)}.`);
}

/** What a JSON text holds, by its first character. */
export function kindOf(text: string): string {
  switch (text.trimStart()[0]) {
    case "{":
      return "object";
    case "[":
      return "array";
    case '"':
      return "string";
    case "n":
      return "null";
    case "t":
    case "f":
      return "boolean";
  }
  return "number";
}

/** How many bytes over the limit are still read, so that the sender is there for the answer. */
const DRAIN = 16 * 1024 * 1024;

async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit).catch(() => {
    throw new Refusal(400, "Invalid body: it broke off.");
  });
  if (!bytes || bytes.length > limit) {
    throw new Refusal(413, `Body too large: at most ${limit} bytes are taken.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, "Invalid body: not UTF-8.");
  }
}

/** The bytes of a body; nothing where there are too many. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const length = request.headers.get("content-length");
  // A server holds a body to its length: it need not be read piece by piece, which is slow.
  if (length !== null && Number(length) <= limit) {
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    // Leaving the loop cancels the rest.
    else if (size > limit + DRAIN) break;
  }
  return size > limit ? undefined : joined(chunks, size);
}

function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
