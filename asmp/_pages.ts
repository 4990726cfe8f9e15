import { cliText } from "./_cli_object.ts";
import { frameText } from "./_frame.ts";
import type { Page } from "./_page.ts";
import type { Refusal } from "./_refusal.ts";
import { visitRun } from "./_runs.ts";
import type { Visit } from "./_site.ts";

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
 * Whether it is a page that is asked for: a browser sends no token with it, so a person has to be
 * asked for one.
 *
 * @param request The request.
 * @returns Whether it is.
 */
export function isForPerson({ method, url, headers }: Request): boolean {
  return method === "GET" && /\/view\/?(?:$|\?)/.test(url) &&
    (headers.get("accept")?.includes("text/html") ?? false);
}

/**
 * The page that asks for a token. It tells nothing of any run.
 *
 * @param refusal Why the request was refused.
 * @returns The answer.
 */
export async function askForToken({ status, hint, headers }: Refusal): Promise<Response> {
  const { tokenPage } = await import("./_view_page.ts");
  const response = respond(await tokenPage(hint), status);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

function respond({ html, headers }: Page, status = 200): Response {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
    },
  });
}
