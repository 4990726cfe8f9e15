import { isObject } from "./_object.ts";
import type { Sdk, Served } from "./_served.ts";
import { failure, Sessions } from "./_server_sessions.ts";
import { decode, MAX_MESSAGE_BYTES, readMessage } from "./_server_text.ts";

/** What clients send, and what browsers ask first. Of some others no request can be made. */
const METHODS = ["GET", "POST", "DELETE", "HEAD", "OPTIONS"];

/** How an {@linkcode HttpServer} serves. */
export interface HttpOptions {
  readonly hosts?: readonly string[];
  readonly origins?: readonly string[];
}

/** Streamable HTTP for clients of all protocols. */
export class HttpServer {
  readonly #served: Served;
  readonly #sdk: Sdk;
  readonly #options: HttpOptions;
  readonly #modern: ReturnType<Sdk["createMcpHandler"]>;
  readonly #sessions: Sessions;
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
    this.#sessions = new Sessions(served, sdk);
    this.#stop = served.tools.listen(() => {
      this.#modern.notify.toolsChanged();
      this.#sessions.toolsChanged();
    });
  }

  async fetch(given: Request): Promise<Response> {
    const { method, url, headers } = given;
    if (!METHODS.includes(method)) return failure(405, -32000, "Method not allowed");
    if (!URL.canParse(url)) return failure(400, -32600, "The request has no valid address");
    // Without its signal, which in Deno is aborted also by the end of a request that went well.
    const request = new Request(url, { method, headers });
    const { hostHeaderValidationResponse, originValidationResponse } = this.#sdk;
    const hosts = [...this.#options.hosts ?? this.#sdk.localhostAllowedHostnames()];
    const origins = [...this.#options.origins ?? this.#sdk.localhostAllowedOrigins()];
    if (this.#isClosed) return failure(503, -32000, "The server is closed");
    const refused = hostHeaderValidationResponse(request, hosts) ??
      originValidationResponse(request, origins);
    if (refused) return refused;
    if (method !== "POST") return await this.#sessions.answer(request);
    let body: Uint8Array[] | undefined;
    try {
      body = await readBody(given);
    } catch {
      // Nobody is there any more to read what is answered.
      return failure(400, -32700, "The message broke off");
    }
    if (!body) return failure(413, -32600, `A message is longer than ${MAX_MESSAGE_BYTES} bytes`);
    let message: unknown;
    try {
      message = readMessage(decode(body));
    } catch (error) {
      return failure(400, -32700, `Parse error: ${(error as Error).message}`);
    }
    const response = await this.#sdk.isLegacyRequest(request, message)
      ? await this.#sessions.answer(request, message)
      : await this.#modern.fetch(request, { parsedBody: message });
    return hasList(message) ? this.#exact(response) : response;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    await this.#modern.close();
    await this.#sessions.close();
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
