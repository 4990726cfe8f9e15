import type {
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { ABANDON_MS } from "./_server_ask.ts";
import type { Sdk, Served } from "./_server_sdk.ts";
import { decode, isObject, MAX_MESSAGE_BYTES, readMessage } from "./_server_text.ts";

/** A client of a protocol before 2026-07-28: it is known between its requests. */
interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** How many of its streams are open. */
  streams: number;
  /** When it was last heard of. */
  used: number;
}

/** How an {@linkcode HttpServer} serves. */
export interface HttpOptions {
  readonly hosts?: readonly string[];
  readonly origins?: readonly string[];
  readonly note: (text: string) => void;
}

/** Streamable HTTP for clients of all protocols. */
export class HttpServer {
  readonly #served: Served;
  readonly #sdk: Sdk;
  readonly #options: HttpOptions;
  readonly #modern: ReturnType<Sdk["createMcpHandler"]>;
  readonly #sessions = new Map<string, Session>();
  readonly #stop: () => void;
  #isClosed = false;

  constructor(served: Served, sdk: Sdk, options: HttpOptions) {
    this.#served = served;
    this.#sdk = sdk;
    this.#options = options;
    // A stream from the start: only by it can be seen that the client is gone.
    this.#modern = sdk.createMcpHandler(() => served.server(sdk, "modern"), {
      legacy: "reject",
      responseMode: "sse",
    });
    this.#stop = served.tools.listen(() => {
      this.#modern.notify.toolsChanged();
      for (const { server } of this.#sessions.values()) {
        server.sendToolListChanged().catch(() => {});
      }
    });
  }

  async fetch(given: Request): Promise<Response> {
    const { method, url, headers } = given;
    // Without its signal, which in Deno is aborted also by the end of a request that went well.
    const request = new Request(url, { method, headers });
    const { hostHeaderValidationResponse, originValidationResponse } = this.#sdk;
    const hosts = [...this.#options.hosts ?? this.#sdk.localhostAllowedHostnames()];
    const origins = [...this.#options.origins ?? this.#sdk.localhostAllowedOrigins()];
    if (this.#isClosed) return failure(503, -32000, "The server is closed");
    const refused = hostHeaderValidationResponse(request, hosts) ??
      originValidationResponse(request, origins);
    if (refused) return refused;
    if (method !== "POST") return await this.#legacy(request);
    const body = await readBody(given);
    if (!body) return failure(413, -32600, `A message is longer than ${MAX_MESSAGE_BYTES} bytes`);
    let message: unknown;
    try {
      message = readMessage(decode(body));
    } catch (error) {
      return failure(400, -32700, `Parse error: ${(error as Error).message}`);
    }
    const response = await this.#sdk.isLegacyRequest(request, message)
      ? await this.#legacy(request, message)
      : await this.#modern.fetch(request, { parsedBody: message });
    return hasList(message) ? this.#exact(response) : response;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    await this.#modern.close();
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  async #legacy(request: Request, message?: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const session = id === null ? await this.#open() : this.#sessions.get(id);
    if (!session) return failure(404, -32001, "Session not found");
    session.used = Date.now();
    const response = await session.transport.handleRequest(request, { parsedBody: message });
    if (session.transport.sessionId === undefined) await session.server.close();
    return this.#watched(session, response, message);
  }

  /** Opens a session, and forgets those of clients that went without a word. */
  async #open(): Promise<Session> {
    const now = Date.now();
    for (const { server, streams, used } of this.#sessions.values()) {
      if (streams === 0 && now - used > ABANDON_MS) await server.close();
    }
    const transport = new this.#sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
      },
    });
    const session = {
      server: this.#served.server(this.#sdk, "legacy"),
      transport,
      streams: 0,
      used: now,
    };
    session.server.onclose = () => this.#sessions.delete(transport.sessionId ?? "");
    await session.server.connect(transport);
    return session;
  }

  /**
   * Cancels the calls of a request whose client is gone: nobody could be given the result, since
   * streams are not kept to be taken up again.
   */
  #watched(session: Session, response: Response, message: unknown): Response {
    if (!response.body) return response;
    session.streams++;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      session.streams--;
      session.used = Date.now();
    };
    const gone = () => {
      if (ended) return;
      end();
      for (const requestId of requestIds(message)) {
        session.transport.onmessage?.({
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId, reason: "The client is gone" },
        });
      }
    };
    return new Response(
      response.body.pipeThrough(new TransformStream({ flush: end, cancel: gone })),
      response,
    );
  }

  /** Puts schemas into a list of tools as they are. */
  #exact(response: Response): Response {
    if (!response.body) return response;
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let text = "";
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
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
        },
      }),
    );
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    return new Response(body, { status: response.status, headers });
  }
}

/** The body of a request, in pieces; nothing where it is too long. */
async function readBody({ body, headers }: Request): Promise<Uint8Array[] | undefined> {
  if (Number(headers.get("content-length")) > MAX_MESSAGE_BYTES) return undefined;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > MAX_MESSAGE_BYTES) return undefined;
    pieces.push(piece);
  }
  return pieces;
}

function hasList(message: unknown): boolean {
  return [message].flat().some((one) => isObject(one) && one.method === "tools/list");
}

function requestIds(message: unknown): (string | number)[] {
  return [message].flat()
    .filter((one) => isObject(one) && one.method !== undefined && one.id !== undefined)
    .map((one) => (one as { id: string | number }).id);
}

function failure(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}
