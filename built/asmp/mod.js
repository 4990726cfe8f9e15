/* @ts-self-types="../../asmp/mod.ts" */
export { AsmpActionError, AsmpClient, AsmpConnectionError, AsmpError, AsmpHttpError, AsmpNoRunError, AsmpOriginError, AsmpReplyError, AsmpTimeoutError, jsonOf } from './run_tools.js';
import { cliOptions } from './deno_serve.js';
export { MemoryStore, createHandler, serveWorkflow } from './deno_serve.js';
export { sqliteStore } from './sqlite_store.js';
export { asmpSource, asmpTools } from './source.js';
import { RUN_STATUSES } from './_decoded.js';

async function redisStore(url, limits = {}) {
  const { RedisStore } = await import('./_redis_store.js');
  return await RedisStore.connect(url, limits);
}

const KEYS = "up down left right enter return tab escape esc space backspace delete home end pageup pagedown ctrl-c ctrl-d ctrl-z ctrl-l ctrl-a ctrl-e";
function lintWorkflow(workflow) {
  return [...workflow.states.keys()].flatMap(
    (name) => lintState(workflow, name).map((problem) => `State "${name}": ${problem}`)
  );
}
function lintState(workflow, name) {
  const problems = [];
  const { cli, transitions } = workflow.states.get(name);
  for (const { action } of cli?.options ?? []) {
    if (transitions.some((transition) => transition.action === action)) continue;
    problems.push(`option "${action}" has no transition and is not shown`);
  }
  const owners = /* @__PURE__ */ new Map();
  for (const [index, { action, keys }] of cliOptions(workflow, name).entries()) {
    if (keys === void 0) continue;
    const tokens = keys.toLowerCase().split(/\s+/).filter((token) => token !== "");
    const normal = tokens.join(" ");
    for (const token of tokens) {
      if (!isKey(token)) problems.push(`option "${action}": "${token}" is no key`);
    }
    if (/^\d$/.test(normal) && Number(normal) !== index + 1) {
      problems.push(`option "${action}": key "${normal}" is not its own number ${index + 1}`);
    }
    const owner = owners.get(normal);
    if (owner !== void 0) {
      problems.push(`options "${owner}" and "${action}" have the same keys "${normal}"`);
    } else if (normal !== "") owners.set(normal, action);
  }
  return problems;
}
function isKey(token) {
  return [...token].length === 1 || KEYS.split(" ").includes(token);
}

const HOOK_MEMBERS = ["prompt", "hint", "options", "input_hint"];
function checkId(id) {
  if (/^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(id)) return id;
  throw new SyntaxError(
    `Invalid workflow id "${id}": expected two or more lower-case letters, digits and dashes, no dash at an end`
  );
}
function checkState(state) {
  if (/^[A-Z][A-Z0-9_]*$/.test(state)) return state;
  throw new SyntaxError(
    `Invalid state "${state}": expected upper-case letters, digits and underscores, a letter first`
  );
}
function checkStatus(status) {
  if (RUN_STATUSES.includes(status)) return;
  throw new RangeError(`Invalid status "${status}": expected one of ${RUN_STATUSES.join(", ")}`);
}
function checkText(what, text, empty = false) {
  if (typeof text !== "string") {
    throw new TypeError(`Invalid ${what}: expected a string, got ${kindOf(text)}`);
  }
  if (text === "" && !empty) throw new TypeError(`Invalid ${what}: it is empty`);
}
function checkMembers(options, names, type) {
  for (const name of names) {
    const value = options[name];
    if (value === void 0 || typeof value === type) continue;
    throw new TypeError(`Invalid ${name}: expected a ${type}, got ${kindOf(value)}`);
  }
}
function checkFunction(what, value) {
  if (typeof value === "function") return;
  throw new TypeError(`Invalid ${what}: expected a function, got ${kindOf(value)}`);
}
function checkExpects(expects) {
  if (expects === void 0) return;
  if (kindOf(expects) !== "object") {
    throw new TypeError(`Invalid expects: expected an object, got ${kindOf(expects)}`);
  }
  for (const [field, type] of Object.entries(expects)) checkText(`type of field "${field}"`, type);
}
function checkCliHook(hook) {
  for (const [name, value] of Object.entries(hook)) {
    if (!HOOK_MEMBERS.includes(name)) {
      throw new TypeError(`Unknown member "${name}": expected one of ${HOOK_MEMBERS.join(", ")}`);
    }
    if (name !== "options" && value !== void 0) checkText(name, value, true);
  }
  return hook.options === void 0 ? { ...hook } : { ...hook, options: checkOptions(hook.options) };
}
function checkOptions(options) {
  if (!Array.isArray(options)) {
    throw new TypeError(`Invalid options: expected an array, got ${kindOf(options)}`);
  }
  return options.map((option, index) => {
    checkText(`action of option ${index + 1}`, option?.action);
    checkText(`label of option ${index + 1}`, option.label, true);
    if (option.keys !== void 0) checkText(`keys of option ${index + 1}`, option.keys, true);
    return { ...option };
  });
}
function kindOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

class Workflow {
  /** Its name: lower-case letters, digits and dashes. */
  id;
  /** The state that a new run is in. */
  initial;
  /** Where clients reach it, without a slash at the end. */
  baseUrl;
  /** Whether labels that nobody wrote are made readable. */
  humanize;
  #states = /* @__PURE__ */ new Map();
  #transitions = [];
  /**
   * Makes a workflow of one state.
   *
   * @param id Its name: two or more lower-case letters, digits and dashes, no dash at an end.
   * @param options How it is set up.
   * @throws {SyntaxError} Where the name or the state is not written as it must be.
   * @throws {TypeError} Where the base URL is none.
   */
  constructor(id, options) {
    this.id = checkId(id);
    this.initial = options.initial;
    this.humanize = options.humanize ?? false;
    if (options.baseUrl !== void 0) {
      new URL(options.baseUrl);
      this.baseUrl = options.baseUrl.replace(/\/+$/, "");
    }
    this.#change(options.initial);
  }
  /** All states, in the order in which they were first named. */
  get states() {
    return this.#states;
  }
  /** All transitions, in the order of definition. */
  get transitions() {
    return this.#transitions;
  }
  /**
   * Adds a way from one state to another. Of two with the same action the first is taken.
   *
   * @param from The state that it starts from.
   * @param action Its name.
   * @param to The state that it leads to.
   * @param options What else it has.
   * @returns The workflow.
   * @throws {TypeError} Where something is of the wrong type.
   * @throws {SyntaxError} Where a state's name is not upper-case letters, digits and underscores.
   */
  transition(from, action, to, options = {}) {
    checkText("action", action);
    checkExpects(options.expects);
    checkMembers(options, ["critical"], "boolean");
    checkMembers(options, ["guard"], "function");
    const transition = { ...options, from, action, to };
    this.#change(from, ({ transitions }) => ({ transitions: [...transitions, transition] }));
    this.#transitions.push(transition);
    return this.#change(to);
  }
  /**
   * Says what to do in a state.
   *
   * @param state The state.
   * @param text The hint; a state without one says `Proceed.`
   * @returns The workflow.
   * @throws {TypeError} Where the hint is no string.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  hint(state, text) {
    checkText("hint", text, true);
    return this.#change(state, () => ({ hint: text }));
  }
  /**
   * Says how a state stands.
   *
   * @param state The state.
   * @param status The status; without one a state with work is `processing`, any other `active`.
   * @returns The workflow.
   * @throws {RangeError} Where there is no such status.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  status(state, status) {
    checkStatus(status);
    return this.#change(state, () => ({ status }));
  }
  /**
   * Says what a client shows of a state, in place of what was said before.
   *
   * @param state The state.
   * @param hook What to show; what is left out has its default. Options without a transition are
   * not shown, and a transition without an option has its action for a label.
   * @returns The workflow.
   * @throws {TypeError} Where it is no CLI object: see `cli_schema.json`.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  cli(state, hook) {
    const cli = checkCliHook(hook);
    return this.#change(state, () => ({ cli }));
  }
  /**
   * Adds something to call in a state: it does not move the run.
   *
   * @param state The state.
   * @param name Its name.
   * @param options What it does.
   * @returns The workflow.
   * @throws {TypeError} Where something is of the wrong type.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  tool(state, name, options) {
    checkText("name of a tool", name);
    checkExpects(options.expects);
    checkMembers(options, ["description"], "string");
    checkFunction("handler", options.handler);
    return this.#change(state, ({ tools }) => ({ tools: new Map([...tools, [name, options]]) }));
  }
  /**
   * Adds something to read in a state.
   *
   * @param state The state.
   * @param uri Its path below the run's resources, such as `report` or `logs/lint`.
   * @param options What it is.
   * @returns The workflow.
   * @throws {TypeError} Where something is of the wrong type.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  resource(state, uri, options) {
    checkText("URI of a resource", uri);
    checkMembers(options, ["name", "mimeType"], "string");
    checkFunction("handler", options.handler);
    return this.#change(
      state,
      ({ resources }) => ({ resources: new Map([...resources, [uri, options]]) })
    );
  }
  /**
   * Names a SKILL.md to read while a run is in a state.
   *
   * @param state The state.
   * @param name The skill's name.
   * @param options Where it is, and what it is about.
   * @returns The workflow.
   * @throws {TypeError} Where something is of the wrong type.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  skill(state, name, options = {}) {
    checkText("name of a skill", name);
    checkMembers(options, ["path", "contextSummary", "version"], "string");
    return this.#change(state, () => ({ skill: { ...options, name } }));
  }
  /**
   * Says what the server does when a run comes into a state, which then is `processing`. Where it
   * throws, or gives an action that the state has not, the run stays in the state as `failed`, with
   * the reason for a hint; its actions can still be taken by a client. Work that was cut off by the
   * end of its process is begun again when the run is next asked for.
   *
   * @param state The state.
   * @param work What is done; it gives the action to take.
   * @returns The workflow.
   * @throws {TypeError} Where the work is no function.
   * @throws {SyntaxError} Where the state's name is not upper-case letters, digits and underscores.
   */
  work(state, work) {
    checkFunction("work", work);
    return this.#change(state, () => ({ work }));
  }
  /**
   * Looks for what is allowed, but hardly meant: keys of CLI options that clash, that are no keys,
   * or that are another option's number; options without a transition.
   *
   * @returns What was found, a sentence each.
   */
  lint() {
    return lintWorkflow(this);
  }
  #change(name, change = () => ({})) {
    const state = this.#states.get(name) ?? { transitions: [], tools: /* @__PURE__ */ new Map(), resources: /* @__PURE__ */ new Map() };
    this.#states.set(checkState(name), { ...state, ...change(state) });
    return this;
  }
}

export { Workflow, redisStore };
