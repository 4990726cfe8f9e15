import type * as Sdk from "@modelcontextprotocol/client";
import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import type { Exchanges } from "./_client_exact.ts";

/** A server's address, with the variables filled in. */
export interface Address {
  url: string;
  headers: Headers;
}

/** Speaks by Streamable HTTP, or by the HTTP with SSE that came before it. */
export class HttpTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly hasPerRequestStream?: boolean;
  readonly #inner: Sdk.StreamableHTTPClientTransport | Sdk.SSEClientTransport;
  readonly #exchanges: Exchanges;

  constructor(sdk: typeof Sdk, { url, headers }: Address, exchanges: Exchanges, sse: boolean) {
    const Inner = sse ? sdk.SSEClientTransport : sdk.StreamableHTTPClientTransport;
    const options = { requestInit: { headers }, fetch: exactFetch(exchanges) };
    this.#inner = new Inner(new URL(url), options);
    this.#exchanges = exchanges;
    if (!sse) this.hasPerRequestStream = true;
  }

  get sessionId(): string | undefined {
    return "sessionId" in this.#inner ? this.#inner.sessionId : undefined;
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message: JSONRPCMessage) =>
      this.onmessage?.(this.#exchanges.reduced(message));
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const exchange = this.#exchanges.sent(message);
    // Without it, an answer whose stream broke off would be waited for in vain.
    const onRequestStreamEnd = () => exchange?.text === undefined && exchange?.lost?.();
    const inner: Transport = this.#inner;
    await inner.send(message, { onRequestStreamEnd, ...options });
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  /** Tells the server that the session is over. */
  async terminate(): Promise<void> {
    if ("terminateSession" in this.#inner) await this.#inner.terminateSession();
  }
}

/** Puts the exact arguments into what is sent, and keeps the text of what comes. */
function exactFetch(exchanges: Exchanges): Sdk.FetchLike {
  const hear = (text: string) => {
    try {
      exchanges.heard(text, JSON.parse(text));
    } catch {
      // The SDK says what is wrong with it.
    }
  };
  return async (url, init) => {
    const { body } = init ?? {};
    const exact = typeof body === "string" ? exchanges.write(JSON.parse(body)) : body;
    const response = await fetch(url, { ...init, body: exact });
    const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
    if (!response.ok || !response.body) return response;
    if (type === "application/json") {
      const text = await response.text();
      hear(text);
      return new Response(text, response);
    }
    return type === "text/event-stream"
      ? new Response(response.body.pipeThrough(events(hear)), response)
      : response;
  };
}

/** Lets a stream of server-sent events through, and calls with the data of each before it passes. */
function events(hear: (data: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let parts: string[] = [], data: string[] = [];
  const take = (line: string) => {
    if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
    else if (line === "") {
      if (data.length > 0) hear(data.join("\n"));
      data = [];
    }
  };
  return new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      parts.push(text);
      if (/[\r\n]/.test(text)) {
        const lines = parts.join("").split(/\r\n|\n|\r(?!$)/);
        parts = [lines.pop()!];
        lines.forEach(take);
      }
      controller.enqueue(chunk);
    },
  });
}
