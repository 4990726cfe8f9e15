import { denoIo } from "../cli/deno_io.ts";
import type { ExtensionCall } from "../cli/main.ts";
import { NotRunError } from "../agenttool/errors.ts";
import { Executor } from "../agenttool/executor.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../agenttool/json.ts";
import type { ContentPart, Tool } from "../agenttool/tool.ts";
import { type Carried, type CarriedParam, carry, readNullableText } from "./_carried.ts";
import { portableJson } from "./_output.ts";
import { environment } from "./_deno_program.ts";

/**
 * Runs the call that a manual describes: `TOOL --name=VALUE …`, or `TOOL --stdin-envelope=KEY` with
 * the values on standard input. It prints one JSON object and nothing else, for clients lose the
 * exit status and may read standard error with the result. See spec/utcp-cli.md 5.
 */
export async function utcpCall({ tools, args, signal, print }: ExtensionCall): Promise<number> {
  let answer: JsonObject;
  try {
    const [name, ...words] = args;
    const tool = tools.find((tool) => tool.name === name);
    const carried = tool && carry(tool);
    if (!tool || typeof carried !== "object") {
      throw new CallError("unknown_tool", `No tool ${JSON.stringify(name ?? "")}`);
    }
    const values = await readValues(words);
    answer = await callAnswer(tool, argumentsText(carried, values), signal);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    answer = failure(error.code, error.message);
  }
  await print(portableJson(answer));
  return answer.get("ok") ? 0 : 1;
}

/** A call that cannot be run as it was written. */
export class CallError extends Error {
  override name = "CallError";

  constructor(readonly code: string, message: string) {
    super(message);
  }
}

/** The answer to a call that failed. */
export function failure(code: string, message: string): JsonObject {
  return new Map<string, Json>([
    ["ok", false],
    ["error", new Map([["code", code], ["message", message]])],
  ]);
}

/** The arguments' texts by name; an argument that the client had no value for is not there. */
async function readValues(words: string[]): Promise<Map<string, string>> {
  const key = /^--stdin-envelope=([0-9a-f]+)$/.exec(words[0] ?? "")?.[1];
  const entries = key && words.length === 1
    ? readEnvelope(decode(await denoIo().readStdin(), "The envelope"), key)
    : words.map(readFlag);
  const values = new Map<string, string>();
  for (const [name, value] of entries) {
    if (values.has(name)) throw new CallError("usage", `Argument "${name}" is given twice`);
    if (value !== `MISSING_ARG_${name}`) values.set(name, value);
  }
  return values;
}

/** Reads text: what is none must not reach a tool as if it were. */
export function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CallError("usage", `${what} on standard input is not valid UTF-8`);
  }
}

function readFlag(word: string): [string, string] {
  const [, name, value] = /^--([A-Za-z0-9_]+)=(.*)$/s.exec(word) ?? [];
  if (name === undefined || value === undefined) {
    throw new CallError("usage", `Expected --NAME=VALUE, got ${JSON.stringify(word)}`);
  }
  return [name, value];
}

function readEnvelope(text: string, key: string): [string, string][] {
  const parts = text.split(`@${key} `);
  const last = parts.pop();
  if (parts.shift() !== "" || last === undefined || !/^\.\n?$/.test(last)) {
    throw new CallError("usage", "The envelope on standard input is not whole");
  }
  return parts.map((part) => {
    const [, name, value] = /^([A-Za-z0-9_]+)\n(.*)\n$/s.exec(part) ?? [];
    if (name === undefined || value === undefined) {
      throw new CallError("usage", "The envelope on standard input is not whole");
    }
    return [name, resolve(name, value)];
  });
}

/** A client that passes values by reference leaves the reference in a here-document. */
function resolve(name: string, value: string): string {
  const variable = REFERENCE.exec(value)?.[1];
  if (variable === undefined) return value;
  const resolved = environment(variable);
  if (resolved !== undefined) return resolved;
  throw new CallError(
    "unresolved_placeholder",
    `Argument "${name}" arrived as a reference to a variable that is not set`,
  );
}

const REFERENCE = /^"\$(__UTCP_ARG_[0-9a-f]{16}_[A-Za-z0-9_]+)"$/;

/** The arguments object; numbers keep the digits that the client wrote. */
function argumentsText({ params }: Carried, values: Map<string, string>): string {
  const args: JsonObject = new Map();
  for (const [name, value] of values) {
    const param = params.find((param) => param.name === name);
    if (!param) throw new CallError("invalid_arguments", `Unknown argument "${name}"`);
    args.set(name, readValue(param, value));
  }
  return stringifyJson(args);
}

function readValue({ name, kind, nullable }: CarriedParam, value: string): Json {
  if (kind === "string" && !nullable) return value;
  try {
    if (kind === "string") return readNullableText(value);
    // Python writes True, False and None.
    const python = kind === "json" ? value : value.toLowerCase().replace(/^none$/, "null");
    return parseJson(python);
  } catch {
    const what = kind === "json" ? "JSON text" : kind === "string" ? "a JSON string" : kind;
    throw new CallError(
      "invalid_arguments",
      `${name}: expected ${what}, got ${JSON.stringify(value)}`,
    );
  }
}

/** Calls a tool; gives the answer, also where it fails. */
export async function callAnswer(
  tool: Tool,
  args: string,
  signal: AbortSignal,
): Promise<JsonObject> {
  const jobs = [{ tool, id: `utcp_${crypto.randomUUID()}`, args }];
  for await (const event of new Executor().execute(jobs, { signal })) {
    if (event.type === "error") return failure(codeOf(event.error, signal), event.error.message);
    if (event.type === "result") {
      return new Map<string, Json>([["ok", true], ["result", resultOf(event.result.content)]]);
    }
  }
  throw new Error("The call ended without an outcome");
}

function codeOf(error: Error, signal: AbortSignal): string {
  if (signal.aborted) return "cancelled";
  if (error instanceof NotRunError) return "not_run";
  return error.message.startsWith("invalid arguments: ") ? "invalid_arguments" : "tool_error";
}

/**
 * What a call gave: its text, or the object or array that the text is, as for any call template;
 * all parts where there are several, or one that is no text.
 */
function resultOf(content: readonly ContentPart[]): Json {
  const [part] = content;
  if (part === undefined) return null;
  if (content.length > 1 || part.type !== "text" || typeof part.text !== "string") {
    return parseJson(JSON.stringify(content));
  }
  if (!/^\s*[{[]/.test(part.text)) return part.text;
  try {
    return parseJson(part.text);
  } catch {
    return part.text;
  }
}
