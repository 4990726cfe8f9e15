const readOptions = (async function readOptions(subcommand, args, { flags = [], texts = [], lists = [] }) {
  const given = { words: [...args] };
  if (args.some(((arg) => /^-./.test(arg)))) {
    const { parseArgs } = await import(new URL('_parse_args.js', import.meta.url).href);
    const names = [...flags, ...texts, ...lists];
    const unknown = [];
    const { _: words, ...options } = parseArgs(args, {
      boolean: [...flags],
      string: [...texts, ...lists],
      collect: [...lists],
      unknown: ((word) => void (/^-./.test(word) && unknown.push(word)))
    });
    const [first] = unknown;
    if (first !== void 0) throw await unknownOption(subcommand, first, names);
    for (const name of [...texts, ...lists]) {
      if ([options[name]].flat().includes("")) {
        throw new HostError(`${dashed(name)} needs a value`);
      }
    }
    Object.assign(given, options, { words: words.map(String) });
  }
  return given;
});
const oneSource = (function oneSource(subcommand, words) {
  const [source, more] = words;
  if (source === void 0) throw new HostError(`${subcommand} needs a source, such as tools.ts`);
  if (more !== void 0) {
    throw new HostError(`${subcommand} takes one source: unexpected ${JSON.stringify(more)}`);
  }
  return source;
});
const memberPath = (function memberPath(path, name) {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
});
const clientServers = (function clientServers(value) {
  const inner = value.mcp;
  for (const [prefix, holder] of [["", value], ["mcp.", inner]]) {
    if (typeof holder !== "object" || holder === null) continue;
    for (const member of MEMBERS) {
      if (!Object.hasOwn(holder, member)) continue;
      const servers = holder[member];
      if (typeof servers === "object" && servers !== null && !Array.isArray(servers)) {
        return { path: prefix + member, servers };
      }
    }
  }
});
const readClient = (function readClient(file, text, { path, servers }) {
  const origins = [];
  for (const [name, written] of Object.entries(servers)) {
    const at = memberPath(path, name);
    try {
      const { disabled, enabled } = written ?? {};
      if (disabled === true || enabled === false) continue;
      const server = readServer(written, file);
      origins.push({
        ...{ kind: "mcp", server, name, at },
        // Few look at it.
        get label() {
          return `${name}: ${mcpLabel(server)}`;
        }
      });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      origins.push({ kind: "none", reason: error.message, label: name, at });
    }
  }
  if (origins.length === 0) throw new SourceError(file, `${path}: expected at least one server`);
  return { file, origins, lineOf: ((at) => positionsOf(text).lines.get(at)) };
});
const readServer = (function readServer(written, file) {
  if (typeof written !== "object" || written === null) fail("expected an object");
  const text = ((name) => {
    const value = written[name];
    if (value === void 0 || value === null) return void 0;
    return typeof value === "string" ? value : fail(`${name}: expected a string`);
  });
  const textMap = ((name) => {
    const value = written[name];
    if (value === void 0 || value === null) return void 0;
    if (typeof value !== "object" || Array.isArray(value)) {
      return fail(`${name}: expected an object`);
    }
    return Object.fromEntries(
      Object.entries(value).filter((([, value2]) => value2 !== null)).map((([key, value2]) => [key, withVariables(String(value2), `${name}.${key}`)]))
    );
  });
  const url = text("url") ?? text("serverUrl") ?? text("httpUrl");
  const { command: inner } = written;
  if (typeof inner === "object" && inner !== null && !Array.isArray(inner)) {
    const { path, ...rest } = inner;
    return readServer({ ...written, ...rest, command: path }, file);
  }
  if (url !== void 0 && written.command === void 0) {
    const filled = withVariables(url, "url");
    if (!mayBeAddress(filled)) {
      fail("url: expected an address that begins with http:// or https://");
    }
    return { url: filled, headers: textMap("headers") };
  }
  const command = text("command");
  if (!command) return fail('expected "command" or "url"');
  const args = written.args ?? [];
  if (!Array.isArray(args) || !args.every(((arg) => typeof arg === "string"))) {
    fail("args: expected an array of strings");
  }
  const cwd = text("cwd");
  return {
    command: programPath(command, file),
    args,
    env: textMap("env"),
    cwd: cwd && absolutePath(cwd, file)
  };
});
import { HostError, mayHave, mapSome, tell, linesOf, SourceError, placeOf, closing, ConfigurationError, absolutePath, isAddress, programPath } from './main.js';
import { visibleLine, ToolSet, endingSignals } from '../mod.js';
import { nearest } from '../cli/_rest.js';
import { shownAddress, isSecretName, isRandom, mayBeAddress } from '../mcp/hints.js';

async function waited(name, program, tools) {
  if (!Deno.stderr.isTerminal()) return await tools;
  untold.add(name);
  const timer = setTimeout(() => {
    if (untold.size > 0) {
      const names = [...untold].join(", ");
      console.error(`${program}: ${visibleLine(`waiting for the tools of ${names}\u2026`)}`);
    }
    untold.clear();
  }, LONG);
  try {
    return await tools;
  } finally {
    clearTimeout(timer);
    untold.delete(name);
  }
}
const PATIENCE = 5e3;
const LONG = 2e3;
const untold = /* @__PURE__ */ new Set();



function dashed(name) {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
async function unknownOption(subcommand, word, names) {
  const { nearest } = await import('../cli/_rest.js').then(function (n) { return n.suggest; });
  const option = word.replace(/=.*$/s, "");
  const near = nearest(option.replace(/^-+/, ""), names).map(dashed).join(" or ");
  return new HostError(
    `unknown option ${JSON.stringify(option)} of ${subcommand}${near && `, did you mean ${near}?`}`
  );
}

var _options = /*#__PURE__*/Object.freeze({
  __proto__: null,
  oneSource: oneSource,
  readOptions: readOptions
});

async function renewLists(loads, name, { program = "toolcli", take, fail, signal }) {
  const owner = loads.find(({ tools }) => tools.some((tool) => tool.name === name));
  const asked = (owner ? [owner] : loads.filter(({ origin }) => mayHave(origin, name))).filter(({ renew }) => renew);
  const renewed = await mapSome(asked, async (load) => {
    try {
      const tools = await waited(load.origin.label, program, load.renew(name, signal));
      if (tools) take(load, tools);
      return tools !== void 0;
    } catch (error) {
      if (!signal?.aborted) await fail(load, error);
      return false;
    }
  });
  return renewed.includes(true);
}

var _renewal = /*#__PURE__*/Object.freeze({
  __proto__: null,
  renewLists: renewLists
});

async function loadLate(program, load, { program: words, signal }) {
  const { file, origins } = program;
  const arrived = [];
  let done = false, error, wake = () => {
  };
  const all = mapSome(origins, async (origin) => {
    if (signal?.aborted) return;
    const loaded = await load(origin, { signal });
    if (signal?.aborted && loaded.failure !== void 0) return;
    arrived.push(loaded);
    wake();
  }).catch((reason) => error = reason).then(() => {
    done = true;
    wake();
  });
  await inTime(all, signal);
  if (error) throw error;
  const loads = origins.flatMap((origin) => arrived.find((load2) => load2.origin === origin) ?? []);
  arrived.length = 0;
  if (done && !signal?.aborted) return { loads };
  let some = loads.some(({ failure }) => failure === void 0);
  return { loads, later };
  async function* later(set) {
    for (; ; ) {
      for (let next = arrived.shift(); next; next = arrived.shift()) {
        const { failure } = next;
        if (failure !== void 0 && origins.length === 1) throw new HostError(failure);
        await tell(words, linesOf(next));
        if (failure !== void 0) continue;
        some = true;
        const tools = await added(set, next);
        if (tools) yield tools;
      }
      if (done) break;
      await new Promise((resolve) => wake = resolve);
    }
    if (error) throw error;
    if (!some && !signal?.aborted) throw new SourceError(file, "none of its sources gives tools");
  }
  async function added(set, load2) {
    try {
      return set.add(load2);
    } catch (error2) {
      if (!(error2 instanceof SourceError)) throw error2;
      await tell(words, [`${error2.message}; the tools of the second are left out`]);
      await new ToolSet(load2.tools).close().catch(() => {
      });
    }
  }
}
async function inTime(promise, signal) {
  let timer, end = () => {
  };
  await new Promise((resolve) => {
    end = resolve;
    timer = setTimeout(end, PATIENCE);
    signal?.addEventListener("abort", end);
    promise.then(end);
  });
  clearTimeout(timer);
  signal?.removeEventListener("abort", end);
}

var _late = /*#__PURE__*/Object.freeze({
  __proto__: null,
  loadLate: loadLate
});

async function loadWanted(program, wanted, load, words) {
  const { origins } = program;
  const controller = new AbortController(), { signal } = controller;
  const loads = /* @__PURE__ */ new Map(), running = /* @__PURE__ */ new Map();
  let found = false, over = false, changed = () => {
  };
  const start = async (origin, known) => {
    const loaded = await load(origin, { known, signal });
    running.delete(origin);
    if (over) return await closed(loaded);
    if (!loaded) return;
    loads.set(origin, loaded);
    found ||= loaded.failure === void 0 && loaded.tools.some(({ name }) => name === wanted);
    changed();
  };
  const some = async (some2, known, enough) => {
    const all2 = mapSome(some2, async (origin) => {
      if (over) return;
      const starting = start(origin, known);
      running.set(origin, starting);
      await starting;
    });
    let timer;
    await new Promise((resolve) => {
      changed = () => {
        if (enough() && [...running.keys()].some((origin) => mayHang(origin, known))) {
          timer ??= setTimeout(resolve, PATIENCE);
        }
      };
      changed();
      all2.then(resolve);
    });
    if (timer !== void 0) clearTimeout(timer);
  };
  const may = origins.filter((origin) => mayHave(origin, wanted));
  await some(may, true, () => found);
  if (!found) {
    const release = exitOnSignals();
    await some(may.filter((origin) => !loads.has(origin)), false, () => found);
    release();
  }
  if (!found) await some(origins.filter((origin) => !may.includes(origin)), true, () => true);
  over = true;
  const left = may.filter((origin) => running.has(origin));
  await tell(
    words,
    left.map((origin) => `${placeOf(program, origin)}: no answer yet: going on without its tools`)
  );
  const all = origins.flatMap((origin) => loads.get(origin) ?? []);
  const first = all.find((load2) => load2.failure === void 0 && load2.tools.length > 0);
  if (left.length > 0 && first?.failure === void 0) {
    first.tools[0] = closing(first.tools[0], [{ close: end }]);
  }
  return all;
  async function end() {
    const servers = left.filter(({ kind }) => kind === "mcp");
    controller.abort(new Error("The call has ended"));
    await Promise.all(servers.map((origin) => running.get(origin)));
  }
}
function mayHang({ kind }, known) {
  return kind === "utcp" || kind === "asmp" || kind === "mcp" && !known;
}
async function closed(load) {
  if (load?.failure === void 0) await new ToolSet(load?.tools ?? []).close().catch(() => {
  });
}
function exitOnSignals() {
  const listeners = endingSignals().map(
    ([name, status]) => [name, () => Deno.exit(status)]
  );
  for (const [name, exit] of listeners) Deno.addSignalListener(name, exit);
  return () => {
    for (const [name, exit] of listeners) Deno.removeSignalListener(name, exit);
  };
}

var _wanted = /*#__PURE__*/Object.freeze({
  __proto__: null,
  loadWanted: loadWanted
});

const LAUNCHERS = ["bun", "bunx", "deno", "node", "npx", "pnpx", "python", "python3", "uvx"];
const COMMANDS = ["run", "x"];
const SWITCHES = ["-y", "--yes", "-q", "--quiet", "-A", "-u"];
const NAMING = ["-m", "-p", "--package", "--from"];
function mcpLabel(server) {
  if ("url" in server) return shownAddress(server.url);
  const program = server.command.split(/[\\/]/).at(-1).replace(/\.(?:exe|cmd)$/i, "");
  const what = LAUNCHERS.includes(program) ? launched(server.args ?? []) : void 0;
  return what === void 0 ? server.command : `${server.command} ${what}`;
}
function launched(args) {
  for (const [index, arg] of args.entries()) {
    if (arg.startsWith("-") || COMMANDS.includes(arg)) continue;
    const before = args[index - 1] ?? "";
    const isValue = before.startsWith("-") && !before.includes("=") && ![...SWITCHES, ...NAMING].includes(before);
    const isScript = /\.(?:[cm]?[jt]sx?|pyz?)$/.test(arg);
    if (isValue && (!isScript || isSecretName(before))) continue;
    if (arg.includes("://")) return shownAddress(arg);
    return /^[@\w./:\\-]+$/.test(arg) && (isScript || !isRandom(arg)) ? arg : void 0;
  }
}

function positionsOf(text) {
  const lines = /* @__PURE__ */ new Map([["", 1]]);
  let twice;
  const levels = [];
  let line = 1, counted = 0, wantsName = false, path = "";
  for (const { 0: token, index: at } of text.matchAll(TOKEN)) {
    line += breaksIn(text.slice(counted, at));
    counted = at;
    const level = levels.at(-1);
    switch (token[0]) {
      case "/":
      case ":":
        continue;
      case ",":
        wantsName = level?.index === void 0;
        if (level?.index !== void 0) level.index++;
        continue;
      case "}":
      case "]":
        levels.pop();
        wantsName = false;
        continue;
    }
    if (wantsName) {
      path = memberPath(level?.path ?? "", nameOf(token));
      if (lines.has(path)) twice ??= path;
      if (!lines.has(path) || twice === path) lines.set(path, line);
      wantsName = false;
      continue;
    }
    if (level?.index !== void 0) {
      path = `${level.path}[${level.index}]`;
      lines.set(path, line);
    }
    if (token === "{") levels.push({ path });
    if (token === "[") levels.push({ path, index: 0 });
    wantsName = token === "{";
  }
  return { lines, twice };
}

const TOKEN = /\/\/[^\n\r]*|\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"/]+/g;
function nameOf(token) {
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}
function breaksIn(text) {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function readConfiguration(file, text, value) {
  const reader = new Reader(file, positionsOf(text));
  reader.refuseTwice();
  const root = reader.object("", value);
  reader.known("", root, ["$schema", "name", "description", "sources"]);
  const readText = (path, value2) => reader.text(path, value2);
  reader.optional("", root, "$schema", readText);
  const name = reader.optional("", root, "name", (path, value2) => reader.word(path, value2));
  const description = reader.optional("", root, "description", readText);
  const sources = reader.list("sources", root.sources);
  if (sources.length === 0) reader.fail("sources", "expected at least one source, got []");
  const origins = sources.map((source, index) => readSource(reader, `sources[${index}]`, source));
  return { file, name, description, origins, lineOf: (at) => reader.lineOf(at) };
}
const KINDS = ["module", "utcp", "mcp", "asmp"];
const SELECTION = ["prefix", "include", "exclude"];
const OF_UTCP = ["variables", "env_files", "timeout", "discovery_timeout", "max_output"];
function readSource(reader, at, value) {
  const source = reader.object(at, value);
  reader.known(at, source, [...KINDS, ...SELECTION, ...OF_UTCP]);
  const [kind, second] = KINDS.filter((kind2) => Object.hasOwn(source, kind2));
  if (kind === void 0) {
    reader.fail(at, 'expected one of "module", "utcp", "mcp" and "asmp"');
  }
  if (second !== void 0) {
    reader.fail(`${at}.${second}`, `a source is of one kind, and this one has ${quote(kind)} too`);
  }
  const stray = kind === "utcp" ? void 0 : OF_UTCP.find((name) => Object.hasOwn(source, name));
  if (stray !== void 0) reader.fail(`${at}.${stray}`, 'goes with "utcp" only');
  const selection = {
    prefix: reader.optional(at, source, "prefix", (path2, value2) => reader.word(path2, value2)),
    include: reader.optional(at, source, "include", (path2, value2) => reader.texts(path2, value2)),
    exclude: reader.optional(at, source, "exclude", (path2, value2) => reader.texts(path2, value2))
  };
  const path = `${at}.${kind}`, written = source[kind];
  switch (kind) {
    case "module": {
      const label = reader.filled(path, written);
      const module = isAddress(label) ? label : absolutePath(label, reader.file);
      return { kind, module, label, at, ...selection };
    }
    case "utcp": {
      const label = reader.filled(path, written);
      return {
        kind,
        path: absolutePath(label, reader.file),
        ...readUtcp(reader, at, source),
        label,
        at,
        ...selection
      };
    }
    case "mcp": {
      const server = readServer$1(reader, path, written);
      const label = mcpLabel(server);
      return { kind, server, name: selection.prefix ?? label, label, at, ...selection };
    }
    case "asmp": {
      const address = reader.webAddress(path, written);
      return { kind, address, label: address, at, ...selection };
    }
  }
}
function readUtcp(reader, at, source) {
  const texts = (path, value) => reader.textMap(path, value);
  const files = (path, value) => reader.list(path, value).map(
    (file, index) => absolutePath(reader.filled(`${path}[${index}]`, file), reader.file)
  );
  const limit = (name) => reader.optional(at, source, name, (path, value) => reader.positive(path, value));
  return {
    variables: reader.optional(at, source, "variables", texts),
    envFiles: reader.optional(at, source, "env_files", files),
    limits: {
      timeout: limit("timeout"),
      discoveryTimeout: limit("discovery_timeout"),
      maxOutput: limit("max_output")
    }
  };
}
const PROCESS = ["args", "env", "cwd"];
function readServer$1(reader, at, value) {
  const server = reader.object(at, value);
  reader.known(at, server, ["command", ...PROCESS, "url", "headers"]);
  const has = (name) => Object.hasOwn(server, name);
  if (!has("command") && !has("url")) reader.fail(at, 'expected "command" or "url"');
  if (has("command") && has("url")) {
    reader.fail(`${at}.url`, 'a server has a "command" or a "url", and this one has both');
  }
  const texts = (path, value2) => reader.textMap(path, value2);
  if (has("url")) {
    const other = PROCESS.find(has);
    if (other) reader.fail(`${at}.${other}`, 'goes with "command", not with "url"');
    const url = reader.text(`${at}.url`, server.url);
    if (!mayBeAddress(url)) reader.fail(`${at}.url`, NO_ADDRESS);
    return { url, headers: reader.optional(at, server, "headers", texts) };
  }
  if (has("headers")) reader.fail(`${at}.headers`, 'goes with "url", not with "command"');
  const command = reader.filled(`${at}.command`, server.command);
  const filled = (path, value2) => reader.filled(path, value2);
  const cwd = reader.optional(at, server, "cwd", filled);
  return {
    command: programPath(command, reader.file),
    args: reader.optional(at, server, "args", (path, value2) => reader.texts(path, value2)),
    env: reader.optional(at, server, "env", texts),
    cwd: cwd === void 0 ? void 0 : absolutePath(cwd, reader.file)
  };
}
const NO_ADDRESS = "expected an address that begins with http:// or https://";
class Reader {
  file;
  #positions;
  constructor(file, positions) {
    this.file = file;
    this.#positions = positions;
  }
  fail(path, problem) {
    throw new ConfigurationError(this.file, this.lineOf(path), path, problem);
  }
  /** The line of the path, or of the nearest object around it that is written. */
  lineOf(path) {
    for (; ; ) {
      const line = this.#positions.lines.get(path);
      if (line !== void 0) return line;
      path = path.replace(/(?:^|\.)[\w$-]+$|\[[^[]*\]$/, "");
    }
  }
  refuseTwice() {
    const { twice } = this.#positions;
    if (twice !== void 0) this.fail(twice, "given twice");
  }
  object(path, value) {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value;
    }
    this.#expected(path, "an object", value);
  }
  known(path, object, names) {
    for (const name of Object.keys(object)) {
      if (names.includes(name)) continue;
      const near = nearest(name, names).map(quote).join(" or ");
      this.fail(memberPath(path, name), `unknown member${near && `, did you mean ${near}?`}`);
    }
  }
  optional(path, object, name, read) {
    return Object.hasOwn(object, name) ? read(memberPath(path, name), object[name]) : void 0;
  }
  text(path, value) {
    return typeof value === "string" ? value : this.#expected(path, "a string", value);
  }
  filled(path, value) {
    return this.text(path, value) || this.#expected(path, "a string that is not empty", value);
  }
  positive(path, value) {
    if (typeof value !== "number") this.#expected(path, "a number", value);
    if (value > 0) return value;
    this.fail(path, `expected a number above 0, got ${value}`);
  }
  /** What becomes part of names that a shell reads. */
  word(path, value) {
    const text = this.text(path, value);
    if (/^\w[\w.-]*$/.test(text)) return text;
    this.fail(path, "expected letters, digits, _, . and -, the first one no . or -");
  }
  webAddress(path, value) {
    const text = this.text(path, value);
    if (/^https?:\/\/[^/]/i.test(text) && URL.canParse(text)) return text;
    this.fail(path, NO_ADDRESS);
  }
  list(path, value) {
    return Array.isArray(value) ? value : this.#expected(path, "an array", value);
  }
  texts(path, value) {
    return this.list(path, value).map((item, index) => this.text(`${path}[${index}]`, item));
  }
  textMap(path, value) {
    const object = this.object(path, value);
    for (const [name, item] of Object.entries(object)) this.text(memberPath(path, name), item);
    return object;
  }
  #expected(path, what, value) {
    const got = value === void 0 ? "nothing" : value === null ? "null" : Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : typeof value === "string" ? value === "" ? "an empty string" : "a string" : `a ${typeof value}`;
    this.fail(path, `expected ${what}, got ${got}`);
  }
}
function quote(text) {
  return JSON.stringify(text);
}

var _configuration = /*#__PURE__*/Object.freeze({
  __proto__: null,
  readConfiguration: readConfiguration
});

const MEMBERS = ["mcpServers", "servers", "context_servers"];



function withVariables(text, place) {
  const foreign = /\$\{(?!env:)[a-zA-Z]+:(?!-)[^}]*\}/.exec(text)?.[0];
  if (foreign) fail(`${place}: only the client that the file is for can fill in ${foreign}`);
  return text.replace(/\$\{env:(\w+)\}/g, "${$1}");
}
function fail(problem) {
  throw new TypeError(problem);
}

var _clients = /*#__PURE__*/Object.freeze({
  __proto__: null,
  clientServers: clientServers,
  readClient: readClient
});

export { _clients, _configuration, _late, _options, _renewal, _wanted, oneSource, readOptions, waited };
