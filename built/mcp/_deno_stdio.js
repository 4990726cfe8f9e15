import { isObject } from './hints.js';
import { MAX_MESSAGE_BYTES, decode, readMessage } from './_server_text.js';

const GRACE_MS = 1e3;
class StdioTransport {
  onclose;
  onerror;
  onmessage;
  /** Resolves when nothing more is read or written. */
  closed;
  #texts;
  #input = Deno.stdin.readable.getReader();
  #pending = /* @__PURE__ */ new Set();
  #written = Promise.resolve();
  #isClosed = false;
  #idle = () => {
  };
  #end = () => {
  };
  /** @param texts Stand in messages by their marks. */
  constructor(texts) {
    this.#texts = texts;
    this.closed = new Promise((resolve) => this.#end = resolve);
  }
  start() {
    this.#read().catch((error) => this.onerror?.(error)).finally(() => this.close());
    return Promise.resolve();
  }
  send(message) {
    if ("id" in message && !("method" in message)) this.#answered(message.id);
    return this.#write(this.#texts.restore(JSON.stringify(message)));
  }
  async close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    this.#input.cancel().catch(() => {
    });
    await this.#written;
    this.#end();
  }
  async #read() {
    for await (const line of lines(this.#input)) {
      if (this.#isClosed) return;
      await (line ? this.#receive(line) : this.#refuse(-32600, TOO_LONG));
    }
    if (this.#pending.size === 0 || this.#isClosed) return;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, GRACE_MS);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    await this.#written;
  }
  async #receive(line) {
    let message;
    try {
      const text = decode(line);
      if (text.trim() === "") return;
      message = readMessage(text);
    } catch (error2) {
      return await this.#refuse(-32700, `Parse error: ${error2.message}`);
    }
    if (!isObject(message) || message.jsonrpc !== "2.0") {
      return await this.#refuse(-32600, "Not a JSON-RPC 2.0 message");
    }
    const { id, method, params, result, error } = message;
    const envelope = { jsonrpc: "2.0", ...id !== void 0 && { id } };
    if (method === void 0) {
      const outcome = error === void 0 ? { result } : { error };
      return this.onmessage?.({ ...envelope, ...outcome });
    }
    const isId = typeof id === "string" || Number.isSafeInteger(id);
    if (id !== void 0 && !isId || typeof method !== "string" || params !== void 0 && !isObject(params)) {
      return await this.#refuse(-32600, "Not a valid request", isId ? id : null);
    }
    if (id !== void 0) this.#pending.add(id);
    if (method === "notifications/cancelled") this.#answered(params?.requestId);
    this.onmessage?.({ ...envelope, method, ...params && { params } });
  }
  /** Answers what no request can be read from. */
  async #refuse(code, message, id = null) {
    this.onerror?.(new Error(message));
    await this.#write(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
  }
  #answered(id) {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#idle();
  }
  /** One message after the other, each whole. A client that no longer reads is gone. */
  #write(line) {
    const bytes = new TextEncoder().encode(`${line}
`);
    return this.#written = this.#written.then(() => writeAll(bytes)).catch(() => {
      this.close();
    });
  }
}
async function writeAll(bytes) {
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(await Deno.stdout.write(bytes));
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
const TOO_LONG = `A message is longer than ${MAX_MESSAGE_BYTES} bytes`;
async function* lines(input) {
  let pieces = [];
  let length = 0;
  const add = (piece) => {
    length += piece.length;
    if (length > MAX_MESSAGE_BYTES) pieces = [];
    else pieces.push(piece);
  };
  const take = () => {
    const line = length > MAX_MESSAGE_BYTES ? void 0 : pieces;
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

export { StdioTransport };
