/** A JSON-RPC message, as far as a test server looks at it. */
export interface Message {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
}

/** Answers requests by their methods; what it gives is the result's JSON text. */
export type Handlers = Record<string, (message: Message, line: string) => unknown>;

/** Writes a text on standard output, all of it. */
export function write(text: string): void {
  let bytes = new TextEncoder().encode(text);
  while (bytes.length > 0) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
}

/** Sends a message. */
export function send(message: Record<string, unknown>): void {
  write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** Answers a request with a result, given as JSON text. */
export function answer({ id }: Message, result: string): void {
  write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`);
}

/** What a plain server answers to `initialize`. */
export const INITIALIZED = JSON.stringify({
  protocolVersion: "2025-11-25",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "hostile", version: "1.0.0" },
});

/** Serves lines until the input ends. A handler that gives a text answers with it. */
export async function serve(handlers: Handlers): Promise<void> {
  const all: Handlers = { initialize: () => INITIALIZED, ...handlers };
  let rest = "";
  for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const message: Message = JSON.parse(line);
      const result = await all[message.method ?? "answer"]?.(message, line);
      if (typeof result === "string") answer(message, result);
      else if (message.id !== undefined && message.method && result === undefined) {
        const error = { code: -32601, message: `no method ${message.method}` };
        send({ id: message.id, error });
      }
    }
  }
}
