import { type JsonObject, stringifyJson } from "../agenttool/json.ts";
import { readBody } from "./_body.ts";
import { cliText } from "./_cli_object.ts";
import { frameText } from "./_frame.ts";
import { Refusal } from "./_refusal.ts";
import { findRun, json, type Site, type Visit } from "./_site.ts";
import { beginWork, resumeWork } from "./_work.ts";
import type { Run, StoredRun } from "./store.ts";

/** Shared by all runs that have none. */
const NO_MILESTONES: readonly string[] = [];

/** `POST /runs`: a new run. */
export async function startRun(visit: Visit): Promise<Response> {
  return await startWith(visit, await readBody(visit.request, visit.site.maxBody));
}

/**
 * Starts a run with a body that was read.
 *
 * @param visit The request.
 * @param body Its body.
 * @returns The answer: 201 and the frame.
 */
export async function startWith(visit: Visit, body: JsonObject): Promise<Response> {
  const { site: { workflow }, addresses } = visit;
  const named = body.get("workflow_id") ?? workflow.id;
  if (named !== workflow.id) throw unknownWorkflow(body);
  const [id, text] = await createRun(visit, initialData(body));
  const location = `${addresses.base}/runs/${id}`;
  // A frame has no member for it: so a client learns that there is a page for a person.
  const link = `<${location}/view>; rel="alternate"; type="text/html"`;
  return json(text, 201, { location, link });
}

/** `GET /`, as it was from the start: a new run, and its frame. */
export async function discover(visit: Visit): Promise<Response> {
  const [, text] = await createRun(visit, "{}");
  return json(text);
}

/** `GET /runs/{id}`: the frame. */
export async function showRun(visit: Visit, id: string): Promise<Response> {
  const { run, version } = await visitRun(visit.site, id);
  return json(frameText(visit.site.workflow, id, run, visit), 200, { etag: `"${version}"` });
}

/** `GET /runs/{id}/cli`: how a client shows the run. */
export async function showCli({ site }: Visit, id: string): Promise<Response> {
  const { run } = await visitRun(site, id);
  return json(cliText(site.workflow, id, run));
}

/** Finds a run that somebody looks at, and takes its work up where it was cut off. */
export async function visitRun(site: Site, id: string): Promise<StoredRun> {
  const stored = await findRun(site, id);
  resumeWork(site, id, stored);
  return stored;
}

/** There is no workflow of the name in a body. */
export function unknownWorkflow(body: JsonObject): Refusal {
  return new Refusal(400, `Unknown workflow: ${stringifyJson(body.get("workflow_id") ?? null)}.`);
}

function initialData(body: JsonObject): string {
  const data = body.get("data") ?? null;
  if (data === null) return "{}";
  if (data instanceof Map) return stringifyJson(data);
  throw new Refusal(400, "Invalid field data: expected a JSON object.");
}

async function createRun(visit: Visit, data: string): Promise<[id: string, frame: string]> {
  const { site } = visit;
  const { store, workflow } = site;
  const id = crypto.randomUUID();
  const run: Run = {
    workflow: workflow.id,
    state: workflow.initial,
    data,
    milestones: NO_MILESTONES,
  };
  if (!await store.create(id, run)) {
    throw new Refusal(503, "Too many runs: none can be started until others expire.");
  }
  beginWork(site, id, { run, version: 1 });
  return [id, frameText(workflow, id, run, visit)];
}
