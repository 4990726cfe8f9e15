import { decoded } from "./_decoded.ts";
import { showDrawing, showStart, showView, takesPage } from "./_pages.ts";
import { notFound, Refusal } from "./_refusal.ts";
import { discover, showCli, showRun, startRun } from "./_runs.ts";
import { json, listed, type Visit } from "./_site.ts";
import { invokeTool, readResource } from "./_stage.ts";
import { streamRun } from "./_stream.ts";
import { takeTransition } from "./_transition.ts";

/** Answers a request. */
export type Route = (visit: Visit, query: string) => Promise<Response>;

/** What is at an address, by method. */
interface Methods {
  readonly GET?: Route;
  readonly POST?: Route;
}

/**
 * Finds what answers a request.
 *
 * @param path The path below the workflow's own: empty, or with a slash first.
 * @param method The method.
 * @returns What answers it.
 * @throws {Refusal} Where there is no such address, or it has no such method.
 */
export function findRoute(path: string, method: string): Route {
  const methods = methodsAt(segmentsOf(path));
  const route = method === "HEAD" ? methods.GET : methods[method as keyof Methods];
  if (route) return route;
  throw methodNotAllowed(method, Object.keys(methods));
}

/**
 * There is nothing of a method at an address.
 *
 * @param method The method.
 * @param allowed Those that there are.
 * @returns The refusal.
 */
export function methodNotAllowed(method: string, allowed: string[]): Refusal {
  const allow = allowed.flatMap((one) => one === "GET" ? ["GET", "HEAD"] : [one]).join(", ");
  return new Refusal(405, `Method ${method} not allowed here: use ${allow}.`, { allow });
}

/** The parts of a path, decoded; one slash at the end does not count. */
function segmentsOf(path: string): string[] {
  if (path === "" || path === "/") return [];
  const segments = path.slice(1, path.endsWith("/") ? -1 : undefined).split("/");
  return path.includes("%") ? segments.map(decoded) : segments;
}

function methodsAt([first, id, kind, ...rest]: string[]): Methods {
  if (first === undefined) return { GET: index, POST: startRun };
  if (first !== "runs") return id === undefined ? methodsOfWorkflow(first) : nothing();
  if (id === undefined) return { POST: startRun };
  if (kind === undefined) return { GET: (visit) => showRun(visit, id) };
  const name = rest.join("/");
  if (rest.length === 0) return methodsOfRun(kind, id);
  if (kind === "resources") return { GET: (visit) => readResource(visit, id, name) };
  if (rest.length > 1) throw notFound();
  if (kind === "transitions") return { POST: (visit) => takeTransition(visit, id, name) };
  if (kind === "invoke") return { POST: (visit) => invokeTool(visit, id, name) };
  throw notFound();
}

function nothing(): never {
  throw notFound();
}

function methodsOfWorkflow(name: string): Methods {
  if (name === "openapi.json") return { GET: describe };
  if (name === "visualize") return { GET: showDrawing };
  throw notFound();
}

function methodsOfRun(name: string, id: string): Methods {
  if (name === "cli" || name === "cli.json") return { GET: (visit) => showCli(visit, id) };
  if (name === "stream") return { GET: (visit) => streamRun(visit, id) };
  if (name === "view") return { GET: (visit) => showView(visit, id) };
  throw notFound();
}

async function index(visit: Visit): Promise<Response> {
  if (takesPage(visit.request)) return await showStart([visit.site], visit.site.prefix);
  if (visit.site.index === "list") return json(JSON.stringify({ workflows: [listed(visit)] }));
  // HEAD asks what GET would say, and must not start a run.
  return visit.request.method === "HEAD" ? json("") : await discover(visit);
}

async function describe({ site, addresses }: Visit): Promise<Response> {
  const { openApi } = await import("./_openapi.ts");
  return json(JSON.stringify(openApi(site.workflow, addresses.url)));
}
