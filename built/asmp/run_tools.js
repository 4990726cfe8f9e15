import { messageOf, jsonMembers, shellWord, OWN_COMMANDS, visibleJson, collapsed, NotRunError, ToolError, defineRawTool, result, file, text as text$1 } from '../mod.js';
import { untilAborted } from '../cli/_rest.js';
import { expectedFields, fieldsSchema } from './expected.js';
import { RUN_STATUSES, decoded, DEFAULT_PROMPT } from './_decoded.js';

class AsmpError extends Error {
}
class AsmpNoRunError extends AsmpError {
  /** The class's name. */
  name = "AsmpNoRunError";
}
class AsmpActionError extends AsmpError {
  /**
   * Makes the error.
   *
   * @param action The action.
   * @param actions Those that there are.
   */
  constructor(action, actions) {
    super(`Action '${action}' not in next_states: ${actions.join(", ")}`);
    this.action = action;
    this.actions = actions;
  }
  action;
  actions;
  /** The class's name. */
  name = "AsmpActionError";
}
const LONG = 2e3;
class AsmpHttpError extends AsmpError {
  /**
   * Makes the error.
   *
   * @param status The HTTP status.
   * @param body The body.
   */
  constructor(status, body) {
    super(`HTTP ${status}: ${body.length > LONG ? `${body.slice(0, LONG)}\u2026` : body}`);
    this.status = status;
    this.body = body;
    this.hint = hintOf(body);
  }
  status;
  body;
  /** The class's name. */
  name = "AsmpHttpError";
  /** What the server tells the caller to do, as it came; absent where it tells nothing. */
  hint;
  /** Whether the server refused before it did anything. */
  get refused() {
    return this.status >= 400 && this.status < 500 && this.status !== 408;
  }
}
class AsmpConnectionError extends AsmpError {
  /**
   * Makes the error.
   *
   * @param url What was asked for.
   * @param reason What went wrong.
   * @param options The cause.
   */
  constructor(url, reason, options) {
    super(`Connect failed: ${JSON.stringify(url)}: ${reason}`, options);
    this.url = url;
  }
  url;
  /** The class's name. */
  name = "AsmpConnectionError";
}
class AsmpTimeoutError extends AsmpError {
  /**
   * Makes the error.
   *
   * @param url What was asked for.
   * @param timeout How long it was waited for, in ms.
   */
  constructor(url, timeout) {
    super(`No answer within ${timeout} ms: ${JSON.stringify(url)}`);
    this.url = url;
    this.timeout = timeout;
  }
  url;
  timeout;
  /** The class's name. */
  name = "AsmpTimeoutError";
}
class AsmpReplyError extends AsmpError {
  /**
   * Makes the error.
   *
   * @param url What was asked for.
   * @param problem What is wrong with the answer.
   */
  constructor(url, problem) {
    super(`Invalid reply from ${JSON.stringify(url)}: ${problem}`);
    this.url = url;
    this.problem = problem;
  }
  url;
  problem;
  /** The class's name. */
  name = "AsmpReplyError";
}
class AsmpOriginError extends AsmpError {
  /**
   * Makes the error.
   *
   * @param href The address.
   * @param origin The origin of the server.
   */
  constructor(href, origin) {
    super(`Refused ${JSON.stringify(href)}: it is not of ${JSON.stringify(origin)}`);
    this.href = href;
    this.origin = origin;
  }
  href;
  origin;
  /** The class's name. */
  name = "AsmpOriginError";
}
function hintOf(body) {
  let value;
  try {
    value = JSON.parse(body);
  } catch {
    return void 0;
  }
  for (const holder of [value, value?.detail]) {
    const { hint } = holder ?? {};
    if (typeof hint === "string") return hint;
  }
}

async function exchange(request, options) {
  const limit = limited(request, options.timeout);
  try {
    const response = await respond(request, options, limit.signal);
    const bytes = await readAll(response.body, request.url, options.maxBody, limit.signal);
    const type = (response.headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
    if (response.ok) return { type, bytes, link: response.headers.get("link") ?? "" };
    throw new AsmpHttpError(response.status, new TextDecoder().decode(bytes));
  } finally {
    limit.end();
  }
}
async function* exchangeLines(request, options) {
  const limit = limited(request, options.timeout);
  try {
    const response = await respond(request, options, limit.signal);
    if (!response.ok) {
      const bytes = await readAll(response.body, request.url, options.maxBody, limit.signal);
      throw new AsmpHttpError(response.status, new TextDecoder().decode(bytes));
    }
    limit.lift();
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of chunks(response.body, request.url, limit.signal)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop();
      if (rest.length > options.maxBody) throw tooLarge(request.url, options.maxBody);
      yield* lines.filter((line) => line.trim() !== "");
    }
    if (rest.trim() !== "") yield rest;
  } finally {
    limit.end();
  }
}
async function respond({ method, url, body, accept = "application/json", headers }, options, signal) {
  const all = new Headers(options.headers);
  all.set("accept", accept);
  if (body !== void 0) all.set("content-type", "application/json");
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  const request = new Request(url, { method, body, headers: all, redirect: "manual", signal });
  const response = await received(
    (async () => await options.fetch(request))(),
    url,
    signal
  );
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    const place = JSON.stringify(response.headers.get("location") ?? "");
    throw new AsmpReplyError(url, `it redirects to ${place}, which is not followed`);
  }
  return response;
}
async function readAll(body, url, maxBody, signal) {
  const parts = [];
  let length = 0;
  for await (const chunk of chunks(body, url, signal)) {
    length += chunk.length;
    if (length > maxBody) throw tooLarge(url, maxBody);
    parts.push(chunk);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
async function* chunks(body, url, signal) {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (; ; ) {
      const { done, value } = await received(reader.read(), url, signal);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {
    });
  }
}
function tooLarge(url, maxBody) {
  return new AsmpReplyError(url, `it is larger than ${maxBody} bytes`);
}
async function received(promise, url, signal) {
  try {
    return await untilAborted(promise, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof AsmpError ? error : connectionError(url, error);
  }
}
function connectionError(url, error) {
  return new AsmpConnectionError(url, reasonOf(error), { cause: error });
}
function reasonOf(error) {
  const cause = error instanceof Error ? error.cause : void 0;
  if (cause instanceof Error) return reasonOf(cause);
  const reason = messageOf(error).split(": ").slice(-2).join(": ");
  return /refused/i.test(reason) ? "nothing listens there: check the address, and whether the server is running" : reason;
}
function limited({ url, signal }, timeout) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new AsmpTimeoutError(url, timeout)), timeout);
  const abort = () => controller.abort(signal.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const lift = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    lift,
    end() {
      lift();
      signal?.removeEventListener("abort", abort);
    }
  };
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

class Misshapen extends Error {
  name = "Misshapen";
}
function readFrame(value) {
  const frame = members(value, "");
  return withoutAbsent({
    run_id: runId(frame),
    workflow_id: text(frame, "workflow_id"),
    state: text(frame, "state"),
    status: status(frame),
    hint: text(frame, "hint"),
    next_states: list(frame, "next_states", (item, path) => {
      const { method = "POST" } = item;
      if (method !== "POST") throw new Misshapen(`${path}.method: expected "POST"`);
      return withoutAbsent({
        action: text(item, "action", path),
        method: "POST",
        href: text(item, "href", path),
        expects: expects(item, path),
        is_critical: optionalFlag(item, "is_critical", path)
      });
    }),
    resource_url: optionalText(frame, "resource_url"),
    active_skill: isAbsent(frame.active_skill) ? void 0 : skill(frame.active_skill),
    tools: isAbsent(frame.tools) ? void 0 : list(frame, "tools", (item, path) => withoutAbsent({
      name: text(item, "name", path),
      href: text(item, "href", path),
      description: optionalText(item, "description", path),
      expects: expects(item, path)
    })),
    resources: isAbsent(frame.resources) ? void 0 : list(frame, "resources", (item, path) => withoutAbsent({
      uri: text(item, "uri", path),
      name: optionalText(item, "name", path),
      mime_type: optionalText(item, "mime_type", path)
    })),
    data: isAbsent(frame.data) ? void 0 : members(frame.data, "data"),
    milestones: isAbsent(frame.milestones) ? void 0 : texts(frame.milestones, "milestones"),
    stream_url: optionalText(frame, "stream_url")
  });
}
function readCli(value) {
  const cli = members(value, "");
  return withoutAbsent({
    prompt: optionalText(cli, "prompt"),
    hint: optionalText(cli, "hint"),
    options: isAbsent(cli.options) ? void 0 : list(cli, "options", (item, path) => withoutAbsent({
      action: text(item, "action", path),
      label: text(item, "label", path),
      keys: optionalText(item, "keys", path)
    })),
    input_hint: optionalText(cli, "input_hint"),
    run_id: optionalText(cli, "run_id")
  });
}
function readObject(value) {
  return members(value, "");
}
function runId(frame) {
  const value = text(frame, "run_id");
  if (/^[^\s\p{C}]+$/u.test(value)) return value;
  throw new Misshapen(`run_id: expected one word, got ${brief(value)}`);
}
function status(frame) {
  const value = text(frame, "status");
  const known = RUN_STATUSES.find((status2) => status2 === value);
  if (known) return known;
  throw new Misshapen(`status: expected one of ${RUN_STATUSES.join(", ")}, got ${brief(value)}`);
}
function skill(value) {
  const path = "active_skill", item = members(value, path);
  return withoutAbsent({
    name: text(item, "name", path),
    url: text(item, "url", path),
    context_summary: optionalText(item, "context_summary", path),
    version: optionalText(item, "version", path)
  });
}
function expects(item, path) {
  if (isAbsent(item.expects)) return void 0;
  const fields = members(item.expects, `${path}.expects`);
  for (const name of Object.keys(fields)) text(fields, name, `${path}.expects`);
  return fields;
}
function members(value, path) {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw misfit(path, "an object", value);
}
function list(holder, name, read) {
  const value = own(holder, name);
  if (!Array.isArray(value)) throw misfit(name, "an array", value);
  return value.map((item, index) => {
    const path = `${name}[${index}]`;
    return read(members(item, path), path);
  });
}
function texts(value, path) {
  if (!Array.isArray(value)) throw misfit(path, "an array", value);
  const wrong = value.findIndex((item) => typeof item !== "string");
  if (wrong >= 0) throw misfit(`${path}[${wrong}]`, "a string", value[wrong]);
  return value;
}
function text(holder, name, path = "") {
  const value = own(holder, name);
  if (typeof value === "string") return value;
  throw misfit(path ? `${path}.${name}` : name, "a string", value);
}
function optionalText(holder, name, path = "") {
  return isAbsent(own(holder, name)) ? void 0 : text(holder, name, path);
}
function optionalFlag(holder, name, path) {
  const value = own(holder, name);
  if (isAbsent(value)) return false;
  if (typeof value === "boolean") return value;
  throw misfit(`${path}.${name}`, "a boolean", value);
}
function own(holder, name) {
  return Object.hasOwn(holder, name) ? holder[name] : void 0;
}
function isAbsent(value) {
  return value === null || value === void 0;
}
function misfit(path, expected, value) {
  return new Misshapen(`${path && `${path}: `}expected ${expected}, got ${brief(value)}`);
}
function brief(value) {
  const json = JSON.stringify(value) ?? "nothing";
  return json.length <= 60 ? json : `${json.slice(0, 60)}\u2026`;
}
function withoutAbsent(value) {
  for (const name of Object.keys(value)) {
    if (value[name] === void 0) delete value[name];
  }
  return value;
}

function jsonOf(value) {
  return TEXTS.get(value) ?? JSON.stringify(value);
}
const TEXTS = /* @__PURE__ */ new WeakMap();
function textOf(url, { bytes }) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AsmpReplyError(url, "it is not UTF-8");
  }
}
function readReply(url, text, read) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AsmpReplyError(url, `not JSON: ${error.message}`);
  }
  try {
    const result = read(value);
    if (typeof result === "object" && result !== null) TEXTS.set(result, text);
    return result;
  } catch (error) {
    if (!(error instanceof Misshapen)) throw error;
    throw new AsmpReplyError(url, error.message);
  }
}
function readEvent(url, line) {
  return readReply(url, line, (value) => {
    const { id, run_id } = value ?? {};
    const frame = run_id === void 0 ? void 0 : readFrame(value);
    if (frame) TEXTS.set(frame, line);
    return { id: typeof id === "string" ? id : void 0, frame };
  });
}

class Resolver {
  /** The server's address, without a slash at the end. */
  baseUrl;
  #origin;
  #origins;
  /**
   * Makes a resolver.
   *
   * @param address The server's address.
   * @param origins Other origins that addresses may have; where there is no such list, any.
   * @throws {TypeError} Where the address is not one of HTTP, or has a name or a password in it.
   */
  constructor(address, origins) {
    const { href, origin } = httpUrl(address);
    this.baseUrl = href.replace(/\/+$/, "");
    this.#origin = origin;
    if (origins) this.#origins = /* @__PURE__ */ new Set([origin, ...origins]);
  }
  /**
   * Resolves an address. A `resource_url` of another origin is the server's own idea of where it is,
   * which a proxy or a port makes wrong: what stands below it is requested below the base URL.
   *
   * @param href The address.
   * @param frame The frame that it is in.
   * @returns The URL to request.
   * @throws {AsmpOriginError} Where it leads to another origin.
   */
  resolve(href, { resource_url }) {
    let base = `${this.baseUrl}/`;
    if (resource_url !== void 0) {
      const own = resource_url.replace(/\/*$/, "/");
      if (this.#isAllowed(own)) base = own;
      else if (href.startsWith(own)) href = base + href.slice(own.length);
    }
    if (!URL.canParse(href, base)) throw new AsmpOriginError(href, this.#origin);
    const url = new URL(href, base).href;
    if (!this.#isAllowed(url)) throw new AsmpOriginError(url, this.#origin);
    return url;
  }
  #isAllowed(url) {
    if (!URL.canParse(url)) return false;
    const { origin, protocol } = new URL(url);
    return this.#origins?.has(origin) ?? /^https?:$/.test(protocol);
  }
}
function httpUrl(address) {
  const url = URL.canParse(String(address)) ? new URL(address) : void 0;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`${JSON.stringify(String(address))} is not an address of HTTP`);
  }
  if (url.username || url.password) {
    throw new TypeError("An address with a name or a password is not taken: send a header");
  }
  url.search = url.hash = "";
  return url;
}

function viewOf(frame) {
  return VIEWS.get(frame);
}
function keepView(frame, link, resolver) {
  const [, href] = /<([^<>]+)>; *rel="?alternate"?; *type="?text\/html"?/i.exec(link) ?? [];
  if (href === void 0) return;
  try {
    VIEWS.set(frame, resolver.resolve(href, frame));
  } catch (error) {
    if (!(error instanceof AsmpOriginError)) throw error;
  }
}
const VIEWS = /* @__PURE__ */ new WeakMap();

class AsmpClient {
  /** The server's address, without a slash at the end. */
  baseUrl;
  #options;
  #resolver;
  #runId;
  #frame;
  /**
   * Makes a client. Nothing is requested.
   *
   * @param server The server's address, or a server in the same process.
   * @param options How to talk to it.
   * @throws {TypeError} Where the address is not one of HTTP, or has a name or a password in it.
   */
  constructor(server, options = {}) {
    const { headers, timeout = 3e4, maxBody = 2 ** 24, origins = [] } = options;
    const local = typeof server === "function";
    const address = local ? options.baseUrl ?? `http://localhost${server.path ?? ""}` : server;
    this.#resolver = new Resolver(address, local ? void 0 : origins);
    this.baseUrl = this.#resolver.baseUrl;
    const send = local ? server : (request) => fetch(request);
    this.#options = { fetch: send, headers: new Headers(headers), timeout, maxBody };
  }
  /**
   * Starts a run, which becomes the one that later calls are about.
   *
   * @param data What the run begins with.
   * @param options `signal` ends the call.
   * @returns Its first frame.
   * @throws {AsmpError} Where the server does not give one.
   */
  async startRun(data = {}, options = {}) {
    const body = `{"data":${jsonText(data)}}`;
    const frame = await this.#getFrame({
      method: "POST",
      url: `${this.baseUrl}/runs`,
      body,
      ...options
    });
    this.#runId = frame.run_id;
    return frame;
  }
  /**
   * Gives the frame of a run.
   *
   * @param options The run, and what ends the call.
   * @returns The frame.
   * @throws {AsmpError} Where there is no run, or the server does not give its frame.
   */
  async getFrame(options = {}) {
    return await this.#getFrame({ method: "GET", url: this.#url(options), signal: options.signal });
  }
  /**
   * Gives the CLI object of a run.
   *
   * @param options The run, and what ends the call.
   * @returns The CLI object.
   * @throws {AsmpError} Where there is no run, or the server does not give it.
   */
  async getCli(options = {}) {
    const url = `${this.#url(options)}/cli`;
    const reply = await exchange({ method: "GET", url, signal: options.signal }, this.#options);
    return readReply(url, textOf(url, reply), readCli);
  }
  /**
   * Takes an action. The run's frame is requested before only where it is not the one remembered,
   * or does not have the action.
   *
   * @param action The action.
   * @param body Its fields.
   * @param options The run, and what ends the call.
   * @returns The new frame.
   * @throws {AsmpActionError} Where the state has no such action.
   * @throws {AsmpError} Where there is no run, or the server does not take the action.
   */
  async transition(action, body = {}, options = {}) {
    const runId = this.#run(options, "No run_id");
    const find = (frame2) => frame2?.next_states.find((next2) => next2.action === action);
    let frame = this.#frameOf(runId);
    if (!find(frame)) frame = await this.getFrame(options);
    const next = find(frame);
    if (!next) throw new AsmpActionError(action, frame.next_states.map(({ action: action2 }) => action2));
    const url = this.#resolver.resolve(next.href, frame);
    return await this.#getFrame({
      method: "POST",
      url,
      body: jsonText(body),
      signal: options.signal
    });
  }
  /**
   * Calls a tool of the state that a run is in, which does not move the run.
   *
   * @param name The tool's name.
   * @param body Its arguments.
   * @param options The run, and what ends the call.
   * @returns The result; nothing where the tool gives none.
   * @throws {AsmpError} Where there is no run, or the call does not succeed.
   */
  async invokeTool(name, body = {}, options = {}) {
    const frame = this.#frameOf(this.#run(options));
    const tool = frame?.tools?.find((tool2) => tool2.name === name);
    const url = frame && tool ? this.#resolver.resolve(tool.href, frame) : `${this.#url(options)}/invoke/${encodeURIComponent(name)}`;
    const request = {
      method: "POST",
      url,
      body: jsonText(body),
      signal: options.signal
    };
    const text = textOf(url, await exchange(request, this.#options));
    const result = readReply(url, text, readObject);
    const json = jsonMembers(jsonOf(result)).get("result");
    return json === void 0 ? void 0 : (options.parse ?? JSON.parse)(json);
  }
  /**
   * Reads a resource of the state that a run is in.
   *
   * @param path The resource's path, or its address as the frame has it.
   * @param options The run, and what ends the call.
   * @returns What JSON stands for, a text, or the bytes of what is neither.
   * @throws {AsmpError} Where there is no run, or the server does not give the resource.
   */
  async readResource(path, options = {}) {
    const frame = this.#frameOf(this.#run(options));
    const resource = frame?.resources?.find(({ uri }) => uri === path);
    const url = resource ? this.#resolver.resolve(resource.uri, frame) : `${this.#url(options)}/resources/${path.split("/").map(encodeURIComponent).join("/")}`;
    const request = { method: "GET", url, accept: "*/*", signal: options.signal };
    const reply = await exchange(request, this.#options);
    if (/^application\/(?:.*\+)?json$/.test(reply.type)) {
      const text = textOf(url, reply);
      readReply(url, text, (value) => value);
      return (options.parse ?? JSON.parse)(text);
    }
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(reply.bytes);
    } catch {
      return reply.bytes;
    }
  }
  /**
   * Gives the frames of a run as it changes, until the server ends the stream. A stream that breaks
   * off is taken up again behind its last event (`Last-Event-ID`), which a server may ignore; three
   * times in a row without a frame, and it fails.
   *
   * @param options The run, and what ends the stream.
   * @returns The frames, the present one first.
   * @throws {AsmpError} Where there is no run, or the server does not give the stream.
   */
  async *stream(options = {}) {
    const frame = this.#frameOf(this.#run(options));
    const url = frame?.stream_url === void 0 ? `${this.#url(options)}/stream` : this.#resolver.resolve(frame.stream_url, frame);
    let last;
    for (let failures = 0; ; ) {
      const headers = last === void 0 ? {} : { "last-event-id": last };
      const request = {
        method: "GET",
        url,
        accept: NDJSON,
        headers,
        signal: options.signal
      };
      try {
        for await (const line of exchangeLines(request, this.#options)) {
          const event = readEvent(url, line);
          last = event.id ?? last;
          if (!event.frame) continue;
          failures = 0;
          yield this.#frame = event.frame;
        }
        return;
      } catch (error) {
        if (!(error instanceof AsmpConnectionError) || ++failures > 3) throw error;
        await pause(100 * 2 ** failures, options.signal);
      }
    }
  }
  async #getFrame(request) {
    try {
      const reply = await exchange(request, this.#options);
      const [line = ""] = reply.type === NDJSON ? textOf(request.url, reply).split("\n") : [textOf(request.url, reply)];
      this.#frame = readReply(request.url, line, readFrame);
      keepView(this.#frame, reply.link, this.#resolver);
      return this.#frame;
    } catch (error) {
      this.#frame = void 0;
      throw error;
    }
  }
  #frameOf(runId) {
    return this.#frame?.run_id === runId ? this.#frame : void 0;
  }
  #run({ runId = this.#runId }, problem = "No run_id; call startRun first or pass runId") {
    if (!runId) throw new AsmpNoRunError(problem);
    return runId;
  }
  #url(options) {
    return `${this.baseUrl}/runs/${encodeURIComponent(this.#run(options))}`;
  }
}
const NDJSON = "application/x-ndjson";
function jsonText(body) {
  return typeof body === "string" ? body : JSON.stringify(body);
}

class AmbiguousChoiceError extends Error {
  /**
   * Makes the error.
   *
   * @param typed What was typed.
   * @param actions The actions that it may mean.
   */
  constructor(typed, actions) {
    const means = actions.map((action) => JSON.stringify(action)).join(" or ");
    super(`${JSON.stringify(typed)} may mean ${means}: type the action`);
    this.typed = typed;
    this.actions = actions;
  }
  typed;
  actions;
  /** The class's name. */
  name = "AmbiguousChoiceError";
}
function optionsOf({ next_states }, { options = [] }) {
  const actions = new Set(next_states.map(({ action }) => action));
  const shown = options.filter(({ action }) => actions.has(action));
  for (const { action } of shown) actions.delete(action);
  return [...shown, ...[...actions].map((action) => ({ action, label: action }))];
}
function pick(options, typed) {
  const text = normal(typed);
  if (text === "") return void 0;
  if (/^\d+$/.test(text)) {
    const option = options[Number(text) - 1];
    if (option) return option.action;
  }
  const exact = options.find(({ action }) => action === typed.trim());
  if (exact) return exact.action;
  for (const name of ["keys", "label"]) {
    const found = options.filter((option) => normal(option[name] ?? "") === text);
    const actions = [...new Set(found.map(({ action }) => action))];
    if (actions.length > 1) throw new AmbiguousChoiceError(typed.trim(), actions);
    if (actions[0] !== void 0) return actions[0];
  }
}
function normal(text) {
  return text.trim().replace(/\s+/g, " ").toLowerCase();
}

function commandsOf(run) {
  const { next_states, tools = [], resources = [] } = run.frame;
  const all = [];
  const ways = new Map(next_states.toReversed().map((next) => [next.action, next]));
  for (const option of uniqueBy(run.options, ({ action }) => action)) {
    const next = ways.get(option.action);
    const fields = expectedFields(next.expects);
    const { is_critical: critical } = next;
    all.push({ kind: "action", name: option.action, fields, option, critical });
  }
  for (const tool of uniqueBy(tools, ({ name }) => name)) {
    all.push({ kind: "tool", name: tool.name, fields: expectedFields(tool.expects), tool });
  }
  if (resources.length > 0) {
    const fields = expectedFields({ path: "string" });
    all.push({ kind: "resource", name: "read", fields, resources: pathsOf(resources) });
  }
  return withOwnNames(all);
}
function commandMeant(run, typed) {
  const action = pick(run.options, typed);
  return commandsOf(run).find(
    (command) => command.kind === "action" && command.option.action === action
  );
}
function withFlags(run, name, words) {
  const fields = commandsOf(run).find((command) => command.name === name)?.fields ?? [];
  const types = new Map(fields.map(({ name: name2, type }) => [name2, type]));
  const rest = [...words], flags = [];
  while (rest.length > 0) {
    const [all, field = "", value] = /^([^=]+)=([^]*)$/.exec(rest[0]) ?? [];
    const type = types.get(field);
    if (all === void 0 || type === void 0) break;
    flags.push(`--${field}${type === "object" ? ":=" : "="}${value}`);
    rest.shift();
  }
  return [...flags, ...rest];
}
function commandLines(run, program) {
  const lines = commandsOf(run).flatMap((command) => {
    const line = `${program} ${shellWord(command.name)}`;
    if (command.kind === "resource") {
      return [...command.resources.keys()].map((path) => `${line} --path ${shellWord(path)}`);
    }
    const flags = command.fields.filter(({ required }) => required).map(placeholder);
    const isCritical = command.kind === "action" && command.critical;
    const warning = isCritical ? ["# critical: ask a person before this command"] : [];
    return [...warning, [line, ...flags].join(" ")];
  });
  return run.frame.status === "processing" ? [program, ...lines] : lines;
}
function placeholder({ name, type }) {
  if (type === "boolean") return `${shellWord(`--${name}`)}=BOOLEAN`;
  if (type === "object") return `${shellWord(`--${name}`)}:=JSON`;
  return `${shellWord(`--${name}`)} ${type === "array" ? "STRING" : type.toUpperCase()}`;
}
function pathsOf(resources) {
  const paths = /* @__PURE__ */ new Map();
  for (const resource of resources) {
    const [, end] = /\/runs\/[^/]+\/resources\/(.+)$/.exec(resource.uri) ?? [];
    const path = end === void 0 ? resource.uri : decoded(end);
    paths.set(paths.has(path) ? resource.uri : path, resource);
  }
  return paths;
}
function withOwnNames(all) {
  const counts = /* @__PURE__ */ new Map();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set(counts.keys());
  return all.map((command) => {
    let { name } = command;
    if (counts.get(name) === 1 && !OWN_COMMANDS.includes(name) && !/^(?:-|$)/.test(name)) {
      return command;
    }
    do
      name = `${command.kind}.${name}`;
    while (taken.has(name));
    taken.add(name);
    return { ...command, name };
  });
}
function uniqueBy(items, key) {
  return [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();
}

function describeRun(run) {
  const { frame, cli, options } = run;
  const { prompt = DEFAULT_PROMPT, input_hint } = cli;
  const hint = frame.status === "failed" ? frame.hint : cli.hint ?? frame.hint;
  const skill = frame.active_skill;
  return [
    options.length === 0 && prompt === DEFAULT_PROMPT ? "" : prompt,
    hint,
    ...options.map(
      ({ action, label, keys }, index) => `  ${index + 1}. ${collapsed(label)} (${collapsed(action)})` + (keys === void 0 ? "" : ` [${collapsed(keys)}]`)
    ),
    input_hint ?? "",
    skill ? `Skill ${collapsed(skill.name)}: ${collapsed(skill.url)}` : "",
    frame.status === "processing" ? "processing" : "",
    run.ended ? frame.status === "failed" ? "failed" : "done" : ""
  ].filter((line) => line !== "");
}
function replyOf(run, options) {
  if (options.json) return jsonReply(run, options.result);
  const { program, text = describeRun(run).join("\n") } = options;
  const lines = commandLines(run, program);
  if (lines.length === 0) return text;
  return `${text}${text === "" ? "" : "\n\n"}Next:
${lines.map((line) => `  ${line}`).join("\n")}`;
}
function jsonReply(run, result) {
  const members = [
    `"run_id":${JSON.stringify(run.id)}`,
    `"frame":${jsonOf(run.frame).trim()}`,
    `"cli":${jsonOf(run.cli).trim()}`,
    ...result === void 0 ? [] : [`"result":${result}`]
  ];
  return visibleJson(`{${members.join(",")}}`);
}

const STREAM_PAUSE = 500;
class AsmpRun {
  /** The client. */
  client;
  #frame;
  #cli;
  /**
   * Makes a run of what is known of it.
   *
   * @param client The client.
   * @param frame Its frame.
   * @param cli What is shown of it.
   */
  constructor(client, frame, cli) {
    this.client = client;
    this.#frame = frame;
    this.#cli = cli;
  }
  /**
   * Asks the server for a run.
   *
   * @param client The client.
   * @param run Its id; or its frame, which is then not asked for.
   * @param signal Ends the asking.
   * @returns The run.
   * @throws {AsmpError} Where the server does not give it.
   */
  static async open(client, run, signal) {
    const runId = typeof run === "string" ? run : run.run_id;
    const [frame, cli] = await Promise.all([
      typeof run === "string" ? client.getFrame({ runId, signal }) : run,
      client.getCli({ runId, signal })
    ]);
    return new AsmpRun(client, frame, cli);
  }
  /** Its id. */
  get id() {
    return this.#frame.run_id;
  }
  /** Its last frame. */
  get frame() {
    return this.#frame;
  }
  /** What is shown of it. */
  get cli() {
    return this.#cli;
  }
  /** What can be chosen. */
  get options() {
    return optionsOf(this.#frame, this.#cli);
  }
  /** Whether it has ended: its status says so, or nothing can be done any more. */
  get ended() {
    const { status, next_states } = this.#frame;
    return status === "completed" || status === "failed" || next_states.length === 0;
  }
  /**
   * Asks the server for it again.
   *
   * @param signal Ends the asking.
   * @throws {AsmpError} Where the server does not give it.
   */
  async refresh(signal) {
    const { frame, cli } = await AsmpRun.open(this.client, this.id, signal);
    this.#frame = frame;
    this.#cli = cli;
  }
  /**
   * Takes an action.
   *
   * @param action The action.
   * @param body Its fields as JSON text.
   * @param signal Ends the call.
   * @throws {AsmpError} Where the server does not take it.
   */
  async take(action, body, signal) {
    this.#frame = await this.client.transition(action, body, { runId: this.id, signal });
    this.#cli = await this.client.getCli({ runId: this.id, signal }).catch(() => ({}));
  }
  /**
   * While it is processing, follows its stream, but for no longer than a limit.
   *
   * @param limit The limit, in ms.
   * @param tell Is told what comes about: hints and milestones.
   * @param signal Ends the waiting.
   * @throws {AsmpError} Where the server does not give the stream.
   */
  async settle(limit, tell, signal) {
    if (this.#frame.status !== "processing") return;
    const told = new Set(this.#frame.milestones);
    const changed = ({ status, state, hint, milestones = [] }) => {
      const begun = status === "processing" ? [`${state}: ${hint}`] : [];
      for (const line of [...begun, ...milestones]) {
        if (told.has(line)) continue;
        told.add(line);
        tell(line);
      }
    };
    changed(this.#frame);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), limit);
    const ends = AbortSignal.any(signal ? [late.signal, signal] : [late.signal]);
    try {
      while (await this.#follow(changed, ends)) await pause(STREAM_PAUSE, ends);
    } catch (error) {
      if (!late.signal.aborted || signal?.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
    await this.refresh(signal);
    changed(this.#frame);
  }
  /** Gives whether the stream ended before the processing did, as the reference's streams do. */
  async #follow(changed, signal) {
    for await (const frame of this.client.stream({ runId: this.id, signal })) {
      if (frame.status !== "processing") return false;
      changed(frame);
    }
    return true;
  }
}

async function invokeTool(run, name, body, signal) {
  const options = { runId: run.id, signal, parse: (json2) => json2 };
  const json = await run.client.invokeTool(name, body, options);
  return { json, text: json?.startsWith('"') ? JSON.parse(json) : json ?? "" };
}
async function readResource(run, uri, signal) {
  const options = { runId: run.id, signal, parse: (json) => ({ json, text: json }) };
  const value = await run.client.readResource(uri, options);
  if (value instanceof Uint8Array) return { bytes: value, text: "" };
  if (typeof value !== "string") return value;
  return { json: JSON.stringify(value), text: value.replace(/\n$/, "") };
}

function runTools(run, options = {}) {
  return commandsOf(run).map((command) => toolOf(command, run, options));
}
function programOf(baseUrl, runId, more = []) {
  return ["toolcli", "asmp", baseUrl, ...more, "--run", runId].map(shellWord).join(" ");
}
function toolOf(command, run, options) {
  const { name, fields } = command;
  const common = { name, description: describe(command, run), parameters: schemaOf(command, run) };
  switch (command.kind) {
    case "action":
      return defineRawTool({
        ...common,
        annotations: command.critical ? { destructive: true } : void 0,
        execute: (call) => takeAction(command.option.action, fields, call, run, options)
      });
    case "tool":
      return defineRawTool({
        ...common,
        execute: (call) => callTool(command.tool.name, fields, call, run, options)
      });
    case "resource":
      return defineRawTool({
        ...common,
        annotations: { readOnly: true },
        execute: (call) => read(command.resources, fields, call, run, options)
      });
  }
}
function describe(command, { frame, cli }) {
  if (command.kind === "tool") return command.tool.description ?? "";
  if (command.kind === "resource") {
    const about = [...command.resources].map(
      ([path, { name }]) => name ? `${path} (${name})` : path
    );
    return `Read ${about.join(", ")}.`;
  }
  const { action, label, keys } = command.option;
  const what = label === action ? `Go on from ${frame.state}` : label;
  const key = keys === void 0 ? "" : ` (key ${keys})`;
  const critical = command.critical ? "Critical, ask a person first: " : "";
  return `${critical}${what}${key}

${cli.hint ?? frame.hint}`;
}
function schemaOf(command, { cli }) {
  if (command.kind === "resource") return pathSchema(command.resources);
  return fieldsSchema(command.fields, command.kind === "action" ? cli.input_hint : void 0);
}
function pathSchema(resources) {
  const path = { type: "string", enum: [...resources.keys()] };
  return JSON.stringify({ type: "object", properties: { path }, required: ["path"] });
}
async function takeAction(action, fields, call, run, options) {
  const body = await complete(call, fields, run);
  await replied(() => run.take(action, body, call.signal));
  const { patience = 3e4 } = options;
  try {
    await run.settle(patience, (line) => call.progress(line), call.signal);
  } catch (error) {
    call.signal.throwIfAborted();
    call.progress(error.message);
  }
  return reply(run, options);
}
async function callTool(name, fields, call, run, options) {
  const body = await complete(call, fields, run);
  const value = await replied(() => invokeTool(run, name, body, call.signal));
  if (options.json) await run.refresh(call.signal).catch(() => {
  });
  return reply(run, options, { text: value.text, result: value.json });
}
async function read(resources, fields, call, run, options) {
  const { path } = JSON.parse(await complete(call, fields, run, pathSchema(resources)));
  const resource = resources.get(path);
  if (!resource) {
    const known = [...resources.keys()].map((path2) => JSON.stringify(path2)).join(", ");
    throw new NotRunError(`There is no ${JSON.stringify(path)} to read: there is ${known}`);
  }
  const value = await replied(() => readResource(run, resource.uri, call.signal), false);
  const told = reply(run, options, { text: value.text, result: value.json });
  if (!value.bytes) return told;
  const next = told === "" ? [] : [text$1(told)];
  return result([file(path, value.bytes, resource.mime_type), ...next]);
}
async function complete(call, fields, { frame, cli }, form) {
  const members = jsonMembers(call.args);
  const lack = () => fields.filter(({ name, required }) => required && !members.has(name));
  const missing = lack();
  if (missing.length === 0) return call.args;
  const schema = JSON.parse(form ?? fieldsSchema(missing, cli.input_hint));
  const { action, content = {} } = await call.ask({ message: cli.hint ?? frame.hint, schema });
  if (action === "accept") {
    for (const { name } of missing) {
      if (Object.hasOwn(content, name)) members.set(name, JSON.stringify(content[name]));
    }
    if (lack().length === 0) {
      return `{${[...members].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
    }
  }
  const names = lack().map(({ name }) => name).join(", ");
  throw new NotRunError(`Nothing was sent: ${names} ${missing.length > 1 ? "are" : "is"} missing`);
}
async function replied(request, changes = true) {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof AsmpError)) throw error;
    const { message } = error;
    if (error instanceof AsmpActionError) throw new NotRunError(message, { cause: error });
    if (error instanceof AsmpHttpError) {
      const said = error.hint ?? message;
      throw new (error.refused ? NotRunError : ToolError)(said, { cause: error });
    }
    const lost = error instanceof AsmpTimeoutError || error instanceof AsmpReplyError;
    const unknown = changes && lost ? "; whether it was done is not known" : "";
    throw new ToolError(message + unknown, { cause: error });
  }
}
function reply(run, { json, program = programOf(run.client.baseUrl, run.id) }, options = {}) {
  return replyOf(run, { ...options, json, program });
}

export { AmbiguousChoiceError, AsmpActionError, AsmpClient, AsmpConnectionError, AsmpError, AsmpHttpError, AsmpNoRunError, AsmpOriginError, AsmpReplyError, AsmpRun, AsmpTimeoutError, commandMeant, commandsOf, describeRun, invokeTool, jsonOf, programOf, readResource, replied, replyOf, runTools, viewOf, withFlags };
