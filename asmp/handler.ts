import { addressesOf, askedAt, pathOf, targetOf } from "./_addresses.ts";
import { readBody } from "./_body.ts";
import type { Addresses } from "./_frame.ts";
import { MemoryStore } from "./memory_store.ts";
import { refusePage, showStart, takesPage } from "./_pages.ts";
import { notFound, Refusal, refuse } from "./_refusal.ts";
import { findRoute, methodNotAllowed } from "./_routes.ts";
import { startWith, unknownWorkflow } from "./_runs.ts";
import { json, listed, type Site, thrown, type Visit } from "./_site.ts";
import type { RunStore, StoreLimits } from "./store.ts";
import { refuseStrangers } from "./_strangers.ts";
import type { Workflow } from "./workflow.ts";

/** How {@linkcode createHandler} serves a workflow. */
export interface HandlerOptions extends StoreLimits {
  /** Where runs are kept; in memory when left out, within the limits that are given here. */
  store?: RunStore;
  /**
   * Lets a request in, by its bearer token or anything else of it. Without this hook everybody is
   * let in.
   */
  auth?: (token: string | undefined, request: Request) => boolean | Promise<boolean>;
  /**
   * The names that the server may be asked by, without ports; all when left out. One that listens
   * on the loopback interface should name `localhost`, `127.0.0.1` and `[::1]`: any site can give a
   * name of its own that address.
   */
  hosts?: readonly string[];
  /**
   * Other sites whose pages may send requests, such as `https://example.com`. Those of the server's
   * own pages are let in: the address that was asked, and that of a `baseUrl`.
   */
  origins?: readonly string[];
  /** The path that the workflow is mounted at; that of its `baseUrl` when left out. */
  basePath?: string;
  /**
   * How addresses in frames are written: `absolute` by the workflow's `baseUrl`, `request` by the
   * address that was asked, `relative` as a path alone. When left out, `absolute` where the workflow
   * has a `baseUrl`, else `request`.
   */
  hrefs?: "relative" | "absolute" | "request";
  /** Whether `X-Forwarded-Proto` and `X-Forwarded-Host` are believed: they are a proxy's own. */
  trustProxy?: boolean;
  /**
   * What `GET /` does: it starts a `run`, the default, or gives the `list` of workflows. A browser
   * gets a page that starts a run when its reader wants one.
   */
  index?: "run" | "list";
  /** Whether a state without ways out is `completed` unless the workflow says otherwise. */
  deriveStatus?: boolean;
  /** Whether the types of fields are checked, not only that they are there. */
  checkTypes?: boolean;
  /** How many bytes a body may have; 1 MiB when left out. */
  maxBody?: number;
  /** After how many milliseconds a silent stream sends an empty line; never when left out. */
  heartbeat?: number;
  /** Is told of what is odd in the workflows, and of errors that are the server's own. */
  note?: (text: string) => void;
}

/** Answers the requests to a workflow. */
export interface Handler {
  /** Answers one request; it never rejects. */
  (request: Request): Promise<Response>;
  /** The path of the one workflow, or the one that all have in common: empty, or a slash first. */
  readonly path: string;
  /** Ends all streams and the work of all states. The store stays open: it is not the handler's. */
  close(): void;
}

/**
 * Serves a workflow, or several, over the Agent State Machine Protocol: a handler for `Deno.serve`
 * and whatever else takes a `Request`. Of several workflows each has its id for a path, or the path
 * of its `baseUrl`.
 *
 * @example A server in a few lines
 * ```ts
 * import { createHandler, Workflow } from "@x/toolcli/asmp";
 * import { expect } from "@std/expect";
 *
 * const workflow = new Workflow("door", { initial: "CLOSED" })
 *   .transition("CLOSED", "open", "OPEN")
 *   .transition("OPEN", "close", "CLOSED");
 * const handler = createHandler(workflow);
 *
 * const started = await handler(new Request("http://localhost/runs", { method: "POST" }));
 * const { next_states: [open] } = await started.json();
 * const moved = await handler(new Request(open.href, { method: "POST" }));
 * expect((await moved.json()).state).toBe("OPEN");
 * ```
 *
 * @param workflows The workflow, or all of them.
 * @param options How they are served.
 * @returns The handler.
 * @throws {TypeError} Where two workflows have one id or one path.
 */
export function createHandler(
  workflows: Workflow | readonly Workflow[],
  options: HandlerOptions = {},
): Handler {
  const note = options.note ?? ((text: string) => console.error(text));
  const ending = new AbortController();
  const sites = sitesOf(workflows, options, note, ending.signal);
  const root = workflows instanceof Array ? normal(options.basePath ?? "") : sites[0]!.prefix;
  const roots = [root, ...sites.map(({ prefix }) => prefix)];
  const baseOrigins = sites.flatMap(({ workflow: { baseUrl } }) =>
    baseUrl ? new URL(baseUrl).origin : []
  );
  if (options.note) sites.flatMap(({ workflow }) => workflow.lint()).forEach(options.note);
  const answer = (request: Request): Promise<Response> => {
    const { origin, path, query } = targetOf(request.url);
    refuseStrangers(request, [askedAt(request, origin, options), ...baseOrigins], options);
    const visitOf = (site: Site) => new RequestVisit(site, request, origin, options);
    for (const site of sites) {
      const rest = below(path, site.prefix);
      if (rest !== undefined) return findRoute(rest, request.method)(visitOf(site), query);
    }
    const rest = below(path, root);
    if (rest === undefined || !(workflows instanceof Array)) throw notFound();
    return answerForAll(rest, root, request, sites.map(visitOf));
  };
  const handler = async (request: Request): Promise<Response> => {
    let response: Response;
    try {
      if (options.auth) await authorize(options.auth, request);
      response = await answer(request);
    } catch (error) {
      if (error instanceof Refusal) {
        response = await refusePage(request, error, roots) ?? refuse(error);
      } else {
        note(`Cannot answer ${request.method} ${request.url}: ${thrown(error)}`);
        response = refuse(new Refusal(500, "Internal error"));
      }
    }
    if (request.method !== "HEAD" || response.body === null) return response;
    await response.body.cancel();
    return new Response(null, response);
  };
  return Object.assign(handler, { path: root, close: () => ending.abort() });
}

/** Addresses cost time, and not every answer has some. */
class RequestVisit implements Visit {
  constructor(
    readonly site: Site,
    readonly request: Request,
    readonly origin: string,
    readonly options: HandlerOptions,
  ) {}

  get deriveStatus(): boolean {
    return this.site.deriveStatus;
  }

  get addresses(): Addresses {
    const { site: { workflow, prefix }, request, origin, options } = this;
    return addressesOf(workflow, prefix, request, origin, options);
  }
}

function sitesOf(
  workflows: Workflow | readonly Workflow[],
  options: HandlerOptions,
  note: (text: string) => void,
  signal: AbortSignal,
): Site[] {
  const store = options.store ?? new MemoryStore(options);
  const sites = [workflows].flat().map((workflow): Site => ({
    workflow,
    prefix: prefixOf(workflow, workflows instanceof Array, options.basePath),
    store,
    index: options.index ?? "run",
    deriveStatus: options.deriveStatus ?? false,
    checkTypes: options.checkTypes ?? false,
    maxBody: options.maxBody ?? 1024 * 1024,
    heartbeat: options.heartbeat,
    signal,
    note,
  }));
  refuseTwice("id", sites.map(({ workflow }) => workflow.id));
  refuseTwice("path", sites.map(({ prefix }) => prefix));
  // One may be mounted below another.
  return sites.sort((a, b) => b.prefix.length - a.prefix.length);
}

function prefixOf({ id, baseUrl }: Workflow, several: boolean, basePath?: string): string {
  if (basePath === undefined && baseUrl !== undefined) return pathOf(baseUrl);
  return normal(basePath ?? "") + (several ? `/${id}` : "");
}

function normal(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, "");
  return trimmed === "" ? "" : `/${trimmed}`;
}

function refuseTwice(what: string, values: string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new TypeError(`Two workflows have the ${what} "${twice}"`);
}

/** What follows a prefix in a path, which must end where a segment does. */
function below(path: string, prefix: string): string | undefined {
  if (!path.startsWith(prefix)) return undefined;
  const rest = path.slice(prefix.length);
  return rest === "" || rest.startsWith("/") ? rest : undefined;
}

async function authorize(auth: NonNullable<HandlerOptions["auth"]>, request: Request) {
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (await auth(token, request)) return;
  throw token === undefined
    ? new Refusal(401, "Missing bearer token.", { "www-authenticate": "Bearer" })
    : new Refusal(401, "Invalid bearer token.", {
      "www-authenticate": 'Bearer error="invalid_token"',
    });
}

/** Where several workflows are served, the list of them, and one start for all. */
async function answerForAll(
  path: string,
  root: string,
  request: Request,
  visits: Visit[],
): Promise<Response> {
  const at = path.replace(/\/$/, "");
  if (at !== "" && at !== "/runs") throw notFound();
  if (request.method === "POST") {
    const body = await readBody(request, visits[0]!.site.maxBody);
    const visit = visits.find(({ site }) => site.workflow.id === body.get("workflow_id"));
    if (!visit) throw unknownWorkflow(body);
    return await startWith(visit, body);
  }
  if (at === "" && (request.method === "GET" || request.method === "HEAD")) {
    if (takesPage(request)) return await showStart(visits.map(({ site }) => site), root);
    return json(JSON.stringify({ workflows: visits.map(listed) }));
  }
  throw methodNotAllowed(request.method, at === "" ? ["GET", "POST"] : ["POST"]);
}
