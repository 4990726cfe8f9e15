// The official clients of both generations, by one face, against `toolcli serve` and a handler.
import { Client as NewClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { type McpHandler, mcpHandler } from "../../mcp/mod.ts";
import { PACKAGES, path } from "../examples/_run.ts";
import { tools } from "./_serve_tools.ts";

/** Answers a question as a client does. */
export type Answerer = (params: Record<string, unknown>) => unknown;

/** How a client is made. */
export interface PeerOptions {
  /** What it says of elicitation; forms and pages when left out. */
  elicitation?: Record<string, unknown> | null;
  answer?: Answerer;
  onToolsChanged?: () => void;
}

/** How a call is made. */
export interface CallOptions {
  onprogress?: (progress: Record<string, unknown>) => void;
  signal?: AbortSignal;
}

/** A connected client. */
export interface Peer {
  readonly version: string | undefined;
  list(): Promise<Record<string, unknown>[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallResult>;
  close(): Promise<void>;
}

/** A result as a client gives it. */
export interface CallResult {
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** The clients that a server is tried with. */
export const GENERATIONS = ["sdk 1.x", "client 2.x, 2025-11-25", "client 2.x, 2026-07-28"] as const;

/** One of the clients. */
export type Generation = typeof GENERATIONS[number];

/** The command that serves a module of this folder on standard input and output. */
export function serveCommand(...args: string[]): { command: string; args: string[] } {
  return {
    command: Deno.execPath(),
    args: [
      "run",
      "-q",
      "-A",
      "--no-check",
      ...PACKAGES,
      path("built/host/main.js"),
      "serve",
      ...args,
    ],
  };
}

/** Connects a client to a process of its own, or to an address. */
export async function connect(
  generation: Generation,
  to: URL | { command: string; args: string[] },
  options: PeerOptions = {},
): Promise<Peer> {
  return generation === "sdk 1.x"
    ? await connectOld(to, options)
    : await connectNew(to, options, generation.endsWith("2026-07-28"));
}

async function connectOld(
  to: URL | { command: string; args: string[] },
  { elicitation = { form: {}, url: {} }, answer, onToolsChanged }: PeerOptions,
): Promise<Peer> {
  const client = new OldClient({ name: "old", version: "1" }, {
    capabilities: elicitation ? { elicitation } : {},
  });
  if (answer) {
    client.setRequestHandler(
      ElicitRequestSchema,
      (request: { params: never }) => answer(request.params) as never,
    );
  }
  if (onToolsChanged) {
    client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChanged);
  }
  const transport = to instanceof URL
    ? new OldHttp(to)
    : new OldStdio({ ...to, stderr: "ignore", env: { ...Deno.env.toObject() } });
  await client.connect(transport as never);
  return {
    version: client.getServerVersion()?.version,
    list: async () => (await client.listTools()).tools as never,
    call: async (name, args, options) =>
      await client.callTool({ name, arguments: args }, undefined, options as never) as never,
    close: () => client.close(),
  };
}

async function connectNew(
  to: URL | { command: string; args: string[] },
  { elicitation = { form: {}, url: {} }, answer, onToolsChanged }: PeerOptions,
  modern: boolean,
): Promise<Peer> {
  const client = new NewClient({ name: "new", version: "2" }, {
    capabilities: (elicitation ? { elicitation } : {}) as never,
    versionNegotiation: { mode: modern ? { pin: "2026-07-28" } : "legacy" },
    ...onToolsChanged && {
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
    },
  });
  if (answer) {
    client.setRequestHandler("elicitation/create", ({ params }) => answer(params) as never);
  }
  const transport = to instanceof URL
    ? new StreamableHTTPClientTransport(to)
    : new StdioClientTransport({ ...to, stderr: "ignore", env: { ...Deno.env.toObject() } });
  await client.connect(transport as never);
  return {
    version: client.getServerVersion()?.version,
    list: async () => (await client.listTools()).tools as never,
    call: async (name, args, options) =>
      await client.callTool({ name, arguments: args }, options as never) as never,
    close: () => client.close(),
  };
}

/** A handler that listens. */
export interface Listening extends AsyncDisposable {
  readonly url: URL;
  readonly notes: string[];
}

/** Serves tools on a free port. */
export async function listen(
  served: Parameters<typeof mcpHandler>[0] = tools,
  options: Partial<Parameters<typeof mcpHandler>[1]> = {},
): Promise<Listening & { handler: McpHandler }> {
  const notes: string[] = [];
  const handler = await mcpHandler(served, {
    name: "test",
    version: "1.2.3",
    note: (text) => notes.push(text),
    ...options,
  });
  const closing = new AbortController();
  const { signal } = closing;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, signal, onListen() {} }, handler);
  return {
    url: new URL(`http://127.0.0.1:${server.addr.port}/mcp`),
    notes,
    handler,
    async [Symbol.asyncDispose]() {
      await handler.close();
      closing.abort();
      await server.finished;
    },
  };
}

/** Waits until something is so; for at most 20 s. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !await isSo();) {
    if (Date.now() > end) throw new Error("It did not come about within 20 s");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
