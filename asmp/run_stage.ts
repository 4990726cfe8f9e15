import type { AsmpRun } from "./run.ts";

/** What a tool of a state, or a resource, gave. */
export interface StageValue {
  /** What a person reads: a text as it is, anything else as JSON. */
  readonly text: string;
  /** The value as JSON text; absent where there is none. */
  readonly json?: string;
  /** What is no text. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/**
 * Calls a tool of the state that a run is in.
 *
 * @param run The run.
 * @param name The tool's name.
 * @param body Its arguments as JSON text.
 * @param signal Ends the call.
 * @returns What it gave, digit for digit.
 * @throws {AsmpError} Where the call does not succeed.
 */
export async function invokeTool(
  run: AsmpRun,
  name: string,
  body: string,
  signal?: AbortSignal,
): Promise<StageValue> {
  const options = { runId: run.id, signal, parse: (json: string) => json };
  const json = await run.client.invokeTool(name, body, options) as string | undefined;
  return { json, text: json?.startsWith('"') ? JSON.parse(json) : json ?? "" };
}

/**
 * Reads a resource of the state that a run is in.
 *
 * @param run The run.
 * @param uri Its address, as the frame has it.
 * @param signal Ends the call.
 * @returns What it holds, digit for digit.
 * @throws {AsmpError} Where the server does not give it.
 */
export async function readResource(
  run: AsmpRun,
  uri: string,
  signal?: AbortSignal,
): Promise<StageValue> {
  const options = { runId: run.id, signal, parse: (json: string) => ({ json, text: json }) };
  const value = await run.client.readResource(uri, options) as
    | string
    | Uint8Array<ArrayBuffer>
    | StageValue;
  if (value instanceof Uint8Array) return { bytes: value, text: "" };
  if (typeof value !== "string") return value;
  return { json: JSON.stringify(value), text: value.replace(/\n$/, "") };
}
