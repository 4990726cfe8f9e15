import { messageOf } from "../agenttool/errors.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import { visibleLine } from "../agenttool/visible.ts";
import { watchInterrupts } from "../cli/deno_process.ts";
import type { Workflow } from "../asmp/workflow.ts";
import type { McpServerTools } from "../mcp/server.ts";
import { HostError } from "./errors.ts";
import { importModule } from "./_module.ts";
import { oneSource, readOptions } from "./_options.ts";
import { part } from "./_part.ts";
import { nameOf } from "./_paths.ts";
import { listenAt, portOf } from "./_port.ts";
import { type LoadOptions, loadSource } from "./_source.ts";

/** What is served how. */
interface Serving extends LoadOptions {
  source: string;
  name?: string;
  http?: boolean;
  port: number;
}

/** `toolcli serve SOURCE [--mcp … | --asmp …]`: gives the exit status. */
export async function serve(args: string[]): Promise<number> {
  const { words, mcp, asmp, port, store, ...options } = await readOptions("serve", args, {
    flags: ["mcp", "asmp", "http", "refresh", "verbose"],
    texts: ["port", "name", "store"],
  });
  const source = oneSource("serve", words);
  if (mcp && asmp) throw new HostError("serve takes --mcp or --asmp, not both");
  // A module may print while it is loaded, and standard output is MCP's.
  if (!asmp && !options.http) await (await room()).printToStderr();
  const serving = { ...options, source, port: portOf(port ?? "8000") };
  if (asmp || !mcp && await exportsWorkflow(source)) {
    return await (await import("./_serve_asmp.ts")).serveAsmp({ ...serving, store });
  }
  if (store !== undefined) {
    throw new HostError("--store needs --asmp: it keeps the runs of a workflow");
  }
  if (options.http) return await serveHttp(serving);
  if (port !== undefined) {
    throw new HostError("--port needs --http: otherwise MCP is on standard input and output");
  }
  if (!mcp) console.error("toolcli: serving MCP on standard input and output");
  return await serveStdio(serving);
}

async function exportsWorkflow(source: string): Promise<boolean> {
  if (isJson(source)) return false;
  try {
    const { default: exported } = await importModule(source);
    const [first] = [exported].flat();
    return typeof (first as Partial<Workflow> | undefined)?.transition === "function";
  } catch {
    // What is wrong with it is told where its tools are loaded.
    return false;
  }
}

/** Whether a source is what is no module: see {@linkcode loadSource}. */
function isJson(source: string): boolean {
  return /\.jsonc?$|^asmp\+/i.test(source);
}

async function serveStdio(serving: Serving): Promise<number> {
  const { serveMcpStdio } = await room();
  return await withTools(serving, serveMcpStdio);
}

async function serveHttp(serving: Serving): Promise<number> {
  const { mcpHandler } = await room();
  return await withTools(serving, async (tools, { signal, ...options }) => {
    await using handler = await mcpHandler(tools, options);
    const closing = new AbortController();
    const { finished } = listen(serving.port, handler, closing.signal);
    await new Promise<unknown>((resolve) => {
      signal.addEventListener("abort", resolve);
      if (signal.aborted) resolve(undefined);
    });
    await handler.close();
    // A graceful end would wait for connections that clients keep open.
    closing.abort();
    await finished;
  });
}

/** MCP's packages are no part of programs that do not serve it: their graph ends here. */
async function room(): Promise<
  typeof import("../mcp/server.ts") & typeof import("../mcp/print_to_stderr.ts")
> {
  return {
    ...await part<typeof import("../mcp/server.ts")>("../mcp/server.ts"),
    ...await part<typeof import("../mcp/print_to_stderr.ts")>("../mcp/print_to_stderr.ts"),
  };
}

interface Options {
  name: string;
  version: string;
  note: (text: string) => void;
  signal: AbortSignal;
}

/** Loads the tools, serves them until an interrupt or the end of the input, and closes them. */
async function withTools(
  serving: Serving,
  run: (tools: McpServerTools, options: Options) => Promise<void>,
): Promise<number> {
  const { source } = serving;
  // A module is there or not; servers may keep a client waiting that gives us up meanwhile.
  const late = isJson(source);
  let interrupts = late ? watchInterrupts() : undefined;
  const loading = { late, signal: interrupts?.signal };
  const loaded = await loadSource(source, { ...serving, ...loading, served: true });
  const tools = loaded.tools instanceof ToolSet ? loaded.tools : new ToolSet(loaded.tools);
  let all = tools;
  await using _closing = { [Symbol.asyncDispose]: () => all.close() };
  const { default: { version } } = await import("../deno.json", { with: { type: "json" } });
  interrupts ??= watchInterrupts();
  const name = serving.name ?? loaded.name ?? (nameOf(source) || "toolcli");
  try {
    tools.validate();
  } catch (error) {
    throw new HostError(`${JSON.stringify(source)}: ${(error as Error).message}`);
  }
  const note = (text: string) => {
    console.error(`toolcli: ${JSON.stringify(source)}: ${visibleLine(text)}`);
  };
  // What one tool leaves behind is no reason to end the calls of others.
  const pass = (event: Event, error: unknown) => {
    event.preventDefault();
    note(`a tool left a failure behind: ${messageOf(error)}`);
  };
  globalThis.addEventListener("unhandledrejection", (event) => pass(event, event.reason));
  globalThis.addEventListener("error", (event) => pass(event, event.error));
  const { later } = loaded;
  const failed = new AbortController();
  const signal = AbortSignal.any([interrupts.signal, failed.signal]);
  const sets = async function* () {
    yield loaded.tools;
    try {
      for await (const tools of later!) {
        all = new ToolSet(tools);
        yield tools;
      }
    } catch (error) {
      failed.abort(error);
    }
  };
  await run(later ? sets() : loaded.tools, { name, version, note, signal });
  if (failed.signal.aborted) throw failed.signal.reason;
  return 0;
}

function listen(
  port: number,
  handler: (request: Request) => Promise<Response>,
  signal: AbortSignal,
): Deno.HttpServer<Deno.NetAddr> {
  const onListen = ({ port }: Deno.NetAddr) =>
    console.error(`toolcli: serving MCP on http://127.0.0.1:${port}/mcp`);
  const answer = async (request: Request) => {
    // What a client says of the host, and with it the address, may be anything.
    if (URL.parse(request.url)?.pathname === "/mcp") return await handler(request);
    return new Response("There is nothing here: MCP is at /mcp\n", { status: 404 });
  };
  const options = { hostname: "127.0.0.1", port, signal, onListen };
  return listenAt(port, () => Deno.serve(options, answer));
}
