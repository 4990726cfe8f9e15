import type {
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { isObject } from "./_object.ts";
import { ABANDON_MS } from "./_server_ask.ts";
import type { Sdk, Served } from "./_served.ts";

/** A client of a protocol before 2026-07-28: it is known between its requests. */
interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** How many of its streams are open. */
  streams: number;
  /** The ids of its requests that are not answered. */
  readonly running: Set<string | number>;
  /** When it was last heard of. */
  used: number;
}

/** The sessions of clients over HTTP, under protocols that have sessions. */
export class Sessions {
  readonly #served: Served;
  readonly #sdk: Sdk;
  readonly #sessions = new Map<string, Session>();

  constructor(served: Served, sdk: Sdk) {
    this.#served = served;
    this.#sdk = sdk;
  }

  /** Tells every client that the list of tools is another one now. */
  toolsChanged(): void {
    for (const { server } of this.#sessions.values()) server.sendToolListChanged().catch(() => {});
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  /**
   * Answers a request.
   *
   * @param request The request.
   * @param message Its message, or messages, where it has a body.
   * @returns The answer.
   */
  async answer(request: Request, message?: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const ids = requestIds(message);
    // Of two requests with one id, one would get both answers, and the other wait for ever.
    const running = this.#sessions.get(id ?? "")?.running;
    const twice = ids.find((one, at) => running?.has(one) || ids.indexOf(one) < at);
    if (twice !== undefined) {
      return failure(400, -32600, `The id ${JSON.stringify(twice)} is in use by another request`);
    }
    const session = id === null ? await this.#open() : this.#sessions.get(id);
    if (!session) return failure(404, -32001, "Session not found");
    session.used = Date.now();
    for (const one of ids) session.running.add(one);
    const response = await session.transport.handleRequest(request, { parsedBody: message });
    if (session.transport.sessionId === undefined) await session.server.close();
    return this.#watched(session, response, ids);
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
      running: new Set<string | number>(),
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
  #watched(session: Session, response: Response, ids: (string | number)[]): Response {
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
          params: { requestId, reason: "The client is gone" },
        });
      }
    };
    return new Response(
      response.body.pipeThrough(new TransformStream({ flush: end, cancel: gone })),
      response,
    );
  }
}

/** An answer that says why a request is refused. */
export function failure(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

function requestIds(message: unknown): (string | number)[] {
  return [message].flat()
    .filter((one) => isObject(one) && one.method !== undefined && one.id !== undefined)
    .map((one) => (one as { id: string | number }).id);
}
