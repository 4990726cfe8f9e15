import { cancelled, ToolError, messageOf, encodeJson, valueText, ToolsChangedError, jsonProblem, Executor, NO_ARGS_SCHEMA, parseJson, stringifyJson, renewalOf, ToolSet, watchOf, validator } from '../mod.js';
import { isTaken, readAnswer, wireQuestion, ABANDON_MS } from './_server_ask.js';
import { RECORD_META, TOOL_META } from './hints.js';
import { ExactTexts, textOf as textOf$1 } from './_server_text.js';

const MAX_REQUESTS = 10;
class Conversation {
  #controller = new AbortController();
  #waiting = /* @__PURE__ */ new Map();
  #outcome;
  #front;
  #capability;
  #requests = 0;
  #asked = 0;
  #wake = () => {
  };
  /** @param run Runs the call. */
  constructor(run) {
    this.#outcome = run(this);
  }
  /** Aborted when the client cancels, or the call is given up. */
  get signal() {
    return this.#controller.signal;
  }
  /** The request that waits for the call now; there is none while the client asks the user. */
  get front() {
    return this.#front;
  }
  /** Ends the call, and with it what it asked. */
  abort() {
    const reason = cancelled();
    for (const { answer } of this.#waiting.values()) answer(Promise.reject(reason));
    this.#waiting.clear();
    this.#controller.abort(reason);
  }
  /** Asks the client in the answer to a request of its. */
  ask = (question) => {
    if (this.signal.aborted) return Promise.reject(this.signal.reason);
    if (!isTaken(question, this.#capability)) return Promise.resolve({ action: "cancel" });
    if (this.#requests >= MAX_REQUESTS) {
      return Promise.reject(
        new Error(`The call asked in ${MAX_REQUESTS} requests already, and clients send no more`)
      );
    }
    return new Promise((answer) => {
      this.#waiting.set(`elicit_${++this.#asked}`, { question, answer, sent: false });
      this.#wake();
    });
  };
  /**
   * Takes a request's answers, and gives what it is answered with.
   *
   * @param ctx The request.
   * @param park Keeps the conversation for the next request, and gives the state that names it.
   */
  async next(ctx, park) {
    const { signal } = ctx.mcpReq;
    const abort = () => this.abort();
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    this.#front = ctx;
    this.#capability = elicitation(ctx);
    this.#requests++;
    this.#take(ctx.mcpReq.inputResponses ?? {});
    try {
      const result = await Promise.race([this.#outcome, this.#question()]);
      return result ?? this.#ask(park());
    } finally {
      this.#front = void 0;
      signal.removeEventListener("abort", abort);
    }
  }
  #take(responses) {
    for (const [key, { question, answer, sent }] of this.#waiting) {
      if (!sent) continue;
      this.#waiting.delete(key);
      answer(readAnswer(question, Object.hasOwn(responses, key) ? responses[key] : void 0));
    }
  }
  /** Resolves when there is a question; what is asked at the same time goes with it. */
  async #question() {
    if (this.#waiting.size === 0) await new Promise((resolve) => this.#wake = resolve);
    await new Promise((resolve) => setTimeout(resolve));
  }
  #ask(requestState) {
    const inputRequests = {};
    for (const [key, waiting] of this.#waiting) {
      waiting.sent = true;
      inputRequests[key] = {
        method: "elicitation/create",
        params: wireQuestion(waiting.question)
      };
    }
    return { resultType: "input_required", inputRequests, requestState };
  }
}
function elicitation({ mcpReq }) {
  const envelope = mcpReq.envelope;
  const capabilities = envelope?.["io.modelcontextprotocol/clientCapabilities"];
  return capabilities?.elicitation;
}

class Order {
  #turns = /* @__PURE__ */ new Set();
  /**
   * Runs a call when its turn comes.
   *
   * @param tool The tool.
   * @param signal Gives the turn up while the call waits for it.
   * @param run Runs the call; it also runs where the turn was given up.
   * @returns What `run` gives.
   */
  async run(tool, signal, run) {
    const earlier = [...this.#turns].filter((turn2) => conflict(turn2.tool, tool)).map((turn2) => turn2.ended);
    let end = () => {
    };
    const turn = { tool, ended: new Promise((resolve) => end = resolve) };
    this.#turns.add(turn);
    try {
      if (earlier.length > 0) await Promise.race([Promise.all(earlier), aborted(signal)]);
      return await run();
    } finally {
      this.#turns.delete(turn);
      end();
    }
  }
}
function conflict(one, other) {
  if (one.sequential || other.sequential) return true;
  return !!one.resource && one.resource === other.resource;
}
function aborted(signal) {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function wireResult(result) {
  const { content, record } = result;
  return { content: content.map(wirePart), ...structured(result), ...recordMeta(record) };
}
function wireError(error) {
  return {
    content: [{ type: "text", text: messageOf(error) }],
    isError: true,
    ...recordMeta(error instanceof ToolError ? error.record : void 0)
  };
}
function structured(result) {
  const text = valueText(result);
  if (!text?.startsWith("{")) return {};
  const structuredContent = JSON.parse(text);
  return JSON.stringify(structuredContent) === text ? { structuredContent } : {};
}
function recordMeta(record) {
  if (!record) return {};
  const { ns } = record;
  try {
    if (!ns) throw new Error("record: empty namespace");
    return { _meta: { [RECORD_META]: { ns, data: encodeJson(record.data, `record ${ns}`) } } };
  } catch (error) {
    return { _meta: { [RECORD_META]: { ns: ns ?? "", error: messageOf(error) } } };
  }
}
function wirePart(part) {
  if (isKnown(part)) {
    return part.type === "resource_link" && !part.name ? { ...part, name: part.uri } : part;
  }
  try {
    return { type: "text", text: encodeJson(part, "part") };
  } catch (error) {
    return { type: "text", text: messageOf(error) };
  }
}
function isKnown(part) {
  switch (part?.type) {
    case "text":
      return typeof part.text === "string";
    case "image":
    case "audio":
      return isBase64(part.data) && typeof part.mimeType === "string";
    case "resource": {
      const { uri, text, blob } = part.resource ?? {};
      return typeof uri === "string" && (blob === void 0 ? typeof text === "string" : isBase64(blob));
    }
    case "resource_link":
      return typeof part.uri === "string";
  }
  return false;
}
function isBase64(data) {
  if (typeof data !== "string") return false;
  try {
    atob(data);
    return true;
  } catch {
    return false;
  }
}

class Calls {
  #order = new Order();
  #running = /* @__PURE__ */ new Set();
  #parked = /* @__PURE__ */ new Map();
  #tools;
  #count = 0;
  /** @param tools The tools, which a call may find changed. */
  constructor(tools) {
    this.#tools = tools;
  }
  /**
   * Runs a call that asks by requests of its own (protocols before 2026-07-28).
   *
   * @param tool The tool.
   * @param args The arguments as JSON text.
   * @param ctx The client's request.
   * @param elicitation What the client said of elicitation.
   * @returns The result, also of a call that failed.
   */
  call(tool, args, ctx, elicitation) {
    const { signal } = ctx.mcpReq;
    const ask = async (question) => {
      if (!isTaken(question, elicitation)) return { action: "cancel" };
      const params = wireQuestion(question);
      if (question.url) params.elicitationId = crypto.randomUUID();
      const options = { timeout: ABANDON_MS, signal };
      const request = { method: "elicitation/create", params };
      return await readAnswer(question, await ctx.mcpReq.send(request, options));
    };
    return this.#run({ tool, args, signal, front: () => ctx, ask });
  }
  /**
   * Runs a call whose questions are answers to requests (protocol 2026-07-28).
   *
   * @param tool The tool.
   * @param args The arguments as JSON text.
   * @param ctx The client's request.
   * @returns The result, also of a call that failed, or the call's questions.
   */
  converse(tool, args, ctx) {
    const conversation = new Conversation((self) => {
      const { signal, ask } = self;
      return this.#run({ tool, args, signal, ask, front: () => self.front });
    });
    return this.#next(conversation, ctx);
  }
  /**
   * Goes on with a call whose questions were answered.
   *
   * @param state What named it in the last answer.
   * @param ctx The client's request.
   * @returns As {@linkcode Calls.converse}.
   */
  async resume(state, ctx) {
    const parked = this.#parked.get(state);
    if (!parked) return wireError(new Error("The call is no longer waiting for an answer"));
    this.#parked.delete(state);
    clearTimeout(parked.timer);
    return await this.#next(parked.conversation, ctx);
  }
  /** Ends the calls that no request waits for, and resolves when no call runs any more. */
  async close() {
    for (const { conversation, timer } of this.#parked.values()) {
      clearTimeout(timer);
      conversation.abort();
    }
    this.#parked.clear();
    await Promise.all(this.#running);
  }
  #next(conversation, ctx) {
    return conversation.next(ctx, () => {
      const state = crypto.randomUUID();
      const timer = setTimeout(() => {
        this.#parked.delete(state);
        conversation.abort();
      }, ABANDON_MS);
      this.#parked.set(state, { conversation, timer });
      return state;
    });
  }
  async #run(job) {
    const call = this.#perform(job).then(wireResult).catch(wireError);
    this.#running.add(call);
    try {
      return await call;
    } finally {
      this.#running.delete(call);
    }
  }
  async #perform(job) {
    const { name } = job.tool.tool;
    try {
      const result = await this.#attempt(job);
      void this.#tools.renew(name);
      return result;
    } catch (error) {
      if (error instanceof ToolsChangedError) this.#tools.change(error.tools);
      else if (!(error instanceof ArgumentsError && await this.#tools.renew(name))) throw error;
      const tool = this.#tools.lookup(name);
      if (!tool) throw error;
      return await this.#attempt({ ...job, tool });
    }
  }
  async #attempt(job) {
    const { tool, args, signal } = job;
    const problems = await argumentProblems(tool, args);
    if (problems.length > 0) throw new ArgumentsError(problems);
    const id = `mcp_${++this.#count}`;
    return await this.#order.run(tool.tool, signal, () => execute(job, id));
  }
}
class ArgumentsError extends Error {
  constructor(problems) {
    super(`invalid arguments: ${problems.join("; ")}`);
  }
}
async function argumentProblems({ checker }, args) {
  if (!/^\s*\{/.test(args)) return ["expected a JSON object"];
  const problem = jsonProblem(args);
  if (problem) return [problem];
  return await checker?.validate(args) ?? [];
}
async function execute({ tool: { tool }, args, signal, front, ask }, id) {
  const meter = new Meter();
  for await (const event of new Executor({ ask }).execute([{ tool, id, args }], { signal })) {
    if (event.type === "result") return event.result;
    if (event.type === "error") throw event.error;
    await tell(front(), meter.read(event.update));
  }
  throw new Error("The call ended without an outcome");
}
async function tell(ctx, progress) {
  const progressToken = ctx?.mcpReq._meta?.progressToken;
  if (!ctx || progressToken === void 0) return;
  const params = { progressToken, ...progress };
  await ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {
  });
}
class Meter {
  #last = 0;
  read(update) {
    const { progress, total, message } = typeof update === "object" && update !== null ? update : { message: update };
    const isNumbered = typeof progress === "number" && Number.isFinite(progress);
    this.#last = isNumbered ? progress : Math.floor(this.#last) + 1;
    const read = { progress: this.#last };
    if (isNumbered && typeof total === "number" && Number.isFinite(total)) read.total = total;
    if (message) read.message = messageOf(message);
    return read;
  }
}

function servedSchema(tool) {
  let text;
  try {
    const { parameters = NO_ARGS_SCHEMA } = tool;
    text = typeof parameters === "string" ? parameters : JSON.stringify(parameters) ?? "";
    if (/^\s*(?:null\s*)?$/.test(text)) text = JSON.stringify(NO_ARGS_SCHEMA);
    return { text: readable(parseJson(text)) ?? text };
  } catch (error) {
    return { text: '{"type":"object"}', problem: error.message };
  }
}
function readable(schema) {
  if (schema === true) return '{"type":"object"}';
  if (schema === false) return '{"type":"object","not":{}}';
  if (!(schema instanceof Map)) throw new SyntaxError("neither an object nor a boolean");
  const properties = schema.get("properties");
  if (properties !== void 0 && !isSchemas(properties)) {
    throw new SyntaxError('"properties" is not an object of schemas');
  }
  const required = schema.get("required");
  const names = Array.isArray(required) && required.every((name) => typeof name === "string");
  if (required !== void 0 && !names) {
    throw new SyntaxError('"required" is not an array of names');
  }
  const isReadable = schema.get("type") === "object" && !hasBoolean(properties);
  return isReadable ? void 0 : stringifyJson(asObject(schema, properties));
}
function asObject(schema, properties) {
  const type = schema.get("type");
  const allowed = type === void 0 || type === "object" || Array.isArray(type) && type.includes("object");
  const members = /* @__PURE__ */ new Map([["type", "object"]]);
  for (const [name, value] of schema) if (name !== "type") members.set(name, value);
  if (properties) {
    members.set("properties", new Map([...properties].map(([name, value]) => [name, open(value)])));
  }
  if (!allowed) members.set("not", /* @__PURE__ */ new Map());
  return members;
}
function open(schema) {
  if (schema === true) return /* @__PURE__ */ new Map();
  return schema === false ? /* @__PURE__ */ new Map([["not", /* @__PURE__ */ new Map()]]) : schema;
}
function isSchemas(value) {
  return value instanceof Map && [...value.values()].every((item) => typeof item === "boolean" || item instanceof Map);
}
function hasBoolean(properties) {
  return properties !== void 0 && [...properties.values()].some((item) => typeof item === "boolean");
}

class ToolList {
  #texts;
  #note;
  #listeners = /* @__PURE__ */ new Set();
  #closing = new AbortController();
  #sets;
  /** The set that is served, as it was given. */
  #given = [];
  #unwatch = () => {
  };
  #tools = /* @__PURE__ */ new Map();
  constructor(texts, note) {
    this.#texts = texts;
    this.#note = note;
  }
  /** The items of `tools/list`. */
  get items() {
    return [...this.#tools.values()].map(({ item }) => item);
  }
  lookup(name) {
    return this.#tools.get(name);
  }
  /** Calls a function after each change; gives what stops that. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  /**
   * Reads the tools: resolves when there are some, and goes on with the sets that follow.
   *
   * @throws {TypeError} Where two tools of the first set have one name, or one has none.
   */
  async read(source) {
    if (Symbol.iterator in source) return this.#set(source);
    const sets = this.#sets = source[Symbol.asyncIterator]();
    const { value = [] } = await sets.next();
    this.#set(value);
    this.#follow(sets).catch(
      (error) => this.#note(`The tools no longer change: ${messageOf(error)}`)
    );
  }
  /**
   * Asks anew for the tools where they come from a list that may be out of date.
   *
   * @param name The tool that is not as somebody takes it to be.
   * @returns Whether others are served now.
   */
  async renew(name) {
    const renew = renewalOf(this.#given);
    if (!renew) return false;
    const before = this.#given, { signal } = this.#closing;
    try {
      const tools = await renew(name, signal);
      if (!tools || this.#given !== before) return this.#given !== before;
      if (textOf(tools) !== textOf(before)) {
        this.change(tools);
        return true;
      }
      this.#give(tools);
    } catch (error) {
      if (!signal.aborted) this.#note(messageOf(error));
    }
    return false;
  }
  /** Reads no more sets. */
  close() {
    this.#closing.abort(new Error("The server has ended"));
    this.#unwatch();
    this.#sets?.return?.().catch(() => {
    });
  }
  async #follow(sets) {
    for (let next = await sets.next(); !next.done; next = await sets.next()) {
      this.change(next.value);
    }
  }
  /** Serves other tools from now on; what is no set of tools changes nothing. */
  change(tools) {
    try {
      this.#set(tools);
    } catch (error) {
      return this.#note(`The tools stay as they were: ${messageOf(error)}`);
    }
    for (const listener of this.#listeners) listener();
  }
  #set(tools) {
    const set = new ToolSet(tools);
    set.validate();
    this.#give(tools);
    this.#tools = new Map([...set].map((tool) => [tool.name, this.#served(tool)]));
  }
  #give(tools) {
    this.#unwatch();
    this.#given = tools;
    this.#unwatch = watchOf(tools)?.((now) => {
      if (textOf(now) === textOf(this.#given)) this.#give(now);
      else this.change(now);
    }) ?? (() => {
    });
  }
  #served(tool) {
    const { name, description, sequential, resource, annotations, parameters } = tool;
    const { text, problem } = servedSchema(tool);
    if (problem) {
      this.#note(`The schema of tool ${JSON.stringify(name)} cannot be used: ${problem}`);
    }
    const item = {
      name,
      description,
      inputSchema: this.#texts.mark(text)
    };
    const hints = wireAnnotations(annotations);
    if (hints) item.annotations = hints;
    const order = sequential ? { sequential } : resource ? { resource } : void 0;
    if (order) item._meta = { [TOOL_META]: order };
    const isAbsent = parameters == null || typeof parameters === "string" && /^\s*(?:null\s*)?$/.test(parameters);
    return { tool, item, checker: isAbsent ? void 0 : validator(parameters) };
  }
}
function textOf(tools) {
  return JSON.stringify(Array.from(tools, (tool) => {
    const { name, description, parameters, annotations, sequential, resource } = tool;
    return [name, description, parameters, annotations, sequential, resource];
  }));
}
function wireAnnotations(annotations = {}) {
  const { title, readOnly, destructive, idempotent, openWorld } = annotations;
  const stated = [title, readOnly, destructive, idempotent, openWorld];
  if (stated.every((hint) => hint === void 0)) return void 0;
  return {
    title,
    readOnlyHint: readOnly ?? false,
    destructiveHint: destructive ?? !readOnly,
    idempotentHint: idempotent ?? false,
    openWorldHint: openWorld ?? true
  };
}

class Served {
  texts = new ExactTexts();
  tools;
  calls;
  #identity;
  constructor({ name, version }, note) {
    this.#identity = { name, version };
    this.tools = new ToolList(this.texts, note);
    this.calls = new Calls(this.tools);
  }
  /** Makes a server of the SDK for one session, or one request of a client that has no session. */
  server({ Server, ProtocolError }, era) {
    const server = new Server(this.#identity, { capabilities: { tools: { listChanged: true } } });
    server.setRequestHandler("tools/list", () => ({ tools: this.tools.items }));
    server.setRequestHandler("tools/call", async ({ params }, ctx) => {
      const state = ctx.mcpReq.requestState();
      if (state !== void 0) return await this.calls.resume(state, ctx);
      const tool = this.tools.lookup(params.name) ?? (await this.tools.renew(params.name) ? this.tools.lookup(params.name) : void 0);
      if (!tool) {
        throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${JSON.stringify(params.name)}`);
      }
      const args = textOf$1(params.arguments) ?? "{}";
      const elicitation = server.getClientCapabilities()?.elicitation;
      return await (era === "modern" ? this.calls.converse(tool, args, ctx) : this.calls.call(tool, args, ctx, elicitation));
    });
    return server;
  }
  /** Ends what no session ends, and resolves when no call runs any more. */
  async close() {
    this.tools.close();
    await this.calls.close();
  }
}
const INVALID_PARAMS = -32602;

export { Served };
