import { messageOf } from "../agenttool/errors.ts";
import { untilAborted } from "../agenttool/until_aborted.ts";
import {
  AsmpConnectionError,
  AsmpError,
  AsmpHttpError,
  AsmpReplyError,
  AsmpTimeoutError,
} from "./client_errors.ts";

/** Answers a request: `fetch`, or a server in the same process. */
export interface FetchHandler {
  /** Answers a request. */
  (request: Request): Response | Promise<Response>;
  /** The path that it is mounted at; empty, or a slash first. */
  readonly path?: string;
}

/** What all requests of a client have in common. */
export interface ExchangeOptions {
  fetch: FetchHandler;
  headers: Headers;
  /** In ms, for a request; a stream has it for its beginning only. */
  timeout: number;
  /** In bytes; of a stream, for a line. */
  maxBody: number;
}

/** One request. */
export interface Outgoing {
  method: "GET" | "POST";
  url: string;
  accept?: string;
  /** JSON text. */
  body?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The body of a success. */
export interface Reply {
  /** The media type, in lower case, without parameters. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** What else the server links it with, as the header `Link` has it. */
  link: string;
}

/**
 * Sends a request and reads the whole answer, within the time and the size that are allowed.
 *
 * @param request The request.
 * @param options What all requests have in common.
 * @returns The body.
 * @throws {AsmpError} For any answer but a success, and for none.
 */
export async function exchange(request: Outgoing, options: ExchangeOptions): Promise<Reply> {
  const limit = limited(request, options.timeout);
  try {
    const response = await respond(request, options, limit.signal);
    const bytes = await readAll(response.body, request.url, options.maxBody, limit.signal);
    const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
    if (response.ok) return { type, bytes, link: response.headers.get("link") ?? "" };
    throw new AsmpHttpError(response.status, new TextDecoder().decode(bytes));
  } finally {
    limit.end();
  }
}

/**
 * Sends a request and gives the lines of the answer as they come. Only its beginning has a time
 * limit.
 *
 * @param request The request.
 * @param options What all requests have in common.
 * @returns The lines, those that are empty left out.
 */
export async function* exchangeLines(
  request: Outgoing,
  options: ExchangeOptions,
): AsyncGenerator<string> {
  const limit = limited(request, options.timeout);
  try {
    const response = await respond(request, options, limit.signal);
    if (!response.ok) {
      const bytes = await readAll(response.body, request.url, options.maxBody, limit.signal);
      throw new AsmpHttpError(response.status, new TextDecoder().decode(bytes));
    }
    limit.lift();
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of chunks(response.body, request.url, limit.signal)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop()!;
      if (rest.length > options.maxBody) throw tooLarge(request.url, options.maxBody);
      yield* lines.filter((line) => line.trim() !== "");
    }
    if (rest.trim() !== "") yield rest;
  } finally {
    limit.end();
  }
}

async function respond(
  { method, url, body, accept = "application/json", headers }: Outgoing,
  options: ExchangeOptions,
  signal: AbortSignal,
): Promise<Response> {
  const all = new Headers(options.headers);
  all.set("accept", accept);
  if (body !== undefined) all.set("content-type", "application/json");
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  // A redirect is not followed: it could lead to another origin, with the headers.
  const request = new Request(url, { method, body, headers: all, redirect: "manual", signal });
  const response = await received(
    (async () => await options.fetch(request))(),
    url,
    signal,
  );
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    const place = JSON.stringify(response.headers.get("location") ?? "");
    throw new AsmpReplyError(url, `it redirects to ${place}, which is not followed`);
  }
  return response;
}

async function readAll(
  body: ReadableStream<Uint8Array> | null,
  url: string,
  maxBody: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of chunks(body, url, signal)) {
    length += chunk.length;
    if (length > maxBody) throw tooLarge(url, maxBody);
    parts.push(chunk as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function* chunks(
  body: ReadableStream<Uint8Array> | null,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await received(reader.read(), url, signal);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {}); // whoever has enough of it does not wait for its end
  }
}

function tooLarge(url: string, maxBody: number): AsmpReplyError {
  return new AsmpReplyError(url, `it is larger than ${maxBody} bytes`);
}

/** Waits, but no longer than until the signal is aborted; what else goes wrong is the connection. */
async function received<T>(promise: Promise<T>, url: string, signal: AbortSignal): Promise<T> {
  try {
    return await untilAborted(promise, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof AsmpError ? error : connectionError(url, error);
  }
}

function connectionError(url: string, error: unknown): AsmpConnectionError {
  return new AsmpConnectionError(url, reasonOf(error), { cause: error });
}

/** What happened is told by the innermost cause: the outermost may say no more than "fetch failed". */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) return reasonOf(cause);
  // Deno's own message repeats the address and ends with what happened.
  const reason = messageOf(error).split(": ").slice(-2).join(": ");
  return /refused/i.test(reason)
    ? "nothing listens there: check the address, and whether the server is running"
    : reason;
}

/** The signal of one request: the caller's, and the time limit's until it is lifted. */
function limited({ url, signal }: Outgoing, timeout: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new AsmpTimeoutError(url, timeout)), timeout);
  const abort = () => controller.abort(signal!.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const lift = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    lift,
    end() {
      lift();
      signal?.removeEventListener("abort", abort);
    },
  };
}
