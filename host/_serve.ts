import { messageOf } from "../agenttool/errors.ts";
import { ToolSet } from "../agenttool/tool_set.ts";
import { visible } from "../agenttool/visible.ts";
import { watchInterrupts } from "../cli/deno_io.ts";
import { HostError } from "./errors.ts";
import { oneSource, readOptions } from "./_options.ts";
import { absolute, isAddress, type LoadOptions, loadSource } from "./_source.ts";

/** What is served how. */
interface Serving extends LoadOptions {
  source: string;
  name?: string;
  http?: boolean;
  store?: string;
  port: number;
}

/** `toolcli serve SOURCE [--mcp [--http --port N] | --asmp [--port N]]`: gives the exit status. */
export async function serve(args: string[]): Promise<number> {
  const { words, mcp, asmp, port, ...options } = await readOptions("serve", args, {
    flags: ["mcp", "asmp", "http", "refresh", "verbose"],
    texts: ["port", "name", "store"],
  });
  const source = oneSource("serve", words);
  if (mcp && asmp) throw new HostError("serve takes --mcp or --asmp, not both");
  const isWorkflow = asmp ?? (!mcp && await exportsWorkflow(source));
  if (port !== undefined && !options.http && !isWorkflow) {
    throw new HostError("--port needs --http: otherwise MCP is on standard input and output");
  }
  if (options.store !== undefined && !isWorkflow) {
    throw new HostError("--store needs --asmp: it keeps the runs of a workflow");
  }
  const serving = { ...options, source, port: portOf(port) };
  if (!mcp && !asmp && !options.http) {
    console.error(`toolcli: serving ${isWorkflow ? "ASMP" : "MCP on standard input and output"}`);
  }
  if (isWorkflow) return await (await import("./_serve_asmp.ts")).serveAsmp(serving);
  return await (options.http ? serveHttp(serving) : serveStdio(serving));
}

function portOf(text = "8000"): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65536) return Number(text);
  throw new HostError(`--port needs a number from 0 to 65535, got ${JSON.stringify(text)}`);
}

async function exportsWorkflow(source: string): Promise<boolean> {
  if (/\.jsonc?$|^asmp\+/i.test(source)) return false;
  try {
    const { pathToFileURL } = await import("node:url");
    const address = isAddress(source)
      ? source
      : pathToFileURL(await Deno.realPath(absolute(source))).href;
    const { default: value } = await import(address);
    return typeof value?.transition === "function" && typeof value.lint === "function";
  } catch {
    // What is wrong with it is told where it is loaded.
    return false;
  }
}

async function serveStdio(serving: Serving): Promise<number> {
  const { serveMcpStdio } = await mcp();
  const { printToStderr }: typeof import("../mcp/print_to_stderr.ts") = await import(
    new URL("../mcp/print_to_stderr.ts", import.meta.url).href
  );
  // A module may print while it is loaded.
  await printToStderr();
  return await withTools(serving, async (tools, options) => {
    await serveMcpStdio(tools, options);
  });
}

async function serveHttp(serving: Serving): Promise<number> {
  const { mcpHandler } = await mcp();
  return await withTools(serving, async (tools, { signal, ...options }) => {
    await using handler = await mcpHandler(tools, options);
    const closing = new AbortController();
    const { finished } = listen(serving.port, handler, closing.signal);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await handler.close();
    // A graceful end would wait for connections that clients keep open.
    closing.abort();
    await finished;
  });
}

/** MCP's packages are no part of programs that do not serve it: their graph ends here. */
async function mcp(): Promise<typeof import("../mcp/server.ts")> {
  return await import(new URL("../mcp/server.ts", import.meta.url).href);
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
  run: (tools: ToolSet, options: Options) => Promise<void>,
): Promise<number> {
  const { source } = serving;
  const loaded = await loadSource(source, serving);
  await using tools = loaded.tools instanceof ToolSet ? loaded.tools : new ToolSet(loaded.tools);
  const { default: { version } } = await import("../deno.json", { with: { type: "json" } });
  const { signal } = watchInterrupts();
  const name = serving.name ?? loaded.name ?? nameOf(source);
  try {
    tools.validate();
  } catch (error) {
    throw new HostError(`${JSON.stringify(source)}: ${(error as Error).message}`);
  }
  const note = (text: string) => {
    console.error(`toolcli: ${JSON.stringify(source)}: ${visible(text).replaceAll("\n", "\\n")}`);
  };
  // What one tool leaves behind is no reason to end the calls of others.
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    note(`a tool left a failure behind: ${messageOf(event.reason)}`);
  });
  await run(tools, { name, version, note, signal });
  return 0;
}

/** `./kit/tools.ts` is called `tools`. */
function nameOf(source: string): string {
  const [name] = source.split(/[\\/]/).at(-1)!.split(".");
  return name || "toolcli";
}

function listen(
  port: number,
  handler: (request: Request) => Promise<Response>,
  signal: AbortSignal,
): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({
      hostname: "127.0.0.1",
      port,
      signal,
      onListen: ({ port }) => console.error(`toolcli: serving MCP on http://127.0.0.1:${port}/mcp`),
    }, async (request) => {
      if (new URL(request.url).pathname === "/mcp") return await handler(request);
      return new Response("There is nothing here: MCP is at /mcp\n", { status: 404 });
    });
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new HostError(`port ${port} is in use: give another one with --port`);
  }
}
