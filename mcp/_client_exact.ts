/**
 * What keeps a call exact: the SDK reads and writes messages by `JSON.parse` and `JSON.stringify`,
 * which lose large integers, the order of members and members called `__proto__`. A request of ours
 * therefore carries the text of its arguments, and its answer's text is kept.
 *
 * @module
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isObject } from "./_object.ts";

/** A request whose arguments and answer are kept as text. */
export interface Exchange {
  /** The JSON text that goes out as `params.arguments`. */
  readonly args?: string;
  /** The message that answered, as it was sent. */
  text?: string;
  /** Its result, as JavaScript reads it. */
  result?: unknown;
  /** Is called where the answer's stream ended without it. */
  lost?: () => void;
}

/** The member of a request's parameters that has its exchange; the SDK copies it, JSON has no symbols. */
export const EXCHANGE = Symbol("exchange");

/** A message, as far as is looked at. */
interface Message {
  id?: unknown;
  method?: unknown;
  params?: Record<PropertyKey, unknown>;
  result?: unknown;
  error?: unknown;
}

/** The exchanges that wait for their answers. */
export class Exchanges {
  readonly #waiting = new Map<string, Exchange>();

  /** Notes a message that is about to go out; gives its exchange. */
  sent(message: JSONRPCMessage): Exchange | undefined {
    const { id, params } = message as Message;
    const exchange = params?.[EXCHANGE] as Exchange | undefined;
    if (exchange) this.#waiting.set(String(id), exchange);
    return exchange;
  }

  /** A message that goes out, as text. */
  write(message: JSONRPCMessage): string {
    const { id, method, params } = message as Message;
    const { args } = this.#waiting.get(String(id)) ?? {};
    if (method !== "tools/call" || args === undefined) return JSON.stringify(message);
    const head = JSON.stringify({ ...message, params: undefined }).slice(0, -1);
    const rest = JSON.stringify({ ...params, arguments: undefined }).slice(0, -1);
    return `${head},"params":${rest},"arguments":${args}}}`;
  }

  /** Keeps the text of a message that has come in, where it is an answer that is waited for. */
  heard(text: string, message: unknown): void {
    const [, exchange] = this.#answered(message as Message);
    if (exchange) exchange.text = text;
  }

  /**
   * What the SDK gets to see of a message: of an answer, nothing that it would check, copy or
   * refuse, for what is made of it is made of its text.
   */
  reduced(message: JSONRPCMessage): JSONRPCMessage {
    const { result, error } = message as Message;
    const [id, exchange] = this.#answered(message as Message);
    if (!exchange) return wellFormed(message as Message);
    this.#waiting.delete(id!);
    const envelope = { jsonrpc: "2.0", id: Number(id) } as const;
    if (error !== undefined && result === undefined) return { ...envelope, error: errorOf(error) };
    exchange.result = result;
    const { resultType = "complete" } = Object(result);
    if (resultType === "input_required") return message;
    // What either protocol asks of a result of either method.
    const fixed = { content: [], tools: [], ttlMs: 0, cacheScope: "private" };
    return { ...envelope, result: { ...fixed, resultType } };
  }

  /** The exchange that a message answers, and the request's id. */
  #answered(message: Message | null): [id: string, Exchange] | [] {
    if (typeof message !== "object" || message === null || "method" in message) return [];
    const { id, error } = message;
    const exchange = this.#waiting.get(String(id));
    if (exchange) return [String(id), exchange];
    // What could not be read is answered without its id: of one request it is clear which.
    const unread = id === null && error !== undefined && this.#waiting.size === 1;
    return unread ? [...this.#waiting][0]! : [];
  }
}

/** What the SDK takes for a message, if only to answer with an error: it passes over all else. */
function wellFormed({ id, method, params, result, error }: Message): JSONRPCMessage {
  const envelope = { jsonrpc: "2.0", ...id !== undefined && { id } };
  if (method !== undefined) {
    return { ...envelope, method, ...isObject(params) && { params } } as JSONRPCMessage;
  }
  return (error === undefined || result !== undefined
    ? { ...envelope, result }
    : { ...envelope, error: errorOf(error) }) as JSONRPCMessage;
}

/** An error that the SDK takes for one, whatever the server sent. */
function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = Object(error);
  return {
    code: Number.isSafeInteger(code) ? code : -32603,
    message: typeof message === "string" ? message : JSON.stringify(error),
    ...data !== undefined && { data },
  };
}
