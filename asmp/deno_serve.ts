import { createHandler, type HandlerOptions } from "./handler.ts";
import type { Workflow } from "./workflow.ts";

/** How {@linkcode serveWorkflow} serves. */
export interface ServeOptions extends HandlerOptions {
  /** The port; a free one when it is 0 or left out. */
  port?: number;
  /**
   * The address to listen at; the loopback interface when left out, and then by its names alone,
   * unless `hosts` says otherwise.
   */
  hostname?: string;
  /** How long, in ms, the end waits for answers that are on their way; without limit when left out. */
  grace?: number;
}

/** A server that runs. */
export interface WorkflowServer extends AsyncDisposable {
  /** Where it is, with the path of its one workflow, without a slash at the end. */
  readonly url: string;
  /** Ends it: streams and work at once, other requests when they are answered. */
  shutdown(): Promise<void>;
}

/**
 * Serves a workflow, or several, with Deno: at the loopback address unless another one is asked for.
 *
 * @example A server for a client
 * ```ts
 * import { AsmpClient, serveWorkflow, Workflow } from "@x/toolcli/asmp";
 * import { expect } from "@std/expect";
 *
 * const workflow = new Workflow("door", { initial: "CLOSED" })
 *   .transition("CLOSED", "open", "OPEN");
 * await using server = serveWorkflow(workflow);
 * const client = new AsmpClient(server.url);
 * await client.startRun();
 *
 * expect((await client.transition("open")).state).toBe("OPEN");
 * ```
 *
 * @param workflows The workflow, or all of them.
 * @param options How they are served.
 * @returns The server. A store that was given stays open.
 * @throws {TypeError} Where two workflows have one id or one path.
 * @throws {Deno.errors.AddrInUse} Where the port is taken.
 */
export function serveWorkflow(
  workflows: Workflow | readonly Workflow[],
  options: ServeOptions = {},
): WorkflowServer {
  const { port = 0, hostname = "127.0.0.1", grace } = options;
  const hosts = options.hosts ?? (LOOPBACK.includes(hostname) ? LOOPBACK : undefined);
  const handler = createHandler(workflows, { ...options, ...hosts && { hosts } });
  const server = Deno.serve({ port, hostname, onListen: () => {} }, handler);
  const { addr } = server;
  const host = addr.hostname.includes(":") ? `[${addr.hostname}]` : addr.hostname;
  const shutdown = async () => {
    handler.close(); // a stream would go on for as long as its reader likes
    await atMost(grace, server.shutdown());
  };
  return {
    url: `http://${host}:${addr.port}${handler.path}`,
    shutdown,
    [Symbol.asyncDispose]: shutdown,
  };
}

const LOOPBACK = ["127.0.0.1", "localhost", "::1", "[::1]"];

/** Waits, but no longer than a time in ms, where there is one. */
async function atMost(time: number | undefined, work: Promise<void>): Promise<void> {
  if (time === undefined) return await work;
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, time);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}
