import type { Served } from "./_served.ts";
import type { McpServerTools } from "./_server_tools.ts";
import { within } from "./_within.ts";

export type { McpServerTools };

/** What clients are told of a server. */
export interface McpServerOptions {
  /** The server's name. */
  name: string;
  /** The server's version. */
  version: string;
  /** Is told what is wrong but stops nothing; absent, it goes to `console.error`. */
  note?: (text: string) => void;
}

/** How {@linkcode serveMcpStdio} serves. */
export interface McpStdioOptions extends McpServerOptions {
  /** Ends the serving. */
  signal?: AbortSignal;
}

/** How {@linkcode mcpHandler} serves. */
export interface McpHandlerOptions extends McpServerOptions {
  /** Host names by which clients may reach the server; absent, those of loopback only. */
  hosts?: readonly string[];
  /** Host names of web pages that may use the server; absent, those of loopback only. */
  origins?: readonly string[];
}

/** An MCP server over Streamable HTTP. */
export interface McpHandler extends AsyncDisposable {
  /** Answers one request. */
  (request: Request): Promise<Response>;
  /** Ends all sessions and calls, and resolves when no tool runs any more. */
  close(): Promise<void>;
}

/** A tool that does not end when it is told to is left alone after so long. */
const CLOSE_MS = 5_000;

/**
 * Serves tools to one MCP client on the process's standard input and output, until the client ends
 * the input. What tools print goes to standard error meanwhile. Calls that run at the end have a
 * second to be answered and are then aborted. The tools are not closed.
 *
 * ```ts ignore
 * import { defineTool } from "@x/toolcli/agenttool";
 * import { serveMcpStdio } from "@x/toolcli/mcp";
 *
 * const greet = defineTool({ name: "greet", execute: () => "hello" });
 * await serveMcpStdio([greet], { name: "greeter", version: "1.0.0" });
 * ```
 *
 * @param tools The tools.
 * @param options Who serves.
 * @returns Resolves when the serving has ended.
 * @throws {TypeError} Where two tools have one name, or one has none.
 */
export async function serveMcpStdio(
  tools: McpServerTools,
  options: McpStdioOptions,
): Promise<void> {
  const { printToStderr } = await import("./print_to_stderr.ts");
  const restore = await printToStderr();
  try {
    const [served, { StdioTransport }, sdk, { serveStdio }] = await Promise.all([
      serve(tools, options),
      import("./_deno_stdio.ts"),
      import("@modelcontextprotocol/server"),
      import("@modelcontextprotocol/server/stdio"),
    ]);
    const transport = new StdioTransport(served.texts);
    await using _served = {
      [Symbol.asyncDispose]: async () => {
        await within(served.close(), CLOSE_MS);
      },
    };
    await new Promise<void>((ended) => {
      const handle = serveStdio(({ era }) => {
        const server = served.server(sdk, era);
        const stop = served.tools.listen(() => server.sendToolListChanged().catch(() => {}));
        server.onclose = stop;
        return server;
      }, { transport, onerror: (error) => note(options)(error.message) });
      transport.closed.then(ended);
      const end = () => void handle.close();
      options.signal?.addEventListener("abort", end, { once: true });
      if (options.signal?.aborted) end();
    });
  } finally {
    restore();
  }
}

/**
 * Makes a handler of HTTP requests that serves tools to any number of MCP clients, over Streamable
 * HTTP. A request that names another host, or comes from a page of another host, is refused with
 * 403; a message of more than 16 MiB with 413. Who may call is not checked. The tools are not closed.
 *
 * @example A server without a network
 * ```ts
 * import { defineTool } from "@x/toolcli/agenttool";
 * import { mcpHandler } from "@x/toolcli/mcp";
 * import { expect } from "@std/expect";
 *
 * const greet = defineTool({ name: "greet", execute: () => "hello" });
 * await using handler = await mcpHandler([greet], { name: "greeter", version: "1.0.0" });
 *
 * const request = new Request("http://localhost/mcp", { headers: { host: "evil.example" } });
 * expect((await handler(request)).status).toBe(403);
 * ```
 *
 * @param tools The tools.
 * @param options Who serves.
 * @returns The handler.
 * @throws {TypeError} Where two tools have one name, or one has none.
 */
export async function mcpHandler(
  tools: McpServerTools,
  options: McpHandlerOptions,
): Promise<McpHandler> {
  const [served, { HttpServer }, sdk] = await Promise.all([
    serve(tools, options),
    import("./_server_http.ts"),
    import("@modelcontextprotocol/server"),
  ]);
  const server = new HttpServer(served, sdk, options);
  const end = async () => {
    await server.close();
    await within(served.close(), CLOSE_MS);
  };
  let ended: Promise<void> | undefined;
  const close = () => ended ??= end();
  const answer = (request: Request) => server.fetch(request);
  return Object.assign(answer, { close, [Symbol.asyncDispose]: close });
}

async function serve(tools: McpServerTools, options: McpServerOptions): Promise<Served> {
  const { Served } = await import("./_served.ts");
  const served = new Served(options, note(options));
  await served.tools.read(tools);
  return served;
}

function note({ note, name }: McpServerOptions): (text: string) => void {
  return note ?? ((text) => console.error(`${name}: ${text}`));
}
