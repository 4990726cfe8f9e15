import { sha256, hostVariable, isPath, readCache, writeCache, FORMAT } from './_start.js';
import { ToolError, jsonItems, jsonMembers, parseJson, JsonNumber, cancelled, messageOf, signalGroup, endGroup } from '../mod.js';
import { RECORD_META, isObject, hintsOf, addressParts, isHarmless, isRandom, isSecretName, shownAddress, hasReferences, replaceReferences } from './hints.js';
import { within } from './_within.js';

function resultOf({ text = "", result: value }) {
  if (typeof value !== "object" || value === null) throw new Error("mcp: empty result");
  const { content, structuredContent, isError, _meta } = value;
  const problem = problemOf$1(content, structuredContent);
  if (problem && isError !== true) throw new Error(`mcp: invalid result: ${problem}`);
  const exactly = (member) => jsonMembers(jsonMembers(text).get("result")).get(member);
  const parts = Array.isArray(content) ? contentOf(content, () => exactly("content")) : [];
  if (structuredContent !== void 0 && structuredContent !== null) {
    const structured = exactly("structuredContent");
    if (!says(parts, structured)) parts.push({ type: "text", text: structured });
  }
  const record = recordOf(Object(_meta)[RECORD_META]);
  const more = { details: value, ...record && { record } };
  if (isError === true) throw new ToolError(textOf(parts) || "tool call failed", more);
  return { content: parts, ...more };
}
function problemOf$1(content, structuredContent) {
  if (Array.isArray(content)) return void 0;
  if (content !== void 0 && content !== null) {
    const kind = typeof content === "object" ? "an object" : `a ${typeof content}`;
    return `"content" is ${kind}, expected an array`;
  }
  const isEnough = structuredContent !== void 0 && structuredContent !== null;
  return isEnough ? void 0 : `"content" is missing`;
}
function contentOf(content, exactly) {
  let texts;
  return content.map((part, index) => {
    if (isKnown(part)) return part;
    texts ??= jsonItems(exactly());
    return { type: "text", text: texts[index] };
  });
}
function isKnown(part) {
  const { type, text, data, uri, resource } = Object(part);
  switch (type) {
    case "text":
      return typeof text === "string";
    case "image":
    case "audio":
      return typeof data === "string";
    case "resource_link":
      return typeof uri === "string";
    case "resource":
      return typeof resource?.text === "string" || typeof resource?.blob === "string";
  }
  return false;
}
function says(parts, structured) {
  const value = exact(structured);
  const text = textOf(parts);
  const inner = value instanceof Map && value.size === 1 ? [...value.values()][0] : void 0;
  if (typeof inner === "string" && inner === text) return true;
  const said = [text, ...parts.map(partText)].map(exact);
  return [value, inner].some(
    (value2) => value2 !== void 0 && said.some((said2) => said2 !== void 0 && isSame(said2, value2))
  );
}
function exact(text) {
  try {
    return parseJson(text);
  } catch {
    return void 0;
  }
}
function isSame(a, b) {
  if (a instanceof JsonNumber || b instanceof JsonNumber) {
    return a instanceof JsonNumber && b instanceof JsonNumber && a.text === b.text;
  }
  if (a instanceof Map) {
    return b instanceof Map && a.size === b.size && [...a].every(([name, value]) => b.has(name) && isSame(value, b.get(name)));
  }
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  return a === b;
}
function textOf(parts) {
  return parts.map(partText).filter((text) => text).join("\n");
}
function partText(part) {
  if (part.type === "text") return part.text;
  return part.type === "resource" ? part.resource.text ?? "" : "";
}
function recordOf(record) {
  const { ns, data } = Object(record);
  if (typeof ns !== "string" || ns === "" || typeof data !== "string") return void 0;
  const value = exact(data);
  return value === void 0 ? void 0 : { ns, data: toJs(value) };
}
function toJs(value) {
  if (value instanceof JsonNumber) return rawJson(value.text);
  if (Array.isArray(value)) return value.map(toJs);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, item]) => [name, toJs(item)]));
}
function rawJson(text) {
  const number = Number(text);
  if (String(number) === text) return number;
  return JSON.rawJSON(text);
}

const EXCHANGE = /* @__PURE__ */ Symbol("exchange");
class Exchanges {
  #waiting = /* @__PURE__ */ new Map();
  /** Notes a message that is about to go out; gives its exchange. */
  sent(message) {
    const { id, params } = message;
    const exchange = params?.[EXCHANGE];
    if (exchange) this.#waiting.set(String(id), exchange);
    return exchange;
  }
  /** A message that goes out, as text. */
  write(message) {
    const { id, method, params } = message;
    const { args } = this.#waiting.get(String(id)) ?? {};
    if (method !== "tools/call" || args === void 0) return JSON.stringify(message);
    const head = JSON.stringify({ ...message, params: void 0 }).slice(0, -1);
    const rest = JSON.stringify({ ...params, arguments: void 0 }).slice(0, -1);
    return `${head},"params":${rest},"arguments":${args}}}`;
  }
  /** Keeps the text of a message that has come in, where it is an answer that is waited for. */
  heard(text, message) {
    const [, exchange] = this.#answered(message);
    if (exchange) exchange.text = text;
  }
  /**
   * What the SDK gets to see of a message: of an answer, nothing that it would check, copy or
   * refuse, for what is made of it is made of its text.
   */
  reduced(message) {
    const { result, error } = message;
    const [id, exchange] = this.#answered(message);
    if (!exchange) return wellFormed(message);
    this.#waiting.delete(id);
    const envelope = { jsonrpc: "2.0", id: Number(id) };
    if (error !== void 0 && result === void 0) return { ...envelope, error: errorOf(error) };
    exchange.result = result;
    const { resultType = "complete" } = Object(result);
    if (resultType === "input_required") return message;
    const fixed = { content: [], tools: [], ttlMs: 0, cacheScope: "private" };
    return { ...envelope, result: { ...fixed, resultType } };
  }
  /** The exchange that a message answers, and the request's id. */
  #answered(message) {
    if (typeof message !== "object" || message === null || "method" in message) return [];
    const { id, error } = message;
    const exchange = this.#waiting.get(String(id));
    if (exchange) return [String(id), exchange];
    const unread = id === null && error !== void 0 && this.#waiting.size === 1;
    return unread ? [...this.#waiting][0] : [];
  }
}
function wellFormed({ id, method, params, result, error }) {
  const envelope = { jsonrpc: "2.0", ...id !== void 0 && { id } };
  if (method !== void 0) {
    return { ...envelope, method, ...isObject(params) && { params } };
  }
  return error === void 0 || result !== void 0 ? { ...envelope, result } : { ...envelope, error: errorOf(error) };
}
function errorOf(error) {
  const { code, message, data } = Object(error);
  return {
    code: Number.isSafeInteger(code) ? code : -32603,
    message: typeof message === "string" ? message : JSON.stringify(error),
    ...data !== void 0 && { data }
  };
}

const URL_REQUIRED = -32042;
async function ask(call, params) {
  const { mode, message, requestedSchema, url } = params;
  const question = { message: typeof message === "string" ? message : "" };
  if (mode === "url") question.url = String(url);
  else question.schema = requestedSchema;
  const { action, content } = await Promise.race([call.ask(question), untilCancelled(call)]);
  if (action !== "accept" || mode === "url") return { action };
  return { action, content: content ?? {} };
}
async function askAll(call, requests) {
  const answers = [];
  for (const [key, request] of Object.entries(requests)) {
    const { method, params } = Object(request);
    if (method === "elicitation/create") answers.push([key, await ask(call, Object(params))]);
  }
  return Object.fromEntries(answers);
}
async function askVisits(call, data) {
  const { elicitations } = Object(data);
  if (!Array.isArray(elicitations) || elicitations.length === 0) return false;
  for (const visit of elicitations) {
    const { action } = await ask(call, { ...Object(visit), mode: "url" });
    if (action !== "accept") return false;
  }
  return true;
}
function untilCancelled({ signal }) {
  return new Promise((resolve) => {
    const cancel = () => resolve({ action: "cancel" });
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
}

class Problem extends Error {
}

const MAX_PAGES = 1e3;
async function readToolList(ask) {
  const pages = [];
  const cursors = /* @__PURE__ */ new Set();
  for (let cursor = void 0; ; ) {
    const { text = "", result } = await ask(cursor === void 0 ? {} : { cursor });
    const { tools, nextCursor } = Object(result);
    if (!Array.isArray(tools)) throw new Problem("answered tools/list without tools");
    const repeated = nextCursor === cursor && JSON.stringify(tools) === JSON.stringify(pages.at(-1)?.tools);
    if (!repeated) pages.push({ text, tools });
    if (repeated || nextCursor === void 0 || nextCursor === null || nextCursor === "") {
      return new ToolList(pages);
    }
    if (cursors.has(nextCursor) || pages.length === MAX_PAGES) {
      throw new Problem(`lists tools without end: ${pages.length} pages came`);
    }
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}
class ToolList {
  #pages;
  #tools;
  constructor(pages) {
    this.#pages = pages;
  }
  /** A text that changes with any word of the list. */
  digest() {
    const words = JSON.stringify(this.#pages.map(({ tools }) => tools));
    return sha256(new TextEncoder().encode(words));
  }
  /**
   * The tools, exactly; the first of each name.
   *
   * @param note Is told of those left out, and why.
   */
  tools(note = () => {
  }) {
    if (this.#tools) return this.#tools;
    const tools = /* @__PURE__ */ new Map();
    for (const { text, tools: served } of this.#pages) {
      const result = jsonMembers(text).get("result");
      const texts = jsonItems(jsonMembers(result).get("tools"));
      for (const [index, tool] of served.entries()) {
        const listed = read(tool, texts[index], note);
        if (!listed) note("A tool without a name is left out");
        else if (tools.has(listed.name)) {
          note(`Tool ${JSON.stringify(listed.name)} is listed twice: the second is left out`);
        } else tools.set(listed.name, listed);
      }
    }
    return this.#tools = [...tools.values()];
  }
  /** How a tool differs from what was known of it; nothing where its arguments are the same. */
  change({ name, schema }) {
    for (const { text, tools } of this.#pages) {
      const found = tools.find((tool) => tool?.name === name);
      if (!found) continue;
      if (text.includes(schema) && isText(found.inputSchema, schema)) return void 0;
      break;
    }
    const listed = this.tools().find((tool) => tool.name === name);
    if (!listed) return "is gone";
    return listed.schema === schema ? void 0 : "has changed";
  }
}
function read(tool, text, note) {
  const { name, description, inputSchema } = tool ?? {};
  if (typeof name !== "string" || name === "") return void 0;
  let schema = '{"type":"object"}';
  if (typeof inputSchema === "boolean" || isObject(inputSchema)) {
    schema = jsonMembers(text).get("inputSchema");
  } else if (inputSchema !== void 0) {
    note(`Tool ${JSON.stringify(name)} has no valid schema: any arguments are passed on`);
  }
  return {
    name,
    description: typeof description === "string" ? description : "",
    schema,
    ...hintsOf(tool)
  };
}
function isText(value, text) {
  try {
    return JSON.stringify(value) === JSON.stringify(JSON.parse(text));
  } catch {
    return false;
  }
}

const MODERN = "2026-07-28";
const PROBE_TIMEOUT = 5e3;
const NO_LIMIT = 2 ** 31 - 1;
const MAX_CHANGES = 5;
const METHOD_NOT_FOUND = -32601;
async function openSession(link, options) {
  const sdk = await loadSdk();
  const attempts = options.modern ? link.attempts.toSorted((a, b) => Number(b.modern) - Number(a.modern)) : link.attempts;
  let refusal;
  for (const { modern, open } of attempts) {
    const session = new Session(sdk, modern, options.roots);
    try {
      await session.client.connect(open(sdk), { timeout: NO_LIMIT });
      await session.read();
      return session;
    } catch (error) {
      refusal ??= error;
      if (!isRefusal(sdk, error)) break;
    }
  }
  throw refusal;
}
async function loadSdk() {
  try {
    return await import(new URL('_client_sdk.js', import.meta.url).href);
  } catch (error) {
    throw new Problem(`needs the MCP client package: ${error.message}`);
  }
}
class Session {
  client;
  modern;
  /** The tools, after {@linkcode read}. */
  list = new ToolList([]);
  /** Answers a question that names no call. */
  onQuestion;
  /** Is told that the server says that its tools changed. */
  onToolsChanged = () => {
  };
  #sdk;
  /** How often the server said that its tools changed, and how often when it was last asked. */
  #changes = 0;
  #read = 0;
  #reading = Promise.resolve();
  #onChange = () => {
  };
  constructor(sdk, modern, roots = []) {
    this.#sdk = sdk;
    this.modern = modern;
    this.onQuestion = () => Promise.resolve({ action: "cancel" });
    this.client = new sdk.Client({ name: "toolcli", version: "0" }, {
      capabilities: { elicitation: { form: {}, url: {} }, ...roots.length > 0 && { roots: {} } },
      // What a tool gives is not ours to judge.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({
          valid: true,
          data,
          errorMessage: void 0
        })
      },
      ...modern && {
        versionNegotiation: { mode: { pin: MODERN }, probe: { timeoutMs: PROBE_TIMEOUT } }
      }
    });
    this.client.setRequestHandler(
      "elicitation/create",
      { params: AS_IT_IS },
      (params) => this.onQuestion(params)
    );
    this.client.setNotificationHandler("notifications/tools/list_changed", () => {
      this.#changes++;
      this.#onChange();
      this.onToolsChanged();
    });
    if (roots.length > 0) {
      this.client.setRequestHandler("roots/list", async () => {
        const { pathToFileURL } = await import('node:url');
        const uri = (root) => root.startsWith("file:") ? root : pathToFileURL(root).href;
        return { roots: roots.map((root) => ({ uri: uri(root) })) };
      });
    }
  }
  /** Asks for the tools, after those who asked before. */
  read() {
    const reading = this.#reading.catch(() => {
    }).then(() => this.#readList());
    this.#reading = reading;
    return reading;
  }
  async #readList() {
    this.#read = this.#changes;
    try {
      this.list = await readToolList(async (params) => {
        const exchange = {};
        await this.client.request(
          { method: "tools/list", params: { ...params, [EXCHANGE]: exchange } },
          { timeout: NO_LIMIT }
        );
        return exchange;
      });
    } catch (error) {
      if (!isProtocolError(this.#sdk, error, METHOD_NOT_FOUND)) throw error;
    }
  }
  /** Whether the server has said that its tools changed since it was asked for them. */
  get isOld() {
    return this.#changes !== this.#read;
  }
  /** Asks again if the list is old. */
  async renew() {
    await this.#reading.catch(() => {
    });
    if (this.isOld) await this.read();
  }
  /** Has the server say when its tools change; a protocol may want to be asked for that. */
  async listen() {
    if (!this.modern || !this.client.getServerCapabilities()?.tools?.listChanged) return;
    await this.client.listen({ toolsListChanged: true });
  }
  /**
   * Asks again as long as the server says that its tools have changed.
   *
   * @param time How long, in ms, to wait for it to say so.
   * @param enough Whether nothing more has to be waited for.
   */
  async settle(time, enough = () => false) {
    if (!this.client.getServerCapabilities()?.tools?.listChanged || this.modern) return;
    for (let round = 0; round < MAX_CHANGES && await this.#changed(time); round++) {
      await this.read();
      if (enough()) return;
    }
  }
  async #changed(time) {
    if (!this.isOld) {
      let timer;
      await new Promise((resolve) => {
        timer = setTimeout(resolve, time);
        this.#onChange = resolve;
      });
      clearTimeout(timer);
    }
    return this.isOld;
  }
  /** Whether an error is what the server answered, of a code if one is given. */
  answered(error, code) {
    return isProtocolError(this.#sdk, error, code);
  }
}
const AS_IT_IS = {
  "~standard": {
    version: 1,
    vendor: "toolcli",
    validate: (value) => ({ value })
  }
};
function isProtocolError({ ProtocolError }, error, code) {
  return ProtocolError.isInstance(error) && (code === void 0 || error.code === code);
}
function isRefusal({ ProtocolError, SdkError, SdkHttpError, SdkErrorCode }, error) {
  if (SdkHttpError.isInstance(error)) {
    const { status = 0 } = error;
    return status >= 400 && status < 500 && status !== 401 && status !== 403;
  }
  return ProtocolError.isInstance(error) || SdkError.isInstance(error) && error.code === SdkErrorCode.EraNegotiationFailed || error instanceof Error && error.message.includes("protocol version is not supported");
}

const MAX_ROUNDS = 10;
const MAX_REFUSALS = 100;
const PACE = 250;
class Calls {
  #session;
  #running = /* @__PURE__ */ new Map();
  constructor(session) {
    this.#session = session;
    session.onQuestion = (params) => this.#answer(params);
  }
  /** How many run. */
  get running() {
    return this.#running.size;
  }
  /**
   * Calls a tool.
   *
   * @param explain Says of an error of ours what it means.
   * @throws {ToolError} Where the tool says that it failed, or did not answer.
   */
  async run(listed, call, explain) {
    let exchange;
    this.#running.set(call, { refusals: 0, giveUp: () => {
    } });
    try {
      exchange = await this.#rounds(listed, call);
    } catch (error) {
      if (call.signal.aborted) throw cancelled();
      const name = JSON.stringify(listed.name);
      throw new ToolError(`mcp: call ${name}: ${await explain(error)}`);
    } finally {
      this.#running.delete(call);
    }
    return resultOf(exchange);
  }
  /** Sends a call again with the answers to the questions that it comes back with. */
  async #rounds(listed, call) {
    let answers = {};
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const exchange = { args: call.args || "{}" };
      let result;
      try {
        result = await this.#send(listed, call, exchange, answers);
      } catch (error) {
        const asks = this.#session.answered(error, URL_REQUIRED);
        if (asks && await askVisits(call, error.data)) continue;
        throw error;
      }
      if (result.resultType !== "input_required") return exchange;
      const { inputRequests = {}, requestState } = result;
      const inputResponses = await askAll(call, Object(inputRequests));
      call.signal.throwIfAborted();
      answers = {
        ...Object.keys(inputResponses).length > 0 && { inputResponses },
        ...requestState !== void 0 && { requestState }
      };
      if (!answers.inputResponses) await new Promise((resolve) => setTimeout(resolve, PACE));
    }
    throw new Error(`the server asked for input more than ${MAX_ROUNDS} times`);
  }
  async #send({ name, schema }, call, exchange, answers) {
    const { client, modern } = this.#session;
    const lost = new AbortController();
    exchange.lost = () => lost.abort(new Error("the answer broke off"));
    this.#running.get(call).giveUp = (reason) => lost.abort(reason);
    try {
      return await client.callTool(
        {
          name,
          arguments: JSON.parse(exchange.args),
          ...answers,
          [EXCHANGE]: exchange
        },
        {
          signal: AbortSignal.any([call.signal, lost.signal]),
          timeout: NO_LIMIT,
          allowInputRequired: true,
          onprogress: ({ progress, total, message }) => call.progress({ progress, total, message }),
          // With it the SDK asks for no list; over HTTP it says which arguments become headers.
          toolDefinition: {
            name,
            inputSchema: modern ? JSON.parse(schema) : { type: "object" }
          }
        }
      );
    } catch (error) {
      throw lost.signal.aborted ? lost.signal.reason : error;
    }
  }
  /** Before 2026-07-28 a question names no call: with several it could reach the wrong person. */
  async #answer(params) {
    const [running, another] = this.#running;
    if (!running || another || running[1].refusals === MAX_REFUSALS) return { action: "cancel" };
    const [call, state] = running;
    const answer = await ask(call, params);
    state.refusals = answer.action === "accept" ? 0 : state.refusals + 1;
    if (state.refusals === MAX_REFUSALS) {
      state.giveUp(new Error(`the server asked ${MAX_REFUSALS} times what was not answered`));
    }
    return answer;
  }
}
function sdkMessage(error) {
  const { code } = Object(error);
  return problemOf(error) ?? (code === "CONNECTION_CLOSED" ? "the connection was closed" : messageOf(error));
}
function problemOf(error) {
  if (error instanceof Problem) return error.message;
  const { status, cause } = Object(error);
  if (status === 401 || status === 403) {
    return `asks for authorization (HTTP status ${status}): give it in "headers"`;
  }
  if (typeof status === "number") return `answered with HTTP status ${status}`;
  if (error instanceof TypeError && cause instanceof Error) {
    return `cannot be reached: ${cause.message.replace(/^[^()]*\([^()]*\): /, "")}`;
  }
  return void 0;
}

class Connection {
  #controller = new AbortController();
  #opening;
  #client;
  #failed = false;
  #waiting = 0;
  /** @param open Makes the connection; the signal ends that. */
  constructor(open) {
    this.#opening = open(this.#controller.signal);
    this.#opening.then((client) => this.#client = client, () => this.#failed = true);
  }
  /** Whether it can be used no more. */
  get ended() {
    return this.#failed || this.#controller.signal.aborted || this.#client?.ended === true;
  }
  /**
   * Waits for the connection.
   *
   * @param signal Ends the waiting, and the start where nobody else waits for it.
   */
  async client(signal) {
    this.#waiting++;
    let stop = () => {
    };
    const aborted = new Promise((_, reject) => {
      const abort = () => reject(signal.reason);
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort);
      stop = () => signal?.removeEventListener("abort", abort);
    });
    try {
      return await Promise.race([this.#opening, aborted]);
    } finally {
      stop();
      this.#waiting--;
      if (signal?.aborted && this.#waiting === 0 && !this.#client) await this.#abort(signal.reason);
    }
  }
  /** Ends it, or its start. */
  async close() {
    if (!this.#client) await this.#abort(new Error("The connection to the MCP server was closed"));
    await this.#client?.close();
  }
  async #abort(reason) {
    this.#controller.abort(reason);
    await this.#opening.catch(() => {
    });
    await this.#client?.close();
  }
}

const GUARD = `trap '' HUP INT QUIT TERM; read -r _; tree() { for p in $(cat /proc/$1/task/*/children 2>/dev/null); do echo $p; tree $p; done; }; all="-$0 $(tree $0)"; for p in $all; do kill -s TERM -- $p && any=1; done; [ $any ] && sleep 1 && kill -s KILL -- $all`;
function guard(group) {
  if (Deno.build.os === "windows") return () => Promise.resolve();
  let child;
  try {
    child = new Deno.Command("/bin/sh", {
      args: ["-c", GUARD, String(group)],
      clearEnv: true,
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
      stdin: "piped",
      stdout: "null",
      stderr: "null"
    }).spawn();
  } catch {
    return () => Promise.resolve();
  }
  child.unref();
  return async () => {
    child.ref();
    try {
      child.kill("SIGKILL");
    } catch {
    }
    await child.stdin.close().catch(() => {
    });
    await child.status;
  };
}

class Tree {
  #root;
  /** Those noted, and when each started: a number may be another process's later. */
  #known = /* @__PURE__ */ new Map();
  /** @param root The first process. */
  constructor(root) {
    this.#root = root;
  }
  /** Takes note of those there are. One whose parent has ended before is not found. */
  look() {
    if (Deno.build.os !== "linux") return;
    const found = [this.#root, ...this.#alive()];
    const seen = new Set(found);
    for (const pid of found) {
      for (const child of childrenOf(pid)) {
        if (seen.has(child)) continue;
        seen.add(child);
        found.push(child);
        const start = startOf(child);
        if (start !== void 0) this.#known.set(child, start);
      }
    }
  }
  /** Sends a signal to all that were noted and still run, but the first. */
  signal(signal) {
    for (const pid of this.#alive()) {
      try {
        Deno.kill(pid, signal);
      } catch {
      }
    }
  }
  /**
   * Ends all that were noted.
   *
   * @param grace How long, in ms, they may take to end by themselves.
   */
  async end(grace) {
    if (this.#alive().length === 0) return;
    this.look();
    this.signal("SIGTERM");
    for (let waited = 0; waited < grace && this.#alive().length > 0; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.look();
    this.signal("SIGKILL");
  }
  #alive() {
    return [...this.#known].filter(([pid, start]) => startOf(pid) === start).map(([pid]) => pid);
  }
}
function childrenOf(pid) {
  try {
    return [...Deno.readDirSync(`/proc/${pid}/task`)].flatMap(
      ({ name }) => Deno.readTextFileSync(`/proc/${pid}/task/${name}/children`).split(" ").filter((text) => text).map(Number)
    );
  } catch {
    return [];
  }
}
function startOf(pid) {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return words[0] === "Z" || words[0] === "X" ? void 0 : words[19];
  } catch {
    return void 0;
  }
}

const GRACE = 2e3;
const TERM_GRACE = 1e3;
const SILENCE = 200;
const MAX_LINE = 256 * 2 ** 20;
const INHERITED = "HOME LOGNAME PATH SHELL TERM USER LANG LANGUAGE LC_ALL LC_CTYPE TZ TMPDIR XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR XDG_STATE_HOME HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR".split(" ");
function startServer(start) {
  const child = spawn(start);
  const { pid } = child;
  const endGuard = guard(pid);
  const tree = new Tree(pid);
  const onUnload = () => {
    tree.look();
    signalGroup(pid, "SIGKILL");
    tree.signal("SIGKILL");
  };
  addEventListener("unload", onUnload);
  const writer = child.stdin.getWriter();
  let failure;
  const line = [];
  const lines = readLines(child.stdout, line, start.onLine).catch((error) => {
    failure = error.message;
    signalGroup(pid, "SIGKILL");
  });
  const errors = readText(child.stderr, start.onStderr).catch(() => {
  });
  const output = Promise.all([lines, errors]);
  const exit = child.status.then(async ({ code, signal }) => {
    await within(output, SILENCE);
    return failure ?? (signal ? `was ended by ${signal}` : `ended with status ${code}`);
  });
  const silent = lines.then(
    async () => await within(child.status, TERM_GRACE) ? await exit : "closed its standard output"
  );
  let closing;
  const close = async (grace) => {
    child.ref();
    tree.look();
    writer.close().catch(() => {
    });
    if (!grace || !await within(child.status, grace)) {
      tree.look();
      signalGroup(pid, "SIGTERM");
      if (!await within(child.status, grace ? TERM_GRACE : SILENCE)) signalGroup(pid, "SIGKILL");
      await child.status;
    }
    await Promise.all([endGroup(pid, TERM_GRACE), tree.end(TERM_GRACE)]);
    await endGuard();
    await exit;
    removeEventListener("unload", onUnload);
  };
  return {
    // Where the process has ended, that is what is told.
    write: (text) => writer.write(new TextEncoder().encode(text)).catch(() => {
    }),
    ended: Promise.race([exit, silent]),
    unread: () => line.join(""),
    hold: (waits) => waits ? child.ref() : child.unref(),
    close: () => closing ??= close(GRACE),
    kill: () => closing ??= close(0)
  };
}
function exitOnSignals() {
  const statuses = Deno.build.os === "windows" ? [["SIGINT", 130], ["SIGBREAK", 143]] : [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]];
  const listeners = statuses.map(([name, status]) => [name, () => Deno.exit(status)]);
  for (const [name, exit] of listeners) Deno.addSignalListener(name, exit);
  return () => {
    for (const [name, exit] of listeners) Deno.removeSignalListener(name, exit);
  };
}
function isNotFound(error) {
  return error instanceof Deno.errors.NotFound;
}
function spawn({ command, args, env, cwd }) {
  const inherited = /* @__PURE__ */ Object.create(null);
  for (const name of INHERITED) {
    const value = hostVariable(name);
    if (value !== void 0) inherited[name] = value;
  }
  const options = {
    args: [...args],
    env: { ...inherited, ...env },
    cwd,
    clearEnv: true,
    detached: Deno.build.os !== "windows",
    stdin: "piped",
    stdout: "piped",
    stderr: "piped"
  };
  try {
    return new Deno.Command(command, options).spawn();
  } catch (error) {
    if (Deno.build.os !== "windows" || !isNotFound(error)) throw error;
    return new Deno.Command(`${command}.cmd`, options).spawn();
  }
}
async function readLines(stream, parts, onLine) {
  const decoder = new TextDecoder();
  let length = 0;
  for await (const chunk of stream) {
    const lines = decoder.decode(chunk, { stream: true }).split("\n");
    for (const [index, part] of lines.entries()) {
      parts.push(part);
      length += part.length;
      if (index === lines.length - 1) break;
      const line = parts.join("");
      parts.length = 0;
      length = 0;
      await onLine(line);
    }
    if (length > MAX_LINE) throw new RangeError("sent a message of more than 256 MiB");
  }
}
async function readText(stream, onText) {
  for await (const text of stream.pipeThrough(new TextDecoderStream())) onText(text);
}

const MEMBER = /([\w-]+)["']?\s*[=:]\s*["']?([^\s"';,&]+)/g;
const ADDRESS = /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;
function secretsOf([name, value]) {
  const isNamed = isSecretName(name);
  if (!isNamed && isPlain(value)) return [];
  const words = value.split(/\s+/).filter((word) => word !== value && !isHarmless(word));
  return [
    value,
    // A server may show one line of a key, or the second word of `Bearer \u2026`.
    ...words.filter((word) => isNamed || isRandom(word)),
    ...Array.from(value.matchAll(MEMBER)).flatMap(([, name2, part]) => isSecretName(name2) ? [part] : []),
    ...(value.match(ADDRESS) ?? []).flatMap(addressSecrets)
  ];
}
function addressSecrets(url) {
  const { user, segments, rest } = addressParts(url);
  const [name = "", ...password] = user.slice(0, -1).split(":");
  const values = rest.split(/[?&#]/).map((part) => part.slice(part.indexOf("=") + 1));
  const hidden = [...segments, ...values].filter((part) => !isHarmless(part));
  return [
    ...user ? [user] : [],
    // Who has no password may have a token for a name.
    ...password.length === 0 || isRandom(name) ? [name] : [],
    password.join(":"),
    ...hidden
  ].filter((part) => part && !/^\$\{\w+\}$/.test(part));
}
function argumentSecrets(args) {
  return args.flatMap((arg, index) => {
    const [, flag, value = args[index + 1]] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const named = flag && value && isSecretName(flag) ? [[flag, value]] : [];
    const parts = (arg.match(ADDRESS) ?? []).flatMap(addressSecrets);
    return [...named, ...parts.map((part) => ["argument", part])];
  });
}
function isPlain(value) {
  if (value.split(",").every(isHarmless)) return true;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return shownAddress(value) === value;
  return /[\\/]/.test(value) && isPath(value);
}

class StdioTransport {
  onmessage;
  onclose;
  onerror;
  /** With `stderr`, how the SDK knows what kind of transport it has. */
  pid = 0;
  stderr = null;
  #process;
  #exchanges;
  #junk;
  #closed = false;
  /** @param junk Is told each line that is no message. */
  constructor(process, exchanges, junk) {
    this.#process = process;
    this.#exchanges = exchanges;
    this.#junk = junk;
    process.ended.then(() => this.close());
  }
  async start() {
  }
  async send(message) {
    this.#exchanges.sent(message);
    await this.#process.write(`${this.#exchanges.write(message)}
`);
  }
  /** Takes a line of the process's output. */
  async take(line) {
    if (this.#closed) return;
    const [junk, text, message] = readLine(line);
    if (junk.trim() !== "") this.#junk(junk);
    if (!message) return;
    this.#exchanges.heard(text, message);
    this.onmessage?.(this.#exchanges.reduced(message));
    for (let turn = 0; turn < 4; turn++) await null;
  }
  close() {
    if (!this.#closed) {
      this.#closed = true;
      this.onclose?.();
    }
    return Promise.resolve();
  }
}
const MAX_STARTS = 100;
function readLine(line) {
  const whole = messageIn(line);
  if (whole) return ["", line, whole];
  let start = 0;
  for (let tries = 0; tries < MAX_STARTS; tries++) {
    start = line.indexOf("{", start + 1);
    if (start < 0) break;
    const text = line.slice(start), message = messageIn(text);
    if (message && "jsonrpc" in message) return [line.slice(0, start), text, message];
  }
  return [line, ""];
}
function messageIn(text) {
  try {
    const value = JSON.parse(text);
    return isObject(value) && ("id" in value || "method" in value) ? value : void 0;
  } catch {
    return void 0;
  }
}

const KEPT = 65536;
const SHOWN = 4096;
class Tail {
  #text = "";
  #isCut = false;
  /** Takes what comes next. */
  add(text) {
    this.#text += text;
    if (this.#text.length < 2 * KEPT) return;
    this.#text = this.#text.slice(-KEPT);
    this.#isCut = true;
  }
  /** What to show of it, with something behind it. */
  shown(variables, rest = "") {
    const text = variables.hidePart(this.#text + rest, this.#isCut).trimEnd();
    if (text.length <= SHOWN) return text;
    const last = text.slice(-SHOWN), line = last.indexOf("\n") + 1;
    return `\u2026${line > 0 && line < SHOWN / 2 ? `
${last.slice(line)}` : last}`;
  }
}

const TERMINATE = 2e3;
function startLink({ command, args = [], env = {}, cwd }, variables, { onStderr }) {
  const filled = /* @__PURE__ */ Object.create(null);
  for (const [name, text] of Object.entries(env)) {
    filled[name] = variables.fill(text, `env ${JSON.stringify(name)}`);
    keepSecrets(variables, name, filled[name]);
  }
  for (const [name, value] of argumentSecrets(args)) variables.keepSecret(value, `[${name}]`);
  const exchanges = new Exchanges();
  const errors = new Tail(), junk = new Tail();
  const keepJunk = (line2) => junk.add(`${line2}
`);
  let line = "";
  let transport;
  let process;
  try {
    process = startServer({
      command,
      args,
      env: filled,
      cwd,
      // Before it is spoken to, it has nothing to answer.
      onLine: (line2) => transport ? transport.take(line2) : keepJunk(line2),
      onStderr: (text) => {
        errors.add(text);
        if (!onStderr) return;
        const lines = (line + text).split("\n");
        line = lines.pop();
        for (const line2 of lines) onStderr(variables.hide(line2));
      }
    });
  } catch (error) {
    throw isNotFound(error) ? new Problem(
      `cannot be started: no program ${JSON.stringify(command)}` + (cwd === void 0 ? " is found" : `, or no directory ${JSON.stringify(cwd)}, is found`)
    ) : new Problem(`cannot be started: ${error.message}`);
  }
  const open = () => transport = new StdioTransport(process, exchanges, keepJunk);
  return {
    attempts: [{ modern: false, open }, { modern: true, open }],
    ended: process.ended,
    stderr: () => titled("stderr", errors.shown(variables)),
    stdout: () => titled("stdout", junk.shown(variables, process.unread())),
    hold: (waits) => process.hold(waits),
    close: (now) => now ? process.kill() : process.close()
  };
}
async function httpLink({ url, headers = {} }, variables) {
  const { HttpTransport } = await import('./_client_http.js');
  const address = { url: variables.fill(url, "url"), headers: new Headers() };
  if (!/^https?:/.test(address.url) || !URL.canParse(address.url)) {
    const filled = hasReferences(url) ? " with its variables filled in" : "";
    throw new Problem(`has no valid address: ${JSON.stringify(shownAddress(url))}${filled}`);
  }
  for (const part of addressSecrets(address.url)) variables.keepSecret(part, "[url]");
  for (const [name, text] of Object.entries(headers)) {
    const value = variables.fill(text, `header ${JSON.stringify(name)}`);
    keepSecrets(variables, name, value);
    try {
      address.headers.set(name, value);
    } catch {
      throw new Problem(`has an invalid header: ${JSON.stringify(name)}`);
    }
  }
  let transport;
  const open = (sse) => (sdk) => transport = new HttpTransport(sdk, address, new Exchanges(), sse);
  return {
    attempts: [
      { modern: false, open: open(false) },
      { modern: true, open: open(false) },
      { modern: false, open: open(true) }
    ],
    ended: new Promise(() => {
    }),
    stderr: () => "",
    stdout: () => "",
    hold: () => {
    },
    close: async (now) => {
      if (!now) await within(transport?.terminate(), TERMINATE);
      await transport?.close();
    }
  };
}
function keepSecrets(variables, name, value) {
  for (const secret of secretsOf([name, value])) variables.keepSecret(secret, `[${name}]`);
}
function titled(title, text) {
  return text && `
${title}:
${text}`;
}

const SHORTEST = 4;
const RECOGNIZED = 6;
class Variables {
  #values;
  /** Secrets, and what is shown instead. */
  #hidden = /* @__PURE__ */ new Map();
  constructor(values = {}) {
    this.#values = values;
  }
  /**
   * Fills in the variables of a text.
   *
   * @param text The text.
   * @param place Where it stands, for the message.
   * @throws {Problem} Where a variable has no value.
   */
  fill(text, place) {
    return replaceReferences(text, (name, fallback) => {
      const value = Object.hasOwn(this.#values, name) ? this.#values[name] : hostVariable(name);
      if (value === void 0 && fallback === void 0) {
        throw new Problem(`needs variable "${name}" for ${place}, which is not set`);
      }
      if (value) this.keepSecret(value, `\${${name}}`);
      return value || fallback === void 0 ? value ?? "" : fallback;
    });
  }
  /** Has a text replaced wherever it would be shown, also as addresses and JSON have it. */
  keepSecret(value, shown) {
    for (const written of [value, encoded(value), decoded(value), quoted(value)]) {
      if (written.length < SHORTEST || written === shown || this.#hidden.has(written)) continue;
      this.#hidden.set(written, shown);
    }
  }
  /** A text without the secrets that it has. */
  hide(text) {
    if (this.#hidden.size === 0) return text;
    const longestFirst = [...this.#hidden.keys()].sort((a, b) => b.length - a.length);
    const literal = (secret) => secret.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    const any = new RegExp(longestFirst.map(literal).join("|"), "g");
    return text.replace(any, (secret) => this.#hidden.get(secret));
  }
  /**
   * A text without secrets that is a part of a longer one.
   *
   * @param isCut Whether something stood before it.
   */
  hidePart(text, isCut) {
    const secrets = [...this.#hidden.keys()];
    const rest = isCut ? Math.max(0, ...secrets.map((secret) => overlap(secret, text))) : 0;
    const whole = text.slice(rest);
    const begun = Math.max(0, ...secrets.map((secret) => overlap(whole, secret)));
    const isBegun = begun >= RECOGNIZED && !this.#hidden.has(whole.slice(-begun));
    return this.hide(isBegun ? whole.slice(0, -begun) : whole);
  }
}
function overlap(text, other) {
  let length = Math.min(text.length, other.length);
  while (length > 0 && !text.endsWith(other.slice(0, length))) length--;
  return length;
}
function encoded(text) {
  return text.isWellFormed() ? encodeURIComponent(text) : text;
}
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
function quoted(text) {
  return JSON.stringify(text).slice(1, -1);
}

const START_TIMEOUT = 6e4;
const INSTALL_TIMEOUT = 18e4;
const INSTALLERS = /^(?:.*[\\/])?(?:bunx|docker|npx|pipx|pnpm|podman|uvx|yarn)(?:\.\w+)?$/i;
const NEWS = 50;
const LATE_NEWS = 500;
const NO_NEWS = 6e4;
function connection(server, options, alone) {
  return new Connection(async (signal) => {
    const release = alone ? exitOnSignals() : void 0;
    try {
      return await connect(server, options, signal);
    } finally {
      release?.();
    }
  });
}
async function connect(server, options, signal) {
  const { roots } = options;
  const installs = "command" in server && INSTALLERS.test(server.command);
  const startTimeout = options.startTimeout ?? (installs ? INSTALL_TIMEOUT : START_TIMEOUT);
  const variables = new Variables(options.variables);
  let link, stopWaiting = () => {
  };
  try {
    const opened = link = "url" in server ? await httpLink(server, variables) : startLink(server, variables, options);
    const open = async () => {
      const { modern = false } = await readCache(server, options) ?? {};
      return await openSession(opened, { roots, modern });
    };
    const ended = opened.ended.then((how) => Promise.reject(new Problem(how)));
    const late = new Promise((_, reject) => {
      const hint = installs ? ": if it was still being installed, run it once by itself" : "";
      const limit = `did not answer within ${startTimeout / 1e3} s${hint}`;
      const timer = setTimeout(() => reject(new Problem(limit)), startTimeout);
      const onAbort = () => reject(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener("abort", onAbort);
      stopWaiting = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      };
    });
    const session = await Promise.race([open(), ended, late]);
    return new McpClient(server, options, { link, session, variables });
  } catch (error) {
    await link?.close(true);
    if (signal.aborted) throw signal.reason;
    const name = JSON.stringify(nameOf(server, options));
    const message = variables.hide(`MCP server ${name} ${problem(error)}`);
    throw new Error(`${message}${link?.stdout() ?? ""}${link?.stderr() ?? ""}`);
  } finally {
    stopWaiting();
  }
}
class McpClient {
  /** Whether another call needs another connection. */
  ended = false;
  #server;
  #options;
  #link;
  #session;
  #calls;
  #variables;
  /** Whether the list is older than what comes. */
  #used = false;
  /** Until it asks for a list that is said to have changed, and how long the next time. */
  #timer;
  #pause = NEWS;
  #watches = false;
  #closing;
  /**
   * Takes over what {@linkcode connection} made.
   *
   * @param server The server.
   * @param options How it is read.
   * @param parts What the connection is made of.
   */
  constructor(server, options, parts) {
    this.#server = server;
    this.#options = options;
    this.#link = parts.link;
    this.#session = parts.session;
    this.#variables = parts.variables;
    this.#calls = new Calls(parts.session);
    parts.link.ended.then(() => this.ended = true);
    parts.link.hold(false);
  }
  /**
   * Gives the tools, and keeps them in the cache.
   *
   * @returns The tools, the first of each name.
   * @throws {Error} Where the server no longer lists them.
   */
  async list() {
    this.#link.hold(true);
    try {
      if (this.#used) await this.#session.read();
      this.#used = true;
      await this.#session.settle(NEWS);
      return await this.#keep(await this.#session.list.digest());
    } catch (error) {
      const name = JSON.stringify(nameOf(this.#server, this.#options));
      const reason = error instanceof Problem ? error.message : `cannot be used: ${await this.#explain(error)}`;
      throw new Error(`MCP server ${name} ${reason}`, { cause: error });
    } finally {
      if (this.#calls.running === 0) this.#link.hold(false);
    }
  }
  /**
   * Calls a tool.
   *
   * @param listed The tool, as the caller knows it.
   * @param call The call.
   * @param make Makes tools of a list.
   * @returns What it gives.
   * @throws {ToolsChangedError} Where the tool is not as the caller knows it; nothing was called.
   * @throws {Error} Where the call fails.
   */
  async call(listed, call, make) {
    this.#link.hold(true);
    try {
      await this.#check(listed, make);
      const result = this.#calls.run(listed, call, (error) => this.#explain(error));
      await Promise.allSettled([result, this.#keepChanges()]);
      return await result;
    } finally {
      if (this.#calls.running === 0) this.#link.hold(false);
    }
  }
  /** A text that changes with any word of the list. */
  digest() {
    return this.#session.list.digest();
  }
  /**
   * Asks for the tools each time the server says that they changed.
   *
   * @param known The digest of the list that is known.
   * @param changed Is given another one.
   */
  watch(known, changed) {
    if (this.#watches) return;
    this.#watches = true;
    const look = async () => {
      try {
        await this.#session.renew();
        const digest = await this.digest();
        const isNews = digest !== known();
        this.#pause = isNews ? NEWS : Math.min(2 * this.#pause, NO_NEWS);
        if (isNews) changed(await this.#keep(digest), digest);
      } catch (error) {
        if (this.ended) return;
        const name = JSON.stringify(nameOf(this.#server, this.#options));
        this.#options.note?.(`MCP server ${name} ${await this.#explain(error)}`);
      }
      this.#timer = void 0;
      if (this.#session.isOld) wait();
    };
    const wait = () => {
      if (!this.ended) this.#timer ??= setTimeout(look, this.#pause);
    };
    this.#session.onToolsChanged = wait;
    this.#session.listen().catch(() => {
    });
    wait();
  }
  /** Ends the connection, and the server if it was started for it. */
  close() {
    this.ended = true;
    clearTimeout(this.#timer);
    return this.#closing ??= this.#link.close(false).then(() => this.#session.client.close()).catch(() => {
    });
  }
  async #check(listed, make) {
    const session = this.#session;
    if (this.#used) await session.renew();
    this.#used = true;
    if (!session.list.change(listed)) return;
    await session.settle(LATE_NEWS, () => !session.list.change(listed));
    const change = session.list.change(listed);
    if (!change) return;
    const tools = await this.#keep(await session.list.digest());
    const { ToolsChangedError } = await import('../mod.js').then(function (n) { return n.errors; });
    const server = JSON.stringify(nameOf(this.#server, this.#options));
    throw new ToolsChangedError(
      `Tool ${JSON.stringify(listed.name)} of MCP server ${server} ${change}`,
      make(tools)
    );
  }
  /** What an error of a call means; a server that has ended is what ended it. */
  async #explain(error) {
    if (this.#session.answered(error)) return this.#variables.hide(error.message);
    this.ended ||= "url" in this.#server;
    const { ended } = this.#link;
    const how = await within(ended, 0) ? await ended : void 0;
    return how ? `the server ${how}${this.#link.stderr()}` : this.#variables.hide(sdkMessage(error));
  }
  async #keepChanges() {
    if (this.#options.cache === false) return;
    const digest = await this.#session.list.digest();
    const cached = await readCache(this.#server, this.#options);
    if (cached?.digest !== digest) await this.#keep(digest);
  }
  async #keep(digest) {
    const { client, list, modern } = this.#session;
    const tools = list.tools(this.#options.note);
    if (this.#options.cache === false || tools.length === 0) return tools;
    const { name, version } = client.getServerVersion() ?? {};
    await writeCache(this.#server, this.#options, {
      format: FORMAT,
      server: { name, version },
      time: (/* @__PURE__ */ new Date()).toISOString(),
      ...modern && { modern },
      digest,
      tools
    });
    return tools;
  }
}
function nameOf(server, { name }) {
  if (name) return name;
  return "url" in server ? addressParts(server.url).host : server.command;
}
function problem(error) {
  return problemOf(error) ?? `cannot be used: ${sdkMessage(error)}`;
}

export { McpClient, connection };
