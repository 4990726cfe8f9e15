import { within } from './_within.js';

const CLOSE_MS = 5e3;
async function serveMcpStdio(tools, options) {
  const { printToStderr } = await import('./print_to_stderr.js');
  const restore = await printToStderr();
  try {
    const [served, { StdioTransport }, sdk, { serveStdio }] = await Promise.all([
      serve(tools, options),
      import('./_deno_stdio.js'),
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio')
    ]);
    const transport = new StdioTransport(served.texts);
    await using _served = {
      [Symbol.asyncDispose]: async () => {
        await within(served.close(), CLOSE_MS);
      }
    };
    await new Promise((ended) => {
      const handle = serveStdio(({ era }) => {
        const server = served.server(sdk, era);
        const stop = served.tools.listen(() => server.sendToolListChanged().catch(() => {
        }));
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
async function mcpHandler(tools, options) {
  const [served, { HttpServer }, sdk] = await Promise.all([
    serve(tools, options),
    import('./_server_http.js'),
    import('@modelcontextprotocol/server')
  ]);
  const server = new HttpServer(served, sdk, options);
  const end = async () => {
    await server.close();
    await within(served.close(), CLOSE_MS);
  };
  let ended;
  const close = () => ended ??= end();
  const answer = (request) => server.fetch(request);
  return Object.assign(answer, { close, [Symbol.asyncDispose]: close });
}
async function serve(tools, options) {
  const { Served } = await import('./_served.js');
  const served = new Served(options, note(options));
  await served.tools.read(tools);
  return served;
}
function note({ note: note2, name }) {
  return note2 ?? ((text) => console.error(`${name}: ${text}`));
}

export { mcpHandler, serveMcpStdio };
