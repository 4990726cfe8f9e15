import { jsonProblem, parseJson, jsonMembers, stringifyJson, JsonNumber } from '../mod.js';
import { limitsOf, REPLIES } from './_store_limits.js';
import { DEFAULT_PROMPT, isOptional, fieldType, decoded } from './_decoded.js';

function targetOf(url) {
  const slash = url.indexOf("/", url.indexOf("//") + 2);
  const hash = url.indexOf("#", slash);
  const end = hash < 0 ? url.length : hash;
  const mark = url.indexOf("?", slash);
  const pathEnd = mark < 0 || mark > end ? end : mark;
  return {
    origin: url.slice(0, slash),
    path: url.slice(slash, pathEnd),
    query: url.slice(pathEnd + 1, end)
  };
}
function addressesOf(workflow, prefix, request, origin, { hrefs, trustProxy }) {
  const { baseUrl } = workflow;
  const mode = hrefs ?? (baseUrl === void 0 ? "request" : "absolute");
  if (mode === "absolute") {
    const url2 = baseUrl ?? `http://localhost:3000${prefix}`;
    return { base: url2, url: url2 };
  }
  const url = askedAt(request, origin, { trustProxy }) + prefix;
  if (mode === "request") return { base: url, url };
  return { base: baseUrl === void 0 ? prefix : pathOf(baseUrl), url: baseUrl ?? url };
}
function askedAt(request, origin, { trustProxy }) {
  return trustProxy ? forwarded(request, origin) : origin;
}
function pathOf(baseUrl) {
  return new URL(baseUrl).pathname.replace(/\/+$/, "");
}
function forwarded({ headers }, origin) {
  const first = (name) => headers.get(name)?.split(",")[0]?.trim();
  const [scheme = "", host = ""] = origin.split("://");
  const proxied = `${first("x-forwarded-proto") || scheme}://${first("x-forwarded-host") || host}`;
  return /^https?:/.test(proxied) && URL.canParse(proxied) ? new URL(proxied).origin : origin;
}

class Refusal extends Error {
  /**
   * Makes a refusal.
   *
   * @param status The HTTP status.
   * @param hint What the caller reads.
   * @param headers More headers of the answer.
   */
  constructor(status, hint, headers = {}) {
    super(hint);
    this.status = status;
    this.hint = hint;
    this.headers = headers;
  }
  status;
  hint;
  headers;
  /** The class's name. */
  name = "Refusal";
}
function runNotFound() {
  return new Refusal(404, "Run not found");
}
function notFound() {
  return new Refusal(404, "Not found");
}
function refuse({ status, hint, headers }) {
  return new Response(JSON.stringify({ hint }), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers }
  });
}

async function readBody(request, limit) {
  const text = await readText(request, limit);
  if (/^[ \t\r\n]*$/.test(text)) return /* @__PURE__ */ new Map();
  const problem = jsonProblem(text);
  if (problem) throw new Refusal(400, `Invalid body: ${problem}.`);
  try {
    const body = parseJson(text);
    if (body instanceof Map) return body;
  } catch (error) {
    throw new Refusal(400, `Invalid body: ${error.message}.`);
  }
  throw new Refusal(400, `Invalid body: expected a JSON object, got ${kindOf(text)}.`);
}
function kindOf(text) {
  switch (text.trimStart()[0]) {
    case "{":
      return "object";
    case "[":
      return "array";
    case '"':
      return "string";
    case "n":
      return "null";
    case "t":
    case "f":
      return "boolean";
  }
  return "number";
}
const DRAIN = 16 * 1024 * 1024;
async function readText(request, limit) {
  const bytes = await readBytes(request, limit).catch(() => {
    throw new Refusal(400, "Invalid body: it broke off.");
  });
  if (!bytes || bytes.length > limit) {
    throw new Refusal(413, `Body too large: at most ${limit} bytes are taken.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, "Invalid body: not UTF-8.");
  }
}
async function readBytes(request, limit) {
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) <= limit) {
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit + DRAIN) break;
  }
  return size > limit ? void 0 : joined(chunks, size);
}
function joined(chunks, size) {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

class MemoryStore {
  /** A write moves a run to the end, so those that expire first stand first. */
  #runs = /* @__PURE__ */ new Map();
  #watchers = /* @__PURE__ */ new Map();
  #limits;
  /**
   * Makes a store that is empty.
   *
   * @param limits How long runs are kept, and how many.
   */
  constructor(limits = {}) {
    this.#limits = limitsOf(limits);
  }
  /** How many runs are kept. */
  get size() {
    this.#expire();
    return this.#runs.size;
  }
  /**
   * Keeps a new run, as version 1.
   *
   * @param id Its id.
   * @param run The run.
   * @returns Whether there was room for it.
   */
  create(id, run) {
    this.#expire();
    if (this.#runs.size >= this.#limits.maxRuns || this.#runs.has(id)) {
      return Promise.resolve(false);
    }
    this.#runs.set(id, { run, version: 1, until: Date.now() + this.#limits.expireAfter });
    return Promise.resolve(true);
  }
  /**
   * Finds a run.
   *
   * @param id Its id.
   * @returns The run, where there is one and it has not expired.
   */
  get(id) {
    return Promise.resolve(this.#find(id));
  }
  /**
   * Writes a run where nobody else has since it was read.
   *
   * @param id Its id.
   * @param version The version that was read.
   * @param run What it becomes, as the next version.
   * @param reply A reply to keep with it.
   * @returns Whether it was written.
   */
  replace(id, version, run, reply) {
    const old = this.#find(id);
    if (old?.version !== version) return Promise.resolve(false);
    const until = Date.now() + this.#limits.expireAfter;
    const entry = { run, version: version + 1, until };
    const replies = old.replies ?? (reply && /* @__PURE__ */ new Map());
    if (replies) entry.replies = replies;
    if (reply && replies) {
      replies.set(reply.key, reply.reply);
      if (replies.size > REPLIES) replies.delete(replies.keys().next().value);
    }
    this.#runs.delete(id);
    this.#runs.set(id, entry);
    for (const changed of [...this.#watchers.get(id) ?? []]) changed();
    return Promise.resolve(true);
  }
  /**
   * Finds a reply that was kept.
   *
   * @param id The id of a run.
   * @param key An `Idempotency-Key`.
   * @returns The reply.
   */
  reply(id, key) {
    return Promise.resolve(this.#find(id)?.replies?.get(key));
  }
  /**
   * Tells that a run has been written, once for each write.
   *
   * @param id The id of a run.
   * @param changed Called after each write.
   * @returns Ends the telling.
   */
  watch(id, changed) {
    const watchers = this.#watchers.get(id) ?? /* @__PURE__ */ new Set();
    this.#watchers.set(id, watchers);
    const watcher = () => changed();
    watchers.add(watcher);
    return Promise.resolve(() => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    });
  }
  #find(id) {
    const entry = this.#runs.get(id);
    if (!entry || entry.until > Date.now()) return entry;
    this.#runs.delete(id);
  }
  #expire() {
    const now = Date.now();
    for (const [id, { until }] of this.#runs) {
      if (until > now) break;
      this.#runs.delete(id);
    }
  }
}

function humanize(name) {
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(/[_\-.\s]+/).filter((word) => word !== "").map((word) => word === word.toUpperCase() ? word : word.toLowerCase());
  const text = words.join(" ");
  const [first = ""] = text;
  return text === "" ? name : first.toUpperCase() + text.slice(first.length);
}

const NO_STATE = { transitions: [], tools: /* @__PURE__ */ new Map(), resources: /* @__PURE__ */ new Map() };
function stateOf(workflow, run) {
  return workflow.states.get(run.state) ?? NO_STATE;
}
function statusOf(workflow, run, deriveStatus) {
  if (run.failure !== void 0) return "failed";
  const { status, work, transitions } = stateOf(workflow, run);
  if (status) return status;
  if (work) return "processing";
  return deriveStatus && transitions.length === 0 ? "completed" : "active";
}
function hintOf(workflow, run) {
  return run.failure ?? stateOf(workflow, run).hint ?? "Proceed.";
}
function hasEnded(workflow, run, deriveStatus) {
  const status = statusOf(workflow, run, deriveStatus);
  return status === "completed" || status === "failed" || stateOf(workflow, run).transitions.length === 0;
}
function frameText(workflow, id, run, { addresses, deriveStatus }) {
  const { base, url } = addresses;
  const absolute = base === url;
  const at = `${base}/runs/${id}`;
  const state = stateOf(workflow, run);
  const frame = {
    run_id: id,
    workflow_id: workflow.id,
    resource_url: absolute ? base : void 0,
    state: run.state,
    status: statusOf(workflow, run, deriveStatus),
    hint: hintOf(workflow, run),
    next_states: nextStates(state, at),
    active_skill: skill(state, url),
    tools: tools(state, at),
    resources: resources(state, at)
  };
  const tail = absolute ? `,"stream_url":${JSON.stringify(`${at}/stream`)}}` : "}";
  const milestones = run.milestones.length === 0 ? "[]" : JSON.stringify(run.milestones);
  return `${JSON.stringify(frame).slice(0, -1)},"data":${run.data},"milestones":${milestones}${tail}`;
}
function nextStates({ transitions }, at) {
  return transitions.map(({ action, expects, critical = false }) => ({
    action,
    method: "POST",
    href: `${at}/transitions/${encodeURIComponent(action)}`,
    expects,
    is_critical: critical
  }));
}
function skill({ skill: skill2 }, url) {
  if (!skill2) return void 0;
  const { name, path = `${name}/SKILL.md`, contextSummary, version } = skill2;
  const whole = URL.canParse(path) ? path : `${url}/skills/${path.replace(/^\/+/, "")}`;
  return { name, url: whole, context_summary: contextSummary, version };
}
function tools({ tools: tools2 }, at) {
  if (tools2.size === 0) return void 0;
  return [...tools2].map(([name, { description, expects }]) => ({
    name,
    href: `${at}/invoke/${encodeURIComponent(name)}`,
    description,
    expects
  }));
}
function resources({ resources: resources2 }, at) {
  if (resources2.size === 0) return void 0;
  return [...resources2].map(([path, { name, mimeType }]) => ({
    uri: `${at}/resources/${path.split("/").map(encodeURIComponent).join("/")}`,
    name,
    mime_type: mimeType
  }));
}

const texts = /* @__PURE__ */ new WeakMap();
function cliText(workflow, runId, run) {
  const state = stateOf(workflow, run);
  const shared = run.failure === void 0;
  let text = shared ? texts.get(state) : void 0;
  if (text === void 0) {
    const { cli: { prompt = DEFAULT_PROMPT, hint = hintOf(workflow, run), input_hint } = {} } = state;
    const options = cliOptions(workflow, run.state);
    text = JSON.stringify({ prompt, hint, options, input_hint }).slice(0, -1);
    if (shared) texts.set(state, text);
  }
  return `${text},"run_id":${JSON.stringify(runId)}}`;
}
function cliOptions(workflow, name) {
  const state = workflow.states.get(name);
  const actions = (state?.transitions ?? []).map(({ action }) => action);
  const options = (state?.cli?.options ?? []).filter(({ action }) => actions.includes(action));
  const shown = new Set(options.map(({ action }) => action));
  const rest = actions.filter((action) => !shown.has(action)).map((action) => ({ action, label: workflow.humanize ? humanize(action) : action }));
  return [...options, ...rest];
}

function listed({ site, addresses }) {
  const start = { method: "POST", href: `${addresses.base}/runs` };
  return { workflow_id: site.workflow.id, start };
}
async function findRun({ store, workflow }, id) {
  const stored = await store.get(id);
  if (stored?.run.workflow !== workflow.id) throw runNotFound();
  return stored;
}
function json(text, status = 200, headers) {
  return new Response(text, {
    status,
    headers: headers ? { ...JSON_HEADERS, ...headers } : JSON_HEADERS
  });
}
const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };
function thrown(error) {
  try {
    return String(error);
  } catch {
    return "Error: something that cannot be shown was thrown";
  }
}

function merge(text, changes) {
  if (changes.size === 0) return text;
  const members = jsonMembers(text);
  for (const [name, value] of changes) {
    if (value === void 0) members.delete(name);
    else members.set(name, value);
  }
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}
function changesOf(text, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("The data of a run must be an object");
  }
  const changes = /* @__PURE__ */ new Map();
  if (JSON.stringify(value) === JSON.stringify(JSON.parse(text))) return changes;
  const old = jsonMembers(text);
  for (const name of old.keys()) if (!Object.hasOwn(value, name)) changes.set(name, void 0);
  for (const [name, member] of Object.entries(value)) {
    const was = old.get(name);
    const json = exact(member, was === void 0 ? void 0 : parseJson(was));
    const now = json === void 0 ? void 0 : stringifyJson(json);
    if (now !== was) changes.set(name, now);
  }
  return changes;
}
function exact(value, was) {
  if (typeof value === "number") {
    if (was instanceof JsonNumber && Number(was.text) === value) return was;
    return Number.isFinite(value) ? new JsonNumber(String(value)) : null;
  }
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "bigint") {
    throw new TypeError("A bigint cannot be kept in the data of a run");
  }
  if (typeof value !== "object") return void 0;
  if ("toJSON" in value && typeof value.toJSON === "function") return exact(value.toJSON(""), was);
  if (Array.isArray(value)) {
    const old2 = Array.isArray(was) ? was : [];
    return value.map((item, index) => exact(item, old2[index]) ?? null);
  }
  const old = was instanceof Map ? was : /* @__PURE__ */ new Map();
  const members = /* @__PURE__ */ new Map();
  const names = [...old.keys()].filter((name) => Object.hasOwn(value, name));
  for (const name of /* @__PURE__ */ new Set([...names, ...Object.keys(value)])) {
    const member = exact(value[name], old.get(name));
    if (member !== void 0) members.set(name, member);
  }
  return members;
}

function takeFields(body, expects, checkTypes) {
  const fields = /* @__PURE__ */ new Map();
  if (!expects) return fields;
  refuseMissing(missingFields(expects, (name) => body.has(name)));
  for (const name of Object.keys(expects)) {
    const value = body.get(name);
    if (value !== void 0) fields.set(name, stringifyJson(value));
  }
  if (checkTypes) refuseMisfits(fields, expects);
  return fields;
}
function missingFields(expects, has) {
  return Object.entries(expects).filter(([name, type]) => !isOptional(type) && !has(name)).map(([name]) => name);
}
function refuseMissing(missing) {
  if (missing.length === 0) return;
  const fields = missing.length === 1 ? "field" : "fields";
  throw new Refusal(400, `Missing required ${fields}: ${missing.join(", ")}.`);
}
function refuseMisfits(fields, expects) {
  const misfits = [];
  for (const [name, text] of fields) {
    const type = expects[name];
    const kind = kindOf(text);
    if (fits(text, kind, type)) continue;
    misfits.push(`${name} (expected ${type}, got ${kind})`);
  }
  if (misfits.length === 0) return;
  throw new Refusal(
    400,
    `Invalid ${misfits.length === 1 ? "field" : "fields"}: ${misfits.join(", ")}.`
  );
}
function fits(text, kind, words) {
  if (kind === "null" && isOptional(words)) return true;
  const type = fieldType(words);
  if (type !== "integer") return type === void 0 || kind === type;
  return kind === "number" && (/^-?\d+$/.test(text) || Number.isInteger(Number(text)));
}

async function rejection({ guard, action }, runId, { state, data, milestones }, body) {
  if (!guard) return void 0;
  const context = { runId, state, data: JSON.parse(data), milestones, body: JSON.parse(body) };
  const answer = await guard(context);
  if (answer === false) return `Transition '${action}' is not allowed now.`;
  return typeof answer === "string" ? answer : void 0;
}

class LeftError extends Error {
}
const working = /* @__PURE__ */ new WeakMap();
function beginWork(site, id, { run }) {
  const { work } = stateOf(site.workflow, run);
  if (!work || run.failure !== void 0 || site.signal.aborted) return;
  const runs = working.get(site.store) ?? /* @__PURE__ */ new Map();
  working.set(site.store, runs);
  if (runs.has(id)) return;
  const controller = new AbortController();
  runs.set(id, controller);
  const abort = () => controller.abort(site.signal.reason);
  site.signal.addEventListener("abort", abort);
  new Task(site, id, run, controller).perform(work).finally(() => {
    site.signal.removeEventListener("abort", abort);
    if (runs.get(id) === controller) runs.delete(id);
  }).then((next) => next && beginWork(site, id, next));
}
function resumeWork(site, id, stored) {
  if (!site.store.shared) beginWork(site, id, stored);
}
function endWork({ store }, id) {
  const runs = working.get(store);
  const controller = runs?.get(id);
  runs?.delete(id);
  controller?.abort(new LeftError("The run has left the state"));
}
class Task {
  constructor(site, id, run, controller) {
    this.site = site;
    this.id = id;
    this.run = run;
    this.controller = controller;
    this.#seen = run.data;
    this.#context = {
      runId: id,
      state: run.state,
      data: JSON.parse(run.data),
      milestones: run.milestones,
      milestone: (name) => this.#milestone(name),
      signal: controller.signal
    };
  }
  site;
  id;
  run;
  controller;
  /** The run's data, as it was when it was last compared. */
  #seen;
  #context;
  /** Does the work. Resolves with the run in its next state, where it came so far. */
  async perform(work) {
    const stopWatching = await this.#watch();
    try {
      await new Promise((resolve) => setTimeout(resolve, 0));
      this.controller.signal.throwIfAborted();
      return await this.#take(await work(this.#context));
    } catch (error) {
      if (!this.controller.signal.aborted) await this.#fail(thrown(error));
    } finally {
      stopWatching();
    }
  }
  /** A store that others share may see the run leave by another process. */
  async #watch() {
    const { site: { store, note }, id } = this;
    if (!store.shared) return () => {
    };
    try {
      const look = async () => {
        const stored = await store.get(id);
        if (stored?.run.state !== this.run.state) this.#leave();
      };
      const stop = await store.watch(id, () => void look().catch(() => {
      }));
      await look();
      return stop;
    } catch (error) {
      note(`Cannot watch run ${id}: ${thrown(error)}`);
      return () => {
      };
    }
  }
  #leave() {
    const error = new LeftError("The run has left the state");
    this.controller.abort(error);
    return error;
  }
  async #milestone(name) {
    const changes = changesOf(this.#seen, this.#context.data);
    await this.#write((run) => ({
      ...run,
      data: merge(run.data, changes),
      milestones: [...run.milestones, name]
    }));
    this.#seen = merge(this.#seen, changes);
  }
  async #take(action) {
    const { site: { workflow }, id, run: { state } } = this;
    const transition = stateOf(workflow, this.run).transitions.find((one) => one.action === action);
    if (!transition) {
      throw new Error(`The work of state "${state}" chose "${action}", which is no action of it`);
    }
    const missing = missingFields(
      transition.expects ?? {},
      (name) => Object.hasOwn(this.#context.data, name)
    );
    if (missing.length > 0) {
      throw new Error(
        `The work of state "${state}" chose "${action}" without data for ${missing.join(", ")}`
      );
    }
    const changes = changesOf(this.#seen, this.#context.data);
    return await this.#write(async (run) => {
      const data = merge(run.data, changes);
      const reason = await rejection(transition, id, { ...run, data }, "{}");
      if (reason !== void 0) throw new Error(reason);
      return { workflow: run.workflow, state: transition.to, data, milestones: run.milestones };
    });
  }
  async #fail(reason) {
    const { site: { note }, id } = this;
    try {
      await this.#write((run) => ({ ...run, failure: reason }));
    } catch (error) {
      if (!(error instanceof LeftError)) {
        note(`Cannot keep that the work of run ${id} failed: ${thrown(error)}`);
      }
    }
  }
  /** Others may write the run meanwhile: it is tried until it succeeds or the run has left. */
  async #write(change) {
    const { site: { store }, id } = this;
    for (; ; ) {
      this.controller.signal.throwIfAborted();
      const stored = await store.get(id);
      if (stored?.run.state !== this.run.state) throw this.#leave();
      const run = await change(stored.run);
      this.controller.signal.throwIfAborted();
      if (await store.replace(id, stored.version, run)) {
        return { run, version: stored.version + 1 };
      }
    }
  }
}

const NO_MILESTONES = [];
async function startRun(visit) {
  return await startWith(visit, await readBody(visit.request, visit.site.maxBody));
}
async function startWith(visit, body) {
  const { site: { workflow }, addresses } = visit;
  const named = body.get("workflow_id") ?? workflow.id;
  if (named !== workflow.id) throw unknownWorkflow(body);
  const [id, text] = await createRun(visit, initialData(body));
  const location = `${addresses.base}/runs/${id}`;
  const link = `<${location}/view>; rel="alternate"; type="text/html"`;
  return json(text, 201, { location, link });
}
async function discover(visit) {
  const [, text] = await createRun(visit, "{}");
  return json(text);
}
async function showRun(visit, id) {
  const { run, version } = await visitRun(visit.site, id);
  return json(frameText(visit.site.workflow, id, run, visit), 200, { etag: `"${version}"` });
}
async function showCli({ site }, id) {
  const { run } = await visitRun(site, id);
  return json(cliText(site.workflow, id, run));
}
async function visitRun(site, id) {
  const stored = await findRun(site, id);
  resumeWork(site, id, stored);
  return stored;
}
function unknownWorkflow(body) {
  return new Refusal(400, `Unknown workflow: ${stringifyJson(body.get("workflow_id") ?? null)}.`);
}
function initialData(body) {
  const data = body.get("data") ?? null;
  if (data === null) return "{}";
  if (data instanceof Map) return stringifyJson(data);
  throw new Refusal(400, "Invalid field data: expected a JSON object.");
}
async function createRun(visit, data) {
  const { site } = visit;
  const { store, workflow } = site;
  const id = crypto.randomUUID();
  const run = {
    workflow: workflow.id,
    state: workflow.initial,
    data,
    milestones: NO_MILESTONES
  };
  if (!await store.create(id, run)) {
    throw new Refusal(503, "Too many runs: none can be started until others expire.");
  }
  beginWork(site, id, { run});
  return [id, frameText(workflow, id, run, visit)];
}

async function showDrawing({ site: { workflow, store } }, query) {
  const id = new URLSearchParams(query).get("run_id");
  const stored = id === null ? void 0 : await store.get(id);
  const current = stored?.run.workflow === workflow.id ? stored.run.state : void 0;
  const { visualizePage } = await import('./_visualize.js');
  return respond(await visualizePage(workflow, current));
}
async function showView(visit, id) {
  const { workflow } = visit.site;
  const { run, version } = await visitRun(visit.site, id);
  const { viewPage } = await import('./_view_page.js');
  const page = await viewPage({
    workflow,
    frame: JSON.parse(frameText(workflow, id, run, visit)),
    cli: JSON.parse(cliText(workflow, id, run)),
    data: run.data,
    version
  });
  return respond(page);
}
async function showStart(sites, root) {
  const { startPage } = await import('./_start_page.js');
  const page = await startPage(
    sites.map(({ workflow, prefix }) => ({ workflow, path: prefix.slice(root.length) }))
  );
  return respond(page);
}
function takesPage({ headers }) {
  return headers.get("accept")?.includes("text/html") ?? false;
}
async function refusePage(request, { status, hint, headers }, roots) {
  if (request.method !== "GET" || !takesPage(request)) return void 0;
  const { path } = targetOf(request.url);
  const ofRun = /\/runs\/[^/]+\/view\/?$/.test(path);
  if (!ofRun && !roots.includes(path.replace(/\/$/, ""))) return void 0;
  const { missingPage, tokenPage } = await import('./_refusal_pages.js');
  if (status === 401) return respond(await tokenPage(hint), status, headers);
  if (status !== 404 || !ofRun) return void 0;
  return respond(await missingPage(hint, path.endsWith("/") ? "../../../" : "../../"), status);
}
function respond({ html, headers }, status = 200, more = {}) {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
      ...more
    }
  });
}

const answering = /* @__PURE__ */ new Map();
async function keyed({ store }, id, request, key, act) {
  if (key === null) return await act(() => void 0);
  const place = JSON.stringify([id, key]);
  while (answering.has(place)) await answering.get(place);
  const { promise, resolve } = Promise.withResolvers();
  answering.set(place, promise);
  try {
    const print = await fingerprint(request);
    const kept = async () => {
      const text = await store.reply(id, key);
      return text === void 0 ? void 0 : replay(JSON.parse(text), print, key);
    };
    const old = await kept();
    if (old) return old;
    try {
      return await act((body, version) => ({
        key,
        reply: JSON.stringify({ request: print, body, version })
      }));
    } catch (error) {
      const now = error instanceof Refusal && error.status === 409 ? await kept() : void 0;
      if (now) return now;
      throw error;
    }
  } finally {
    answering.delete(place);
    resolve();
  }
}
function replay(reply, print, key) {
  if (reply.request === print) return { ...reply, replayed: true };
  throw new Refusal(422, `Idempotency-Key "${key}" was used for another request.`);
}
async function fingerprint(request) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(request));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function invokeTool(visit, id, name) {
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
    const kept = (version2) => keep(result, version2);
    const version = await keepChanges(site, id, stored, name, changes, kept);
    return { body: result, version };
  });
  return json(reply.body, 200, reply.replayed && { "idempotent-replayed": "true" });
}
async function readResource({ site }, id, path) {
  const { run } = await findRun(site, id);
  const { state, milestones } = run;
  const resource = stateOf(site.workflow, run).resources.get(path);
  if (!resource) throw new Refusal(403, `Resource '${path}' not available in state '${state}'.`);
  try {
    const content = await resource.handler({
      runId: id,
      state,
      data: JSON.parse(run.data),
      milestones
    });
    return isBody(content) ? json(content, 200, {
      "content-type": resource.mimeType ?? "application/octet-stream"
    }) : json(JSON.stringify(content) ?? "null");
  } catch (error) {
    throw new Refusal(500, thrown(error));
  }
}
async function call(tool, runId, { run: { state, data: text, milestones } }, body) {
  try {
    const context = { runId, state, data: JSON.parse(text), milestones, body: JSON.parse(body) };
    const result = await tool.handler(context);
    return { result: JSON.stringify({ result }), changes: changesOf(text, context.data) };
  } catch (error) {
    throw new Refusal(500, thrown(error));
  }
}
async function keepChanges({ store }, id, stored, name, changes, keep) {
  const { state } = stored.run;
  for (let now = stored; ; now = await store.get(id)) {
    if (!now) throw runNotFound();
    const { run, version } = now;
    const reply = keep(version + 1);
    if (changes.size === 0 && (!reply || run.state !== state)) return version;
    if (run.state !== state) {
      throw new Refusal(
        409,
        `The run came into state '${run.state}' meanwhile: what tool '${name}' changed in its data is not kept.`
      );
    }
    const changed = { ...run, data: merge(run.data, changes) };
    if (await store.replace(id, version, changed, reply)) return version + 1;
  }
}
function isBody(content) {
  return typeof content === "string" || content instanceof Uint8Array || content instanceof ArrayBuffer || content instanceof Blob || content instanceof ReadableStream;
}

const WAITING = 64;
function feed(store, id, options) {
  return new ReadableStream(new Feed(store, id, options));
}
class Feed {
  constructor(store, id, options) {
    this.store = store;
    this.id = id;
    this.options = options;
    this.#last = options.after;
  }
  store;
  id;
  options;
  #waiting = [];
  #encoder = new TextEncoder();
  #last;
  #stopped = false;
  #wake = () => {
  };
  #stopWatching = () => {
  };
  async start(controller) {
    const { first, signal } = this.options;
    if (first !== void 0) controller.enqueue(this.#encoder.encode(`${first}
`));
    signal.addEventListener("abort", this.cancel);
    if (signal.aborted) this.cancel();
    const stop = await this.store.watch(this.id, () => this.#read());
    if (this.#stopped) stop();
    else this.#stopWatching = stop;
    this.#read();
  }
  async pull(controller) {
    try {
      for (let enough = false; !enough; ) enough = await this.#send(controller);
    } catch (error) {
      this.cancel();
      throw error;
    }
  }
  cancel = () => {
    this.#stopped = true;
    this.#stopWatching();
    this.#stopWatching = () => {
    };
    this.options.signal.removeEventListener("abort", this.cancel);
    this.#wake();
  };
  /** Sends what there is next, if it is anything new. Tells whether the reader has enough. */
  async #send(controller) {
    const { line, ends } = this.options;
    if (!await this.#something()) {
      controller.enqueue(this.#encoder.encode("\n"));
      return true;
    }
    const stored = this.#stopped ? void 0 : await this.#waiting.shift();
    const isNew = stored !== void 0 && stored.version > this.#last;
    if (isNew) {
      this.#last = stored.version;
      controller.enqueue(this.#encoder.encode(`${line(stored)}
`));
    }
    if (stored !== void 0 && !ends(stored)) return isNew;
    this.cancel();
    controller.close();
    return true;
  }
  /** Looks at the run; what it was at each time is sent in turn. */
  #read() {
    const stored = this.store.get(this.id);
    stored.catch(() => {
    });
    if (this.#waiting.length < WAITING) this.#waiting.push(stored);
    else this.#waiting[WAITING - 1] = stored;
    this.#wake();
  }
  /** Waits until there is something to take. Resolves with `false` for a heartbeat. */
  #something() {
    if (this.#waiting.length > 0 || this.#stopped) return true;
    const { heartbeat } = this.options;
    return new Promise((resolve) => {
      const timer = heartbeat ? setTimeout(() => resolve(false), heartbeat) : void 0;
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

const HEADERS = {
  "content-type": "application/x-ndjson",
  "cache-control": "no-cache",
  "x-accel-buffering": "no"
};
async function streamRun(visit, id) {
  const { site, request, deriveStatus } = visit;
  const { workflow, store, heartbeat, signal } = site;
  await visitRun(site, id);
  if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
  const seen = request.headers.get("last-event-id")?.trim() ?? "";
  const lines = feed(store, id, {
    after: /^\d{1,15}$/.test(seen) ? Number(seen) + 1 : 0,
    line: ({ run, version }) => `{"id":"${version - 1}",${frameText(workflow, id, run, visit).slice(1)}`,
    ends: ({ run }) => hasEnded(workflow, run, deriveStatus),
    heartbeat,
    signal
  });
  return new Response(lines, { headers: HEADERS });
}
function followRun(visit, id, first, version) {
  const { site: { workflow, store, heartbeat, signal }, deriveStatus } = visit;
  const lines = feed(store, id, {
    first,
    after: version,
    line: ({ run }) => frameText(workflow, id, run, visit),
    ends: ({ run }) => statusOf(workflow, run, deriveStatus) !== "processing" || hasEnded(workflow, run, deriveStatus),
    heartbeat,
    signal
  });
  return new Response(lines, { status: 202, headers: HEADERS });
}

async function takeTransition(visit, id, action) {
  const { site, request } = visit;
  const stored = await findRun(site, id);
  const reading = readBody(request, site.maxBody);
  const text = await reading.then(stringifyJson, () => "");
  const key = request.headers.get("idempotency-key");
  const reply = await keyed(site, id, `transition ${action} ${text}`, key, async (keep) => {
    const transition = transitionOf(site.workflow, stored.run, action);
    refuseOther(request, stored);
    const fields = takeFields(await reading, transition.expects, site.checkTypes);
    await guard(transition, id, stored.run, text);
    const run = {
      workflow: stored.run.workflow,
      state: transition.to,
      data: merge(stored.run.data, fields),
      milestones: stored.run.milestones
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
  const response = wantsLines(request) && JSON.parse(reply.body).status === "processing" ? followRun(visit, id, reply.body, reply.version) : json(reply.body, 200, { etag: `"${reply.version}"` });
  if (reply.replayed) response.headers.set("idempotent-replayed", "true");
  return response;
}
function transitionOf({ states }, { state }, action) {
  const transitions = states.get(state)?.transitions ?? [];
  const transition = transitions.find((one) => one.action === action);
  if (transition) return transition;
  throw new Refusal(
    403,
    `Invalid transition: '${action}' not in next_states for state '${state}'.`
  );
}
function refuseOther({ headers }, { run, version }) {
  const match = headers.get("if-match");
  if (match === null || match.trim() === "*") return;
  const tags = match.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (tags.includes(`"${version}"`)) return;
  throw new Refusal(412, `The run has changed: it is in state '${run.state}'.`);
}
async function guard(transition, id, run, body) {
  let reason;
  try {
    reason = await rejection(transition, id, run, body);
  } catch (error) {
    throw new Refusal(500, thrown(error));
  }
  if (reason !== void 0) throw new Refusal(403, reason);
}
async function lost({ store }, id) {
  const now = await store.get(id);
  if (!now) return runNotFound();
  return new Refusal(
    409,
    `The run was changed by another request meanwhile: it is in state '${now.run.state}'.`
  );
}
function wantsLines({ headers }) {
  return headers.get("accept")?.toLowerCase().includes("application/x-ndjson") ?? false;
}

function findRoute(path, method) {
  const methods = methodsAt(segmentsOf(path));
  const route = method === "HEAD" ? methods.GET : methods[method];
  if (route) return route;
  throw methodNotAllowed(method, Object.keys(methods));
}
function methodNotAllowed(method, allowed) {
  const allow = allowed.flatMap((one) => one === "GET" ? ["GET", "HEAD"] : [one]).join(", ");
  return new Refusal(405, `Method ${method} not allowed here: use ${allow}.`, { allow });
}
function segmentsOf(path) {
  if (path === "" || path === "/") return [];
  const segments = path.slice(1, path.endsWith("/") ? -1 : void 0).split("/");
  return path.includes("%") ? segments.map(decoded) : segments;
}
function methodsAt([first, id, kind, ...rest]) {
  if (first === void 0) return { GET: index, POST: startRun };
  if (first !== "runs") return id === void 0 ? methodsOfWorkflow(first) : nothing();
  if (id === void 0) return { POST: startRun };
  if (kind === void 0) return { GET: (visit) => showRun(visit, id) };
  const name = rest.join("/");
  if (rest.length === 0) return methodsOfRun(kind, id);
  if (kind === "resources") return { GET: (visit) => readResource(visit, id, name) };
  if (rest.length > 1) throw notFound();
  if (kind === "transitions") return { POST: (visit) => takeTransition(visit, id, name) };
  if (kind === "invoke") return { POST: (visit) => invokeTool(visit, id, name) };
  throw notFound();
}
function nothing() {
  throw notFound();
}
function methodsOfWorkflow(name) {
  if (name === "openapi.json") return { GET: describe };
  if (name === "visualize") return { GET: showDrawing };
  throw notFound();
}
function methodsOfRun(name, id) {
  if (name === "cli" || name === "cli.json") return { GET: (visit) => showCli(visit, id) };
  if (name === "stream") return { GET: (visit) => streamRun(visit, id) };
  if (name === "view") return { GET: (visit) => showView(visit, id) };
  throw notFound();
}
async function index(visit) {
  if (takesPage(visit.request)) return await showStart([visit.site], visit.site.prefix);
  if (visit.site.index === "list") return json(JSON.stringify({ workflows: [listed(visit)] }));
  return visit.request.method === "HEAD" ? json("") : await discover(visit);
}
async function describe({ site, addresses }) {
  const { openApi } = await import('./_openapi.js');
  return json(JSON.stringify(openApi(site.workflow, addresses.url)));
}

function refuseStrangers(request, own, { hosts, origins = [] }) {
  const { url } = request;
  if (hosts && !(URL.canParse(url) && hosts.includes(new URL(url).hostname))) {
    throw new Refusal(403, "Requests to this host are not answered here.");
  }
  const from = request.headers.get("origin");
  if (from === null || own.some((origin) => hostOf(origin) === hostOf(from))) return;
  if (origins.includes(from)) return;
  throw new Refusal(403, "Requests from pages of other sites are not answered.");
}
function hostOf(origin) {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

function createHandler(workflows, options = {}) {
  const note = options.note ?? ((text) => console.error(text));
  const ending = new AbortController();
  const sites = sitesOf(workflows, options, note, ending.signal);
  const root = workflows instanceof Array ? normal(options.basePath ?? "") : sites[0].prefix;
  const roots = [root, ...sites.map(({ prefix }) => prefix)];
  const baseOrigins = sites.flatMap(
    ({ workflow: { baseUrl } }) => baseUrl ? new URL(baseUrl).origin : []
  );
  if (options.note) sites.flatMap(({ workflow }) => workflow.lint()).forEach(options.note);
  const answer = (request) => {
    const { origin, path, query } = targetOf(request.url);
    refuseStrangers(request, [askedAt(request, origin, options), ...baseOrigins], options);
    const visitOf = (site) => new RequestVisit(site, request, origin, options);
    for (const site of sites) {
      const rest2 = below(path, site.prefix);
      if (rest2 !== void 0) return findRoute(rest2, request.method)(visitOf(site), query);
    }
    const rest = below(path, root);
    if (rest === void 0 || !(workflows instanceof Array)) throw notFound();
    return answerForAll(rest, root, request, sites.map(visitOf));
  };
  const handler = async (request) => {
    let response;
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
class RequestVisit {
  constructor(site, request, origin, options) {
    this.site = site;
    this.request = request;
    this.origin = origin;
    this.options = options;
  }
  site;
  request;
  origin;
  options;
  get deriveStatus() {
    return this.site.deriveStatus;
  }
  get addresses() {
    const { site: { workflow, prefix }, request, origin, options } = this;
    return addressesOf(workflow, prefix, request, origin, options);
  }
}
function sitesOf(workflows, options, note, signal) {
  const store = options.store ?? new MemoryStore(options);
  const sites = [workflows].flat().map((workflow) => ({
    workflow,
    prefix: prefixOf(workflow, workflows instanceof Array, options.basePath),
    store,
    index: options.index ?? "run",
    deriveStatus: options.deriveStatus ?? false,
    checkTypes: options.checkTypes ?? false,
    maxBody: options.maxBody ?? 1024 * 1024,
    heartbeat: options.heartbeat,
    signal,
    note
  }));
  refuseTwice("id", sites.map(({ workflow }) => workflow.id));
  refuseTwice("path", sites.map(({ prefix }) => prefix));
  return sites.sort((a, b) => b.prefix.length - a.prefix.length);
}
function prefixOf({ id, baseUrl }, several, basePath) {
  if (basePath === void 0 && baseUrl !== void 0) return pathOf(baseUrl);
  return normal(basePath ?? "") + (several ? `/${id}` : "");
}
function normal(path) {
  const trimmed = path.replace(/^\/+|\/+$/g, "");
  return trimmed === "" ? "" : `/${trimmed}`;
}
function refuseTwice(what, values) {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== void 0) throw new TypeError(`Two workflows have the ${what} "${twice}"`);
}
function below(path, prefix) {
  if (!path.startsWith(prefix)) return void 0;
  const rest = path.slice(prefix.length);
  return rest === "" || rest.startsWith("/") ? rest : void 0;
}
async function authorize(auth, request) {
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (await auth(token, request)) return;
  throw token === void 0 ? new Refusal(401, "Missing bearer token.", { "www-authenticate": "Bearer" }) : new Refusal(401, "Invalid bearer token.", {
    "www-authenticate": 'Bearer error="invalid_token"'
  });
}
async function answerForAll(path, root, request, visits) {
  const at = path.replace(/\/$/, "");
  if (at !== "" && at !== "/runs") throw notFound();
  if (request.method === "POST") {
    const body = await readBody(request, visits[0].site.maxBody);
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

function serveWorkflow(workflows, options = {}) {
  const { port = 0, hostname = "127.0.0.1", grace } = options;
  const hosts = options.hosts ?? (LOOPBACK.includes(hostname) ? LOOPBACK : void 0);
  const handler = createHandler(workflows, { ...options, ...hosts && { hosts } });
  const server = Deno.serve({ port, hostname, onListen: () => {
  } }, handler);
  const { addr } = server;
  const host = addr.hostname.includes(":") ? `[${addr.hostname}]` : addr.hostname;
  const shutdown = async () => {
    handler.close();
    await atMost(grace, server.shutdown());
  };
  return {
    url: `http://${host}:${addr.port}${handler.path}`,
    shutdown,
    [Symbol.asyncDispose]: shutdown
  };
}
const LOOPBACK = ["127.0.0.1", "localhost", "::1", "[::1]"];
async function atMost(time, work) {
  if (time === void 0) return await work;
  const late = Promise.withResolvers();
  const timer = setTimeout(late.resolve, time);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

var deno_serve = /*#__PURE__*/Object.freeze({
  __proto__: null,
  serveWorkflow: serveWorkflow
});

export { MemoryStore, cliOptions, createHandler, deno_serve, serveWorkflow };
