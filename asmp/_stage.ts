import { stringifyJson } from "../agenttool/json.ts";
import { readBody } from "./_body.ts";
import { type Changes, changesOf, merge } from "./_data.ts";
import { takeFields } from "./_fields.ts";
import { stateOf } from "./_frame.ts";
import { keyed } from "./_keyed.ts";
import { Refusal, runNotFound } from "./_refusal.ts";
import { findRun, json, type Site, thrown, type Visit } from "./_site.ts";
import type { StoredReply, StoredRun } from "./store.ts";
import type { ToolOptions } from "./workflow_state.ts";

/** `POST /runs/{id}/invoke/{tool_name}`. */
export async function invokeTool(visit: Visit, id: string, name: string): Promise<Response> {
  const { site, request } = visit;
  const stored = await findRun(site, id);
  const reading = readBody(request, site.maxBody);
  const text = await reading.then(stringifyJson, () => "");
  const key = request.headers.get("idempotency-key");
  const reply = await keyed(site, id, `invoke ${name} ${text}`, key, async (keep) => {
    const { run: { state } } = stored;
    const tool = stateOf(site.workflow, stored.run).tools.get(name);
    if (!tool) throw new Refusal(403, `Tool '${name}' not available in state '${state}'.`);
    takeFields(await reading, tool.expects, site.checkTypes);
    const { result, changes } = await call(tool, id, stored, text);
    const kept = (version: number) => keep(result, version);
    const version = await keepChanges(site, id, stored, name, changes, kept);
    return { body: result, version };
  });
  return json(reply.body, 200, reply.replayed && { "idempotent-replayed": "true" });
}

/** `GET /runs/{id}/resources/{path}`. */
export async function readResource({ site }: Visit, id: string, path: string): Promise<Response> {
  const { run } = await findRun(site, id);
  const { state, milestones } = run;
  const resource = stateOf(site.workflow, run).resources.get(path);
  if (!resource) throw new Refusal(403, `Resource '${path}' not available in state '${state}'.`);
  try {
    const content = await resource.handler({
      runId: id,
      state,
      data: JSON.parse(run.data),
      milestones,
    });
    return isBody(content)
      ? json(content as string, 200, {
        "content-type": resource.mimeType ?? "application/octet-stream",
      })
      : json(JSON.stringify(content) ?? "null");
  } catch (error) {
    throw new Refusal(500, thrown(error));
  }
}

async function call(
  tool: ToolOptions,
  runId: string,
  { run: { state, data: text, milestones } }: StoredRun,
  body: string,
): Promise<{ result: string; changes: Changes }> {
  try {
    const context = { runId, state, data: JSON.parse(text), milestones, body: JSON.parse(body) };
    const result = await tool.handler(context);
    return { result: JSON.stringify({ result }), changes: changesOf(text, context.data) };
  } catch (error) {
    throw new Refusal(500, thrown(error));
  }
}

/** Writes what a tool changed, over what others wrote meanwhile. Gives the run's version. */
async function keepChanges(
  { store }: Site,
  id: string,
  stored: StoredRun,
  name: string,
  changes: Changes,
  keep: (version: number) => StoredReply | undefined,
): Promise<number> {
  const { state } = stored.run;
  for (let now: StoredRun | undefined = stored;; now = await store.get(id)) {
    if (!now) throw runNotFound();
    const { run, version } = now;
    const reply = keep(version + 1);
    if (changes.size === 0 && (!reply || run.state !== state)) return version;
    if (run.state !== state) {
      throw new Refusal(
        409,
        `The run came into state '${run.state}' meanwhile: what tool '${name}' changed in its data is not kept.`,
      );
    }
    const changed = { ...run, data: merge(run.data, changes) };
    if (await store.replace(id, version, changed, reply)) return version + 1;
  }
}

function isBody(content: unknown): boolean {
  return typeof content === "string" || content instanceof Uint8Array ||
    content instanceof ArrayBuffer || content instanceof Blob || content instanceof ReadableStream;
}
