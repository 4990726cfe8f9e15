import type * as Sdk from "@modelcontextprotocol/client";
import { isNotFound, type ServerProcess, startServer } from "./_deno_process.ts";
import { Exchanges } from "./_client_exact.ts";
import { StdioTransport } from "./_client_stdio.ts";
import type { Variables } from "./_client_variables.ts";
import { within } from "./_within.ts";
import type { HttpServer, McpToolsOptions, StdioServer } from "./source.ts";

/** How much of standard error is kept for a message, in characters. */
const TAIL = 4_096;

/** How long, in ms, a server may take to learn that its session is over. */
const TERMINATE = 2_000;

/** Names of variables whose values are kept out of messages. */
const SECRET = /key|token|secret|pass|auth|cred/i;

/** One way to speak with a server. */
export interface Attempt {
  /** Whether by the protocol of 2026-07-28 and later. */
  modern: boolean;
  open(sdk: typeof Sdk): Sdk.Transport;
}

/** What connects to a server. */
export interface Link {
  /** The ways, in the order in which servers are likely to understand them. */
  readonly attempts: readonly Attempt[];
  /** Resolves with what happened when the server has ended: `ended with status 3`. */
  readonly ended: Promise<string>;
  /** What the server wrote last on standard error. */
  tail(): string;
  /** Whether this process waits for the server before it ends by itself. */
  hold(waits: boolean): void;
  /** Ends it; with `now`, without waiting for it to end by itself. */
  close(now: boolean): Promise<void>;
}

/**
 * Starts a server's process.
 *
 * @throws {Error} Where it cannot be started, or a variable is not set.
 */
export function startLink(
  { command, args = [], env = {}, cwd }: StdioServer,
  variables: Variables,
  { onStderr }: McpToolsOptions,
): Link {
  const filled: Record<string, string> = Object.create(null);
  for (const [name, text] of Object.entries(env)) {
    filled[name] = variables.fill(text, `env ${JSON.stringify(name)}`);
    if (SECRET.test(name)) variables.keepSecret(filled[name]!, `[${name}]`);
  }
  const exchanges = new Exchanges();
  let tail = "", line = "";
  let transport: StdioTransport | undefined;
  let process: ServerProcess;
  try {
    process = startServer({
      command,
      args,
      env: filled,
      cwd,
      onLine: (line) => transport?.take(line),
      onStderr: (text) => {
        tail = (tail + text).slice(-TAIL);
        if (!onStderr) return;
        const lines = (line + text).split("\n");
        line = lines.pop()!;
        for (const line of lines) onStderr(variables.hide(line));
      },
    });
  } catch (error) {
    // The directory may be what is missing: the system's own words do not tell.
    throw isNotFound(error)
      ? new Error(
        `cannot be started: no program ${JSON.stringify(command)}` +
          (cwd === undefined ? " is found" : `, or no directory ${JSON.stringify(cwd)}, is found`),
      )
      : new Error(`cannot be started: ${(error as Error).message}`);
  }
  const open = () => transport = new StdioTransport(process, exchanges);
  return {
    attempts: [{ modern: false, open }, { modern: true, open }],
    ended: process.ended,
    tail: () => tail,
    hold: (waits) => process.hold(waits),
    close: (now) => now ? process.kill() : process.close(),
  };
}

/**
 * Prepares to reach a server by HTTP.
 *
 * @throws {Error} Where its address or a header is invalid, or a variable is not set.
 */
export async function httpLink(
  { url, headers = {} }: HttpServer,
  variables: Variables,
): Promise<Link> {
  const { HttpTransport } = await import("./_client_http.ts");
  const address = { url: variables.fill(url, "url"), headers: new Headers() };
  if (!/^https?:/.test(address.url) || !URL.canParse(address.url)) {
    throw new Error(`has no valid address: ${JSON.stringify(address.url)}`);
  }
  for (const [name, text] of Object.entries(headers)) {
    const value = variables.fill(text, `header ${JSON.stringify(name)}`);
    for (const word of [value, ...value.split(" ")]) variables.keepSecret(word, `[${name}]`);
    try {
      address.headers.set(name, value);
    } catch {
      throw new Error(`has an invalid header: ${JSON.stringify(name)}`);
    }
  }
  let transport: InstanceType<typeof HttpTransport> | undefined;
  const open = (sse: boolean) => (sdk: typeof Sdk) =>
    transport = new HttpTransport(sdk, address, new Exchanges(), sse);
  return {
    attempts: [
      { modern: false, open: open(false) },
      { modern: true, open: open(false) },
      { modern: false, open: open(true) },
    ],
    ended: new Promise(() => {}),
    tail: () => "",
    hold: () => {},
    close: async (now) => {
      if (!now) await within(transport?.terminate(), TERMINATE);
      await transport?.close();
    },
  };
}
