import { targetOf } from "./_addresses.ts";
import { cliText } from "./_cli_object.ts";
import { frameText } from "./_frame.ts";
import type { Page } from "./_page.ts";
import type { Refusal } from "./_refusal.ts";
import { visitRun } from "./_runs.ts";
import type { Site, Visit } from "./_site.ts";

/** `GET /visualize`: the drawing, with the state of a run marked where one is named and known. */
export async function showDrawing(
  { site: { workflow, store } }: Visit,
  query: string,
): Promise<Response> {
  const id = new URLSearchParams(query).get("run_id");
  const stored = id === null ? undefined : await store.get(id);
  const current = stored?.run.workflow === workflow.id ? stored.run.state : undefined;
  const { visualizePage } = await import("./_visualize.ts");
  return respond(await visualizePage(workflow, current));
}

/** `GET /runs/{id}/view`: the page for a person. */
export async function showView(visit: Visit, id: string): Promise<Response> {
  const { workflow } = visit.site;
  const { run, version } = await visitRun(visit.site, id);
  const { viewPage } = await import("./_view_page.ts");
  const page = await viewPage({
    workflow,
    frame: JSON.parse(frameText(workflow, id, run, visit)),
    cli: JSON.parse(cliText(workflow, id, run)),
    data: run.data,
    version,
  });
  return respond(page);
}

/**
 * The page at a server's address for a person, who starts a run with it.
 *
 * @param sites What can be started.
 * @param root The path that the page is at, without a slash at the end.
 * @returns The answer.
 */
export async function showStart(sites: readonly Site[], root: string): Promise<Response> {
  const { startPage } = await import("./_start_page.ts");
  const page = await startPage(
    sites.map(({ workflow, prefix }) => ({ workflow, path: prefix.slice(root.length) })),
  );
  return respond(page);
}

/**
 * Whether it is a person who asks, with a browser.
 *
 * @param request The request.
 * @returns Whether a page can be the answer.
 */
export function takesPage({ headers }: Request): boolean {
  return headers.get("accept")?.includes("text/html") ?? false;
}

/**
 * The page that says why a page was refused. A browser sends no token by itself, so a person has to
 * be asked for one; that page tells nothing of any run.
 *
 * @param request The request.
 * @param refusal Why it was refused.
 * @param roots The paths of the pages that start runs.
 * @returns The answer; nothing where no page was asked for.
 */
export async function refusePage(
  request: Request,
  { status, hint, headers }: Refusal,
  roots: readonly string[],
): Promise<Response | undefined> {
  if (request.method !== "GET" || !takesPage(request)) return undefined;
  const { path } = targetOf(request.url);
  const ofRun = /\/runs\/[^/]+\/view\/?$/.test(path);
  if (!ofRun && !roots.includes(path.replace(/\/$/, ""))) return undefined;
  const { missingPage, tokenPage } = await import("./_refusal_pages.ts");
  if (status === 401) return respond(await tokenPage(hint), status, headers);
  if (status !== 404 || !ofRun) return undefined;
  return respond(await missingPage(hint, path.endsWith("/") ? "../../../" : "../../"), status);
}

function respond(
  { html, headers }: Page,
  status = 200,
  more: Record<string, string> = {},
): Response {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
      ...more,
    },
  });
}
