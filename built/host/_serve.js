import { watchInterrupts, ToolSet, messageOf, visibleLine } from '../mod.js';
import { HostError, importModule, loadSource, nameOf } from './main.js';
import { readOptions, oneSource } from './_rest.js';

function portOf(text) {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65536) return Number(text);
  throw new HostError(`--port needs a number from 0 to 65535, got ${JSON.stringify(text)}`);
}
function listenAt(port, start) {
  try {
    return start();
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new HostError(`port ${port} is in use: give another one with --port`);
  }
}

async function serve(args) {
  const { words, mcp, asmp, port, store, ...options } = await readOptions("serve", args, {
    flags: ["mcp", "asmp", "http", "refresh", "verbose"],
    texts: ["port", "name", "store"]
  });
  const source = oneSource("serve", words);
  if (mcp && asmp) throw new HostError("serve takes --mcp or --asmp, not both");
  if (!asmp && !options.http) await (await room()).printToStderr();
  const serving = { ...options, source, port: portOf(port ?? "8000") };
  if (asmp || !mcp && await exportsWorkflow(source)) {
    return await (await import('./_serve_asmp.js')).serveAsmp({ ...serving, store });
  }
  if (store !== void 0) {
    throw new HostError("--store needs --asmp: it keeps the runs of a workflow");
  }
  if (options.http) return await serveHttp(serving);
  if (port !== void 0) {
    throw new HostError("--port needs --http: otherwise MCP is on standard input and output");
  }
  if (!mcp) console.error("toolcli: serving MCP on standard input and output");
  return await serveStdio(serving);
}
async function exportsWorkflow(source) {
  if (isJson(source)) return false;
  try {
    const { default: exported } = await importModule(source);
    const [first] = [exported].flat();
    return typeof first?.transition === "function";
  } catch {
    return false;
  }
}
function isJson(source) {
  return /\.jsonc?$|^asmp\+/i.test(source);
}
async function serveStdio(serving) {
  const { serveMcpStdio } = await room();
  return await withTools(serving, serveMcpStdio);
}
async function serveHttp(serving) {
  const { mcpHandler } = await room();
  return await withTools(serving, async (tools, { signal, ...options }) => {
    await using handler = await mcpHandler(tools, options);
    const closing = new AbortController();
    const { finished } = listen(serving.port, handler, closing.signal);
    await new Promise((resolve) => {
      signal.addEventListener("abort", resolve);
      if (signal.aborted) resolve(void 0);
    });
    await handler.close();
    closing.abort();
    await finished;
  });
}
async function room() {
  return {
    ...await import(new URL('../mcp/server.js', import.meta.url).href),
    ...await import(new URL('../mcp/print_to_stderr.js', import.meta.url).href)
  };
}
async function withTools(serving, run) {
  const { source } = serving;
  const late = isJson(source);
  let interrupts = late ? watchInterrupts() : void 0;
  const loading = { late, signal: interrupts?.signal };
  const loaded = await loadSource(source, { ...serving, ...loading, served: true });
  const tools = loaded.tools instanceof ToolSet ? loaded.tools : new ToolSet(loaded.tools);
  let all = tools;
  await using _closing = { [Symbol.asyncDispose]: () => all.close() };
  const { default: { version } } = await import('../../deno.json', { with: { type: "json" } });
  interrupts ??= watchInterrupts();
  const name = serving.name ?? loaded.name ?? (nameOf(source) || "toolcli");
  try {
    tools.validate();
  } catch (error) {
    throw new HostError(`${JSON.stringify(source)}: ${error.message}`);
  }
  const note = (text) => {
    console.error(`toolcli: ${JSON.stringify(source)}: ${visibleLine(text)}`);
  };
  const pass = (event, error) => {
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
      for await (const tools2 of later) {
        all = new ToolSet(tools2);
        yield tools2;
      }
    } catch (error) {
      failed.abort(error);
    }
  };
  await run(later ? sets() : loaded.tools, { name, version, note, signal });
  if (failed.signal.aborted) throw failed.signal.reason;
  return 0;
}
function listen(port, handler, signal) {
  const onListen = ({ port: port2 }) => console.error(`toolcli: serving MCP on http://127.0.0.1:${port2}/mcp`);
  const answer = async (request) => {
    if (URL.parse(request.url)?.pathname === "/mcp") return await handler(request);
    return new Response("There is nothing here: MCP is at /mcp\n", { status: 404 });
  };
  const options = { hostname: "127.0.0.1", port, signal, onListen };
  return listenAt(port, () => Deno.serve(options, answer));
}

var _serve = /*#__PURE__*/Object.freeze({
  __proto__: null,
  serve: serve
});

export { _serve, listenAt, serve };
