import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isObject } from "./_object.ts";
import { decode, type ExactTexts, MAX_MESSAGE_BYTES, readMessage } from "./_server_text.ts";

/** After its input has ended, calls get so long to be answered. */
const GRACE_MS = 1_000;

/** MCP on the process's standard input and output: a message a line. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  /** Resolves when nothing more is read or written. */
  readonly closed: Promise<void>;
  readonly #texts: ExactTexts;
  readonly #input = Deno.stdin.readable.getReader();
  readonly #pending = new Set<unknown>();
  #written: Promise<void> = Promise.resolve();
  #isClosed = false;
  #idle = () => {};
  #end = () => {};

  /** @param texts Stand in messages by their marks. */
  constructor(texts: ExactTexts) {
    this.#texts = texts;
    this.closed = new Promise((resolve) => this.#end = resolve);
  }

  start(): Promise<void> {
    this.#read().catch((error) => this.onerror?.(error)).finally(() => this.close());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ("id" in message && !("method" in message)) this.#answered(message.id);
    return this.#write(this.#texts.restore(JSON.stringify(message)));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    this.#input.cancel().catch(() => {});
    await this.#written;
    this.#end();
  }

  async #read(): Promise<void> {
    for await (const line of lines(this.#input)) {
      if (this.#isClosed) return;
      await (line ? this.#receive(line) : this.#refuse(-32600, TOO_LONG));
    }
    if (this.#pending.size === 0 || this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GRACE_MS);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    await this.#written;
  }

  async #receive(line: Uint8Array[]): Promise<void> {
    let message: unknown;
    try {
      const text = decode(line);
      if (text.trim() === "") return;
      message = readMessage(text);
    } catch (error) {
      return await this.#refuse(-32700, `Parse error: ${(error as Error).message}`);
    }
    if (!isObject(message) || message.jsonrpc !== "2.0") {
      return await this.#refuse(-32600, "Not a JSON-RPC 2.0 message");
    }
    const { id, method, params, result, error } = message;
    const envelope = { jsonrpc: "2.0", ...id !== undefined && { id } };
    if (method === undefined) {
      const outcome = error === undefined ? { result } : { error };
      return this.onmessage?.({ ...envelope, ...outcome } as JSONRPCMessage);
    }
    // The SDK passes over what it takes for no request, and the client would wait for ever.
    const isId = typeof id === "string" || Number.isSafeInteger(id);
    if (
      id !== undefined && !isId || typeof method !== "string" ||
      params !== undefined && !isObject(params)
    ) {
      return await this.#refuse(-32600, "Not a valid request", isId ? id : null);
    }
    if (id !== undefined) this.#pending.add(id);
    if (method === "notifications/cancelled") this.#answered(params?.requestId);
    this.onmessage?.({ ...envelope, method, ...params && { params } } as JSONRPCMessage);
  }

  /** Answers what no request can be read from. */
  async #refuse(code: number, message: string, id: unknown = null): Promise<void> {
    this.onerror?.(new Error(message));
    await this.#write(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
  }

  #answered(id: unknown): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#idle();
  }

  /** One message after the other, each whole. A client that no longer reads is gone. */
  #write(line: string): Promise<void> {
    const bytes = new TextEncoder().encode(`${line}\n`);
    return this.#written = this.#written.then(() => writeAll(bytes)).catch(() => {
      this.close();
    });
  }
}

async function writeAll(bytes: Uint8Array): Promise<void> {
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(await Deno.stdout.write(bytes));
    } catch (error) {
      // Another process made the pipe non-blocking: it is full for the moment.
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

const TOO_LONG = `A message is longer than ${MAX_MESSAGE_BYTES} bytes`;

/** The lines of a stream, each in pieces; nothing in place of one that is too long. */
async function* lines(
  input: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array[] | undefined> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const add = (piece: Uint8Array) => {
    length += piece.length;
    if (length > MAX_MESSAGE_BYTES) pieces = [];
    else pieces.push(piece);
  };
  const take = () => {
    const line = length > MAX_MESSAGE_BYTES ? undefined : pieces;
    pieces = [];
    length = 0;
    return line;
  };
  for (let read = await input.read(); !read.done; read = await input.read()) {
    const chunk = read.value;
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      yield take();
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}

const LINE_END = 10;
