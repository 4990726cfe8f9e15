/* @ts-self-types="../mod.ts" */
const knowOthers = (function knowOthers(type, name) {
  const mark = /* @__PURE__ */ Symbol.for(`@x/toolcli/${name}`);
  Object.defineProperty(type.prototype, mark, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value(value) {
      if (this === type) return has(value, mark);
      return Function.prototype[Symbol.hasInstance].call(this, value);
    }
  });
});
const has = (function has(value, mark) {
  try {
    return typeof value === "object" && value !== null && Reflect.get(value, mark) === true;
  } catch {
    return false;
  }
});
const text = (function text(value) {
  return { type: "text", text: value };
});
const toResult = (function toResult(value) {
  if (value === void 0) return { content: [] };
  if (typeof value === "string") return { content: [text(value)] };
  if (isResult(value)) return value;
  const content = [text(encodeJson(value, "encode result"))];
  return Object.defineProperty({ content }, VALUE, { value: true });
});
const encodeJson = (function encodeJson(value, what) {
  let json;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    throw new Error(`${what}: ${messageOf(error)}`, { cause: error });
  }
  if (json === void 0) throw new Error(`${what}: ${typeof value} has no JSON`);
  return json;
});
const isResult = (function isResult(value) {
  return typeof value === "object" && value !== null && Object.hasOwn(value, RESULT);
});
const readerOf = (function readerOf(text) {
  return { text, at: 0, plain: true };
});
const peek = (function peek(reader) {
  for (; ; ) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code;
    reader.at++;
  }
});
const expect = (function expect(reader, code) {
  if (peek(reader) !== code) fail(reader);
  reader.at++;
});
const take$1 = (function take$1(reader, code) {
  if (peek(reader) !== code) return false;
  reader.at++;
  return true;
});
const end = (function end(reader) {
  peek(reader);
  if (reader.at < reader.text.length) fail(reader);
});
const readScalar = (function readScalar(reader) {
  SCALAR.lastIndex = reader.at;
  const text = SCALAR.exec(reader.text)?.[0];
  if (text === void 0) fail(reader);
  reader.at += text.length;
  const isNumber = text.charCodeAt(text.length - 1) <= NINE;
  if (text.length > 15 || isNumber && /e/i.test(text)) reader.plain = false;
  return text;
});
const skipString = (function skipString(reader) {
  const start = reader.at, text = reader.text;
  let at = start + 1, escaped = false;
  for (; ; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) {
      escaped = true;
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) failAt(reader, at);
      at = ESCAPE.lastIndex;
    } else if (code >= 32) at++;
    else failAt(reader, at);
  }
  reader.at = at + 1;
  return { start, escaped };
});
const readString = (function readString(reader) {
  if (peek(reader) !== QUOTE) fail(reader);
  const { start, escaped } = skipString(reader);
  return escaped ? JSON.parse(reader.text.slice(start, reader.at)) : reader.text.slice(start + 1, reader.at - 1);
});
const members = (function* members(reader) {
  expect(reader, OPEN_OBJECT);
  if (take$1(reader, CLOSE_OBJECT)) return;
  do {
    const name = readString(reader);
    expect(reader, COLON);
    yield name;
  } while (take$1(reader, COMMA));
  expect(reader, CLOSE_OBJECT);
});
const readValue$1 = (function readValue$1(reader, depth) {
  if (depth > MAX_DEPTH$1) throw new SyntaxError(`JSON is nested more than ${MAX_DEPTH$1} deep`);
  switch (peek(reader)) {
    case QUOTE:
      return readString(reader);
    case OPEN_OBJECT: {
      const object = /* @__PURE__ */ new Map();
      for (const name of members(reader)) {
        const value = readValue$1(reader, depth + 1);
        if (!object.has(name)) object.set(name, value);
      }
      return object;
    }
    case OPEN_ARRAY: {
      const array = [];
      reader.at++;
      if (take$1(reader, CLOSE_ARRAY)) return array;
      do
        array.push(readValue$1(reader, depth + 1));
      while (take$1(reader, COMMA));
      expect(reader, CLOSE_ARRAY);
      return array;
    }
  }
  const text = readScalar(reader);
  return text === "null" ? null : text === "true" || text === "false" ? text === "true" : new JsonNumber(text);
});
const skipValue = (function skipValue(reader) {
  peek(reader);
  const text = reader.text, start = reader.at;
  let at = start, depth = 0;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth--;
    else if (depth === 0) return readScalar(reader);
    else if (Number.isNaN(code)) failAt(reader, at);
    at++;
  } while (depth > 0);
  reader.at = at;
  return text.slice(start, at);
});
const checkValue = (function checkValue(reader) {
  const levels = [];
  for (; ; ) {
    const code = peek(reader);
    if (code === OPEN_OBJECT) {
      reader.at++;
      if (!take$1(reader, CLOSE_OBJECT)) {
        levels.push({ names: /* @__PURE__ */ new Set(), name: "", index: 0 });
        readName(reader, levels);
        continue;
      }
    } else if (code === OPEN_ARRAY) {
      reader.at++;
      if (!take$1(reader, CLOSE_ARRAY)) {
        levels.push({ names: null, name: "", index: 0 });
        continue;
      }
    } else if (code === QUOTE) skipString(reader);
    else readScalar(reader);
    if (!goOn(reader, levels)) return;
  }
});
const goOn = (function goOn(reader, levels) {
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    if (take$1(reader, COMMA)) {
      level.index++;
      if (level.names) readName(reader, levels);
      return true;
    }
    expect(reader, level.names ? CLOSE_OBJECT : CLOSE_ARRAY);
    levels.pop();
  }
  return false;
});
const readName = (function readName(reader, levels) {
  const level = levels.at(-1);
  level.name = readString(reader);
  expect(reader, COLON);
  if (!level.names.has(level.name)) level.names.add(level.name);
  else reader.duplicate ??= new DuplicateMemberError(pathOf(levels));
});
const parseJson = (function parseJson(text) {
  const reader = readerOf(text);
  const value = readValue$1(reader, 0);
  end(reader);
  return value;
});
const parseWrittenJson = (function parseWrittenJson(text) {
  return hasPlainNumbers(text) ? exact(JSON.parse(text), 0) : parseJson(text);
});
const exact = (function exact(value, depth) {
  if (typeof value === "number") return new JsonNumber(String(value));
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH$1) throw new SyntaxError(`JSON is nested more than ${MAX_DEPTH$1} deep`);
  if (Array.isArray(value)) return value.map(((item) => exact(item, depth + 1)));
  const object = /* @__PURE__ */ new Map();
  for (const name of Object.keys(value)) {
    object.set(name, exact(value[name], depth + 1));
  }
  return object;
});
const stringifyJson = (function stringifyJson(value, indent = 0) {
  const write = ((value2, margin) => {
    if (value2 instanceof JsonNumber) return value2.text;
    if (value2 === null || typeof value2 !== "object") return JSON.stringify(value2);
    const inner = margin + " ".repeat(indent);
    const items2 = Array.isArray(value2) ? value2.map(((item) => write(item, inner))) : [...value2].map(
      (([name, item]) => `${JSON.stringify(name)}:${indent ? " " : ""}${write(item, inner)}`)
    );
    const [open, close] = Array.isArray(value2) ? "[]" : "{}";
    if (!indent || items2.length === 0) return `${open}${items2.join(",")}${close}`;
    return `${open}
${inner}${items2.join(`,
${inner}`)}
${margin}${close}`;
  });
  return write(value, "");
});
const checkJson = (function checkJson(text) {
  if (text === checked) return;
  const reader = readerOf(text);
  checkValue(reader);
  end(reader);
  if (reader.duplicate) throw reader.duplicate;
  checked = text;
  plain = reader.plain;
});
const hasPlainNumbers = (function hasPlainNumbers(text) {
  return text === checked ? plain : !/[\d.]{16}|\d[eE]/.test(text);
});
const jsonProblem = (function jsonProblem(text) {
  try {
    checkJson(text);
  } catch (error) {
    return error instanceof DuplicateMemberError ? `member ${JSON.stringify(error.path)} is given twice` : `not valid JSON: ${error.message}`;
  }
});
const jsonMembers = (function jsonMembers(text) {
  const reader = readerOf(text);
  const found = /* @__PURE__ */ new Map();
  for (const name of members(reader)) found.set(name, skipValue(reader));
  return found;
});
const isStandardSchema = (function isStandardSchema(value) {
  return (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;
});
const validator = (function validator(schema, options = {}) {
  let prepared;
  return {
    async validate(text, parsed) {
      try {
        const check = await (prepared ??= prepare(schema, options));
        const problems = check(text, parsed);
        return problems.length > 0 ? (await import('./cli/_rest.js').then((function (n) { return n._wording; }))).word(problems, text) : [];
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        if (depthOf(text) > 100) return ["expected a value that is less deeply nested"];
        throw new SchemaError("$ref: leads back to itself", { cause: error });
      }
    }
  };
});
const prepare = (async function prepare(schema, options) {
  const root = readSchema(schema);
  const formats = options.formats ? (await import('./cli/_rest.js').then((function (n) { return n._formats; }))).FORMATS : {};
  const { interpreter } = await Promise.resolve().then((function () { return _interpreter; }));
  return interpreter(root, formats) ?? (await import('./agenttool/_ajv.js')).ajvCheck(root, formats);
});
const readSchema = (function readSchema(schema) {
  let root;
  try {
    root = typeof schema === "string" ? parseJson(schema) : parseWrittenJson(JSON.stringify(schema));
  } catch (error) {
    throw new SchemaError(`not JSON: ${error.message}`, { cause: error });
  }
  if (root instanceof Map || typeof root === "boolean") return root;
  throw new SchemaError("neither an object nor a boolean");
});
const defineTool = (function defineTool(definition) {
  const { parameters, execute } = definition;
  const source = argumentsOf(definition.name, parameters);
  return makeTool(
    definition,
    source.schema,
    (async (call) => execute.call(definition, await source.read(call.args), call))
  );
});
const makeTool = (function makeTool(definition, schema, run) {
  const { name, description = "", sequential, resource, annotations, close } = definition;
  if (typeof definition.execute !== "function") {
    throw new TypeError(`Tool "${name}" has no execute function`);
  }
  return {
    name,
    description,
    get parameters() {
      return schema();
    },
    sequential,
    resource,
    annotations,
    execute: (async (call) => {
      const given = call.args || "{}";
      return toResult(await run(given === call.args ? call : withArguments(call, given)));
    }),
    close: close && ((async () => await close.call(definition)))
  };
});
const argumentsOf = (function argumentsOf(tool, parameters) {
  if (isStandardSchema(parameters)) {
    const reader = standardReader(tool, parameters);
    return {
      schema: reader.schema,
      read: (async (text) => {
        const outcome = await reader.read(parseArguments$1(text));
        if ("problems" in outcome) throw invalid(outcome.problems);
        return outcome.value;
      })
    };
  }
  const isAbsent = parameters === void 0 || parameters === null || typeof parameters === "string" && /^\s*(?:null\s*)?$/.test(parameters);
  let checker;
  return {
    schema: (() => parameters),
    read: (async (text) => {
      const value = parseArguments$1(text);
      if (isAbsent) return value;
      checker ??= validator(parameters);
      const problems = await checker.validate(text, value);
      if (problems.length > 0) throw invalid(problems);
      return value;
    })
  };
});
const parseArguments$1 = (function parseArguments$1(text) {
  checkArguments(text);
  return JSON.parse(text);
});
const checkArguments = (function checkArguments(text) {
  if (!text.trimStart().startsWith("{")) throw invalid(["expected a JSON object"]);
  const problem = jsonProblem(text);
  if (problem) throw invalid([problem]);
});
const runBatch = (async function* runBatch(jobs, options, limit, signal) {
  const batch = [...jobs];
  const chains = chainsOf(batch, limit);
  const chainOf = /* @__PURE__ */ new Map();
  const running = [];
  let events = [];
  let wake = (() => {
  });
  const emit = ((event) => {
    events.push(event);
    wake();
  });
  const cancellation = new Cancellation(signal);
  const start = ((chain) => {
    const index = chain?.shift();
    if (index === void 0) return;
    chainOf.set(index, chain);
    running.push(runJob(batch[index], index, options, cancellation, emit));
  });
  let left = batch.length;
  try {
    for (let slot = 0; slot < limit && chains.length > 0; slot++) start(chains.shift());
    while (left > 0) {
      if (events.length === 0) await new Promise(((resolve) => wake = resolve));
      const taken = events;
      events = [];
      for (const event of taken) {
        if (event.type !== "progress") left--;
        yield event;
        if (event.type === "progress") continue;
        const chain = chainOf.get(event.index);
        start(chain.length > 0 ? chain : chains.shift());
      }
    }
  } finally {
    cancellation.end();
    if (left > 0) cancellation.cancel();
    await Promise.all(running);
  }
});
const runJob = (async function runJob(job, index, options, cancellation, emit) {
  let ended = false;
  const call = callOf(job, options, cancellation, ((update) => {
    if (!ended) emit({ index, type: "progress", update });
  }));
  try {
    const result = await perform(job, call, cancellation);
    ended = true;
    emit({ index, type: "result", result });
  } catch (thrown) {
    ended = true;
    const error = thrown instanceof Error ? thrown : new PanicError(job.tool.name, thrown);
    emit({ index, type: "error", error });
  }
});
const callOf = (function callOf(job, { ask, recorder }, cancellation, progress) {
  const call = {
    get id() {
      return job.id;
    },
    args: job.args || "{}",
    get signal() {
      return cancellation.signal;
    },
    progress,
    ask: (async (question) => {
      try {
        return await ask?.(question, call) ?? { action: "cancel" };
      } catch (error) {
        if (error instanceof NobodyToAskError) return { action: "cancel" };
        throw error;
      }
    }),
    record: (async (ns, data) => {
      if (!ns) throw new Error("record: empty namespace");
      encodeJson(data, `record ${ns}`);
      await recorder?.({ ns, data }, call);
    })
  };
  return call;
});
const chainsOf = (function chainsOf(batch, limit) {
  const serial = limit === 1 || batch.some((({ tool }) => tool?.sequential));
  const chains = /* @__PURE__ */ new Map();
  for (const [index, { tool }] of batch.entries()) {
    const key = serial ? "" : tool?.resource || index;
    const chain = chains.get(key);
    if (chain) chain.push(index);
    else chains.set(key, [index]);
  }
  return [...chains.values()];
});
const perform = (async function perform(job, call, cancellation) {
  const { tool } = job;
  if (!tool) throw new Error(`no tool for call "${job.id}"`);
  if (cancellation.cancelled) throw cancelled();
  if (!call.args.trimStart().startsWith("{")) {
    throw new Error("invalid arguments: expected a JSON object");
  }
  const result = await tool.execute(call);
  if (!Array.isArray(result?.content)) throw new Error(`Tool "${tool.name}" returned no result`);
  return result;
});
const wrap = (function wrap(tool, execute) {
  if (typeof execute !== "function") {
    throw new TypeError(`Tool "${tool.name}" cannot be wrapped: execute is not a function`);
  }
  if (Object(tool) !== tool) throw new TypeError("There is no tool to wrap");
  return new Proxy({}, {
    get: ((_target, key) => key === "execute" ? execute : member(tool, key)),
    has: ((_target, key) => key in tool),
    ownKeys: (() => keysOf(tool)),
    getOwnPropertyDescriptor(_target, key) {
      const descriptor = descriptorOf(tool, key);
      if (!descriptor) return void 0;
      const value = key === "execute" ? execute : member(tool, key);
      return { value, enumerable: descriptor.enumerable, configurable: true };
    }
  });
});
const member = (function member(tool, key) {
  const value = tool[key];
  return typeof value === "function" ? value.bind(tool) : value;
});
const closeAll = (async function closeAll(tools) {
  const errors = [];
  for (const tool of new Set(tools)) {
    try {
      await tool.close?.();
    } catch (error) {
      errors.push(new Error(`close "${tool.name}": ${messageOf(error)}`, { cause: error }));
    }
  }
  return errors;
});
const visible = (function visible(text) {
  return replaceHidden(text, ((char) => {
    const hex = char.codePointAt(0).toString(16);
    return hex.length > 2 ? `\\u{${hex}}` : `\\x${hex.padStart(2, "0")}`;
  }));
});
const visibleLine = (function visibleLine(text) {
  return visible(text).replace(/[\r\n\t]/g, ((char) => JSON.stringify(char).slice(1, -1)));
});
const replaceHidden = (function replaceHidden(text, replacement) {
  if (/^[\n\t\x20-\x7e]*$/.test(text)) return text;
  const hidden = /[[\p{Cc}\p{DI}\u061c\u2028-\u202e\ufff9-\ufffb]--[\n\t\r\xad\ufe00-\ufe0f]]|\r(?!\n)|(?<![^\ufe00-\ufe0f])[\ufe00-\ufe0f]/gv;
  return text.replace(hidden, replacement);
});
const code = (function code(text) {
  const shown = visibleLine(text);
  if (shown === "") return '`""`';
  if (!shown.includes("`")) return `\`${shown}\``;
  const fence = "`".repeat(Math.max(...shown.match(/`+/g).map(((run) => run.length))) + 1);
  return `${fence} ${shown} ${fence}`;
});
const collapsed = (function collapsed(text) {
  const trimmed = text.trim();
  return visible(/[^\S ]| {2}/.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed);
});
const firstLine = (function firstLine(text) {
  const trimmed = text.trim(), end = trimmed.indexOf("\n");
  return collapsed(end < 0 ? trimmed : trimmed.slice(0, end));
});
const shellWord = (function shellWord(word) {
  const shown = visibleLine(word);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
});
const isIntegral = (function isIntegral(text) {
  const { digits, point } = read(text);
  return BigInt(digits.length) <= point || digits === "";
});
const fitsDouble = (function fitsDouble(text) {
  if (text.length < 16 && !/e/i.test(text)) return true;
  const double = Number(text);
  return Number.isFinite(double) && equalDecimals(text, String(double));
});
const read = (function read(text) {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) throw new SyntaxError(`Not a JSON number: "${text}"`);
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const all = whole + fraction;
  let start = 0, end = all.length;
  while (all[start] === "0") start++;
  while (end > start && all[end - 1] === "0") end--;
  return {
    negative: sign === "-" && start < end,
    digits: all.slice(start, end),
    point: BigInt(exponent) + BigInt(whole.length - start)
  };
});
const isScalar = (function isScalar(type) {
  return type === "string" || type === "integer" || type === "number" || type === "boolean";
});
const scalarJson = (function scalarJson(type, text) {
  switch (type) {
    case "string":
      return JSON.stringify(wellFormed(text));
    case "integer":
      return integerJson(text) ?? refuse(text, "an integer");
    case "number":
      return numberJson(text) ?? refuse(text, "a number");
    case "boolean":
      if (TRUE.includes(text)) return "true";
      return FALSE.includes(text) ? "false" : refuse(text, "true or false");
  }
});
const wellFormed = (function wellFormed(text) {
  return text.isWellFormed() ? text : refuse(text, "valid UTF-8");
});
const integerJson = (function integerJson(text) {
  const [, sign, digits] = /^([+-]?)0*(\d{1,20})$/.exec(text) ?? [];
  if (digits !== void 0) {
    const value = BigInt(sign === "-" ? `-${digits}` : digits);
    if (value === BigInt.asIntN(64, value) || value === BigInt.asUintN(64, value)) {
      return `${value}`;
    }
  }
  if (JSON_NUMBER.test(text) && isIntegral(text)) return text;
});
const plainSchema = (function plainSchema(schema, root) {
  const refs = [];
  let plain = schema instanceof Map ? schema : /* @__PURE__ */ new Map();
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const inner = unwrap(plain, root, refs);
    if (!inner) return { schema: plain, refs };
    plain = inner;
  }
  return { schema: /* @__PURE__ */ new Map(), refs };
});
const unwrap = (function unwrap(schema, root, refs) {
  const ref = schema.get("$ref");
  if (typeof ref === "string") {
    refs.push(ref);
    return beside(schema, "$ref", resolve$1(ref, root));
  }
  const all = schema.get("allOf");
  if (Array.isArray(all) && all.length === 1) return beside(schema, "allOf", all[0]);
  for (const keyword of ["anyOf", "oneOf"]) {
    const any = schema.get(keyword);
    if (!Array.isArray(any)) continue;
    const alternatives = any.filter(((alternative) => !isNull(alternative)));
    if (alternatives.length === 1) return beside(schema, keyword, alternatives[0]);
    const values = constants(alternatives);
    if (values) return beside(schema, keyword, /* @__PURE__ */ new Map([["enum", values]]));
  }
});
const readParams = (function readParams(text, written) {
  let root;
  try {
    root = written ? parseWrittenJson(text) : parseJson(text);
  } catch {
    return [];
  }
  const params = allParams(root);
  giveFlags(params, "", /* @__PURE__ */ new Set(), true);
  return params;
});
const allParams = (function allParams(root) {
  const reading = { root, unread: [] };
  const { schema, refs } = plainSchema(root, root);
  const params = fieldsOf(reading, schema, /* @__PURE__ */ new Set([...refs, "#"]), 0);
  let count = params.length;
  for (const { param, as, schema: schema2, inside, depth } of reading.unread) {
    if (count > MAX_PARAMS || depth > MAX_DEPTH) break;
    const fields = fieldsOf(reading, schema2, inside, depth);
    param[as] = fields;
    count += fields.length;
  }
  return params;
});
const fieldsOf = (function fieldsOf(reading, schema, inside, depth) {
  const properties = schema.get("properties");
  if (!(properties instanceof Map)) return [];
  const required = new Set(strings(schema.get("required")));
  return [...properties].map(
    (([name, property]) => paramOf(reading, { name, property, required: required.has(name), inside, depth }))
  );
});
const paramOf = (function paramOf({ root, unread }, { name, property, required, inside, depth }) {
  const { schema, refs } = plainSchema(property, root);
  const type = typeOf(schema);
  const param = describedParam(name, type, required, schema);
  const later = ((as, { schema: schema2, refs: refs2 }) => {
    if (!hasProperties(schema2) || refs2.some(((ref) => inside.has(ref)))) return;
    unread.push({ param, as, schema: schema2, inside: /* @__PURE__ */ new Set([...inside, ...refs2]), depth: depth + 1 });
  });
  if (type === "array") {
    const items = plainSchema(schema.get("items"), root);
    param.items = typeOf(items.schema);
    param.enum ??= enumOf(items.schema);
    if (param.items === "object") later("elements", { ...items, refs: [...refs, ...items.refs] });
  }
  if (type === "object" && hasProperties(schema)) later("fields", { schema, refs });
  else if (type === "object") {
    const { schema: values } = plainSchema(schema.get("additionalProperties"), root);
    param.values = typeOf(values);
  }
  return param;
});
const describedParam = (function describedParam(name, type, required, schema) {
  let flag = false;
  const value = schema.get("default");
  return {
    name,
    type,
    items: "",
    values: "",
    required,
    description: string(schema.get("description")) ?? "",
    enum: enumOf(schema),
    format: string(schema.get("format")),
    range: rangeOf(schema, type),
    pattern: string(schema.get("pattern")),
    default: value === void 0 ? void 0 : stringifyJson(value),
    giveFlag: (() => void (flag = true)),
    flag: (() => flag),
    map: (() => flag && type === "object"),
    repeated: (() => flag && type === "array")
  };
});
const isPlain = (function isPlain({ type, items, values }) {
  return isScalar(type) || isScalar(items) || isScalar(values);
});
const giveFlags = (function giveFlags(params, prefix, taken, top = false) {
  for (const param of params) {
    const { name } = param;
    if (name === "" || name.startsWith("-") || name.includes("=")) continue;
    if (name.includes(".") && !(top && isPlain(param))) continue;
    const path = prefix + name;
    if (isPlain(param) && !taken.has(path)) {
      taken.add(path);
      param.giveFlag();
    }
    if (param.fields) giveFlags(param.fields, `${path}.`, taken);
  }
});
const string = (function string(value) {
  return typeof value === "string" ? value : void 0;
});
const strings = (function strings(value) {
  return Array.isArray(value) ? value.filter(((item) => typeof item === "string")) : [];
});
const typeOf = (function typeOf(schema) {
  const type = schema.get("type");
  if (type === void 0) {
    if (schema.get("properties") instanceof Map) return "object";
    const types2 = new Set(valuesOf(schema)?.map(typeOfValue));
    types2.delete("null");
    if (types2.has("number")) types2.delete("integer");
    return types2.size === 1 ? [...types2][0] : "";
  }
  const types = new Set(Array.isArray(type) ? strings(type) : strings([type]));
  types.delete("null");
  return types.size === 1 ? [...types][0] : "";
});
const valuesOf = (function valuesOf(schema) {
  if (schema.has("const")) return [schema.get("const")];
  const values = schema.get("enum");
  return Array.isArray(values) ? values : void 0;
});
const enumOf = (function enumOf(schema) {
  return valuesOf(schema)?.map(((value) => stringifyJson(value)));
});
const rangeOf = (function rangeOf(schema, type) {
  if (type === "string") return span(schema, "minLength", "maxLength", "character");
  if (type === "array") return span(schema, "minItems", "maxItems", "item");
  if (type !== "integer" && type !== "number") return void 0;
  const parts = [
    span(schema, "minimum", "maximum"),
    bound("more than", schema.get("exclusiveMinimum")),
    bound("less than", schema.get("exclusiveMaximum")),
    bound("multiple of", schema.get("multipleOf"))
  ];
  return parts.filter(((part) => part)).join(", ") || void 0;
});
const span = (function span(schema, least, most, unit = "") {
  let min = number(schema.get(least)), max = number(schema.get(most));
  if (min === `-${SAFE_INTEGER}`) min = void 0;
  if (max === SAFE_INTEGER) max = void 0;
  const text = min && max ? min === max ? min : `${min} to ${max}` : min ? `at least ${min}` : max && `at most ${max}`;
  if (!text || !unit) return text;
  return `${text} ${unit}${text.endsWith(" 1") || text === "1" ? "" : "s"}`;
});
const bound = (function bound(words, value) {
  const text = number(value);
  return text && `${words} ${text}`;
});
const number = (function number(value) {
  return value instanceof JsonNumber ? value.text : void 0;
});
const commands = (function commands(tools, reserved = []) {
  const own = /* @__PURE__ */ new Set([...OWN_COMMANDS, ...reserved]);
  const names = /* @__PURE__ */ new Set();
  let index = 0;
  const all = [];
  for (const tool of tools) {
    const { name } = tool;
    if (typeof name !== "string" || name === "") {
      throw new TypeError(`cli: tool[${index}]: empty name`);
    }
    const problem = names.has(name) ? ": duplicate name" : own.has(name) ? " is named as one of the program's own commands" : name.startsWith("-") ? " begins with a dash, which a command line reads as an option" : void 0;
    if (problem) throw new TypeError(`cli: tool "${name}"${problem}`);
    names.add(name);
    all.push(describe(tool));
    index++;
  }
  return all;
});
const describe = (function describe(tool) {
  let source, params;
  const read = (() => source ??= sourceOf(tool));
  return {
    name: tool.name,
    description: typeof tool.description === "string" ? tool.description : "",
    annotations: tool.annotations ?? {},
    needsOrder: Boolean(tool.sequential || tool.resource),
    get schema() {
      return read().schema;
    },
    get params() {
      return params ??= readParams(read().schema, read().written);
    }
  };
});
const schemaOf = (function schemaOf({ parameters }) {
  const text = typeof parameters === "string" ? parameters : encodeJson(parameters ?? null, "JSON");
  return /^\s*(?:null)?\s*$/.test(text) ? JSON.stringify(NO_ARGS_SCHEMA) : text;
});
const sourceOf = (function sourceOf(tool) {
  try {
    const { parameters } = tool;
    return { schema: schemaOf({ parameters }), written: typeof parameters !== "string" };
  } catch {
    return { schema: JSON.stringify(NO_ARGS_SCHEMA), written: true };
  }
});
const denoIo = (function denoIo(streams = {}) {
  const { stdin, stdout, stderr, isTerminal } = streams;
  return {
    stdout: stdout ? new StreamOutput(stdout, isTerminal) : new OwnOutput(Deno.stdout, isTerminal),
    stderr: stderr ? new StreamOutput(stderr, isTerminal) : new OwnOutput(Deno.stderr, isTerminal),
    readStdin: (() => stdin ? readAll(stdin) : readOwn()),
    readFile: ((path) => Deno.readFile(path)),
    openLog,
    makeDir: ((path) => Deno.mkdir(path, { recursive: true, mode: 493 })),
    makeTempDir: ((prefix) => Deno.makeTempDir({ prefix })),
    createFile
  };
});
const pieces = (function* pieces(text) {
  const encoder = new TextEncoder();
  if (text.length * 3 <= PIECE && text.endsWith("\n")) {
    return yield encoder.encode(text);
  }
  for (let at = 0; at < text.length; ) {
    const bytes = new Uint8Array(PIECE);
    const part = text.slice(at, at + PIECE + 1);
    const { read, written } = encoder.encodeInto(part, bytes);
    const lines = part.lastIndexOf("\n", read - 1) + 1;
    at += lines || read;
    yield bytes.subarray(0, lines ? bytes.lastIndexOf(10, written - 1) + 1 : written);
  }
});
const processArgs = (async function processArgs() {
  const args = Deno.args;
  if (Deno.build.os !== "linux" || !args.some(((arg) => arg.includes("\uFFFD")))) return args;
  try {
    const bytes = await Deno.readFile("/proc/self/cmdline");
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return args;
  } catch (error) {
    throw new EncodingError(!(error instanceof TypeError));
  }
});
const endWith = (function endWith(status) {
  Deno.exitCode = status;
});
const watchFailures = (function watchFailures(report) {
  const end = ((event, error) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    void report(error).finally((() => Deno.exit()));
  });
  addEventListener("unhandledrejection", ((event) => end(event, event.reason)));
  addEventListener("error", ((event) => end(event, event.error)));
});
const endingSignals = (function endingSignals() {
  return Deno.build.os === "windows" ? [["SIGINT", 130], ["SIGBREAK", 143]] : [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]];
});
const watchInterrupts = (function watchInterrupts() {
  const controller = new AbortController();
  let last = -Infinity;
  let deadline;
  const cancel = (() => controller.abort(cancelled()));
  const interrupt = (() => {
    const now = performance.now();
    if (now - last < SAME_INTERRUPT_MS) return;
    if (controller.signal.aborted) Deno.exit(130);
    last = now;
    cancel();
  });
  const terminate = ((status) => (() => {
    cancel();
    deadline ??= setTimeout((() => Deno.exit(status)), GRACE_MS);
  }));
  const listeners = endingSignals().map(
    (([name, status]) => [name, name === "SIGINT" ? interrupt : terminate(status)])
  );
  for (const [name, listener] of listeners) Deno.addSignalListener(name, listener);
  return {
    signal: controller.signal,
    stop() {
      if (deadline !== void 0) clearTimeout(deadline);
      for (const [name, listener] of listeners) Deno.removeSignalListener(name, listener);
    }
  };
});
const print = (async function print(output, text) {
  if (output.isTerminal) text = (await Promise.resolve().then((function () { return visible$1; }))).visible(text);
  await output.write(text);
});
const show = (async function show(output, text) {
  try {
    await print(output, line(text));
  } catch (error) {
    if (error?.name !== "BrokenPipe") return messageOf(error);
  }
});
const line = (function line(text) {
  return text === "" || text.endsWith("\n") ? text : `${text}
`;
});
const readFlags = (function readFlags(words, flags) {
  let bare;
  for (let at = 0; at < words.length; ) {
    const token = words[at];
    if (token.length < 2 || !token.startsWith("-")) {
      return { help: false, rest: words.slice(at), bare };
    }
    at++;
    if (token === "--") return { help: false, rest: words.slice(at) };
    const body = token.slice(token.startsWith("--") ? 2 : 1);
    if (/^(?:$|[-=])/.test(body)) throw new FlagSyntaxError(token);
    const found = flags.match(body);
    if (!found) {
      const { name } = splitFlag(body);
      if (isHelp(name)) return { help: true, rest: [] };
      throw flags.unknown(name);
    }
    const { flag } = found;
    let { value } = found;
    bare = void 0;
    if (value === void 0 && flag.boolean) bare = flag.name;
    else if (value === void 0) {
      if (at >= words.length) throw new MissingValueError(flag.name);
      value = words[at++];
    }
    take(flag, value);
  }
  return { help: false, rest: [], bare };
});
const splitFlag = (function splitFlag(body) {
  const at = body.indexOf("=", 1);
  return at < 0 ? { name: body } : { name: body.slice(0, at), value: body.slice(at + 1) };
});
const take = (function take(flag, value) {
  try {
    flag.take(value);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new FlagValueError(flag.name, value, flag.boolean, error.message);
  }
});
const commandFlags = (function commandFlags(command, options) {
  return { command, options, notes: [], given: /* @__PURE__ */ new Map() };
});
const readsStdin = (function readsStdin({ given }) {
  return [...given.values()].flatMap(((given2) => given2.kind === "entries" ? [] : given2.values)).filter(((value) => typeof value !== "string" && value.file === "-")).length;
});
const flagTable = (function flagTable(flags) {
  return {
    match: ((body) => matchFlag(flags, body)),
    unknown: ((name) => unknownFlag(flags, name))
  };
});
const matchFlag = (function matchFlag(flags, body) {
  const places = flags.places ??= placesOf(flags.command.params);
  const { name, value } = splitFlag(body);
  const plain = places.get(name);
  if (plain?.param.flag()) {
    const boolean = plain.param.type === "boolean" || plain.param.items === "boolean";
    const take2 = ((word = "true") => takeWord(flags, name, plain, word));
    return { value, flag: { name, boolean, take: take2 } };
  }
  const at = body.indexOf(":@");
  if (at > 0 && !body.slice(0, at).includes("=", 1)) {
    const path2 = body.slice(0, at), place2 = places.get(path2);
    const take2 = ((word = "") => takeFile(flags, path2, place2, word));
    return place2 && { value: body.slice(at + 2), flag: { name: path2, boolean: false, take: take2 } };
  }
  if (value === void 0 || !name.endsWith(":")) return void 0;
  const path = name.slice(0, -1), place = places.get(path);
  const take = ((word = "") => takeJson(flags, path, place, word));
  return place && { value, flag: { name: path, boolean: false, take } };
});
const takeWord = (function takeWord(flags, name, place, word) {
  const { param } = place;
  if (param.map()) return takeEntry(flags, name, place, word);
  const type = param.repeated() ? param.items : param.type;
  if (param.repeated() && type === "string" && looksLikeArray(word)) {
    flags.notes.push(
      `--${name} was given the text ${word} as one element; --${name}:=JSON gives an array`
    );
  }
  add(flags, name, place, scalarJson(type, word));
});
const add = (function add(flags, name, place, value) {
  const given = flags.given.get(name);
  if (!given) {
    const kind = place.param.type === "array" ? "elements" : "value";
    flags.given.set(name, { from: `--${name}`, place, kind, values: [value] });
  } else if (given.kind === "elements") given.values.push(value);
  else throw new ValueError(TWICE);
});
const flagArguments = (async function flagArguments(flags, input, json) {
  const holder = { members: /* @__PURE__ */ new Map() };
  for (const given of flags.given.values()) {
    const { from, place: { path } } = given;
    if (given.kind === "entries") {
      for (const [key, text2] of given.entries) addValue(holder, [...path, key], { from, text: text2 });
      continue;
    }
    const texts = [];
    for (const value of given.values) {
      texts.push(
        typeof value === "string" ? value : await fileValue(input, `--${path.join(".")}`, value)
      );
    }
    const text = given.kind === "elements" ? `[${texts.join(",")}]` : texts[0];
    addValue(holder, path, { from, text });
  }
  if (json !== void 0) addValue(holder, [], { from: "the JSON argument", text: json });
  return mergedText(holder);
});
const placesOf = (function placesOf(params) {
  const places = /* @__PURE__ */ new Map();
  const visit = ((params2, path, flagged) => {
    for (const param of params2) {
      if (/^(?:-|$)|=/.test(param.name)) continue;
      const inner = [...path, param.name], spelling = inner.join(".");
      if (param.flag() === flagged && !places.has(spelling)) {
        places.set(spelling, { param, path: inner });
      }
      if (param.fields) visit(param.fields, inner, flagged);
    }
  });
  visit(params, [], true);
  visit(params, [], false);
  return places;
});
const addValue = (function addValue(holder, path, leaf) {
  let node = leaf;
  for (const name of path.toReversed()) node = { members: /* @__PURE__ */ new Map([[name, node]]) };
  join(holder, node, "");
});
const mergedText = (function mergedText(node) {
  if ("text" in node) return node.text;
  const members = [...node.members].map((([name, member]) => `${JSON.stringify(name)}:${mergedText(member)}`));
  return `{${members.join(",")}}`;
});
const join = (function join(first, second, path) {
  const a = open(first), b = open(second);
  if ("members" in a && "members" in b) {
    for (const [name, member] of b.members) {
      const there = a.members.get(name);
      const inner = path ? `${path}.${name}` : name;
      a.members.set(name, there ? join(there, member, inner) : member);
    }
    return a;
  }
  if ("text" in first && "text" in second) throw new ConflictError(first.from, second.from, path);
  throw new NotAnObjectError("text" in a ? a.from : b.from, path);
});
const open = (function open(node) {
  if ("members" in node || !node.text.startsWith("{")) return node;
  const members = [...jsonMembers(node.text)].map((([name, text]) => [name, { from: node.from, text }]));
  return { members: new Map(members) };
});
const parseArguments = (async function parseArguments(command, words, { program, options, input }) {
  const flags = commandFlags(command, options);
  const { help, rest, bare } = readFlags(words, flagTable(flags));
  if (help) return { help, args: "", notes: [] };
  const word = onlyWord(rest, program, command.name);
  if (readsStdin(flags) + (word === "-" ? 1 : 0) > 1) throw new StdinTwiceError();
  const json = word === void 0 ? void 0 : await jsonArgument(word, input, bare);
  if (flags.given.size === 0) return { help, args: json ?? "{}", notes: [] };
  return { help, args: await flagArguments(flags, input, json), notes: flags.notes };
});
const onlyWord = (function onlyWord(rest, program, command) {
  if (rest.length <= 1) return rest[0];
  const first = rest[0];
  const late = rest.slice(1).find(((word) => /^--?[^-]/.test(word)));
  if (late !== void 0 && (first === "-" || isObject$1(first))) {
    throw new FlagAfterJsonError(late.replace(/(?!^)=.*$/s, ""));
  }
  if (first.startsWith("{") && !isObject$1(first)) {
    throw new BrokenQuotesError(rest.length, program, command);
  }
  throw new TooManyArgumentsError(rest);
});
const jsonArgument = (async function jsonArgument(word, input, bare) {
  if (!word.isWellFormed()) throw new JsonArgumentError("is not valid UTF-8");
  const text = (word === "-" ? await input.json() : word).trim();
  if (!text.startsWith("{")) {
    const hint = bare && /^(?:true|false)$/.test(word) ? `: for a boolean write --${bare}=${word}` : /^[A-Za-z_./]/.test(word) && jsonProblem(word) ? ": give values as flags, as in --name VALUE" : "";
    throw new JsonArgumentError(`is not a JSON object${hint}`);
  }
  try {
    checkJson(text);
    return text;
  } catch (error) {
    throw new JsonArgumentError(
      error instanceof DuplicateMemberError ? `gives ${JSON.stringify(error.path)} twice` : `is not a JSON object: ${error.message}`
    );
  }
});
const runCall = (async function runCall(run) {
  const { program, tool, options, io } = run;
  let made;
  const id = (() => made ??= callId());
  let recorder;
  if (options.record) {
    const { Recorder } = await import('./cli/_rest.js').then((function (n) { return n._record; }));
    try {
      recorder = new Recorder(await io.openLog(options.record), tool.name, id());
    } catch (error) {
      await tell(io.stderr, `${program}: --record: ${messageOf(error)}`);
      return ExitUsage;
    }
  }
  try {
    const asked = new LateQuestions(run);
    const outcome = await execute(run, id, asked, recorder);
    if (outcome.error instanceof ToolsChangedError && !run.again) throw outcome.error;
    const record = outcome.error instanceof ToolError ? outcome.error.record : outcome.result?.record;
    if (record) await recorder?.write(record).catch((() => {
    }));
    const status = await report(run, outcome, await asked.questions());
    await recorder?.close();
    if (recorder?.failure) {
      await tell(io.stderr, `${program}: --record: ${recorder.failure.message}`);
    }
    return status;
  } finally {
    await recorder?.close();
  }
});
const execute = (async function execute({ tool, args, io, signal }, id, { ask }, recorder) {
  const executor = new Executor({
    ask,
    recorder: recorder && (((record) => recorder.write(record)))
  });
  const job = {
    tool,
    args,
    get id() {
      return id();
    }
  };
  for await (const event of executor.execute([job], { signal })) {
    if (event.type === "result") return { result: event.result };
    if (event.type === "error") return { error: event.error };
    await tell(io.stderr, progressLine(event.update));
  }
  throw new Error("The call ended without an outcome");
});
const report = (async function report(run, outcome, questions) {
  const { program, io } = run;
  if (questions?.unanswered) {
    const { reportQuestion } = await import('./cli/_rest.js').then((function (n) { return n._question_report; }));
    return await reportQuestion(run, outcome, questions.unanswered);
  }
  if (questions?.unused) {
    await tell(
      io.stderr,
      `${program}: ${questions.unused} --answer not used: the call asked fewer questions`
    );
  }
  if (outcome.error) {
    await tell(io.stderr, `Error: ${messageOf(outcome.error)}`);
    return outcome.error instanceof NotRunError ? ExitUsage : ExitFailed;
  }
  const failures = await printContent(run, outcome.result.content);
  if (failures.length > 0) await tell(io.stderr, unwritten(program, failures));
  return ExitOK;
});
const printContent = (async function printContent({ io, program, options: { out } }, content) {
  const failures = [];
  const all = [...content];
  const parts = all.every(isText) ? all : (await import('./cli/_rest.js').then((function (n) { return n._content; }))).shownParts(all, { io, out, program });
  for await (const part of parts) {
    if ("failure" in part) {
      failures.push(part.failure);
      continue;
    }
    try {
      await print(io.stdout, line("path" in part ? part.path : part.text));
    } catch (error) {
      return error?.name === "BrokenPipe" ? failures : [...failures, messageOf(error)];
    }
  }
  return failures;
});
const isText = (function isText(part) {
  return part?.type === "text" && typeof part.text === "string";
});
const optionNames = (function optionNames({ ask, extensions }) {
  return ["answer", "record", "out", ...ask ? ["ask"] : [], ...extensions];
});
const readOptions = (function readOptions(args, more) {
  const options = {
    help: false,
    answers: [],
    record: "",
    out: "",
    ask: false,
    rest: []
  };
  const names = optionNames(more);
  const { help, rest } = readFlags(args, {
    match(body) {
      const { name, value } = splitFlag(body);
      return names.includes(name) ? { flag: optionFlag(name, options), value } : void 0;
    },
    unknown: ((name) => new UnknownFlagError(name, (() => new Map(names.map(((name2) => [name2, `--${name2}`]))))))
  });
  return { ...options, help, rest };
});
const runProgram = (async function runProgram(program, args, cancelling = {}) {
  const { extensions = [], io } = program;
  const input = program.before ?? new InputReader(io, cancelling.signal);
  let all;
  try {
    const reserved = extensions.flatMap((({ command, yields }) => yields ? [] : command ?? []));
    all = commands(program.tools, reserved);
  } catch (error) {
    await tell(io.stderr, messageOf(error));
    return ExitUsage;
  }
  const again = (async (tools) => {
    const changed = { ...program, tools: [...tools], list: void 0, before: input };
    return await runProgram(changed, args, cancelling);
  });
  const refuse = (async (error, command) => {
    if (!program.list || !(error instanceof UsageError)) {
      return await usageError(program, error, command);
    }
    const { renewedTools } = await import('./cli/_rest.js').then((function (n) { return n._renewal; }));
    const tools = await renewedTools(program, error, command, cancelling.signal);
    return await (tools ? again(tools) : usageError(program, error, command));
  });
  try {
    return await run(program, all, args, { input, cancelling, refuse });
  } catch (error) {
    if (!(error instanceof ToolsChangedError)) return await refuse(error);
    const tools = new ToolSet(error.tools);
    try {
      return await again(tools);
    } finally {
      await tools.close().catch(((error2) => tell(io.stderr, `${program.name}: ${messageOf(error2)}`)));
    }
  }
});
const run = (async function run(program, all, args, reading) {
  const { name, io, extensions = [] } = program;
  const more = moreOptions(program);
  const options = readOptions(args, more);
  const [word, ...rest] = options.rest;
  const extension = extensions.find((({ option, command, yields }) => {
    if (options.extension) return option === options.extension.name;
    if (word === void 0 || command !== word) return false;
    return !yields || !all.some((({ name: name2 }) => name2 === word));
  }));
  if (extension) {
    const { value } = options.extension ?? {};
    const args2 = options.extension ? options.rest : rest;
    return await extension.run({
      name,
      tools: program.tools,
      value,
      args: args2,
      signal: signalOf(reading.cancelling) ?? new AbortController().signal,
      print: ((text) => tell(io.stdout, text)),
      note: ((text) => tell(io.stderr, text))
    });
  }
  const asksHelp = ((word2) => /^--?/.test(word2) && isHelp(word2.replace(/^--?/, "")));
  if (options.help || word === void 0 || word === "help" && rest.every(asksHelp)) {
    const { usage } = await Promise.resolve().then((function () { return help; }));
    const asked = options.help || word !== void 0;
    if (asked) return await showAsked(program, usage(name, all, more));
    await tell(io.stderr, usage(name, all, more));
    return ExitUsage;
  }
  if (word === "help" || word === "schema") {
    if (rest.length !== 1) throw new ArityError(word);
    const command = find(all, rest[0]);
    return await (word === "help" ? showHelp(program, command) : showSchema(program, command));
  }
  return await runCommand(program, find(all, word), options, reading);
});
const signalOf = (function signalOf({ signal, watch }) {
  return signal ?? watch?.();
});
const moreOptions = (function moreOptions({ askOption = false, extensions = [] }) {
  return { ask: askOption, extensions: extensions.flatMap((({ option }) => option ?? [])) };
});
const find = (function find(all, name) {
  const command = all.find(((command2) => command2.name === name));
  if (command) return command;
  throw new UnknownCommandError(name, [...all.map((({ name: name2 }) => name2)), ...OWN_COMMANDS]);
});
const runCommand = (async function runCommand(program, command, options, { input, cancelling, refuse }) {
  const { name, io, askOption } = program;
  const around = { program: name, options: optionNames(moreOptions(program)), input };
  let parsed;
  try {
    parsed = await parseArguments(command, options.rest.slice(1), around);
  } catch (error) {
    if (cancelling.signal?.aborted) {
      await tell(io.stderr, `Error: ${cancelled().message}`);
      return ExitFailed;
    }
    return await refuse(error, command.name);
  }
  if (parsed.help) return await showHelp(program, command);
  for (const note of parsed.notes) await tell(io.stderr, `${name}: ${note}`);
  return await runCall({
    program: name,
    tool: toolOf(program, command),
    args: parsed.args,
    options,
    ask: !askOption || options.ask ? program.ask : void 0,
    io,
    signal: signalOf(cancelling),
    again: program.before !== void 0
  });
});
const toolOf = (function toolOf({ tools }, { name }) {
  return tools.find(((tool) => tool.name === name));
});
const showHelp = (async function showHelp(program, command) {
  const { section } = await Promise.resolve().then((function () { return help; }));
  return await showAsked(program, section(program.name, command));
});
const showAsked = (async function showAsked({ name, io }, text) {
  const failure = await show(io.stdout, text);
  if (failure === void 0) return ExitOK;
  await tell(io.stderr, `${name}: writing the output failed: ${failure}`);
  return ExitFailed;
});
const main = (async function main(options) {
  let args;
  try {
    args = await processArgs();
  } catch (error) {
    Deno.exit(await usageError({ name: options.name, io: denoIo() }, error));
  }
  Deno.exit(await runMain(options, args));
});
const runMain = (async function runMain(options, args) {
  const { name, ask, extensions } = options;
  const set = options.tools instanceof ToolSet ? options.tools : new ToolSet(options.tools);
  const io = denoIo();
  let interrupts;
  endWith(ExitFailed);
  watchFailures(
    ((error) => tell(io.stderr, `${name}: a tool left a failure behind: ${messageOf(error)}`))
  );
  try {
    const program = {
      name,
      tools: [...set],
      list: options.tools,
      ask,
      askOption: !!ask,
      extensions,
      io
    };
    const watch = (() => (interrupts ??= watchInterrupts()).signal);
    const status = await runProgram(program, args, { watch });
    endWith(status);
    return status;
  } finally {
    await set.close().catch(((error) => tell(io.stderr, `${name}: ${messageOf(error)}`)));
    interrupts?.stop();
  }
});
const terminalPrompt = (function terminalPrompt() {
  let loading;
  return (async (question, call) => {
    loading ??= import('./cli/_rest.js').then((function (n) { return n._terminal; })).then((({ terminalElicitor }) => terminalElicitor()));
    return (await loading)(question, call);
  });
});
const renewable = (function renewable(tools, renew) {
  LISTS.set(tools, { ...LISTS.get(tools), tools: [...tools], renew });
  return tools;
});
const watchable = (function watchable(tools, watch) {
  LISTS.set(tools, { ...LISTS.get(tools), tools: [...tools], watch });
  return tools;
});
const renewalOf = (function renewalOf(tools) {
  return knownOf(tools)?.renew;
});
const watchOf = (function watchOf(tools) {
  return knownOf(tools)?.watch;
});
const knownOf = (function knownOf(tools) {
  const known = LISTS.get(tools);
  if (!known) return void 0;
  const now = [...tools];
  const same = now.length === known.tools.length && now.every(((tool, index) => tool === known.tools[index]));
  return same ? known : void 0;
});
const calling = (function calling(program, ask = false) {
  const call = `${program} <command>`;
  return `## Calling ${code(program)}

Every call is one command line: ${code(call)} and the command's arguments, as flags, as one JSON object, or as both. Prefer flags.

\`\`\`sh
${call} --title "Don't panic" --target.host example.com --limits cpu=2 --limits mem=4
\`\`\`

A field of an object has a flag named by its path, such as \`--target.host\`. The flag of an array is given once per element, that of a map once per entry, as \`key=value\`. Put a value in double quotes when it holds a space, a single quote, a line break or another character that the shell reads; a map entry is quoted whole, as in \`--labels "note=two words"\`. Inside double quotes, write \`\\"\`, \`\\$\`, \`\` \\\` \`\` and \`\\\\\` for those characters. Type a line break as one: \`\\n\` stays two characters. A boolean flag stands alone, or says \`--flag=false\`.

Values that no flag can give go in a JSON object after the flags, each value in one place only. Put the JSON in single quotes, on one line; a line break in a string is \`\\n\` there.

\`\`\`sh
${call} --path notes.txt '{"edits":[{"old":"one","new":"two\\nthree"}]}'
\`\`\`

Only when the JSON holds a single quote, pass it on standard input, in a here-document whose first \`EOF\` is quoted:

\`\`\`sh
${call} - <<'EOF'
{"edits":[{"old":"one","new":"it's two"}]}
EOF
\`\`\`

Any parameter can also be given by itself as JSON (\`--edits:='[]'\`, \`--limit:=null\`), as JSON from a file (\`--edits:=@edits.json\`) or, for a string, as a file's text (\`--body:@notes.md\`). The file \`-\` is standard input.

In PowerShell 7.3 or later, put JSON and values in single quotes, where a single quote is written twice: \`'{"note":"it''s"}'\`. Older versions drop double quotes inside an argument: there, put the JSON in a file and run \`Get-Content -Raw args.json | ${call} -\`.

The exit status says what came of the call:

- \`0\`: It succeeded; the output is on stdout. Where stderr says that the output could not be written, the work is done all the same: do not run it again for that.
- \`1\`: It failed; stderr says why. Correct the arguments where they are at fault, and run it again.
- \`2\`: It did not run, and nothing was done; stderr says why: the command line is wrong, or the tool refused, as after a decline.
- \`3\`: It asks a question, which stdout holds as JSON. Ask the user, then run the same command again with \`--answer '<reply>'\` before the command: \`accept\`, \`decline\`, \`cancel\`, or a JSON object that answers a form. Give the answers to earlier questions again, in order.

Options come before the command: \`--answer <reply>\` answers a question, \`--out <dir>\` says where files are saved (their paths are printed; otherwise a temporary directory), \`--record <file>\` appends the call's records as JSON lines${ask ? ", `--ask` asks the person at the terminal" : ""}. ${code(`${program} help <command>`)} shows one command, ${code(`${program} schema <command>`)} its JSON Schema.
`;
});
const section = (function section(program, command) {
  const blocks = [
    `### ${code(command.name)}`,
    nested(command.description),
    hints(command),
    `\`\`\`sh
${synopsis(program, command)}
\`\`\``,
    paramLines(command.params, "", "").join("\n")
  ];
  return `${blocks.filter(((block) => block)).join("\n\n")}
`;
});
const nested = (function nested(description) {
  let fence = "";
  const lines = visible(description.trim().replaceAll("\r\n", "\n")).split("\n").map(((line) => {
    const [, mark = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = "";
      return line;
    }
    fence = mark;
    return line.replace(/^ {0,3}(?=#{1,6}(?:\s|$))/, "$&\\");
  }));
  return [...lines, ...fence ? [fence] : []].join("\n");
});
const hints = (function hints({ annotations, needsOrder }) {
  const { readOnly, destructive, idempotent, openWorld } = annotations;
  const words = [
    readOnly ? "read-only" : destructive ? "may be destructive" : "",
    !readOnly && idempotent ? "idempotent" : "",
    openWorld ? "reaches outside systems" : ""
  ].filter(((word) => word));
  const lines = [
    words.length > 0 ? `Hints from the tool: ${words.join("; ")}.` : "",
    needsOrder ? "Nothing orders a call of it against calls by other processes." : ""
  ];
  return lines.filter(((line) => line)).join("\n");
});
const synopsis = (function synopsis(program, { name, params }) {
  const json = jsonNeed(params, true);
  return [
    program,
    shellWord(name),
    ...synopsisFlags(params, "", true),
    ...json === "required" ? ["(<json> | -)"] : json === "optional" ? ["[<json> | -]"] : []
  ].join(" ");
});
const synopsisFlags = (function synopsisFlags(params, prefix, within) {
  return params.flatMap(((param) => {
    const path = prefix + param.name, required = within && param.required;
    const fields = synopsisFlags(param.fields ?? [], `${path}.`, required);
    if (!param.flag()) return fields;
    const flag = shellWord(`--${path}`);
    const type = param.repeated() ? param.items : param.type;
    const value = param.map() ? ` <key>=<${param.values}>` : type === "boolean" ? "" : ` <${type}>`;
    const repeat = param.repeated() || param.map() ? " ..." : "";
    const text = `${flag}${value}${repeat}`;
    return [required ? text : `[${text}]`];
  }));
});
const jsonNeed = (function jsonNeed(params, within) {
  let need = "";
  for (const param of params) {
    if (param.flag()) continue;
    const required = within && param.required;
    const inner = param.fields && hasFlag(param.fields) ? jsonNeed(param.fields, required) : required ? "required" : "optional";
    if (inner === "required") return inner;
    need ||= inner;
  }
  return need;
});
const paramLines = (function paramLines(params, prefix, indent) {
  return params.flatMap(((param) => {
    const path = prefix + param.name;
    const about = collapsed(param.description);
    const line = `${indent}- ${code(`${param.flag() ? "--" : ""}${path}`)} (${facts(param)})` + (about && `: ${about}`) + choices(param, about);
    return [
      line,
      ...paramLines(param.fields ?? [], `${path}.`, `${indent}  `),
      ...paramLines(param.elements ?? [], `${path}[].`, `${indent}  `)
    ];
  }));
});
const facts = (function facts(param) {
  const { format, range, pattern } = param;
  return [
    typeLabel(param),
    param.repeated() || param.map() ? "repeatable" : "",
    param.required ? "required" : "",
    param.flag() || hasFlag(param.fields ?? []) ? "" : "JSON only",
    format && `format ${collapsed(format)}`,
    range,
    pattern && `pattern ${code(pattern)}`,
    param.default && `default ${code(param.default)}`
  ].filter(((fact) => fact)).join(", ");
});
const typeLabel = (function typeLabel({ type, items, values }) {
  if (!type) return "any JSON value";
  if (items) return `array of ${collapsed(items)}`;
  return values ? `map of ${collapsed(values)}` : collapsed(type);
});
const choices = (function choices(param, about) {
  if (!param.enum) return "";
  const words = param.type === "array" ? "Each one of" : "One of";
  const end = about.endsWith(".") ? "" : ".";
  return `${end} ${words} ${param.enum.map(code).join(", ")}`;
});
const signalGroup = (function signalGroup(pid, signal) {
  try {
    if (Deno.build.os === "windows") {
      new Deno.Command("taskkill", { args: ["/T", "/F", "/PID", String(pid)] }).outputSync();
    } else Deno.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
});
const endGroup = (async function endGroup(pid, grace) {
  if (Deno.build.os === "windows" || !signalGroup(pid, "SIGTERM")) return;
  for (let waited = 0; waited < grace; waited += 10) {
    await pause(10);
    if (!signalGroup(pid, "SIGCONT") || onlyZombies(pid)) return;
  }
  signalGroup(pid, "SIGKILL");
});
const readValue = (function readValue(text, kept) {
  if (!kept && hasPlainNumbers(text)) return JSON.parse(text);
  const keeps = kept ?? (((number) => !fitsDouble(number)));
  return JSON.parse(
    text,
    ((_name, value, ...[context]) => typeof value === "number" && keeps(context.source) ? new JsonNumber(context.source) : value)
  );
});
const isNumeric = (function isNumeric(value) {
  return typeof value === "number" || value instanceof JsonNumber;
});
const textOf = (function textOf(value) {
  return typeof value === "number" ? String(value) : value.text;
});
const isObject = (function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
});
const typesOf = (function typesOf(limit) {
  const types = Array.isArray(limit) ? listOf(limit) : [limit];
  const tests = types.map(((type) => {
    if (typeof type === "string" && Object.hasOwn(TYPES, type)) return TYPES[type];
    throw new SchemaError(`schema type ${keyOf(type)} is not a JSON Schema type`);
  }));
  return ((value) => tests.some(((test) => test(value))));
});
const ordered = (function ordered(limit, fits) {
  const bound = numeric(limit);
  return ((value) => !isNumeric(value) || fits(
    typeof value === "number" && typeof bound === "number" ? value - bound : compareDecimals(textOf(value), textOf(bound))
  ));
});
const counted = (function counted(limit, count, fits) {
  const bound = Number(textOf(numeric(limit)));
  return ((value) => {
    const found = count(value);
    return found === void 0 || fits(found, bound);
  });
});
const codePoints = (function codePoints(value) {
  if (typeof value !== "string") return void 0;
  return value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
});
const numeric = (function numeric(limit) {
  if (!(limit instanceof JsonNumber)) throw new UndecidedError();
  return fitsDouble(limit.text) ? Number(limit.text) : limit;
});
const problemsOf = (function problemsOf(check, value, path) {
  const problems = [];
  check(value, path, problems);
  return problems;
});
const checkPart = (function checkPart(check, part, step, path, problems) {
  path.push(step);
  check(part, path, problems);
  path.pop();
});
const interpreter = (function interpreter(root, formats) {
  try {
    const document = { root, draft: draftOf(root) ?? "2020-12", checks: /* @__PURE__ */ new Map() };
    const compiler = {
      formats,
      found: /* @__PURE__ */ new Map(),
      compile: ((schema) => compile(document, compiler, schema)),
      resolve: ((ref) => resolve(document, ref))
    };
    const check = compiler.compile(root);
    return ((text, parsed) => {
      compiler.found.clear();
      const value = parsed !== void 0 && hasPlainNumbers(text) ? parsed : readValue(text);
      return problemsOf(check, value, []);
    });
  } catch (error) {
    if (error instanceof UndecidedError) return void 0;
    throw error;
  }
});
const draftOf = (function draftOf(root) {
  const name = root instanceof Map ? root.get("$schema") : void 0;
  if (name === void 0) return void 0;
  switch (typeof name === "string" && name.replace(/^https?:\/\/json-schema\.org\/|#$/g, "")) {
    case "draft/2020-12/schema":
      return "2020-12";
    case "draft/2019-09/schema":
      return "2019-09";
    case "draft-07/schema":
      return "draft-07";
  }
  throw new SchemaError(`$schema: unknown version ${keyOf(name)}`);
});
const compile = (function compile(document, compiler, schema) {
  if (schema === true) return (() => {
  });
  if (schema === false) {
    return ((_value, path, problems) => problems.push(problem(path, "false schema", false)));
  }
  if (!(schema instanceof Map)) throw new UndecidedError();
  const known = document.checks.get(schema);
  if (known) return known;
  const check = ((value, path, problems) => own(value, path, problems));
  document.checks.set(schema, check);
  const own = compileObject(document, compiler, schema);
  return check;
});
const compileObject = (function compileObject({ draft }, compiler, schema) {
  if (schema.keys().some(((keyword) => OTHERS.has(keyword)))) throw new UndecidedError();
  if (draft !== "2020-12" && schema.has("prefixItems")) throw new UndecidedError();
  const alone = draft === "draft-07" && schema.has("$ref");
  const tests = [];
  for (const keyword of alone ? ["$ref"] : Object.keys(RULES)) {
    const limit = schema.get(keyword);
    if (limit === void 0) continue;
    tests.push({ keyword, limit, test: RULES[keyword](limit, compiler, schema) });
  }
  return ((value, path, problems) => {
    for (const { keyword, limit, test } of tests) {
      if (test(value, path, problems) !== false) continue;
      problems.push(problem(path, keyword, limit));
      if (keyword === "enum" || keyword === "const" || keyword === "type") return;
    }
  });
});
const usage = (function usage(program, commands, options = {}) {
  const index = commands.map(((command) => {
    const about = firstLine(command.description);
    const note = command.needsOrder ? " (not ordered against other processes)" : "";
    return `- ${code(command.name)}${about && `: ${about}`}${note}
`;
  }));
  return `${calling(program, options.ask)}
## Commands

${index.join("")}`;
});



class ToolError extends Error {
  static {
    knowOthers(this, "ToolError");
  }
  /** The class's name. */
  name = "ToolError";
  /** For the program that runs the call; no caller sees it. */
  details;
  /** A record that the program writes when the call has ended. */
  record;
  /**
   * Makes a failure.
   *
   * @param message What the caller reads.
   * @param options What else to carry.
   */
  constructor(message, options = {}) {
    super(message, options);
    if ("details" in options) this.details = options.details;
    if (options.record) this.record = options.record;
  }
}
class NotRunError extends ToolError {
  static {
    knowOthers(this, "NotRunError");
  }
  /** The class's name. */
  name = "NotRunError";
}
class PanicError extends Error {
  /**
   * Makes an error of what was thrown.
   *
   * @param tool The tool's name.
   * @param value What it threw.
   */
  constructor(tool, value) {
    super(`tool "${tool}" panicked: ${textOf$1(value)}`);
    this.tool = tool;
    this.value = value;
  }
  tool;
  value;
  /** The class's name. */
  name = "PanicError";
}
class NobodyToAskError extends Error {
  static {
    knowOthers(this, "NobodyToAskError");
  }
  /** The class's name. */
  name = "NobodyToAskError";
  /**
   * Makes the error.
   *
   * @param message Why nobody can be asked.
   */
  constructor(message = "Nobody can be asked") {
    super(message);
  }
}
class ToolsChangedError extends NotRunError {
  static {
    knowOthers(this, "ToolsChangedError");
  }
  /** The class's name. */
  name = "ToolsChangedError";
  /** All tools, as they are now. */
  tools;
  /**
   * Makes a refusal.
   *
   * @param message What changed.
   * @param tools All tools, as they are now.
   */
  constructor(message, tools) {
    super(message);
    this.tools = tools;
  }
}
function messageOf(error) {
  try {
    return error instanceof Error ? String(error.message) : textOf$1(error);
  } catch {
    return "something that cannot be shown was thrown";
  }
}
function cancelled() {
  return new DOMException("the call was cancelled", "AbortError");
}
function textOf$1(value) {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

var errors = /*#__PURE__*/Object.freeze({
  __proto__: null,
  NobodyToAskError: NobodyToAskError,
  NotRunError: NotRunError,
  PanicError: PanicError,
  ToolError: ToolError,
  ToolsChangedError: ToolsChangedError,
  cancelled: cancelled,
  messageOf: messageOf
});

const RESULT = /* @__PURE__ */ Symbol.for("@x/toolcli/result");
const VALUE = /* @__PURE__ */ Symbol.for("@x/toolcli/value");
function result(content, options = {}) {
  const made = { content };
  if (options.details !== void 0) made.details = options.details;
  if (options.record) made.record = options.record;
  return Object.defineProperty(made, RESULT, { value: true });
}

function image(bytes, mimeType) {
  return { type: "image", data: encodeBase64(bytes), mimeType };
}
function file(name, bytes, mimeType) {
  const uri = `file:///${encodeURIComponent(name.toWellFormed())}`;
  const blob = encodeBase64(bytes);
  return { type: "resource", resource: mimeType ? { uri, mimeType, blob } : { uri, blob } };
}

function valueText(result2) {
  const [part, another] = result2.content;
  return VALUE in result2 && part?.type === "text" && !another ? part.text : void 0;
}


const CHUNK = 12288;
function encodeBase64(bytes) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const piece = bytes.subarray(at, at + CHUNK);
    pieces.push(btoa(Reflect.apply(String.fromCharCode, null, piece)));
  }
  return pieces.join("");
}

class JsonNumber {
  /** @param text The number's JSON text. */
  constructor(text) {
    this.text = text;
  }
  text;
}
class DuplicateMemberError extends SyntaxError {
  /** @param path The member's path from the top: `target.host`, `items[0].name`. */
  constructor(path) {
    super(`Member "${path}" is given twice`);
    this.path = path;
  }
  path;
  name = "DuplicateMemberError";
}
const MAX_DEPTH$1 = 1e3;
const QUOTE = 34, BACKSLASH = 92, COMMA = 44, NINE = 57, COLON = 58;
const OPEN_OBJECT = 123, CLOSE_OBJECT = 125, OPEN_ARRAY = 91, CLOSE_ARRAY = 93;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;


function fail(reader) {
  throw new SyntaxError(
    reader.at >= reader.text.length ? "Unexpected end of JSON text" : `Unexpected ${JSON.stringify(reader.text[reader.at])} at position ${reader.at}`
  );
}





function failAt(reader, at) {
  reader.at = at;
  fail(reader);
}


function items(reader) {
  const found = [];
  expect(reader, OPEN_ARRAY);
  if (take$1(reader, CLOSE_ARRAY)) return found;
  do
    found.push(skipValue(reader));
  while (take$1(reader, COMMA));
  expect(reader, CLOSE_ARRAY);
  return found;
}





function stringEnd(text, start) {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
}
function pathOf(levels) {
  return levels.map(({ names, name, index }, depth) => names ? `${depth ? "." : ""}${name}` : `[${index}]`).join("");
}






let checked;
let plain = false;



function jsonItems(text) {
  return items(readerOf(text));
}

var json = /*#__PURE__*/Object.freeze({
  __proto__: null,
  DuplicateMemberError: DuplicateMemberError,
  JsonNumber: JsonNumber,
  checkJson: checkJson,
  hasPlainNumbers: hasPlainNumbers,
  jsonItems: jsonItems,
  jsonMembers: jsonMembers,
  jsonProblem: jsonProblem,
  parseJson: parseJson,
  parseWrittenJson: parseWrittenJson,
  stringifyJson: stringifyJson
});


function standardReader(tool, { "~standard": standard }) {
  if (typeof standard.jsonSchema?.input !== "function") {
    throw new TypeError(
      `Tool "${tool}" has parameters that give no JSON Schema: "~standard.jsonSchema" is not there (zod has it from 4.2 on, valibot through toStandardJsonSchema of @valibot/to-json-schema)`
    );
  }
  let made;
  const make = () => {
    if (made) return made;
    try {
      return made = { schema: standard.jsonSchema.input({ target: "draft-2020-12" }) };
    } catch (error) {
      const message = `The parameters of tool "${tool}" have no JSON Schema: ${messageOf(error)}`;
      return made = { failure: new Error(message, { cause: error }) };
    }
  };
  return {
    schema() {
      const made2 = make();
      return "schema" in made2 ? made2.schema : void 0;
    },
    async read(value) {
      const made2 = make();
      if ("failure" in made2) throw made2.failure;
      const outcome = await standard.validate(value);
      return outcome.issues ? { problems: outcome.issues.map(wording) } : { value: outcome.value };
    }
  };
}
function wording({ message, path = [] }) {
  const place = path.map((step, depth) => {
    const key = typeof step === "object" ? step.key : step;
    return typeof key === "number" ? `[${key}]` : `${depth ? "." : ""}${String(key)}`;
  }).join("");
  return path.length > 0 ? `${place}: ${message}` : message;
}

class SchemaError extends Error {
  name = "SchemaError";
  /**
   * @param reason What is wrong with the schema.
   * @param options What it comes from.
   */
  constructor(reason, options) {
    super(`Invalid schema: ${reason}`, options);
  }
}



function depthOf(text) {
  let depth = 0, deepest = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{\]}]/g)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth--;
  }
  return deepest;
}

var validate = /*#__PURE__*/Object.freeze({
  __proto__: null,
  SchemaError: SchemaError,
  validator: validator
});


function defineRawTool(definition) {
  const { parameters, execute } = definition;
  return makeTool(definition, () => parameters, (call) => {
    checkArguments(call.args);
    return execute.call(definition, call);
  });
}

function withArguments(call, args) {
  return Object.create(call, { args: { value: args, enumerable: true } });
}



function invalid(problems) {
  return new Error(`invalid arguments: ${problems.join("; ")}`);
}

class Executor {
  #options;
  #limit;
  /**
   * Makes an executor, which may run many batches.
   *
   * @param options How to run calls.
   */
  constructor(options = {}) {
    const { maxParallel = 0 } = options;
    this.#options = options;
    this.#limit = maxParallel > 0 ? maxParallel : 8;
  }
  /**
   * Runs a batch. A job that waits for another one starts when the consumer asks for what comes
   * after that one's last event. Stopping early cancels the batch and waits for the running tools.
   *
   * @param jobs The calls.
   * @param options `signal` cancels the batch: running tools see their call's signal aborted, and
   * jobs that have not started fail with `the call was cancelled`.
   * @returns The events, each job's in order. A failed call is an event and throws nothing.
   */
  execute(jobs, options = {}) {
    return runBatch(jobs, this.#options, this.#limit, options.signal);
  }
}

class Cancellation {
  #outer;
  #cancelled = false;
  #controller;
  constructor(outer) {
    this.#outer = outer;
  }
  get cancelled() {
    return this.#cancelled || (this.#outer?.aborted ?? false);
  }
  get signal() {
    if (!this.#controller) {
      this.#controller = new AbortController();
      this.#outer?.addEventListener("abort", this.cancel);
      if (this.cancelled) this.cancel();
    }
    return this.#controller.signal;
  }
  cancel = () => {
    this.#cancelled = true;
    this.#controller?.abort(cancelled());
  };
  /** The batch has ended: what happens outside is no matter any more. */
  end() {
    if (this.#controller) this.#outer?.removeEventListener("abort", this.cancel);
    this.#cancelled = this.cancelled;
    this.#outer = void 0;
  }
}





class ToolSet {
  static {
    knowOthers(this, "ToolSet");
  }
  #tools;
  #closing;
  /**
   * Makes a set.
   *
   * @param tools The tools; they are read once.
   */
  constructor(tools) {
    this.#tools = [...tools];
  }
  /**
   * Finds a tool.
   *
   * @param name The tool's name.
   * @returns The first tool of that name.
   */
  lookup(name) {
    return this.#tools.find((tool) => tool.name === name);
  }
  /**
   * Checks that every tool has a name of its own.
   *
   * @throws {TypeError} Where one has not: the first.
   */
  validate() {
    const names = /* @__PURE__ */ new Set();
    for (const [index, { name }] of this.#tools.entries()) {
      if (!name) throw new TypeError(`tool[${index}]: empty name`);
      if (names.has(name)) throw new TypeError(`tool "${name}": duplicate name`);
      names.add(name);
    }
  }
  /**
   * Closes every tool that can be closed, in order, also after one fails. A second call closes
   * nothing and reports nothing; it resolves when the first has ended.
   *
   * @throws {AggregateError} Where tools fail to close: one error for each.
   */
  async close() {
    const first = this.#closing === void 0;
    const errors = await (this.#closing ??= closeAll(this.#tools));
    if (first && errors.length > 0) {
      throw new AggregateError(errors, errors.map((error) => error.message).join("; "));
    }
  }
  /**
   * Goes through the tools.
   *
   * @returns The tools in order.
   */
  [Symbol.iterator]() {
    return this.#tools.values();
  }
  /** Closes the set: see {@linkcode ToolSet.close}. */
  async [Symbol.asyncDispose]() {
    await this.close();
  }
}
const NO_ARGS_SCHEMA = { type: "object", properties: {}, required: [] };

function keysOf(tool) {
  const keys = /* @__PURE__ */ new Set();
  for (const owner of ownersOf(tool)) for (const key of Reflect.ownKeys(owner)) keys.add(key);
  return [...keys];
}
function descriptorOf(tool, key) {
  for (const owner of ownersOf(tool)) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, key);
    if (descriptor) return descriptor;
  }
}
function* ownersOf(tool) {
  let owner = tool;
  do {
    yield owner;
    owner = Object.getPrototypeOf(owner);
  } while (owner && owner !== Object.prototype);
}





function visibleJson(json) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return replaceHidden(json, (char) => char.split("").map(escape).join(""));
}


var visible$1 = /*#__PURE__*/Object.freeze({
  __proto__: null,
  replaceHidden: replaceHidden,
  visible: visible,
  visibleJson: visibleJson,
  visibleLine: visibleLine
});







function compareDecimals(a, b) {
  const left = read(a), right = read(b);
  if (left.negative !== right.negative) return left.negative ? -1 : 1;
  return left.negative ? compareSizes(right, left) : compareSizes(left, right);
}
function equalDecimals(a, b) {
  return normalDecimal(a) === normalDecimal(b);
}
function normalDecimal(text) {
  const { negative, digits, point } = read(text);
  return digits === "" ? "0" : `${negative ? "-" : ""}0.${digits}e${point}`;
}
function isMultipleOf(a, b) {
  const left = read(a), right = read(b);
  if (left.digits === "" || right.digits === "") return left.digits === "";
  const shift = left.point - BigInt(left.digits.length) - (right.point - BigInt(right.digits.length));
  if (shift < 0n) return false;
  let divisor = BigInt(right.digits);
  for (const factor of [2n, 5n]) {
    for (let i = shift; i > 0n && divisor % factor === 0n; i--) divisor /= factor;
  }
  return BigInt(left.digits) % divisor === 0n;
}


function compareSizes(a, b) {
  if (a.digits === "" || b.digits === "") return a.digits.length - b.digits.length;
  if (a.point !== b.point) return a.point < b.point ? -1 : 1;
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1;
}

class ValueError extends Error {
  name = "ValueError";
}



const TRUE = ["1", "t", "T", "TRUE", "true", "True"];
const FALSE = ["0", "f", "F", "FALSE", "false", "False"];
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const HEX_FLOAT = /^([+-]?)0[xX]([\da-fA-F]*)(?:\.([\da-fA-F]*))?[pP]([+-]?\d+)$/;
function refuse(text, what) {
  throw new ValueError(`${JSON.stringify(text)} is not ${what}`);
}

function numberJson(text) {
  if (JSON_NUMBER.test(text)) return text;
  const decimal = DECIMAL.exec(text);
  if (decimal && /\d/.test(text.split(/[eE]/)[0])) {
    const [, sign, whole = "", fraction, exponent] = decimal;
    return (sign === "-" ? "-" : "") + (whole.replace(/^0+/, "") || "0") + (fraction ? `.${fraction}` : "") + (exponent ? `e${exponent}` : "");
  }
  return hexFloatJson(text);
}
function hexFloatJson(text) {
  const [, sign, whole = "", fraction = "", exponent] = HEX_FLOAT.exec(text) ?? [];
  if (exponent === void 0 || !(whole + fraction)) return;
  const value = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (+exponent - 4 * fraction.length);
  if (Number.isFinite(value)) return (sign === "-" ? "-" : "") + String(value);
}


const MAX_HOPS = 32;

function beside(schema, keyword, inner) {
  const joined = new Map(inner instanceof Map ? inner : []);
  for (const [name, value] of schema) {
    if (name === keyword) continue;
    const other = joined.get(name);
    if (name === "properties" && value instanceof Map && other instanceof Map) {
      joined.set(name, new Map([...value, ...other]));
    } else if (name === "required" && Array.isArray(value) && Array.isArray(other)) {
      joined.set(name, [...value, ...other]);
    } else joined.set(name, value);
  }
  return joined;
}
function isNull(schema) {
  if (!(schema instanceof Map)) return false;
  const values = schema.get("enum");
  return schema.get("type") === "null" || schema.get("const") === null || Array.isArray(values) && values.length === 1 && values[0] === null;
}
function constants(alternatives) {
  const values = alternatives.map(
    (schema) => schema instanceof Map ? schema.get("const") : void 0
  );
  return values.length > 0 && values.every((value) => value !== void 0) ? values : void 0;
}
function resolve$1(ref, root) {
  if (ref !== "#" && !ref.startsWith("#/")) return void 0;
  let target = root;
  for (const part of ref.split("/").slice(1)) {
    const name = pointerName(part);
    target = target instanceof Map ? target.get(name) : Array.isArray(target) && /^\d+$/.test(name) ? target[Number(name)] : void 0;
  }
  return target;
}
function pointerName(part) {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
}


const MAX_PARAMS = 1e4, MAX_DEPTH = 200;



function hasProperties(schema) {
  const properties = schema.get("properties");
  return properties instanceof Map && properties.size > 0;
}






function typeOfValue(value) {
  if (value === null) return "null";
  if (value instanceof JsonNumber) return isIntegral(value.text) ? "integer" : "number";
  return Array.isArray(value) ? "array" : value instanceof Map ? "object" : typeof value;
}



const SAFE_INTEGER = String(Number.MAX_SAFE_INTEGER);




const OWN_COMMANDS = ["help", "schema"];





const ExitOK = 0;
const ExitFailed = 1;
const ExitUsage = 2;
const ExitNeedsAnswer = 3;

async function openLog(path) {
  const file = await Deno.open(path, { append: true, create: true, mode: 384 });
  const { isFile } = await file.stat();
  const append = async (line) => {
    await file.lock(true);
    const { size } = await file.stat();
    try {
      await writeAll(file, new TextEncoder().encode(`${line}
`));
      if (isFile) await file.syncData();
    } catch (error) {
      if (isFile) await file.truncate(size);
      throw error;
    } finally {
      await file.unlock();
    }
  };
  let last = Promise.resolve(), closed;
  return {
    append(line) {
      const appended = last.then(() => append(line));
      last = appended.catch(() => {
      });
      return appended;
    },
    close: () => closed ??= last.then(() => file.close())
  };
}
async function writeAll(file, bytes) {
  while (bytes.length > 0) bytes = bytes.subarray(await file.write(bytes));
}
async function createFile(path, bytes) {
  let file;
  try {
    file = await Deno.open(path, { write: true, createNew: true, mode: 420 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
  try {
    await writeAll(file, bytes);
    return true;
  } catch (error) {
    await Deno.remove(path).catch(() => {
    });
    throw error;
  } finally {
    file.close();
  }
}


class OwnOutput {
  #stream;
  #isTerminal;
  constructor(stream, isTerminal) {
    this.#stream = stream;
    this.#isTerminal = isTerminal;
  }
  get isTerminal() {
    return this.#isTerminal ?? this.#stream.isTerminal();
  }
  /**
   * The first piece is not written by `writeSync`: that takes a tenth of the time, but then a program
   * may end before Deno has had a turn in which it keeps the program's compiled code, and each start
   * would compile it anew. Nor are those of a text that a pipe may not have room for, because no
   * interrupt is seen while a reader is waited for.
   */
  async write(text) {
    let waits = true;
    for (const bytes of pieces(text)) {
      for (let left = bytes; left.length > 0; ) {
        try {
          left = left.subarray(
            waits ? await this.#stream.write(left) : this.#stream.writeSync(left)
          );
          waits = text.length > PIPE;
        } catch (error) {
          if (!(error instanceof Deno.errors.WouldBlock)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    }
  }
}
const PIPE = 65536;
const PIECE = 4096;

class StreamOutput {
  #stream;
  isTerminal;
  constructor(stream, isTerminal = false) {
    this.#stream = stream;
    this.isTerminal = isTerminal;
  }
  async write(text) {
    const { writeStream } = await import('./cli/_rest.js').then(function (n) { return n.write_stream; });
    await writeStream(this.#stream, text);
  }
}
async function readOwn() {
  const chunks = [];
  for (let size = 2 ** 16; ; size = 2 ** 20) {
    const chunk = new Uint8Array(size);
    let length = 0, read = 0;
    while (length < size && (read = await Deno.stdin.read(chunk.subarray(length))) !== null) {
      length += read;
    }
    chunks.push(chunk.subarray(0, length));
    if (read === null) return joined(chunks);
  }
}
async function readAll(stream) {
  return joined(await Array.fromAsync(stream));
}
function joined(chunks) {
  if (chunks.length === 1) return chunks[0];
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

var deno_io = /*#__PURE__*/Object.freeze({
  __proto__: null,
  denoIo: denoIo
});

class UsageError extends Error {
  name = "UsageError";
}
class UnknownNameError extends UsageError {
  /**
   * @param message What is wrong.
   * @param given The name given.
   * @param known The names that are known, each with what the caller would have written.
   */
  constructor(message, given, known) {
    super(message);
    this.given = given;
    this.known = known;
  }
  given;
  known;
}
class UnknownCommandError extends UnknownNameError {
  /**
   * @param command The name given.
   * @param commands The names of the commands.
   */
  constructor(command, commands) {
    super(
      `unknown command ${quote(command)}`,
      command,
      // It may be a word of the program's own, which is not to be had here.
      () => new Map(commands.filter((name) => name !== command).map((name) => [name, quote(name)]))
    );
  }
}
class UnknownFlagError extends UnknownNameError {
  /**
   * @param flag The name given, without dashes.
   * @param known The flags that there are, as written.
   */
  constructor(flag, known) {
    super(`flag provided but not defined: -${flag}`, flag.replace(/(?!^):.*$/s, ""), known);
  }
}
class OptionAfterCommandError extends UsageError {
  /** @param option The option's name. */
  constructor(option) {
    super(`flag provided but not defined: -${option}, program options come before the command`);
  }
}
class FlagSyntaxError extends UsageError {
  /** @param token The whole token. */
  constructor(token) {
    super(`bad flag syntax: ${token}`);
  }
}
class MissingValueError extends UsageError {
  /** @param flag The flag's name. */
  constructor(flag) {
    super(`flag needs an argument: -${flag}`);
  }
}
class FlagValueError extends UsageError {
  /**
   * @param flag The flag's name.
   * @param value The value; absent where a boolean flag stood alone.
   * @param boolean Whether the flag is a boolean one.
   * @param reason What is wrong with it.
   */
  constructor(flag, value, boolean, reason) {
    super(
      value === void 0 ? `invalid boolean flag ${flag}: ${reason}` : boolean ? `invalid boolean value ${quote(value)} for -${flag}: ${reason}` : `invalid value ${quote(value)} for flag -${flag}: ${reason}`
    );
  }
}
class ArityError extends UsageError {
  /** @param word `help` or `schema`. */
  constructor(word) {
    super(`${word} takes one command`);
  }
}
class JsonArgumentError extends UsageError {
  /** @param problem What the JSON argument is or does. */
  constructor(problem) {
    super(`the JSON argument ${problem}`);
  }
}
class TooManyArgumentsError extends UsageError {
  /** @param words The words. */
  constructor(words) {
    super(`one JSON argument at most, after the flags; got [${words.map(quote).join(" ")}]`);
  }
}
class FlagAfterJsonError extends UsageError {
  /** @param flag The flag as written, without its value. */
  constructor(flag) {
    super(`flags come before the JSON argument: move ${flag} before it`);
  }
}
class BrokenQuotesError extends UsageError {
  /**
   * @param count How many words arrived.
   * @param program The program's name.
   * @param command The command's name.
   */
  constructor(count, program, command) {
    super(
      `the JSON argument arrived as ${count} words: a single quote inside the single quotes ended them; pass it on standard input instead: ${program} ${command} - <<'EOF'`
    );
  }
}
class ConflictError extends UsageError {
  /**
   * @param first Where it is given: `--path`, `the JSON argument`.
   * @param second Where it is given again.
   * @param path The value's path.
   */
  constructor(first, second, path) {
    super(`${first} and ${second} both give ${quote(path)}`);
  }
}
class NotAnObjectError extends UsageError {
  /**
   * @param from Where the holder is given.
   * @param path The holder's path.
   */
  constructor(from, path) {
    super(`${from} gives ${quote(path)}, which is not an object`);
  }
}
class StdinTwiceError extends UsageError {
  constructor() {
    super("standard input can be read once, but two arguments ask for it");
  }
}
class UnreadableError extends UsageError {
  /**
   * @param path The file; `-` for standard input.
   * @param purpose What it is read for: `--body`, `the JSON argument`.
   * @param reason Why it cannot be read.
   */
  constructor(path, purpose, reason) {
    super(
      path === "-" ? `reading ${purpose} from stdin: ${reason}` : `reading ${quote(path)} for ${purpose}: ${reason}`
    );
  }
}
class FileContentError extends UsageError {
  /**
   * @param path The file; `-` for standard input.
   * @param purpose What it is read for.
   * @param problem The end of the sentence.
   */
  constructor(path, purpose, problem) {
    super(`${quote(path)} for ${purpose}${problem}`);
  }
}
class EncodingError extends UsageError {
  /** @param unsure Whether it may have been U+FFFD that was meant. */
  constructor(unsure = false) {
    super(
      unsure ? "an argument is not valid UTF-8, or holds U+FFFD: give that as \\ufffd in JSON" : "an argument is not valid UTF-8"
    );
  }
}
function quote(text) {
  return JSON.stringify(text);
}





const GRACE_MS = 5e3;
const SAME_INTERRUPT_MS = 500;



async function tell(output, text) {
  await print(output, line(text)).catch(() => {
  });
}


function withoutTail(text, characters) {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1])) end--;
  return text.slice(0, end);
}



function isHelp(name) {
  return name === "help" || name === "h";
}






function unknownFlag({ options, command }, name) {
  if (options.includes(name)) return new OptionAfterCommandError(name);
  return new UnknownFlagError(name, () => {
    const places = [...placesOf(command.params)];
    return new Map(places.map(([path, { param }]) => [
      path,
      param.flag() ? `--${path}` : `--${path}:=JSON`
    ]));
  });
}

function takeEntry(flags, name, place, word) {
  const at = word.indexOf("=");
  if (at < 1) throw new ValueError(`${JSON.stringify(word)} is not key=value`);
  const key = wellFormed(word.slice(0, at));
  const text = scalarJson(place.param.values, word.slice(at + 1));
  const given = flags.given.get(name);
  if (given?.kind !== "entries") {
    const entries = /* @__PURE__ */ new Map([[key, text]]);
    flags.given.set(name, { from: `--${name}`, place, kind: "entries", entries });
  } else if (given.entries.has(key)) {
    throw new ValueError(`gives the key ${JSON.stringify(key)} twice`);
  } else given.entries.set(key, text);
}
function takeJson(flags, name, place, word) {
  const key = place.param.map() ? `${name}:=` : name;
  if (flags.given.has(key)) throw new ValueError(TWICE);
  const value = word.startsWith("@") ? { file: word.slice(1), json: true } : jsonValue(word);
  flags.given.set(key, { from: `--${key}`, place, kind: "value", values: [value] });
}
function takeFile(flags, name, place, path) {
  const { param } = place;
  if (param.type !== "string" && !(param.type === "array" && param.items === "string")) {
    throw new ValueError(`it takes no text: --${name}:=@FILE reads JSON from a file`);
  }
  add(flags, name, place, { file: path, json: false });
}


const TWICE = "given more than once";

function looksLikeArray(word) {
  return word.trimStart().startsWith("[") && jsonProblem(word) === void 0;
}
function jsonValue(word) {
  const text = wellFormed(word).trim(), problem = jsonProblem(text);
  if (problem) throw new ValueError(problem);
  return text;
}
async function fileValue(input, flag, { file, json }) {
  const text = await input.file(file, flag);
  if (!json) return JSON.stringify(text);
  const problem = jsonProblem(text.trim());
  if (problem) throw new FileContentError(file, flag, `: ${problem}`);
  return text.trim();
}







function isObject$1(text) {
  return text.trimStart().startsWith("{") && !jsonProblem(text)?.startsWith("not valid JSON");
}

class InputReader {
  #io;
  #signal;
  /** What standard input held: it can be read once, a command line twice. */
  #stdin;
  constructor(io, signal) {
    this.#io = io;
    this.#signal = signal;
  }
  /** The JSON argument on standard input. */
  async json() {
    const text = await this.#text("-", "the JSON argument");
    if (text === void 0) throw new JsonArgumentError("is not valid UTF-8");
    return text;
  }
  /** The text of the file that a flag names; `-` is standard input. */
  async file(path, flag) {
    const text = await this.#text(path, flag);
    if (text === void 0) throw new FileContentError(path, flag, " is not valid UTF-8");
    return text;
  }
  #text(path, purpose) {
    if (path !== "-") return this.#bytes(path, purpose).then(decode$1);
    return this.#stdin ??= this.#bytes(path, purpose).then(decode$1);
  }
  async #bytes(path, purpose) {
    try {
      return await (path === "-" ? this.#readStdin() : this.#io.readFile(path));
    } catch (error) {
      throw new UnreadableError(path, purpose, messageOf(error));
    }
  }
  async #readStdin() {
    if (!this.#signal) return await this.#io.readStdin();
    const { untilAborted } = await import('./cli/_rest.js').then(function (n) { return n.until_aborted; });
    return await untilAborted(this.#io.readStdin(), this.#signal);
  }
}
function decode$1(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return void 0;
  }
}


class LateQuestions {
  #run;
  #questions;
  constructor(run) {
    this.#run = run;
    if (run.options.answers.length > 0) this.#load();
  }
  #load() {
    const { options, ask } = this.#run;
    return this.#questions ??= import('./cli/_rest.js').then(function (n) { return n._questions; }).then(({ Questions }) => new Questions(options.answers, ask));
  }
  ask = async (question, call) => (await this.#load()).ask(question, call);
  questions() {
    return this.#questions;
  }
}

function callId() {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return `cli_${Array.from(bytes, (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31]).join("")}`;
}
function progressLine(update) {
  const { progress, total, message } = typeof update === "object" && update !== null ? update : { message: update };
  const count = progress === void 0 ? "" : Number(total) > 0 ? `[${progress}/${total}]` : `[${progress}]`;
  const text = withoutTail(messageOf(message ?? ""), "\r\n");
  return [count, text].filter((part) => part).join(" ");
}



function unwritten(program, failures) {
  return `${program}: the call succeeded, but writing its output failed, so do not run it again for that: ${[...new Set(failures)].join("; ")}`;
}



function optionFlag(name, options) {
  switch (name) {
    case "answer":
      return { name, boolean: false, take: (word = "") => options.answers.push(answer(word)) };
    case "record":
    case "out":
      return { name, boolean: false, take: (word = "") => options[name] = word };
    case "ask":
      return {
        name,
        boolean: true,
        take: (word = "true") => options.ask = scalarJson("boolean", word) === "true"
      };
  }
  return { name, boolean: true, take: (value) => options.extension = { name, value } };
}
function answer(word) {
  if (word === "accept" || word === "decline" || word === "cancel") return { action: word };
  const text = word.trim();
  const problem = text.startsWith("{") ? jsonProblem(text) : "";
  if (problem === void 0) return { action: "accept", content: text };
  throw new ValueError(
    `an answer is accept, decline, cancel or a JSON object${problem && `: ${problem}`}`
  );
}


async function usageError({ name, io }, error, command) {
  if (!(error instanceof UsageError)) throw error;
  const { visibleLine } = await Promise.resolve().then(function () { return visible$1; });
  const hint = error instanceof UnknownNameError ? (await import('./cli/_rest.js').then(function (n) { return n.suggest; })).suggestion(error) : "";
  const about = command === void 0 ? "" : `${command}: `;
  const message = visibleLine(`${name}: ${about}${error.message}${hint}`);
  await tell(io.stderr, `${message}
Run \`${visibleLine(name)} help\` for usage.`);
  return ExitUsage;
}







async function showSchema(program, command) {
  const { name, io } = program;
  const { parseJson, stringifyJson } = await Promise.resolve().then(function () { return json; });
  const { visibleJson } = await Promise.resolve().then(function () { return visible$1; });
  let json$1;
  try {
    json$1 = stringifyJson(parseJson(schemaOf(toolOf(program, command))), 2);
  } catch (error) {
    await tell(io.stderr, `${name}: schema of ${command.name}: ${messageOf(error)}`);
    return ExitFailed;
  }
  return await showAsked(program, io.stdout.isTerminal ? visibleJson(json$1) : json$1);
}





class Runner {
  #options;
  #tools;
  /**
   * Makes a runner.
   *
   * @param options What it is made of.
   */
  constructor(options) {
    this.#options = options;
    this.#tools = [...options.tools];
  }
  /**
   * Runs one command line.
   *
   * @param args The words after the program's name.
   * @param options `signal` cancels the call, as an interrupt does.
   * @returns The exit status: {@linkcode ExitOK}, {@linkcode ExitFailed}, {@linkcode ExitUsage} or
   * {@linkcode ExitNeedsAnswer}.
   */
  run(args, options = {}) {
    const { name, tools: list, ask } = this.#options;
    const program = { name, tools: this.#tools, list, ask, io: denoIo(this.#options) };
    return runProgram(program, args, options);
  }
}



var terminal_prompt = /*#__PURE__*/Object.freeze({
  __proto__: null,
  terminalPrompt: terminalPrompt
});

const LISTS = /* @__PURE__ */ new WeakMap();














function hasFlag(params) {
  return params.some((param) => param.flag() || hasFlag(param.fields ?? []));
}





function markdown(program, commands) {
  const sections = commands.map((command) => `
${section(program, command)}`);
  return `${calling(program)}
## Commands
${sections.join("")}`;
}



function pause(milliseconds) {
  const signal = AbortSignal.timeout(milliseconds);
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
function onlyZombies(group) {
  if (Deno.build.os !== "linux") return false;
  try {
    for (const { name } of Deno.readDirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const [state, , pgrp] = statusOf(name);
      if (pgrp === String(group) && state !== "Z" && state !== "X") return false;
    }
    return true;
  } catch {
    return false;
  }
}
function statusOf(pid) {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
  } catch {
    return [];
  }
}

function prompt(input, output) {
  let loading;
  return async (question, call) => {
    loading ??= import('./cli/_rest.js').then(function (n) { return n._lines; }).then(({ lineElicitor }) => lineElicitor(input, output));
    return (await loading)(question, call);
  };
}

if (import.meta.main && /\/(?:mod\.ts|built\/mod\.js)$/.test(import.meta.url)) {
  import(new URL('host/main.js', import.meta.url).href).then(({ toolcli }) => toolcli());
}


function keyOf(value) {
  if (value instanceof JsonNumber) {
    return fitsDouble(value.text) ? String(Number(value.text)) : normalDecimal(value.text);
  }
  if (typeof value === "number") return String(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(keyOf)}]`;
  const members = value instanceof Map ? [...value] : Object.entries(value);
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${keyOf(item)}`).sort()}}`;
}




class UndecidedError extends Error {
}
const RULES = {
  enum: (limit, _compiler, schema) => {
    const keys = new Set(listOf(limit).map(keyOf));
    const types = schema.has("type") ? typesOf(schema.get("type")) : void 0;
    return (value) => keys.has(keyOf(value)) || value === null && types?.(value) === false;
  },
  const: (limit, compiler, schema) => RULES.enum([limit], compiler, schema),
  type: ((limit) => typesOf(limit)),
  $ref: (limit, compiler) => {
    const check = compiler.compile(compiler.resolve(limit));
    return (value, path, problems) => {
      const place = typeof value === "object" && value !== null ? value : JSON.stringify(path);
      const places = compiler.found.get(check) ?? /* @__PURE__ */ new Map();
      compiler.found.set(check, places);
      const known = places.get(place);
      const found = known ?? problemsOf(check, value, path);
      if (!known) places.set(place, found);
      for (const problem2 of found) {
        if (!known || !problems.includes(problem2)) problems.push(problem2);
      }
    };
  },
  not: (limit, compiler) => {
    const check = compiler.compile(limit);
    return (value, path) => problemsOf(check, value, path).length > 0;
  },
  anyOf: (limit, compiler) => {
    const checks = all(compiler, limit);
    return (value, path, problems) => {
      const inner = [];
      for (const check of checks) {
        const found = problemsOf(check, value, path);
        if (found.length === 0) return;
        inner.push(found);
      }
      problems.push({ ...problem(path, "anyOf", limit), inner });
    };
  },
  oneOf: (limit, compiler) => {
    const checks = all(compiler, limit);
    return (value, path, problems) => {
      const inner = checks.map((check) => problemsOf(check, value, path));
      const fitting = inner.filter((found) => found.length === 0).length;
      if (fitting === 0) problems.push({ ...problem(path, "oneOf", limit), inner });
      return fitting < 2;
    };
  },
  allOf: (limit, compiler) => {
    const checks = all(compiler, limit);
    return (value, path, problems) => checks.forEach((check) => check(value, path, problems));
  },
  maximum: ((limit) => ordered(limit, ((order) => order <= 0))),
  minimum: ((limit) => ordered(limit, ((order) => order >= 0))),
  exclusiveMaximum: (limit) => ordered(limit, (order) => order < 0),
  exclusiveMinimum: (limit) => ordered(limit, (order) => order > 0),
  multipleOf: (limit) => {
    const divisor = textOf(numeric(limit));
    if (compareDecimals(divisor, "0") <= 0) {
      throw new SchemaError(`multipleOf: expected more than 0, got ${divisor}`);
    }
    return (value) => !isNumeric(value) || isMultipleOf(textOf(value), divisor);
  },
  maxLength: (limit) => counted(limit, codePoints, (count, max) => count <= max),
  minLength: ((limit) => counted(limit, codePoints, ((count, min) => count >= min))),
  pattern: (limit) => {
    const pattern = regExp(limit);
    return (value) => typeof value !== "string" || pattern.test(value);
  },
  format: (limit, { formats }) => {
    if (typeof limit !== "string") throw new UndecidedError();
    const test = Object.hasOwn(formats, limit) ? formats[limit] : void 0;
    return (value) => typeof value !== "string" || !test || test(value);
  },
  maxItems: (limit) => counted(limit, itemCount, (count, max) => count <= max),
  minItems: (limit) => counted(limit, itemCount, (count, min) => count >= min),
  prefixItems: (limit, compiler) => {
    const checks = all(compiler, limit);
    return (value, path, problems) => {
      if (!Array.isArray(value)) return;
      checks.slice(0, value.length).forEach(
        (check, index) => checkPart(check, value[index], index, path, problems)
      );
    };
  },
  items: (limit, compiler, schema) => {
    const check = compiler.compile(limit);
    const prefix = schema.get("prefixItems");
    const start = Array.isArray(prefix) ? prefix.length : 0;
    return (value, path, problems) => {
      if (!Array.isArray(value) || value.length <= start) return;
      if (limit === false && start > 0) {
        problems.push(problem(path, "maxItems", new JsonNumber(String(start))));
      } else {
        for (let index = start; index < value.length; index++) {
          checkPart(check, value[index], index, path, problems);
        }
      }
    };
  },
  uniqueItems: (limit) => {
    if (typeof limit !== "boolean") throw new UndecidedError();
    return (value) => !limit || !Array.isArray(value) || new Set(value.map(keyOf)).size === value.length;
  },
  maxProperties: (limit) => counted(limit, memberCount, (count, max) => count <= max),
  minProperties: (limit) => counted(limit, memberCount, (count, min) => count >= min),
  required: ((limit) => {
    if (!Array.isArray(limit)) throw new UndecidedError();
    const names = limit.filter(((name) => typeof name === "string"));
    if (names.length < limit.length) throw new UndecidedError();
    return ((value, path, problems) => {
      if (!isObject(value)) return;
      for (const name of names) {
        if (!Object.hasOwn(value, name)) problems.push(problem(path, "required", name));
      }
    });
  }),
  propertyNames: (limit, compiler) => {
    const check = compiler.compile(limit);
    return (value, path, problems) => {
      if (!isObject(value)) return;
      for (const name of Object.keys(value)) {
        if (problemsOf(check, name, path).length === 0) continue;
        problems.push(problem(path, "propertyNames", name));
      }
    };
  },
  additionalProperties: ((limit, compiler, schema) => {
    const check = compiler.compile(limit);
    const declared = schema.get("properties");
    return ((value, path, problems) => {
      if (!isObject(value) || limit === true) return;
      for (const [name, item] of Object.entries(value)) {
        if (declared instanceof Map && declared.has(name)) continue;
        if (limit === false) problems.push(problem(path, "additionalProperties", name));
        else checkPart(check, item, name, path, problems);
      }
    });
  }),
  properties: ((limit, compiler) => {
    if (!(limit instanceof Map)) throw new UndecidedError();
    const checks = [...limit].map((([name, schema]) => ({ name, check: compiler.compile(schema) })));
    return ((value, path, problems) => {
      if (!isObject(value)) return;
      for (const { name, check } of checks) {
        if (Object.hasOwn(value, name)) checkPart(check, value[name], name, path, problems);
      }
    });
  })
};
const TYPES = {
  null: (value) => value === null,
  boolean: ((value) => typeof value === "boolean"),
  string: ((value) => typeof value === "string"),
  // What overflows a double is no number: see spec/agenttool-contract.md 6.2.
  number: ((value) => isNumeric(value) && Number.isFinite(Number(textOf(value)))),
  integer: ((value) => TYPES.number(value) && isIntegral(textOf(value))),
  array: Array.isArray,
  object: isObject
};




function itemCount(value) {
  return Array.isArray(value) ? value.length : void 0;
}
function memberCount(value) {
  return isObject(value) ? Object.keys(value).length : void 0;
}
function regExp(limit) {
  if (typeof limit !== "string") throw new UndecidedError();
  try {
    return new RegExp(limit, "u");
  } catch (error) {
    throw new SchemaError(`pattern: ${error.message}`, { cause: error });
  }
}

function listOf(value) {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new UndecidedError();
}
function problem(path, keyword, expected) {
  return { path: [...path], keyword, expected };
}


function all(compiler, schemas) {
  return listOf(schemas).map((schema) => compiler.compile(schema));
}




function resolve({ root }, ref) {
  if (typeof ref !== "string" || !/^#(\/|$)/.test(ref)) throw new UndecidedError();
  let place = root;
  for (const step of ref.split("/").slice(1)) {
    const name = decode(step);
    if (place instanceof Map) place = place.get(name);
    else place = Array.isArray(place) && /^\d+$/.test(name) ? place[Number(name)] : void 0;
    if (place instanceof Map && place.has("$id")) throw new UndecidedError();
  }
  if (place === void 0) throw new UndecidedError();
  return place;
}

function decode(step) {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    throw new UndecidedError();
  }
}
const OTHERS = /* @__PURE__ */ new Set([
  "$anchor",
  "$async",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$recursiveAnchor",
  "$recursiveRef",
  "$vocabulary",
  "additionalItems",
  "contains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "else",
  "id",
  "if",
  "maxContains",
  "minContains",
  "nullable",
  "patternProperties",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties"
]);

var _interpreter = /*#__PURE__*/Object.freeze({
  __proto__: null,
  draftOf: draftOf,
  interpreter: interpreter
});



var help = /*#__PURE__*/Object.freeze({
  __proto__: null,
  section: section,
  usage: usage
});

export { DuplicateMemberError, Executor, ExitFailed, ExitNeedsAnswer, ExitOK, ExitUsage, FileContentError, JsonArgumentError, JsonNumber, NO_ARGS_SCHEMA, NobodyToAskError, NotRunError, OWN_COMMANDS, PanicError, Runner, SchemaError, StdinTwiceError, ToolError, ToolSet, ToolsChangedError, UnknownCommandError, UnreadableError, UsageError, ValueError, cancelled, checkJson, code, collapsed, commands, defineRawTool, defineTool, denoIo, deno_io, describe, draftOf, encodeJson, endGroup, endingSignals, errors, file, firstLine, fitsDouble, image, isIntegral, isScalar, jsonItems, jsonMembers, jsonProblem, keyOf, main, markdown, messageOf, parseJson, parseWrittenJson, processArgs, prompt, readValue, renewable, renewalOf, replaceHidden, result, runMain, scalarJson, schemaOf, section, shellWord, show, signalGroup, stringifyJson, tell, terminalPrompt, terminal_prompt, text, unwritten, usage, validate, validator, valueText, visible, visible$1, visibleJson, visibleLine, watchInterrupts, watchOf, watchable, withoutTail, wrap };
