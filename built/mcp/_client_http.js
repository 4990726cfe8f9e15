class HttpTransport {
  onmessage;
  onclose;
  onerror;
  hasPerRequestStream;
  #inner;
  #exchanges;
  constructor(sdk, { url, headers }, exchanges, sse) {
    const Inner = sse ? sdk.SSEClientTransport : sdk.StreamableHTTPClientTransport;
    const options = { requestInit: { headers }, fetch: exactFetch(exchanges) };
    this.#inner = new Inner(new URL(url), options);
    this.#exchanges = exchanges;
    if (!sse) this.hasPerRequestStream = true;
  }
  get sessionId() {
    return "sessionId" in this.#inner ? this.#inner.sessionId : void 0;
  }
  async start() {
    this.#inner.onmessage = (message) => this.onmessage?.(this.#exchanges.reduced(message));
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    await this.#inner.start();
  }
  async send(message, options) {
    const exchange = this.#exchanges.sent(message);
    const onRequestStreamEnd = () => exchange?.text === void 0 && exchange?.lost?.();
    const inner = this.#inner;
    await inner.send(message, { onRequestStreamEnd, ...options });
  }
  setProtocolVersion(version) {
    this.#inner.setProtocolVersion(version);
  }
  async close() {
    await this.#inner.close();
  }
  /** Tells the server that the session is over. */
  async terminate() {
    if ("terminateSession" in this.#inner) await this.#inner.terminateSession();
  }
}
function exactFetch(exchanges) {
  const hear = (text) => {
    try {
      exchanges.heard(text, JSON.parse(text));
    } catch {
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
    return type === "text/event-stream" ? new Response(response.body.pipeThrough(events(hear)), response) : response;
  };
}
function events(hear) {
  const decoder = new TextDecoder();
  let parts = [], data = [];
  const take = (line) => {
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
        parts = [lines.pop()];
        lines.forEach(take);
      }
      controller.enqueue(chunk);
    }
  });
}

export { HttpTransport };
