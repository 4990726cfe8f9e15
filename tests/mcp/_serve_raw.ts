// A client that writes what it wants: lines to a process, and its raw answers.
import { serveCommand, until } from "./_serve_peers.ts";

/** The first message of a client. */
export const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: { elicitation: {} },
    clientInfo: { name: "raw", version: "1" },
  },
});

/** A call of a tool, as a client writes it. */
export function callLine(id: number, name: string, args = "{}", more = ""): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call",` +
    `"params":{"name":"${name}","arguments":${args}${more}}}`;
}

/** A served process. */
export class RawServer implements AsyncDisposable {
  /** What came on standard output, a line each. */
  readonly lines: string[] = [];
  stderr = "";
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #read: Promise<unknown>;

  constructor(...args: string[]) {
    const { command, args: words } = serveCommand(...args);
    this.#child = new Deno.Command(command, {
      args: words,
      env: { NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#read = Promise.all([this.#readLines(), this.#readErrors()]);
  }

  async write(...lines: string[]): Promise<void> {
    await this.writeBytes(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    await this.#input.write(bytes);
  }

  /** Waits for the answer to a request, and gives its line. */
  async answer(id: number | null): Promise<string> {
    const of = (line: string) => {
      const message = JSON.parse(line);
      return message.id === id && message.method === undefined;
    };
    await until(() => this.lines.some(of));
    return this.lines.find(of)!;
  }

  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** Ends the input, and gives the exit status. */
  async end(): Promise<number> {
    await this.#input.close().catch(() => {});
    return await this.exit();
  }

  /** Waits for the end, and gives the exit status. */
  async exit(): Promise<number> {
    const { code } = await this.#child.status;
    await this.#read;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  async #readLines(): Promise<void> {
    let rest = "";
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      this.lines.push(...lines);
    }
    if (rest) this.lines.push(rest);
  }

  async #readErrors(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.stderr += text;
    }
  }
}
