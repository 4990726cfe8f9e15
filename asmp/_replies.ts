import { AsmpReplyError } from "./client_errors.ts";
import type { Reply } from "./_exchange.ts";
import { Misshapen, readFrame } from "./_reply_checks.ts";
import type { StateFrame } from "./wire.ts";

/**
 * Gives the JSON text of what a client gave, as the server sent it: numbers that no double holds
 * are in it.
 *
 * @param value A frame or a CLI object.
 * @returns Its JSON text.
 */
export function jsonOf(value: object): string {
  return TEXTS.get(value) ?? JSON.stringify(value);
}

const TEXTS = new WeakMap<object, string>();

/** The text of a reply. */
export function textOf(url: string, { bytes }: Reply): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AsmpReplyError(url, "it is not UTF-8");
  }
}

/** Parses and checks a reply, and keeps its text. */
export function readReply<T>(url: string, text: string, read: (value: unknown) => T): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AsmpReplyError(url, `not JSON: ${(error as Error).message}`);
  }
  try {
    const result = read(value);
    if (typeof result === "object" && result !== null) TEXTS.set(result, text);
    return result;
  } catch (error) {
    if (!(error instanceof Misshapen)) throw error;
    throw new AsmpReplyError(url, error.message);
  }
}

/** One line of a stream: a frame with an id beside its members, or a note of progress. */
export function readEvent(url: string, line: string): { id?: string; frame?: StateFrame } {
  return readReply(url, line, (value) => {
    const { id, run_id } = (value ?? {}) as { id?: unknown; run_id?: unknown };
    const frame = run_id === undefined ? undefined : readFrame(value);
    if (frame) TEXTS.set(frame, line);
    return { id: typeof id === "string" ? id : undefined, frame };
  });
}
