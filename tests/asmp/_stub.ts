/** A small ASMP server, written by hand: what a client is told can be anything. */
export interface Stub extends AsyncDisposable {
  url: string;
  /** The requests so far: `POST /runs`. */
  log: string[];
  /** The bodies and headers of the requests so far. */
  requests: { body: string; headers: Headers }[];
}

/** Serves a handler on a port of its own. */
export function serve(
  answer: (request: Request, body: string) => Response | Promise<Response>,
): Stub {
  const log: string[] = [], requests: Stub["requests"] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const body = await request.text();
    const { pathname } = new URL(request.url);
    log.push(`${request.method} ${pathname}`);
    requests.push({ body, headers: request.headers });
    return await answer(request, body);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    log,
    requests,
    // An answer without an end would hold an orderly shutdown up.
    [Symbol.asyncDispose]: () => {
      server.shutdown().catch(() => {});
      return Promise.resolve();
    },
  };
}

/** A frame of a run `r1` that can go on to DONE by `go`. */
export function frame(members: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    run_id: "r1",
    workflow_id: "demo-wf",
    state: "INIT",
    status: "active",
    hint: "Go on.",
    next_states: [{ action: "go", method: "POST", href: "runs/r1/transitions/go" }],
    ...members,
  };
}

/** What a frame says when nothing can be done any more. */
export const DONE = { state: "DONE", next_states: [] };
