import { isObject } from './hints.js';
import { ABANDON_MS } from './_server_ask.js';
import { readMessage, decode, MAX_MESSAGE_BYTES } from './_server_text.js';

class Sessions {
  #served;
  #sdk;
  #sessions = /* @__PURE__ */ new Map();
  constructor(served, sdk) {
    this.#served = served;
    this.#sdk = sdk;
  }
  /** Tells every client that the list of tools is another one now. */
  toolsChanged() {
    for (const { server } of this.#sessions.values()) server.sendToolListChanged().catch(() => {
    });
  }
  /** Ends all sessions. */
  async close() {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }
  /**
   * Answers a request.
   *
   * @param request The request.
   * @param message Its message, or messages, where it has a body.
   * @returns The answer.
   */
  async answer(request, message) {
    const id = request.headers.get("mcp-session-id");
    const ids = requestIds(message);
    const running = this.#sessions.get(id ?? "")?.running;
    const twice = ids.find((one, at) => running?.has(one) || ids.indexOf(one) < at);
    if (twice !== void 0) {
      return failure(400, -32600, `The id ${JSON.stringify(twice)} is in use by another request`);
    }
    const session = id === null ? await this.#open() : this.#sessions.get(id);
    if (!session) return failure(404, -32001, "Session not found");
    session.used = Date.now();
    for (const one of ids) session.running.add(one);
    const response = await session.transport.handleRequest(request, { parsedBody: message });
    if (session.transport.sessionId === void 0) await session.server.close();
    return this.#watched(session, response, ids);
  }
  /** Opens a session, and forgets those of clients that went without a word. */
  async #open() {
    const now = Date.now();
    for (const { server, streams, used } of this.#sessions.values()) {
      if (streams === 0 && now - used > ABANDON_MS) await server.close();
    }
    const transport = new this.#sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
      }
    });
    const session = {
      server: this.#served.server(this.#sdk, "legacy"),
      transport,
      streams: 0,
      running: /* @__PURE__ */ new Set(),
      used: now
    };
    session.server.onclose = () => this.#sessions.delete(transport.sessionId ?? "");
    await session.server.connect(transport);
    return session;
  }
  /**
   * Cancels the calls of a request whose client is gone: nobody could be given the result, since
   * streams are not kept to be taken up again.
   */
  #watched(session, response, ids) {
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      session.streams--;
      for (const id of ids) session.running.delete(id);
      session.used = Date.now();
    };
    session.streams++;
    if (!response.body) {
      end();
      return response;
    }
    const gone = () => {
      if (ended) return;
      end();
      for (const requestId of ids) {
        session.transport.onmessage?.({
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId, reason: "The client is gone" }
        });
      }
    };
    return new Response(
      response.body.pipeThrough(new TransformStream({ flush: end, cancel: gone })),
      response
    );
  }
}
function failure(status, code, message) {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}
function requestIds(message) {
  return [message].flat().filter((one) => isObject(one) && one.method !== void 0 && one.id !== void 0).map((one) => one.id);
}

const METHODS = ["GET", "POST", "DELETE", "HEAD", "OPTIONS"];
class HttpServer {
  #served;
  #sdk;
  #options;
  #modern;
  #sessions;
  #stop;
  #isClosed = false;
  constructor(served, sdk, options) {
    this.#served = served;
    this.#sdk = sdk;
    this.#options = options;
    this.#modern = sdk.createMcpHandler(() => served.server(sdk, "modern"), {
      legacy: "reject",
      responseMode: "sse"
    });
    this.#sessions = new Sessions(served, sdk);
    this.#stop = served.tools.listen(() => {
      this.#modern.notify.toolsChanged();
      this.#sessions.toolsChanged();
    });
  }
  async fetch(given) {
    const { method, url, headers } = given;
    if (!METHODS.includes(method)) return failure(405, -32e3, "Method not allowed");
    if (!URL.canParse(url)) return failure(400, -32600, "The request has no valid address");
    const request = new Request(url, { method, headers });
    const { hostHeaderValidationResponse, originValidationResponse } = this.#sdk;
    const hosts = [...this.#options.hosts ?? this.#sdk.localhostAllowedHostnames()];
    const origins = [...this.#options.origins ?? this.#sdk.localhostAllowedOrigins()];
    if (this.#isClosed) return failure(503, -32e3, "The server is closed");
    const refused = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, origins);
    if (refused) return refused;
    if (method !== "POST") return await this.#sessions.answer(request);
    let body;
    try {
      body = await readBody(given);
    } catch {
      return failure(400, -32700, "The message broke off");
    }
    if (!body) return failure(413, -32600, `A message is longer than ${MAX_MESSAGE_BYTES} bytes`);
    let message;
    try {
      message = readMessage(decode(body));
    } catch (error) {
      return failure(400, -32700, `Parse error: ${error.message}`);
    }
    const response = await this.#sdk.isLegacyRequest(request, message) ? await this.#sessions.answer(request, message) : await this.#modern.fetch(request, { parsedBody: message });
    return hasList(message) ? this.#exact(response) : response;
  }
  async close() {
    this.#isClosed = true;
    this.#stop();
    await this.#modern.close();
    await this.#sessions.close();
  }
  /** Puts schemas into a list of tools as they are. */
  #exact(response) {
    if (!response.body) return response;
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let text = "";
    const body = response.body.pipeThrough(
      new TransformStream({
        // Events end with an empty line, and one is not cut in two.
        transform: (chunk, controller) => {
          text += decoder.decode(chunk, { stream: true });
          const end = text.lastIndexOf("\n\n") + 2;
          if (end < 2) return;
          controller.enqueue(encoder.encode(this.#served.texts.restore(text.slice(0, end))));
          text = text.slice(end);
        },
        flush: (controller) => {
          controller.enqueue(encoder.encode(this.#served.texts.restore(text)));
        }
      })
    );
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    return new Response(body, { status: response.status, headers });
  }
}
async function readBody({ body, headers }) {
  if (Number(headers.get("content-length")) > MAX_MESSAGE_BYTES) return void 0;
  const pieces = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > MAX_MESSAGE_BYTES) return void 0;
    pieces.push(piece);
  }
  return pieces;
}
function hasList(message) {
  return [message].flat().some((one) => isObject(one) && one.method === "tools/list");
}

export { HttpServer };
