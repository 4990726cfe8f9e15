import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { ServerProcess } from "./_deno_process.ts";
import type { Exchanges } from "./_client_exact.ts";
import { isObject } from "./_object.ts";

/**
 * Speaks with a process line by line. Closing it leaves the process alone, so that another
 * generation of the protocol can be tried on it.
 */
export class StdioTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** With `stderr`, how the SDK knows what kind of transport it has. */
  readonly pid = 0;
  readonly stderr = null;
  readonly #process: ServerProcess;
  readonly #exchanges: Exchanges;
  readonly #junk: (line: string) => void;
  #closed = false;

  /** @param junk Is told each line that is no message. */
  constructor(process: ServerProcess, exchanges: Exchanges, junk: (line: string) => void) {
    this.#process = process;
    this.#exchanges = exchanges;
    this.#junk = junk;
    process.ended.then(() => this.close());
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.#exchanges.sent(message);
    await this.#process.write(`${this.#exchanges.write(message)}\n`);
  }

  /** Takes a line of the process's output. */
  async take(line: string): Promise<void> {
    if (this.#closed) return;
    const [junk, text, message] = readLine(line);
    // Servers that print what is no message are many; it may say why they do not answer.
    if (junk.trim() !== "") this.#junk(junk);
    if (!message) return;
    this.#exchanges.heard(text, message);
    this.onmessage?.(this.#exchanges.reduced(message));
    // The SDK hands a notification on a little later: an answer right behind it would be first.
    for (let turn = 0; turn < 4; turn++) await null;
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.onclose?.();
    }
    return Promise.resolve();
  }
}

/** How often a line is read again, from its next brace on. */
const MAX_STARTS = 100;

/** What of a line is no message, and the message with its text, which may stand behind that. */
function readLine(line: string): [junk: string, text: string, JSONRPCMessage?] {
  const whole = messageIn(line);
  if (whole) return ["", line, whole];
  let start = 0;
  for (let tries = 0; tries < MAX_STARTS; tries++) {
    start = line.indexOf("{", start + 1);
    if (start < 0) break;
    const text = line.slice(start), message = messageIn(text);
    if (message && "jsonrpc" in message) return [line.slice(0, start), text, message];
  }
  return [line, ""];
}

function messageIn(text: string): JSONRPCMessage | undefined {
  try {
    const value = JSON.parse(text);
    return isObject(value) && ("id" in value || "method" in value)
      ? value as unknown as JSONRPCMessage
      : undefined;
  } catch {
    return undefined;
  }
}
