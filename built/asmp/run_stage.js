import { shellWord, OWN_COMMANDS, visibleJson, collapsed } from '../mod.js';
import { RUN_STATUSES, decoded, DEFAULT_PROMPT } from './_decoded.js';
import { expectedFields } from './expected.js';

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

export { AmbiguousChoiceError, AsmpActionError, AsmpConnectionError, AsmpError, AsmpHttpError, AsmpNoRunError, AsmpOriginError, AsmpReplyError, AsmpTimeoutError, commandMeant, commandsOf, describeRun, invokeTool, jsonOf, optionsOf, readCli, readEvent, readFrame, readObject, readReply, readResource, replyOf, textOf, withFlags };
