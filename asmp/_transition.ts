import { stringifyJson } from "../agenttool/json.ts";
import { readBody } from "./_body.ts";
import { merge } from "./_data.ts";
import { takeFields } from "./_fields.ts";
import { frameText } from "./_frame.ts";
import { rejection } from "./_guard.ts";
import { keyed } from "./_keyed.ts";
import { Refusal, runNotFound } from "./_refusal.ts";
import { findRun, json, type Site, thrown, type Visit } from "./_site.ts";
import { followRun } from "./_stream.ts";
import { beginWork, endWork } from "./_work.ts";
import type { Run, StoredRun } from "./store.ts";
import type { Workflow } from "./workflow.ts";
import type { Transition } from "./workflow_state.ts";

/** `POST /runs/{id}/transitions/{action}`. */
export async function takeTransition(
  visit: Visit,
  id: string,
  action: string,
): Promise<Response> {
  const { site, request } = visit;
  // The run is read before the body: who is slow to send it loses against whoever moved the run.
  const stored = await findRun(site, id);
  const reading = readBody(request, site.maxBody);
  // What is wrong with the body is told after what is wrong with the action.
  const text = await reading.then(stringifyJson, () => "");
  const key = request.headers.get("idempotency-key");
  const reply = await keyed(site, id, `transition ${action} ${text}`, key, async (keep) => {
    const transition = transitionOf(site.workflow, stored.run, action);
    refuseOther(request, stored);
    const fields = takeFields(await reading, transition.expects, site.checkTypes);
    await guard(transition, id, stored.run, text);
    const run: Run = {
      workflow: stored.run.workflow,
      state: transition.to,
      data: merge(stored.run.data, fields),
      milestones: stored.run.milestones,
    };
    const version = stored.version + 1;
    const frame = frameText(site.workflow, id, run, visit);
    if (!await site.store.replace(id, stored.version, run, keep(frame, version))) {
      throw await lost(site, id);
    }
    endWork(site, id);
    beginWork(site, id, { run, version });
    return { body: frame, version };
  });
  const response = wantsLines(request) && JSON.parse(reply.body).status === "processing"
    ? followRun(visit, id, reply.body, reply.version)
    : json(reply.body, 200, { etag: `"${reply.version}"` });
  if (reply.replayed) response.headers.set("idempotent-replayed", "true");
  return response;
}

function transitionOf({ states }: Workflow, { state }: Run, action: string): Transition {
  const transitions = states.get(state)?.transitions ?? [];
  // Of two with one action the first is taken.
  const transition = transitions.find((one) => one.action === action);
  if (transition) return transition;
  throw new Refusal(
    403,
    `Invalid transition: '${action}' not in next_states for state '${state}'.`,
  );
}

/** A client may say which version it has seen. */
function refuseOther({ headers }: Request, { run, version }: StoredRun): void {
  const match = headers.get("if-match");
  if (match === null || match.trim() === "*") return;
  // Whoever compresses an answer on its way makes its tag a weak one.
  const tags = match.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (tags.includes(`"${version}"`)) return;
  throw new Refusal(412, `The run has changed: it is in state '${run.state}'.`);
}

async function guard(transition: Transition, id: string, run: Run, body: string): Promise<void> {
  let reason: string | undefined;
  try {
    reason = await rejection(transition, id, run, body);
  } catch (error) {
    throw new Refusal(500, thrown(error));
  }
  if (reason !== undefined) throw new Refusal(403, reason);
}

async function lost({ store }: Site, id: string): Promise<Refusal> {
  const now = await store.get(id);
  if (!now) return runNotFound();
  return new Refusal(
    409,
    `The run was changed by another request meanwhile: it is in state '${now.run.state}'.`,
  );
}

function wantsLines({ headers }: Request): boolean {
  return headers.get("accept")?.toLowerCase().includes("application/x-ndjson") ?? false;
}
