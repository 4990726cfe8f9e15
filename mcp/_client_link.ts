import type * as Sdk from "@modelcontextprotocol/client";
import { isNotFound, type ServerProcess, startServer } from "./_deno_process.ts";
import { Exchanges } from "./_client_exact.ts";
import { addressSecrets, argumentSecrets, secretsOf } from "./_client_secrets.ts";
import { StdioTransport } from "./_client_stdio.ts";
import { Tail } from "./_client_tail.ts";
import type { Variables } from "./_client_variables.ts";
import { Problem } from "./_problem.ts";
import { within } from "./_within.ts";
import { hasReferences } from "./references.ts";
import { shownAddress } from "./shown.ts";
import type { HttpServer, McpToolsOptions, StdioServer } from "./source.ts";

/** How long, in ms, a server may take to learn that its session is over. */
const TERMINATE = 2_000;

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
  /** What the server wrote last on standard error, for a message: empty, or lines of their own. */
  stderr(): string;
  /** What it wrote on standard output that is no message, likewise. */
  stdout(): string;
  /** Whether this process waits for the server before it ends by itself. */
  hold(waits: boolean): void;
  /** Ends it; with `now`, without waiting for it to end by itself. */
  close(now: boolean): Promise<void>;
}

/**
 * Starts a server's process.
 *
 * @throws {Problem} Where it cannot be started, or a variable is not set.
 */
export function startLink(
  { command, args = [], env = {}, cwd }: StdioServer,
  variables: Variables,
  { onStderr }: McpToolsOptions,
): Link {
  const filled: Record<string, string> = Object.create(null);
  for (const [name, text] of Object.entries(env)) {
    filled[name] = variables.fill(text, `env ${JSON.stringify(name)}`);
    keepSecrets(variables, name, filled[name]!);
  }
  for (const [name, value] of argumentSecrets(args)) variables.keepSecret(value, `[${name}]`);
  const exchanges = new Exchanges();
  const errors = new Tail(), junk = new Tail();
  const keepJunk = (line: string) => junk.add(`${line}\n`);
  let line = "";
  let transport: StdioTransport | undefined;
  let process: ServerProcess;
  try {
    process = startServer({
      command,
      args,
      env: filled,
      cwd,
      // Before it is spoken to, it has nothing to answer.
      onLine: (line) => transport ? transport.take(line) : keepJunk(line),
      onStderr: (text) => {
        errors.add(text);
        if (!onStderr) return;
        const lines = (line + text).split("\n");
        line = lines.pop()!;
        for (const line of lines) onStderr(variables.hide(line));
      },
    });
  } catch (error) {
    // The directory may be what is missing: the system's own words do not tell.
    throw isNotFound(error)
      ? new Problem(
        `cannot be started: no program ${JSON.stringify(command)}` +
          (cwd === undefined ? " is found" : `, or no directory ${JSON.stringify(cwd)}, is found`),
      )
      : new Problem(`cannot be started: ${(error as Error).message}`);
  }
  const open = () => transport = new StdioTransport(process, exchanges, keepJunk);
  return {
    attempts: [{ modern: false, open }, { modern: true, open }],
    ended: process.ended,
    stderr: () => titled("stderr", errors.shown(variables)),
    stdout: () => titled("stdout", junk.shown(variables, process.unread())),
    hold: (waits) => process.hold(waits),
    close: (now) => now ? process.kill() : process.close(),
  };
}

/**
 * Prepares to reach a server by HTTP.
 *
 * @throws {Problem} Where its address or a header is invalid, or a variable is not set.
 */
export async function httpLink(
  { url, headers = {} }: HttpServer,
  variables: Variables,
): Promise<Link> {
  const { HttpTransport } = await import("./_client_http.ts");
  const address = { url: variables.fill(url, "url"), headers: new Headers() };
  if (!/^https?:/.test(address.url) || !URL.canParse(address.url)) {
    const filled = hasReferences(url) ? " with its variables filled in" : "";
    throw new Problem(`has no valid address: ${JSON.stringify(shownAddress(url))}${filled}`);
  }
  for (const part of addressSecrets(address.url)) variables.keepSecret(part, "[url]");
  for (const [name, text] of Object.entries(headers)) {
    const value = variables.fill(text, `header ${JSON.stringify(name)}`);
    keepSecrets(variables, name, value);
    try {
      address.headers.set(name, value);
    } catch {
      throw new Problem(`has an invalid header: ${JSON.stringify(name)}`);
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
    stderr: () => "",
    stdout: () => "",
    hold: () => {},
    close: async (now) => {
      if (!now) await within(transport?.terminate(), TERMINATE);
      await transport?.close();
    },
  };
}

function keepSecrets(variables: Variables, name: string, value: string): void {
  for (const secret of secretsOf([name, value])) variables.keepSecret(secret, `[${name}]`);
}

function titled(title: string, text: string): string {
  return text && `\n${title}:\n${text}`;
}
