import { visible, describe, parseJson, JsonNumber, isIntegral, fitsDouble, isScalar, scalarJson, ValueError, checkJson, DuplicateMemberError, readValue as readValue$1, stringifyJson, keyOf, encodeJson, NobodyToAskError, replaceHidden, withoutTail, messageOf, visibleJson, tell, ExitFailed, unwritten, show as show$1, ExitNeedsAnswer, FileContentError, JsonArgumentError, StdinTwiceError, UnreadableError, UnknownCommandError, renewalOf, visibleLine, validator, SchemaError } from '../mod.js';

function untilAborted(promise, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const end = () => signal.removeEventListener("abort", abort);
    promise.then(resolve, reject).then(end);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

var until_aborted = /*#__PURE__*/Object.freeze({
  __proto__: null,
  untilAborted: untilAborted
});

function suggestion({ given, known }) {
  const names = known();
  const near = nearest(given, [...names.keys()]).map((name) => names.get(name));
  return near.length > 0 ? `, did you mean ${near.join(" or ")}?` : "";
}
function nearest(word, names) {
  const most = Math.max(1, Math.floor(word.length / 3));
  const near = names.map((name) => ({ name, distance: distance(plain(word), plain(name), most) })).filter(({ distance: distance2 }) => distance2 <= most).sort((a, b) => a.distance - b.distance);
  return near.filter(({ distance: distance2 }) => distance2 === near[0].distance).slice(0, 2).map(({ name }) => name);
}
function plain(word) {
  return word.toLowerCase().replaceAll("-", "_");
}
const LONGEST = 200;
function distance(a, b, most) {
  if (a.length >= 3 && b.startsWith(a)) return Math.min(1, b.length - a.length);
  if (Math.abs(a.length - b.length) > most || a.length > LONGEST) return most + 1;
  let before = [], row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2] + 1);
      }
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length];
}

var suggest = /*#__PURE__*/Object.freeze({
  __proto__: null,
  nearest: nearest,
  suggestion: suggestion
});

class Misfit extends Error {
  name = "Misfit";
}
class Ended extends Error {
  /** @param action How: an explicit no, or no choice at all. */
  constructor(action) {
    super(`The question ended: ${action}`);
    this.action = action;
  }
  action;
  name = "Ended";
}

function readFields(schema) {
  const form = describe({
    name: "form",
    description: "",
    parameters: schema,
    execute: () => Promise.resolve({ content: [] })
  });
  const properties = member(schema, "properties");
  return form.params.map(
    (param) => readField(param, resolve(member(properties, param.name), schema), schema)
  );
}
function plainText(json) {
  return json.startsWith('"') ? JSON.parse(json) : json;
}
function oneLine(text2) {
  return visible(text2.replace(/\s+/g, " ").trim());
}
function readField(param, schema, root) {
  const { name, type, items, required, format, range } = param;
  const several = type === "array" && member(schema, "enum") === void 0;
  const titles = titlesOf(several ? resolve(member(schema, "items"), root) : schema);
  const choices = type === "boolean" && titles.size === 0 ? void 0 : param.enum;
  return {
    name,
    label: oneLine(name) || '""',
    title: ownTitle(oneLine(text(member(schema, "title"))), name),
    description: oneLine(param.description),
    type,
    items,
    required,
    limits: [format, range].filter((fact) => fact !== void 0).map(oneLine),
    default: param.default,
    choices: choices && readChoices(choices, titles),
    several,
    secret: type === "string" && format === "password"
  };
}
function ownTitle(title, name) {
  const letters = (text2) => text2.toLowerCase().replace(/[\s_-]/g, "");
  return letters(title) === letters(name) ? "" : title;
}
function readChoices(values, titles) {
  const taken = new Set(values);
  return values.map((json) => {
    const plain = plainText(json);
    const text2 = plain === "" || json !== plain && taken.has(plain) ? json : plain;
    return { json, text: oneLine(text2), title: titles.get(json) ?? "" };
  });
}
function titlesOf(schema) {
  const titles = /* @__PURE__ */ new Map();
  const add = (value, title) => {
    if (value !== void 0 && text(title)) titles.set(JSON.stringify(value), oneLine(text(title)));
  };
  for (const constant of [...list(member(schema, "oneOf")), ...list(member(schema, "anyOf"))]) {
    add(member(constant, "const"), member(constant, "title"));
  }
  const names = list(member(schema, "enumNames"));
  list(member(schema, "enum")).forEach((value, index) => add(value, names[index]));
  return titles;
}
function resolve(schema, root) {
  for (let hops = 0; hops < 32; hops++) {
    const ref = text(member(schema, "$ref"));
    if (!ref.startsWith("#/")) return schema;
    schema = ref.slice(2).split("/").reduce(
      (target, part) => member(target, part.replaceAll("~1", "/").replaceAll("~0", "~")),
      root
    );
  }
}
function member(value, name) {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return void 0;
  return value[name];
}
function text(value) {
  return typeof value === "string" ? value : "";
}
function list(value) {
  return Array.isArray(value) ? value : [];
}

const CTRL_C = 3, CTRL_D = 4, ESCAPE$1 = 27;
const MAX_LENGTH = 8;
async function readKey(input, signal) {
  for (; ; ) {
    const key = await input.key(signal);
    const [first, second] = key ?? [];
    if (!key || key.length === 1 && [CTRL_C, CTRL_D, ESCAPE$1].includes(first)) {
      throw new Ended("cancel");
    }
    const control = key.length === 1 && first > ESCAPE$1 && first < 32 || first === 194 && second < 160;
    const broken = key.length === 1 && first >= 128;
    if (!control && !broken && key.length <= MAX_LENGTH) return key;
  }
}

function lostNumber(text) {
  return lostIn(parseJson(text));
}
function lostIn(value) {
  if (value instanceof JsonNumber) {
    const kept = isIntegral(value.text) ? fitsDouble(value.text) : isFinite(Number(value.text));
    return kept ? void 0 : value.text;
  }
  if (typeof value !== "object" || value === null) return void 0;
  for (const item of value.values()) {
    const lost = lostIn(item);
    if (lost !== void 0) return lost;
  }
}

function readValue(field, typed) {
  const json2 = convert(field, typed);
  const lost = lostNumber(json2);
  if (lost) throw new Misfit(`${lost} cannot be kept exactly`);
  return json2;
}
function convert(field, typed) {
  const { type, items, choices } = field;
  if (choices && !field.several) return choose(choices, typed);
  if (isScalar(type)) return scalar(type, typed);
  if (type === "array" && (choices || isScalar(items))) {
    if (typed.startsWith("[")) return json(typed) ?? refuse(typed, "a JSON array");
    const element = (text) => choices ? choose(choices, text) : isScalar(items) ? scalar(items, text) : text;
    return `[${elements(typed, choices).map(element).join(",")}]`;
  }
  return json(typed) ?? JSON.stringify(typed);
}
function elements(typed, choices) {
  if (choices && find(choices, typed)) return [typed];
  return typed.split(",").map((element) => element.trim()).filter((element) => element !== "");
}
function choose(choices, typed) {
  const choice = find(choices, typed);
  if (choice) return choice.json;
  const shown = choices.slice(0, 10).map(({ text }) => text).join(", ");
  refuse(typed, `one of ${shown}${choices.length > 10 ? ", \u2026" : ""}`);
}
function find(choices, typed) {
  const exact = choices.find(({ text, json: json2 }) => text === typed || json2 === typed) ?? choices.find(({ title }) => title === typed);
  if (exact) return exact;
  const lower = typed.toLowerCase();
  const alike = choices.filter(
    ({ text, title }) => text.toLowerCase() === lower || title.toLowerCase() === lower
  );
  return alike.length === 1 ? alike[0] : void 0;
}
function scalar(type, typed) {
  if (type === "boolean") {
    const yes = yesOrNo(typed);
    if (yes !== void 0) return String(yes);
  }
  try {
    return scalarJson(type, typed);
  } catch (error) {
    if (error instanceof ValueError) throw new Misfit(error.message);
    throw error;
  }
}
function yesOrNo(typed) {
  if (/^y(es)?$/i.test(typed)) return true;
  if (/^no?$/i.test(typed)) return false;
}
function refuse(typed, what) {
  throw new Misfit(`${JSON.stringify(typed)} is not ${what}`);
}
function json(typed) {
  try {
    checkJson(typed);
    parseJson(typed);
    return typed;
  } catch (error) {
    if (error instanceof DuplicateMemberError) throw new Misfit(error.message);
    if (!(error instanceof SyntaxError)) throw error;
  }
}

function word(problems, text) {
  const root = readValue$1(text, () => true);
  const lines = problems.map((problem) => {
    const { path, keyword, expected } = decisive(problem);
    const value = valueAt(root, path);
    const line = Object.hasOwn(SENTENCES, keyword) ? SENTENCES[keyword](expected, value) : `expected a value that fits "${keyword}", got ${shown(value)}`;
    return path.length > 0 ? `${pathText(path)}: ${line}` : line;
  });
  return [...new Set(lines)];
}
const SENTENCES = {
  type: (types, value) => wanted(either(Array.isArray(types) ? types : [types], []), value),
  enum: (values, value) => wanted(oneOf(values), value),
  const: (only, value) => wanted(stringifyJson(only), value),
  union: (kinds, value) => wanted(either(...kinds), value),
  required: (name) => `missing required property ${stringifyJson(name)}`,
  dependentRequired: (names) => {
    const [missing, present] = names.map((name) => stringifyJson(name));
    return `missing property ${missing}, which ${present} requires`;
  },
  additionalProperties: (name) => `unexpected property ${stringifyJson(name)}`,
  propertyNames: (name) => `unexpected property name ${stringifyJson(name)}`,
  "false schema": (_, value) => wanted("nothing", value),
  minimum: (limit, value) => wanted(`at least ${stringifyJson(limit)}`, value),
  maximum: (limit, value) => wanted(`at most ${stringifyJson(limit)}`, value),
  exclusiveMinimum: (limit, value) => wanted(`more than ${stringifyJson(limit)}`, value),
  exclusiveMaximum: (limit, value) => wanted(`less than ${stringifyJson(limit)}`, value),
  multipleOf: (divisor, value) => wanted(`a multiple of ${stringifyJson(divisor)}`, value),
  minLength: (limit, value) => wanted(`at least ${count(limit, "character")}`, value),
  maxLength: (limit, value) => wanted(`at most ${count(limit, "character")}`, value),
  pattern: (pattern, value) => wanted(`a string that matches "${pattern}"`, value),
  format: (name, value) => wanted(FORMAT_NAMES[name] ?? `the format "${name}"`, value),
  minItems: (limit, value) => `expected at least ${count(limit, "item")}, got ${sizeOf(value)}`,
  maxItems: (limit, value) => `expected at most ${count(limit, "item")}, got ${sizeOf(value)}`,
  uniqueItems: (_, value) => `expected unique items, got ${repeated(value)} twice`,
  contains: (limits, value) => {
    const [min, max] = limits;
    const range = max === void 0 ? `at least ${count(min, "item")}` : `${stringifyJson(min)} to ${count(max, "item")}`;
    return wanted(`${range} fitting "contains"`, value);
  },
  minProperties: (limit, value) => `expected at least ${count(limit, "property", "properties")}, got ${sizeOf(value)}`,
  maxProperties: (limit, value) => `expected at most ${count(limit, "property", "properties")}, got ${sizeOf(value)}`,
  anyOf: (schemas, value) => wanted(`a value that fits one of ${schemasIn(schemas)}`, value),
  oneOf: (schemas, value) => wanted(`a value that fits exactly one of ${schemasIn(schemas)}`, value),
  not: (_, value) => wanted('a value that does not fit "not"', value)
};
const FORMAT_NAMES = {
  email: "an email address",
  uri: "a URI",
  date: "a date as YYYY-MM-DD",
  "date-time": "a date and time as YYYY-MM-DDThh:mm:ssZ"
};
const decided = /* @__PURE__ */ new WeakMap();
function decisive(problem) {
  const known = decided.get(problem);
  if (known) return known;
  const decision = decide(problem);
  decided.set(problem, decision);
  return decision;
}
function decide(problem) {
  const { path, inner } = problem;
  if (!inner) return problem;
  const firsts = inner.map(([first]) => decisive(first));
  const kinds = firsts.map(
    (first) => first.path.length === path.length ? kindsOf(first) : void 0
  );
  if (kinds.every((kind) => kind !== void 0)) {
    const [types, values] = [
      kinds.flatMap(([types2]) => types2),
      kinds.flatMap(([, values2]) => values2)
    ];
    return { path, keyword: "union", expected: [types, values] };
  }
  const possible = inner.filter((_, index) => !kinds[index]);
  const meant = possible.filter(
    (problems) => !problems.some((problem2) => problem2.path.length === path.length + 1 && isValue(problem2))
  );
  const [best] = [meant, possible].find(({ length }) => length === 1) ?? [];
  return best ? decisive(best[0]) : { ...problem, keyword: "anyOf", inner: void 0 };
}
function kindsOf({ keyword, expected }) {
  switch (keyword) {
    case "type":
      return [Array.isArray(expected) ? expected : [expected], []];
    case "enum":
      return [[], expected];
    case "const":
      return [[], [expected]];
    case "union":
      return expected;
    case "false schema":
      return [[], []];
  }
}
function isValue({ keyword }) {
  return keyword === "const" || keyword === "enum";
}
function wanted(what, value) {
  return `expected ${what}, got ${shown(value)}`;
}
function either(types, values) {
  const parts = types.filter((type) => type !== "null");
  if (values.length > 0) parts.push(values.length > 1 ? oneOf(values) : stringifyJson(values[0]));
  if (types.includes("null")) parts.push("null");
  const unique = [...new Set(parts)];
  const last = unique.pop() ?? "nothing";
  return unique.length > 0 ? `${unique.join(", ")} or ${last}` : last;
}
function oneOf(values) {
  const texts = new Set(values.map((value) => stringifyJson(value)));
  return `one of [${[...texts].join(", ")}]`;
}
function schemasIn(schemas) {
  return count(new JsonNumber(String(schemas.length)), "alternative");
}
function count(limit, one, many = `${one}s`) {
  const text = stringifyJson(limit);
  return `${text} ${text === "1" ? one : many}`;
}
function sizeOf(value) {
  return Object.keys(value).length;
}
function repeated(items) {
  const seen = /* @__PURE__ */ new Set();
  const again = items.find((item) => seen.size === seen.add(keyOf(item)).size);
  return shown(again);
}
function shown(value) {
  if (value instanceof JsonNumber) return cut(value.text);
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (Array.isArray(value)) return "array";
  return value !== null && typeof value === "object" ? "object" : String(value);
}
function cut(text) {
  const start = /^[^]{0,100}/u.exec(text)[0];
  return start.length < text.length ? `${start}\u2026` : text;
}
function valueAt(root, path) {
  return path.reduce((value, step) => value[step], root);
}
function pathText(path) {
  return path.map((step, depth) => {
    if (typeof step === "number") return `[${step}]`;
    return `${depth > 0 ? "." : ""}${step === "" ? '""' : step}`;
  }).join("");
}

var _wording = /*#__PURE__*/Object.freeze({
  __proto__: null,
  word: word
});

const FORMATS = {
  email: isEmail,
  uri: isUri,
  date: isDate,
  "date-time": isDateTime
};
function isEmail(text) {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at), domain = text.slice(at + 1);
  return at > 0 && local.length <= 64 && domain.length <= 253 && /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) && domain.split(".").every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(label));
}
function isUri(text) {
  return URL.canParse(text) && /^[a-z][a-z0-9+.-]*:([\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i.test(text);
}
function isDate(text) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
function isDateTime(text) {
  const match = /^(.{10})t(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (!match || !isDate(match[1])) return false;
  const [hour, minute, second] = match.slice(2, 5).map(Number);
  const [offsetHour, offsetMinute] = match.slice(6).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (offsetHour * 60 + offsetMinute) * (match[5] === "-" ? -1 : 1);
  return second === 60 && (hour * 60 + minute - offset + 2 * 1440) % 1440 === 1439;
}

var _formats = /*#__PURE__*/Object.freeze({
  __proto__: null,
  FORMATS: FORMATS
});

const writes = /* @__PURE__ */ new WeakMap();
function writeStream(stream, text) {
  const before = writes.get(stream) ?? Promise.resolve();
  const write = before.catch(() => {
  }).then(async () => {
    const writer = stream.getWriter();
    try {
      for (const bytes of encoded(text)) await writer.write(bytes);
    } finally {
      writer.releaseLock();
    }
  });
  writes.set(stream, write);
  return write;
}
const CHUNK = 1 << 16;
function* encoded(text) {
  const encoder = new TextEncoder();
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + CHUNK, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    yield encoder.encode(text.slice(at, end));
    at = end;
  }
}
function isHighSurrogate(code) {
  return code >= 55296 && code <= 56319;
}

var write_stream = /*#__PURE__*/Object.freeze({
  __proto__: null,
  writeStream: writeStream
});

class Recorder {
  /** The first write that failed. */
  failure;
  #log;
  #tool;
  #call;
  constructor(log, tool, call) {
    this.#log = log;
    this.#tool = tool;
    this.#call = call;
  }
  /**
   * Appends one record.
   *
   * @returns Resolves when the line is durable.
   * @throws {Error} Where it could not be made or written, which `failure` keeps as well.
   */
  async write({ ns, data }) {
    try {
      if (!ns) throw new Error("record: empty namespace");
      encodeJson(data, `record ${ns}`);
      const time = (/* @__PURE__ */ new Date()).toISOString();
      await this.#log.append(
        JSON.stringify({ time, tool: this.#tool, call: this.#call, ns, data })
      );
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
  /** Closes the file when all records are written, those too that the tool did not wait for. */
  close() {
    return this.#log.close();
  }
}

var _record = /*#__PURE__*/Object.freeze({
  __proto__: null,
  Recorder: Recorder
});

class Questions {
  unanswered;
  #answers;
  #ask;
  #used = 0;
  #last = Promise.resolve();
  constructor(answers, ask) {
    this.#answers = answers;
    this.#ask = ask;
  }
  /** How many replies no question took. */
  get unused() {
    return this.#answers.length - this.#used;
  }
  /** One question at a time: whether a reply fits decides what the next question gets. */
  ask(question, call) {
    const answer = this.#last.then(() => this.#answer(question, call));
    this.#last = answer.catch(() => {
    });
    return answer;
  }
  async #answer(question, call) {
    if (this.unanswered) return this.#cancel(question);
    const given = this.#answers[this.#used];
    if (given) {
      const rejected = await problems(question, given);
      if (rejected) return this.#cancel(question, rejected);
      this.#used++;
      return given.content === void 0 ? { action: given.action } : { action: given.action, content: JSON.parse(given.content) };
    }
    try {
      return await this.#ask?.(question, call) ?? this.#cancel(question);
    } catch (error) {
      if (error instanceof NobodyToAskError) return this.#cancel(question);
      throw error;
    }
  }
  #cancel(question, rejected) {
    if (this.unanswered) this.unanswered.more.push(question);
    else this.unanswered = { question, answersGiven: this.#used, rejected, more: [] };
    return { action: "cancel" };
  }
}
async function problems({ url, schema }, { content }) {
  if (content === void 0) return "";
  const { action } = JSON.parse(content);
  if (["accept", "decline", "cancel"].includes(action) && (url || !hasField(schema, "action"))) {
    return `it holds an action, which stands alone here: --answer ${action}`;
  }
  const { answerProblem } = await Promise.resolve().then(function () { return answer_problem; });
  return await answerProblem(url ? void 0 : schema, content);
}
function hasField(schema, name) {
  return typeof schema === "object" && Object.hasOwn(Object(schema.properties), name);
}

var _questions = /*#__PURE__*/Object.freeze({
  __proto__: null,
  Questions: Questions
});

class FileSaver {
  #io;
  #out;
  #program;
  #dir;
  #count = 0;
  /** The next copy of each name, so that a thousand files of one name take no million tries. */
  #copies = /* @__PURE__ */ new Map();
  constructor(io, out, program) {
    this.#io = io;
    this.#out = out;
    this.#program = program;
  }
  /**
   * Saves one file, never over another one.
   *
   * @param file The name or address that the tool gave (empty where it gave none), and its bytes.
   * @returns Its path, which is relative where `--out` is.
   * @throws {Error} Where it cannot be saved.
   */
  async save({ name, mimeType, bytes }) {
    this.#count++;
    const dir = await (this.#dir ??= this.#makeDir());
    const fileName = safeName(name) || `output-${this.#count}${extensionOf(mimeType)}`;
    const { stem, extension } = splitName(fileName);
    for (let copy = this.#copies.get(fileName) ?? 1; copy <= MAX_COPIES; copy++) {
      const path = join(dir, copy === 1 ? fileName : `${stem}-${copy}${extension}`);
      this.#copies.set(fileName, copy + 1);
      if (await this.#io.createFile(path, bytes)) return path;
    }
    throw new Error(`${JSON.stringify(fileName)}: ${MAX_COPIES} files of that name are there`);
  }
  async #makeDir() {
    if (!this.#out) {
      const name = safeName(this.#program).replace(/[^\p{L}\p{N}._-]+/gu, "-");
      return await this.#io.makeTempDir(`${name || "output"}-`);
    }
    await this.#io.makeDir(this.#out);
    return this.#out;
  }
}
const MAX_COPIES = 1e4;
const MAX_NAME_BYTES = 240;
const RESERVED_CHARACTERS = /[\p{Cs}\n\t\r<>:"|?*]/gu;
const RESERVED_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)[\d\u00b9\u00b2\u00b3]|con(?:in|out)\$)(?= *(?:\.|$))/i;
function safeName(name) {
  const last = pathOf(name).split(/[/\\]/).at(-1);
  const shown = replaceHidden(last, () => "_").replace(RESERVED_CHARACTERS, "_");
  const clean = withoutTail(shown, ". ");
  return withoutTail(shorten(clean.replace(RESERVED_NAME, "_$&")), ". ");
}
function pathOf(name) {
  const address = /^[a-z][a-z\d+.-]+:(?:\/\/[^/?#]*)?([^?#]*)/i.exec(name);
  if (!address) return name;
  try {
    return decodeURIComponent(address[1]);
  } catch {
    return address[1];
  }
}
function shorten(name) {
  const { stem, extension } = splitName(name);
  const encoder = new TextEncoder();
  const tail = encoder.encode(extension).length < MAX_NAME_BYTES / 2 ? extension : "";
  let head = tail ? stem : name;
  while (encoder.encode(head + tail).length > MAX_NAME_BYTES) {
    head = [...head].slice(0, Math.floor([...head].length * 0.9)).join("");
  }
  return head + tail;
}
function splitName(name) {
  const extension = /(?<=[^.])(?:\.tar)?\.[^.]*$/.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - extension.length), extension };
}
const EXTENSIONS = /* @__PURE__ */ new Map([
  ["image/png", ".png"],
  ["image/jpeg", ".jpg"],
  ["image/gif", ".gif"],
  ["image/webp", ".webp"],
  ["image/svg+xml", ".svg"],
  ["application/pdf", ".pdf"],
  ["application/json", ".json"],
  ["application/zip", ".zip"],
  ["text/plain", ".txt"],
  ["text/html", ".html"],
  ["text/csv", ".csv"],
  ["text/markdown", ".md"],
  ["audio/wav", ".wav"],
  ["audio/x-wav", ".wav"],
  ["audio/wave", ".wav"],
  ["audio/mpeg", ".mp3"],
  ["audio/mp3", ".mp3"],
  ["audio/mp4", ".m4a"],
  ["audio/aac", ".aac"],
  ["audio/ogg", ".ogg"],
  ["audio/opus", ".opus"],
  ["audio/flac", ".flac"],
  ["audio/webm", ".webm"],
  ["video/mp4", ".mp4"],
  ["video/webm", ".webm"]
]);
function extensionOf(mimeType) {
  return EXTENSIONS.get(mimeType.split(";")[0].trim().toLowerCase()) ?? ".bin";
}
function join(dir, name) {
  return /[/\\]$/.test(dir) ? dir + name : `${dir}/${name}`;
}

async function* shownParts(content, { io, out, program }) {
  const saver = new FileSaver(io, out, program);
  for (const part of content) {
    try {
      const shown = show(part);
      yield typeof shown === "string" ? { text: shown } : { path: await saver.save(shown) };
    } catch (error) {
      yield { failure: messageOf(error) };
    }
  }
}
function show(part) {
  const { type, data, text, uri, mimeType, resource } = Object(part);
  if (type === "text" && typeof text === "string") return text;
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return decoded(data, "", mimeType);
  }
  if (type === "resource_link" && typeof uri === "string") return uri;
  if (type === "resource" && resource) {
    const { uri: uri2, mimeType: mimeType2, text: text2, blob } = Object(resource);
    if (typeof text2 === "string") return text2;
    if (typeof blob === "string") return decoded(blob, uri2, mimeType2);
  }
  return visibleJson(JSON.stringify(part) ?? "null");
}
function decoded(data, name, mimeType) {
  const packed = data.replace(/[\r\n]/g, "");
  const digits = packed.replaceAll("=", "").length;
  if (!/^[\w+/-]*={0,2}$/.test(packed) || digits % 4 === 1) return data;
  const binary = atob(packed.slice(0, digits).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return { name: string(name), mimeType: string(mimeType), bytes };
}
function string(value) {
  return typeof value === "string" ? value : "";
}

var _content = /*#__PURE__*/Object.freeze({
  __proto__: null,
  shownParts: shownParts
});

async function reportQuestion(run, outcome, { question, answersGiven, rejected, more }) {
  const { program, io } = run;
  const { output, files, failures } = await saved(run, outcome);
  let json;
  try {
    json = visibleJson(JSON.stringify({
      ...members(question),
      answers_given: answersGiven,
      rejected,
      output: output || void 0,
      error: outcome.error && messageOf(outcome.error),
      files: files.length > 0 ? files : void 0,
      more: more.length > 0 ? more.map(members) : void 0
    }));
  } catch (error) {
    await tell(io.stderr, `${program}: ${messageOf(error)}`);
    return ExitFailed;
  }
  const again = answersGiven > 0 ? " after the answers given so far" : "";
  await tell(
    io.stderr,
    rejected ? `${program}: --answer does not fit the question: ${rejected}` : `${program}: the call asks a question: run it again with --answer '<reply>' before the command${again}`
  );
  if (failures.length > 0) await tell(io.stderr, unwritten(program, failures));
  const failure = await show$1(io.stdout, json);
  if (failure !== void 0) {
    await tell(io.stderr, `${program}: writing the question failed: ${failure}`);
  }
  return ExitNeedsAnswer;
}
function members({ message, schema, url }) {
  return { message, schema, url };
}
async function saved({ io, options: { out }, program }, { result }) {
  const texts = [], files = [], failures = [];
  for await (const part of shownParts(result?.content ?? [], { io, out, program })) {
    if ("text" in part) texts.push(...part.text ? [part.text] : []);
    else if ("path" in part) files.push(part.path);
    else failures.push(part.failure);
  }
  return { output: texts.join("\n"), files, failures };
}

var _question_report = /*#__PURE__*/Object.freeze({
  __proto__: null,
  reportQuestion: reportQuestion
});

async function renewedTools({ name, list, io }, error, command, signal) {
  if (SAME_FOR_ANY.some((type) => error instanceof type)) return void 0;
  const about = command ?? (error instanceof UnknownCommandError ? error.given : void 0);
  if (about === void 0 || !list) return void 0;
  try {
    return await renewalOf(list)?.(about, signal);
  } catch (failure) {
    if (signal?.aborted) return void 0;
    const reason = messageOf(failure).replace(/\s*\n\s*/g, " ");
    await tell(io.stderr, visibleLine(`${name}: ${reason}`));
  }
}
const SAME_FOR_ANY = [FileContentError, JsonArgumentError, StdinTwiceError, UnreadableError];

var _renewal = /*#__PURE__*/Object.freeze({
  __proto__: null,
  renewedTools: renewedTools
});

async function ask(question, asker) {
  const { message, url, schema } = question;
  try {
    if (message.trim()) await asker.say(visible(message.trim()));
    if (url) return { action: await asker.open(oneLine(url)) ? "accept" : "decline" };
    const fields = schema === void 0 ? [] : readFields(schema);
    if (fields.length > 0) {
      return { action: "accept", content: await askForm(schema, fields, asker) };
    }
    return { action: await asker.confirm() ? "accept" : "decline" };
  } catch (error) {
    if (error instanceof Ended) return { action: error.action };
    throw error;
  }
}
async function askForm(schema, fields, asker) {
  const whole = validator(schema, { formats: true });
  const parts = validator(partsOf(schema), { formats: true });
  await whole.validate("{}");
  await asker.begin(fields);
  for (; ; ) {
    const members = [];
    for (const field of fields) {
      const name = JSON.stringify(field.name);
      const check = async (json2) => {
        const problems2 = await parts.validate(`{${name}:${json2}}`);
        return problems2.map((problem) => withoutName(problem, field.name)).join("; ") || void 0;
      };
      const json = await asker.field(await withFittingDefault(field, check), check);
      if (json !== void 0) members.push(`${name}:${json}`);
    }
    const text = `{${members.join(",")}}`;
    const problems = await whole.validate(text);
    if (problems.length === 0) return JSON.parse(text);
    await asker.say(visible(problems.join("\n")));
  }
}
function partsOf(schema) {
  if (typeof schema === "boolean") return schema;
  const { $schema, $id, $defs, definitions, properties } = schema;
  return { $schema, $id, $defs, definitions, properties };
}
function withoutName(problem, name) {
  return problem.startsWith(`${name}: `) ? problem.slice(name.length + 2) : problem;
}
async function withFittingDefault(field, check) {
  if (field.default === void 0 || await check(field.default) === void 0) return field;
  return { ...field, default: void 0 };
}

function keptReads(read) {
  let pending;
  return {
    get reading() {
      return pending !== void 0;
    },
    async next(signal) {
      signal.throwIfAborted();
      pending ??= read();
      const bytes = await untilAborted(pending, signal);
      pending = void 0;
      return bytes;
    }
  };
}

const LINGER = 200;
const LEFT = "\x1B[J\x1B[?25h";
function openTerminal() {
  const output = Deno.stderr.isTerminal() ? Deno.stderr : openDevice("/dev/tty", "CONOUT$");
  const input = output && openKeyboard();
  if (!input || !output) throw new NobodyToAskError("Nobody can be asked: there is no terminal");
  const buffer = new Uint8Array(4096);
  const source = keptReads(async () => {
    const length = await input.read(buffer).catch(() => null);
    return length ? buffer.slice(0, length) : null;
  });
  let open = true;
  let closing;
  const dumb = isDumb();
  const write = (text) => {
    let bytes = new TextEncoder().encode(text);
    while (bytes.length > 0) bytes = bytes.subarray(output.writeSync(bytes));
  };
  return {
    next: source.next,
    dumb,
    columns,
    write,
    raw() {
      const restore = () => {
        removeEventListener("unload", leave);
        input.setRaw(false);
      };
      const leave = () => {
        restore();
        if (!dumb) write(LEFT);
      };
      input.setRaw(true);
      addEventListener("unload", leave);
      return restore;
    },
    onInterrupt(listener) {
      Deno.addSignalListener("SIGINT", listener);
      return () => Deno.removeSignalListener("SIGINT", listener);
    },
    enter() {
      clearTimeout(closing);
      return open;
    },
    leave() {
      if (!source.reading || input === Deno.stdin) return;
      closing = setTimeout(() => {
        open = false;
        input.close();
      }, LINGER);
    }
  };
}
function openKeyboard() {
  if (!Deno.stdin.isTerminal()) return openDevice("/dev/tty", "CONIN$");
  return Deno.build.os === "windows" ? Deno.stdin : openDevice("/dev/stdin") ?? Deno.stdin;
}
function openDevice(unix, windows = unix) {
  try {
    const path = Deno.build.os === "windows" ? windows : unix;
    if (!granted({ name: "read", path }) || !granted({ name: "write", path })) return void 0;
    return Deno.openSync(path, { read: true, write: true });
  } catch {
    return void 0;
  }
}
function granted(permission) {
  return Deno.permissions.querySync(permission).state === "granted";
}
function isDumb() {
  if (Deno.build.os === "windows") return false;
  if (!granted({ name: "env", variable: "TERM" })) return true;
  const term = Deno.env.get("TERM");
  return !term || term === "dumb";
}
function columns() {
  try {
    return Deno.consoleSize().columns || 80;
  } catch {
    return 80;
  }
}

const LINE_FEED = 10, ESCAPE = 27;
class Input {
  #source;
  /** Bytes that were read and belong to no line or key yet. */
  #rest = new Uint8Array();
  constructor(source) {
    this.#source = source;
  }
  /**
   * Reads a line.
   *
   * @param signal Ends the wait.
   * @returns The line without its end and without white space around it; `null` at the end.
   * @throws {Misfit} Where the line is not UTF-8.
   */
  async line(signal) {
    let searched = 0;
    for (; ; ) {
      const end = this.#rest.indexOf(LINE_FEED, searched);
      if (end >= 0) return decodeLine(this.#take(end + 1));
      searched = this.#rest.length;
      if (await this.#more(signal)) continue;
      return searched > 0 ? decodeLine(this.#take(searched)) : null;
    }
  }
  /**
   * Reads a key: a character, or the escape sequence that a key sends.
   *
   * @param signal Ends the wait.
   * @returns The key's bytes; `null` at the end.
   */
  async key(signal) {
    while (this.#rest.length === 0) {
      if (!await this.#more(signal)) return null;
    }
    let length = keyLength(this.#rest);
    while (length > this.#rest.length && await this.#more(signal)) length = keyLength(this.#rest);
    return this.#take(Math.min(length, this.#rest.length));
  }
  #take(length) {
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return bytes;
  }
  async #more(signal) {
    const bytes = await this.#source.next(signal);
    if (!bytes) return false;
    const joined = new Uint8Array(this.#rest.length + bytes.length);
    joined.set(this.#rest);
    joined.set(bytes, this.#rest.length);
    this.#rest = joined;
    return true;
  }
}
function decodeLine(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim();
  } catch {
    throw new Misfit("The answer is not valid UTF-8");
  }
}
function keyLength(bytes) {
  const first = bytes[0];
  if (first === ESCAPE && bytes.length > 1) return sequenceLength(bytes);
  const length = first < 192 ? 1 : first < 224 ? 2 : first < 240 ? 3 : 4;
  for (let i = 1; i < Math.min(length, bytes.length); i++) {
    if ((bytes[i] & 192) !== 128) return i;
  }
  return length;
}
function sequenceLength(bytes) {
  const kind = bytes[1];
  if (kind === ESCAPE) return 1;
  if (kind === 79) return 3;
  if (kind !== 91) return 1 + keyLength(bytes.subarray(1));
  if (bytes[2] === 91) return 4;
  for (let i = 2; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte >= 64 && byte <= 126) return i + 1;
    if (byte < 32 || byte > 126) return i;
  }
  return bytes.length + 1;
}

const PATIENCE = 3e3;
async function loadCliffy() {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    return await untilAborted(import(new URL('../prompt/_cliffy.js', import.meta.url).href), late.signal);
  } catch {
    return void 0;
  } finally {
    clearTimeout(timer);
  }
}

function oneAtATime(ask) {
  let last = Promise.resolve();
  return async (question, call) => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers();
    last = promise;
    try {
      await untilAborted(before, call.signal);
      return await ask(question, call);
    } finally {
      before.then(resolve);
    }
  };
}

function terminalElicitor() {
  let terminal;
  let input;
  let loading;
  return oneAtATime(async (question, { signal }) => {
    if (!terminal?.enter()) {
      terminal = openTerminal();
      input = new Input(terminal);
    }
    try {
      const cliffy = terminal.dumb ? void 0 : await untilAborted(loading ??= loadCliffy(), signal);
      const place = { terminal, input, signal };
      return cliffy ? await askByControls(question, cliffy, place) : await askByLines(question, place);
    } finally {
      terminal.leave();
    }
  });
}
async function askByControls(question, cliffy, place) {
  const restore = place.terminal.raw();
  try {
    return await ask(question, cliffy.controlAsker(cliffy.screenOf(cliffy, place)));
  } finally {
    restore();
  }
}
async function askByLines(question, place) {
  const { lineAsker } = await Promise.resolve().then(function () { return _lines; });
  const { terminalLines } = await Promise.resolve().then(function () { return _terminal_lines; });
  const interrupt = new AbortController();
  const signal = AbortSignal.any([place.signal, interrupt.signal]);
  const unlisten = place.terminal.onInterrupt(() => interrupt.abort(new Ended("cancel")));
  try {
    const answer = await ask(question, lineAsker(terminalLines({ ...place, signal })));
    place.signal.throwIfAborted();
    return answer;
  } finally {
    unlisten();
  }
}

var _terminal = /*#__PURE__*/Object.freeze({
  __proto__: null,
  terminalElicitor: terminalElicitor
});

async function answerProblem(schema, content) {
  const lost = lostNumber(content);
  if (lost) return `${lost} cannot be kept exactly`;
  if (schema === void 0) return "";
  try {
    return (await validator(schema, { formats: true }).validate(content)).join("; ");
  } catch (error) {
    if (error instanceof SchemaError) return "";
    throw error;
  }
}

var answer_problem = /*#__PURE__*/Object.freeze({
  __proto__: null,
  answerProblem: answerProblem
});

function lineElicitor(input, output) {
  let reader;
  const lines = new Input(keptReads(async () => {
    reader ??= input.getReader();
    return (await reader.read()).value ?? null;
  }));
  return oneAtATime((question, { signal }) => {
    const write = (text) => untilAborted(writeStream(output, text), signal);
    const read = (prompt) => write(prompt).then(() => lines.line(signal));
    return ask(question, lineAsker({ write, read }));
  });
}
function lineAsker(lines) {
  async function reply(prompt, take2, hidden = false) {
    for (; ; ) {
      try {
        const typed = await (hidden && lines.readHidden?.(prompt) || lines.read(prompt));
        if (typed === null) throw new Ended("cancel");
        return await take2(typed);
      } catch (error) {
        if (!(error instanceof Misfit)) throw error;
        await lines.write(`${visible(error.message)}
`);
      }
    }
  }
  return {
    say: (text) => lines.write(`${text}
`),
    confirm: () => reply("Continue? [y/N] ", (typed) => yesOr(typed, false, "Answer y or n")),
    async open(url) {
      await lines.write(`Open ${url}
`);
      return await reply(
        "Press Enter when done, or type n to decline: ",
        (typed) => yesOr(typed, true, "Press Enter, or answer y or n")
      );
    },
    begin: () => lines.write("Type !decline or !cancel to end the form.\n"),
    async field(field, check) {
      await lines.write(choiceLines(field));
      return await reply(fieldPrompt(field), (typed) => take(field, typed, check), field.secret);
    }
  };
}
function yesOr(typed, otherwise, help) {
  const yes = typed === "" ? otherwise : yesOrNo(typed);
  if (yes === void 0) throw new Misfit(help);
  return yes;
}
async function take(field, typed, check) {
  if (typed === "!decline") throw new Ended("decline");
  if (typed === "!cancel") throw new Ended("cancel");
  if (typed === "") {
    if (field.default === void 0 && field.required) throw new Misfit("An answer is required.");
    return field.default;
  }
  const json = readValue(field, typed);
  const problem = await check(json);
  if (problem) throw new Misfit(problem);
  return json;
}
function fieldPrompt(field) {
  const { label, type, items, required, limits, title, description } = field;
  const kind = type === "array" && items ? `array of ${items}` : type;
  const facts = [kind, required ? "" : "optional", ...limits].filter((fact) => fact !== "");
  const about = [title, description].filter((text) => text !== "").join(" - ");
  return label + (facts.length > 0 ? ` (${facts.join(", ")})` : "") + (about && `, ${about}`) + defaultNote(field) + ": ";
}
function defaultNote({ default: json, secret }) {
  if (json === void 0) return "";
  return secret ? " [hidden default]" : ` [${oneLine(plainText(json))}]`;
}
function choiceLines({ choices, several }) {
  if (!choices) return "";
  if (choices.some(({ title }) => title !== "")) {
    return choices.map(({ text, title }) => `  ${text}${title && ` - ${title}`}
`).join("");
  }
  const of = several ? "Any of" : "One of";
  return `  ${of}: ${choices.map(({ text }) => text).join(", ")}
`;
}

var _lines = /*#__PURE__*/Object.freeze({
  __proto__: null,
  lineAsker: lineAsker,
  lineElicitor: lineElicitor
});

function terminalLines(place) {
  return {
    // deno-lint-ignore require-await
    write: async (text) => place.terminal.write(text),
    read: (prompt) => readLine(prompt, place),
    readHidden: (prompt) => readHiddenLine(prompt, place)
  };
}
async function readLine(prompt, { terminal, input, signal }) {
  try {
    terminal.write(prompt);
    const line = await input.line(signal);
    if (line !== null && line !== "\x1B") return line;
    throw new Ended("cancel");
  } catch (error) {
    if (!(error instanceof Misfit)) terminal.write("\n");
    throw error;
  }
}
const BACKSPACE = ["\x7F", "\b"], ENTER = ["\r", "\n"];
async function readHiddenLine(prompt, { terminal, input, signal }) {
  const restore = terminal.raw();
  try {
    terminal.write(prompt);
    for (let typed = []; ; ) {
      const key = new TextDecoder().decode(await readKey(input, signal));
      if (ENTER.includes(key)) return typed.join("").trim();
      if (BACKSPACE.includes(key)) typed = typed.slice(0, -1);
      else if (key >= " ") typed.push(key);
    }
  } finally {
    restore();
    terminal.write("\n");
  }
}

var _terminal_lines = /*#__PURE__*/Object.freeze({
  __proto__: null,
  terminalLines: terminalLines
});

export { Ended, Misfit, _content, _formats, _lines, _question_report, _questions, _record, _renewal, _terminal, _wording, answerProblem, nearest, oneLine, plainText, readKey, readValue, suggest, untilAborted, until_aborted, write_stream, yesOrNo };
