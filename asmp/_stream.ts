import { feed } from "./_feed.ts";
import { frameText, hasEnded, statusOf } from "./_frame.ts";
import type { Visit } from "./_site.ts";
import { visitRun } from "./_runs.ts";

/** What is sent line by line, as it comes about. */
const HEADERS = {
  "content-type": "application/x-ndjson",
  "cache-control": "no-cache",
  "x-accel-buffering": "no",
};

/**
 * `GET /runs/{id}/stream`: the frame, and each that follows, until the run ends. The id of an event
 * says how often the run had changed; a reader that sends the last one that it has gets what is
 * newer.
 */
export async function streamRun(visit: Visit, id: string): Promise<Response> {
  const { site, request, deriveStatus } = visit;
  const { workflow, store, heartbeat, signal } = site;
  await visitRun(site, id);
  if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
  const seen = request.headers.get("last-event-id")?.trim() ?? "";
  const lines = feed(store, id, {
    after: /^\d{1,15}$/.test(seen) ? Number(seen) + 1 : 0,
    line: ({ run, version }) =>
      `{"id":"${version - 1}",${frameText(workflow, id, run, visit).slice(1)}`,
    ends: ({ run }) => hasEnded(workflow, run, deriveStatus),
    heartbeat,
    signal,
  });
  return new Response(lines, { headers: HEADERS });
}

/**
 * The answer to a transition into a state that is processing: the frame, and each that follows,
 * until it is not.
 *
 * @param visit The request.
 * @param id The run.
 * @param first The frame to begin with.
 * @param version The version that it tells of.
 * @returns The answer, with status 202.
 */
export function followRun(visit: Visit, id: string, first: string, version: number): Response {
  const { site: { workflow, store, heartbeat, signal }, deriveStatus } = visit;
  const lines = feed(store, id, {
    first,
    after: version,
    line: ({ run }) => frameText(workflow, id, run, visit),
    ends: ({ run }) =>
      statusOf(workflow, run, deriveStatus) !== "processing" ||
      hasEnded(workflow, run, deriveStatus),
    heartbeat,
    signal,
  });
  return new Response(lines, { status: 202, headers: HEADERS });
}
