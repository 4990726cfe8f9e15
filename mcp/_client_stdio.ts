import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { ServerProcess } from "./_deno_process.ts";
import type { Exchanges } from "./_client_exact.ts";

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
  #closed = false;

  constructor(process: ServerProcess, exchanges: Exchanges) {
    this.#process = process;
    this.#exchanges = exchanges;
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
    let message: JSONRPCMessage;
    try {
      message = JSON.parse(line);
    } catch {
      // Servers that print what is no message are many; what they print says nothing to us.
      return;
    }
    if (typeof message !== "object" || message === null) return;
    this.#exchanges.heard(line, message);
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
