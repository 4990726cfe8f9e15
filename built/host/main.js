/* @ts-self-types="../../host/main.ts" */
const printAll = (async function printAll(text) {
  const { denoIo } = await import('../mod.js').then((function (n) { return n.deno_io; }));
  try {
    await denoIo().stdout.write(text);
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return;
    throw new OutputError(`writing the output failed: ${messageOf(error)}`, { cause: error });
  }
});
const commandsOf = (function commandsOf(source, tools, reserved) {
  try {
    return commands(tools, reserved);
  } catch (error) {
    throw new SourceError(source, messageOf(error).replace(/^cli: /, ""));
  }
});
const readJson = (async function readJson(path) {
  const text = read(path).replace(/^\ufeff/, "");
  try {
    return { text, value: JSON.parse(text), json: text };
  } catch {
  }
  try {
    const value = (await import(new URL('_jsonc.js', import.meta.url).href)).parse(text);
    return { text, value, json: JSON.stringify(value) };
  } catch (error) {
    throw new SourceError(path, `${error.message}${lineIn(text, error)}`, {
      cause: error
    });
  }
});
const read = (function read(path) {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new SourceError(path, "there is no such file");
    throw new SourceError(path, `it could not be read: ${error.message}`, {
      cause: error
    });
  }
});
const absolute = (function absolute(source) {
  return isAddress(source) || /^(?:\/|[a-z]:)/i.test(source) ? source : `${Deno.cwd()}/${source}`;
});
const isAddress = (function isAddress(source) {
  return /^[a-z][a-z\d+.-]+:/i.test(source);
});
const absolutePath = (function absolutePath(path, file) {
  if (/^(?:[\\/]|[a-z]:[\\/])/i.test(path)) return path;
  const folder = absolute(file).replace(/[\\/][^\\/]*$/, "");
  return `${folder}/${path.replace(/^(?:\.[\\/])+/, "")}`;
});
const programPath = (function programPath(command, file) {
  return /^\.{1,2}[\\/]/.test(command) ? absolutePath(command, file) : command;
});
const nameOf = (function nameOf(path) {
  const [name = ""] = path.split(/[\\/]/).at(-1).split(".");
  return name;
});
const loadModule = (async function loadModule(source) {
  return await toolsOf(source, await importModule(source));
});
const toolsOf = (async function toolsOf(source, exports) {
  for (const name of ["tools", "default"]) {
    if (!Object.hasOwn(exports, name)) continue;
    const value = exports[name];
    const tools = typeof value === "function" ? await called(source, (() => value())) : value;
    if (isIterable(tools)) return await called(source, (() => checked(source, tools)));
  }
  throw new SourceError(
    source,
    'it exports no tools: export an array of them as "tools" or as the default'
  );
});
const importModule = (async function importModule(source) {
  try {
    return await import(await moduleAddress(source));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (isOtherFile(source)) throw new SourceError(source, NO_SOURCE, { cause: error });
    const reason = error instanceof SyntaxError && Deno.build.standalone ? `${described(error)}; this toolcli is a binary, which reads JavaScript only: run toolcli with Deno for modules in TypeScript` : described(error);
    throw new SourceError(source, `it could not be loaded: ${reason}`, { cause: error });
  }
});
const moduleAddress = (async function moduleAddress(source) {
  return isAddress(source) ? source : await fileAddress(source);
});
const fileAddress = (async function fileAddress(path) {
  try {
    const { isFile } = await Deno.stat(path);
    if (!isFile) throw new SourceError(path, "it is not a file");
    const real = await Deno.realPath(path);
    const posix = Deno.build.os === "windows" ? `/${real.replaceAll("\\", "/")}` : real;
    return new URL(`file://${posix.split("/").map(encodeURIComponent).join("/")}`).href;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new SourceError(path, "there is no such file");
    throw error;
  }
});
const called = (async function called(source, make) {
  try {
    return await make();
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(source, `its tools could not be made: ${described(error)}`, {
      cause: error
    });
  }
});
const isIterable = (function isIterable(value) {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
});
const checked = (function checked(source, tools) {
  const list = tools instanceof ToolSet || Array.isArray(tools) ? tools : [...tools];
  for (const [index, tool] of [...list].entries()) {
    const { name, execute } = tool ?? {};
    if (typeof name !== "string" || typeof execute !== "function") {
      throw new SourceError(source, `tools[${index}] is not a tool: make it with defineTool`);
    }
  }
  return list;
});
const select = (function select(tools, selection) {
  const { prefix } = selection;
  const selected = [], left = [];
  const takes = chooser(selection);
  for (const tool of tools) {
    if (takes(tool.name)) {
      selected.push(prefix === void 0 ? tool : renamed(tool, `${prefix}__${tool.name}`));
    } else left.push(tool);
  }
  return { tools: selected, left };
});
const idlePatterns = (function idlePatterns(tools, { prefix, include = [], exclude = [] }) {
  const idle = ((member, globs) => globs.filter(((glob) => !tools.some((({ name }) => globOf(glob).test(name))))).map(((glob) => {
    const prefixed = prefix !== void 0 && glob.startsWith(`${prefix}__`);
    const own = prefixed ? JSON.stringify(glob.slice(prefix.length + 2)) : "";
    return `${member}: ${JSON.stringify(glob)} matches no tool` + (own && `: patterns are of names without the prefix, such as ${own}`);
  })));
  return [...idle("include", include), ...idle("exclude", exclude)];
});
const commandable = (function commandable(tools, note) {
  return tools.filter((({ name }) => {
    const problem = name === "utcp-call" || OWN_COMMANDS.includes(name) ? "is named as one of the program's own commands" : name.startsWith("-") ? "begins with a dash, which a command line reads as an option" : void 0;
    if (problem === void 0) return true;
    note(`the tool ${JSON.stringify(name)} is left out: it ${problem}; a "prefix" names it anew`);
    return false;
  }));
});
const chooser = (function chooser({ include, exclude = [] }) {
  const included = include?.map(globOf), excluded = exclude.map(globOf);
  return ((name) => {
    const matches = ((glob) => glob.test(name));
    return (included?.some(matches) ?? true) && !excluded.some(matches);
  });
});
const tell = (async function tell(program = "toolcli", lines) {
  if (lines.length === 0) return;
  const { visibleLine } = await import('../mod.js').then((function (n) { return n.visible$1; }));
  for (const text of lines) {
    console.error(`${program}: ${visibleLine(text.trimEnd())}`);
  }
});
const loadProgram = (async function loadProgram(program, loaders, options = {}) {
  const { file, name, description, origins } = program;
  const { wanted } = options;
  const single = origins.length === 1 && origins[0].at === "";
  let loading = true;
  const load = (async (origin, how) => {
    const notes = [];
    const note = ((text) => {
      const line = `${placeOf(program, origin)}: ${text}`;
      if (loading) notes.push(line);
      else void tell(options.program, [line]);
    });
    try {
      const given = await loadOrigin(origin, loaders, { ...options, ...how, note });
      return given && { origin, notes, ...given };
    } catch (error) {
      if (single && error instanceof HostError) {
        await tell(options.program, notes);
        throw error;
      }
      return { origin, notes, failure: failureLine(program, origin, error) };
    }
  });
  let loads, later;
  if (options.late) {
    ({ loads, later } = await (await import('./_rest.js').then((function (n) { return n._late; }))).loadLate(program, load, options));
  } else if (wanted !== void 0 && origins.length > 1) {
    const { loadWanted } = await import('./_rest.js').then((function (n) { return n._wanted; }));
    loads = await loadWanted(program, wanted, load, options.program);
  } else loads = await mapSome(origins, (async (origin) => await load(origin)));
  loading = false;
  const failures = loads.flatMap((({ failure }) => failure ?? []));
  const loaded = loads.filter(((load2) => load2.failure === void 0));
  const [only] = failures;
  const none = loaded.length === 0 && loads.length === origins.length;
  if (none && failures.length === 1) throw new HostError(only);
  await tell(options.program, loads.flatMap(linesOf));
  if (none) throw new SourceError(file, "none of its sources gives tools");
  const set = new Combined(program, loaded, options);
  let tools;
  try {
    tools = set.tools();
  } catch (error) {
    await new ToolSet(loaded.flatMap((({ tools: tools2 }) => tools2))).close().catch((() => {
    }));
    throw error;
  }
  return {
    name,
    description,
    failures,
    tools,
    ...later && { later: later(set) },
    ...single ? {} : { sourceOf: ((tool) => set.sourceOf(tool)) },
    lint: (() => lint(program, loaders))
  };
});
const linesOf = (function linesOf({ notes, failure }) {
  return [...notes, ...failure === void 0 ? [] : [failure]];
});
const mapSome = (async function mapSome(items, map) {
  const results = [];
  const left = items.entries();
  const work = (async () => {
    for (const [index, item] of left) results[index] = await map(item);
  });
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  return results;
});
const loadOrigin = (async function loadOrigin(origin, loaders, options) {
  if (origin.kind === "none") throw new HostError(origin.reason);
  const loader = await loaders[origin.kind]();
  const given = await loader.load(origin, options);
  if (!given) return void 0;
  const all = [...given];
  const renew = renewalOf(given), watch = watchOf(given);
  if (options.program === void 0) idlePatterns(all, origin).forEach(options.note);
  const { tools: selected, left } = select(all, origin);
  const tools = options.served ? selected : commandable(selected, options.note);
  if (tools.length < selected.length) {
    left.push(...selected.filter(((tool) => !tools.includes(tool))));
  }
  const closers = left.filter(((tool) => tool.close));
  const [first] = tools;
  if (!first) {
    for (const tool of renew ? [] : closers) await tool.close();
    return { tools, renew, watch };
  }
  if (closers.length > 0) tools[0] = closing(first, closers);
  return { tools, renew, watch };
});
const lint = (async function lint(program, loaders) {
  const found = await Promise.all(program.origins.map((async (origin) => {
    const loader = await loaders[origin.kind]?.();
    const lines = await loader?.lint?.(origin).catch((() => [])) ?? [];
    return lines.map(((line) => `${placeOf(program, origin)}: ${line}`));
  })));
  return found.flat();
});
const readProgram = (async function readProgram(source) {
  const only = ((origin) => ({
    file: source,
    origins: [{ ...origin, at: "", label: source }]
  }));
  if (/^asmp\+/i.test(source)) return only({ kind: "asmp", address: asmpAddress(source) });
  if (isAddress(source) || !/\.jsonc?$/i.test(source)) {
    return only({ kind: "module", module: source });
  }
  const { text, value, json } = await readJson(source);
  if (isUtcp(value)) return only({ kind: "utcp", path: source, json });
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    if (Object.hasOwn(value, "sources")) {
      const { readConfiguration } = await import('./_rest.js').then((function (n) { return n._configuration; }));
      return readConfiguration(source, text, value);
    }
    if (isDump(value)) return only({ kind: "dump", json, value });
    const { clientServers, readClient } = await import('./_rest.js').then((function (n) { return n._clients; }));
    const found = clientServers(value);
    if (found) return readClient(source, text, found);
  }
  throw new SourceError(
    source,
    `it is no source of tools${await meant(
      value
    )}: expected a toolcli configuration ("sources"), MCP servers ("mcpServers"), a UTCP manual, a call template or an array of them, or the tools that an MCP server lists`
  );
});
const isUtcp = (function isUtcp(value) {
  if (Array.isArray(value)) return value.some(isUtcp);
  const { utcp_version, call_template_type, tools } = value ?? {};
  return utcp_version !== void 0 || call_template_type !== void 0 || Array.isArray(tools) && tools.some(((tool) => tool?.tool_call_template !== void 0));
});
const isDump = (function isDump(value) {
  const { tools, result } = value;
  return Array.isArray(tools) || Array.isArray(result?.tools);
});
const loadSource = (async function loadSource(source, options = {}) {
  if (!/\.jsonc?$|^asmp\+/i.test(source)) {
    const { loadModule } = await Promise.resolve().then((function () { return _module; }));
    return { tools: await loadModule(source), failures: [] };
  }
  const { loadOther } = await Promise.resolve().then((function () { return _other_source; }));
  return await loadOther(source, options);
});
const commandWord = (function commandWord(args) {
  let at = 0;
  for (; args[at]?.startsWith("-"); at++) {
    const [, name = "", equals] = /^--?([^=]*)(=?)/.exec(args[at]);
    if (VALUED.includes(name)) at += equals ? 0 : 1;
    else if (name !== "ask") return void 0;
  }
  const word = args[at];
  if (!ABOUT.includes(word ?? "")) return word;
  const about = args[at + 1];
  return about?.startsWith("-") ? void 0 : about;
});
const toolcli = (async function toolcli() {
  let args = [];
  try {
    Deno.exitCode = 1;
    args = await processArgs();
    Deno.exit(await toolcliStatus(args));
  } catch (error) {
    if (error instanceof OutputError) {
      console.error(`toolcli: ${error.message}`);
      Deno.exit(1);
    }
    if (!(error instanceof HostError || error instanceof UsageError)) throw error;
    const { visibleLine } = await import('../mod.js').then((function (n) { return n.visible$1; }));
    console.error(`toolcli: ${visibleLine(error.message)}
Run \`toolcli --help\` for usage.`);
    Deno.exit(2);
  }
});
const toolcliStatus = (async function toolcliStatus([word, ...args]) {
  const [first] = args;
  if (first === "--help" || first === "-h") return await help([word === "scp" ? "asmp" : word]);
  switch (word) {
    case "run":
      return await (await Promise.resolve().then((function () { return _run; }))).run(args);
    case "list":
      return await (await import(new URL('_list.js', import.meta.url).href)).list(args);
    case "docs":
      return await (await import(new URL('_docs.js', import.meta.url).href)).docs(args);
    case "compile":
      return await (await import(new URL('_compile.js', import.meta.url).href)).compile(args);
    case "completions":
      return await (await import(new URL('_completions.js', import.meta.url).href)).completions(args);
    case "serve":
      return await (await import(new URL('_serve.js', import.meta.url).href)).serve(args);
    case "asmp":
    case "scp":
      return await (await import(new URL('_asmp.js', import.meta.url).href)).asmp(args);
    case "utcp":
      return await (await import(new URL('_utcp.js', import.meta.url).href)).utcp(args);
    case "--version":
    case "-V": {
      const { default: { version } } = await import('../../deno.json', { with: { type: "json" } });
      const { printAll } = await Promise.resolve().then((function () { return _print; }));
      await printAll(`toolcli ${version}
`);
      return 0;
    }
    case "help":
    case "-h":
    case "--help":
      return await help(args);
    case void 0:
      return await (await import(new URL('_help.js', import.meta.url).href)).usage();
  }
  return await (await import(new URL('_help.js', import.meta.url).href)).unknown(word);
});
const loadOther = (async function loadOther(source, options) {
  return await loadProgram(await readProgram(source), LOADERS, options);
});
const run = (async function run(args) {
  const { own, source, rest } = splitAtSource(args);
  const options = own.length > 0 ? await optionsOf(own) : {};
  if (source === void 0) throw new HostError("run needs a source, such as tools.ts");
  refuseOwn(rest);
  const { refresh, verbose } = options;
  const { tools } = await loadSource(source, { refresh, verbose, wanted: commandWord(rest) });
  const name = options.name ?? `toolcli run ${shellWord(source)}`;
  const extensions = utcpWords(["run", absolute(source)]);
  return await runMain({ name, tools, ask, extensions }, options.ask ? ["--ask", ...rest] : rest);
});
const utcpWords = (function utcpWords(words) {
  const run2 = (async (call, name) => {
    const { utcpExtension } = await import(new URL('../utcp/extension.js', import.meta.url).href);
    return await utcpExtension(words).find((({ option, command }) => option === name || command === name)).run(call);
  });
  return [
    { option: "utcp-discover", run: ((call) => run2(call, "utcp-discover")) },
    { command: "utcp-call", run: ((call) => run2(call, "utcp-call")) }
  ];
});
const splitAtSource = (function splitAtSource(args) {
  let at = 0;
  while (args[at]?.startsWith("-")) at += args[at] === "--name" ? 2 : 1;
  return { own: args.slice(0, at), source: args[at], rest: args.slice(at + 1) };
});
const refuseOwn = (function refuseOwn(rest) {
  for (let at = 0; rest[at]?.startsWith("-"); at++) {
    const [, name, value] = /^--?([^=]*)(=?)/.exec(rest[at]);
    if (OWN.includes(name)) {
      throw new HostError(`--${name} is toolcli's own option, and stands before the source`);
    }
    if (VALUED.includes(name) && !value) at++;
  }
});
const load = (function load({ json, value }, { note }) {
  let items;
  const tools = /* @__PURE__ */ new Map();
  for (const [index, item] of listIn(value ?? JSON.parse(json)).entries()) {
    const tool = item ?? {};
    const { name, description, inputSchema } = tool;
    if (typeof name !== "string" || name === "") {
      note("A tool without a name is left out");
      continue;
    }
    if (tools.has(name)) {
      note(`Tool ${JSON.stringify(name)} is listed twice: the second is left out`);
      continue;
    }
    const valid = typeof inputSchema === "boolean" || isObject(inputSchema);
    if (!valid && inputSchema !== void 0) {
      note(`Tool ${JSON.stringify(name)} has no valid schema: it is shown with any arguments`);
    }
    tools.set(name, {
      name,
      description: typeof description === "string" ? description : "",
      ...hintsOf(tool),
      // Found when it is asked for, as written: reading all of them exactly takes long.
      get parameters() {
        if (!valid) return inputSchema === void 0 ? void 0 : '{"type":"object"}';
        items ??= jsonItems(toolsText(json));
        return jsonMembers(items[index]).get("inputSchema");
      },
      execute() {
        return Promise.reject(
          new NotRunError(
            `${JSON.stringify(name)} is only described here, in a list of tools without their server: name the server in a configuration ("mcp") to call it`
          )
        );
      }
    });
  }
  return [...tools.values()];
});
import { messageOf, commands, ToolSet, OWN_COMMANDS, wrap, renewable, watchable, ToolsChangedError, renewalOf, watchOf, processArgs, UsageError, shellWord, runMain, NotRunError, jsonItems, jsonMembers } from '../mod.js';
import { hintsOf } from '../mcp/hints.js';

class HostError extends Error {
  name = "HostError";
}
class SourceError extends HostError {
  name = "SourceError";
  /**
   * @param source The source, as given.
   * @param reason Why it gives no tools.
   */
  constructor(source, reason, options) {
    super(`${JSON.stringify(source)}: ${reason}`, options);
  }
}
class ConfigurationError extends HostError {
  name = "ConfigurationError";
  /**
   * @param file The file's path, as given.
   * @param line The line, from 1.
   * @param path The member: `sources[1].mcp.command`; empty for the whole.
   * @param problem What is wrong with it.
   */
  constructor(file, line, path, problem) {
    super(`${file}:${line}: ${path && `${path}: `}${problem}`);
  }
}
class OutputError extends Error {
  name = "OutputError";
}



var _print = /*#__PURE__*/Object.freeze({
  __proto__: null,
  printAll: printAll
});





function lineIn(text, error) {
  const offset = /position (\d+)/.exec(error.message)?.[1];
  if (offset === void 0) return "";
  return ` (line ${text.slice(0, Number(offset)).split(/\r\n|\r|\n/).length})`;
}






function wordOf(text) {
  return nameOf(text).replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "") || "tools";
}


async function load$1({ module, label, exports }) {
  if (!exports) return await loadModule(module);
  return await toolsOf(label, await called(label, exports));
}


function isOtherFile(source) {
  const [, extension] = /[^\\/]\.([^.\\/]*)$/.exec(source) ?? [];
  return extension !== void 0 && !isAddress(source) && !/^[cm]?[jt]s$|^[jt]sx$/i.test(extension);
}
const NO_SOURCE = "it is no source of tools: expected a module (.ts, .js), a JSON file (.json, .jsonc), or asmp+http:// and the address of a run";



function described(error) {
  const [first = ""] = messageOf(error).split("\n");
  if (!(error instanceof Error)) return first;
  const stack = (error.stack ?? "").replaceAll(COLOUR, "");
  const frames = stack.match(/^\s+at .*$/gm) ?? [];
  const place = frames.find((frame) => !isForeign(frame))?.trim();
  return `${error.name}: ${first}${place ? ` (${place})` : ""}`;
}
const COLOUR = /\x1b\[[\d;]*m/g;
function isForeign(frame) {
  const root = new URL("../", import.meta.url).href;
  return /[ (](?:ext:|node:|<anonymous>)/.test(frame) || OWN$1.some((path) => frame.includes(root + path));
}
const OWN$1 = [
  "agenttool/",
  "asmp/",
  "cli/",
  "host/",
  "markdown/",
  "mcp/",
  "mod.js",
  "prompt/",
  "utcp/"
];



var _module = /*#__PURE__*/Object.freeze({
  __proto__: null,
  importModule: importModule,
  load: load$1,
  loadModule: loadModule,
  moduleAddress: moduleAddress
});


function mayHave(selection, name) {
  const { prefix } = selection;
  if (prefix !== void 0 && !name.startsWith(`${prefix}__`)) return false;
  const own = prefix === void 0 ? name : name.slice(prefix.length + 2);
  return chooser(selection)(own);
}



function globOf(glob) {
  const pattern = glob.replace(/[\\^$.|+()[\]{}]/g, "\\$&").replace(/\*+/g, ".*").replaceAll("?", ".");
  return new RegExp(`^${pattern}$`, "su");
}
function renamed(tool, name) {
  const wrapped = wrap(tool, (call) => tool.execute(call));
  return Object.create(wrapped, { name: { value: name, enumerable: true } });
}

function placeOf(program, { at, label }) {
  const file = JSON.stringify(program.file), line = program.lineOf?.(at);
  if (at === "") return file;
  return `${line === void 0 ? file : `${program.file}:${line}`}: ${at} (${label})`;
}
function failureLine(program, origin, error) {
  return `${placeOf(program, origin)}: ${messageOf(error).replace(/\s*\n\s*/g, " ")}`;
}


class Combined {
  #program;
  #options;
  #loads;
  #sources = /* @__PURE__ */ new Map();
  constructor(program, loads, options) {
    this.#program = program;
    this.#options = options;
    this.#loads = loads.map((load) => ({ ...load, tools: this.#watched(load, load.tools) }));
  }
  /**
   * Gives the tools of all sources, in their order.
   *
   * @throws {SourceError} Where two sources have tools of one name.
   */
  tools() {
    const byName = /* @__PURE__ */ new Map();
    const all = this.#loads.flatMap(({ origin, tools }) => {
      for (const tool of tools) {
        const other = byName.get(tool.name);
        if (other && other !== origin) throw this.#clash(tool.name, other, origin);
        byName.set(tool.name, origin);
        this.#sources.set(tool, origin);
      }
      return tools;
    });
    if (this.#loads.some(({ renew }) => renew)) {
      renewable(all, (name, signal) => this.renew(name, signal));
    }
    return this.#loads.some(({ watch }) => watch) ? watchable(all, (changed) => this.#watch(changed)) : all;
  }
  /** Gives all tools each time those of a source change by themselves. */
  #watch(changed) {
    const stops = this.#loads.map(
      (load) => load.watch?.((tools) => {
        const before = { ...load };
        try {
          this.#take(load, tools);
          changed(this.tools());
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          Object.assign(load, before);
          void tell(this.#options.program, [`${error.message}; the tools stay as they were`]);
        }
      })
    );
    return () => stops.forEach((stop) => stop?.());
  }
  /**
   * Takes in a source that has loaded later than the others, and gives all tools.
   *
   * @throws {SourceError} Where another has a tool of the same name; then it is not taken in.
   */
  add(load) {
    const { origins } = this.#program;
    const before = [...this.#loads];
    const added = { ...load, tools: this.#watched(load, load.tools) };
    this.#loads.push(added);
    this.#loads.sort((a, b) => origins.indexOf(a.origin) - origins.indexOf(b.origin));
    try {
      return this.tools();
    } catch (error) {
      this.#loads.splice(0, Infinity, ...before);
      throw error;
    }
  }
  /** Asks sources anew for a tool: gives all tools, or nothing where there are no others. */
  async renew(name, signal) {
    const { renewLists } = await import('./_rest.js').then(function (n) { return n._renewal; });
    const { program } = this.#options;
    const renewed = await renewLists(this.#loads, name, {
      program,
      take: (load, tools) => this.#take(load, tools),
      fail: ({ origin }, error) => tell(program, [failureLine(this.#program, origin, error)]),
      signal
    });
    return renewed ? this.tools() : void 0;
  }
  /** Which source a tool is from, for a reader. */
  sourceOf(tool) {
    return this.#sources.get(tool)?.label ?? "";
  }
  /** Puts a source's tools as they are now in the place of those before. */
  #take(load, all) {
    const { tools } = select(all, load.origin);
    load.renew = void 0;
    const taken = this.#options.served ? tools : commandable(tools, () => {
    });
    load.tools = this.#watched(load, taken);
  }
  #clash(name, one, other) {
    const named = ({ at, label }) => {
      const line = this.#program.lineOf?.(at);
      return `${at} (${label}${line === void 0 ? "" : `, line ${line}`})`;
    };
    const remedy = other.at.startsWith("sources[") ? 'give one of them a "prefix"' : 'name the servers in a toolcli configuration ("sources"), and give one of them a "prefix"';
    return new SourceError(
      this.#program.file,
      `the tool ${JSON.stringify(name)} is in ${named(one)} and in ${named(other)}: ${remedy}`
    );
  }
  /** A call that finds its source's tools changed is read once more, with the tools of all. */
  #watched({ origin }, tools) {
    if (origin.kind !== "mcp") return tools;
    return tools.map(
      (tool) => wrap(tool, async (call) => {
        try {
          return await tool.execute(call);
        } catch (error) {
          if (!(error instanceof ToolsChangedError)) throw error;
          this.#take(this.#loads.find((load) => load.origin === origin), error.tools);
          throw new ToolsChangedError(error.message, this.tools());
        }
      })
    );
  }
}



const AT_ONCE = 6;


function closing(tool, others) {
  const wrapped = wrap(tool, (call) => tool.execute(call));
  const close = async () => {
    await tool.close?.();
    for (const other of others) await other.close?.();
  };
  return Object.create(wrapped, { close: { value: close } });
}


const LOADERS = {
  module: () => Promise.resolve().then(function () { return _module; }),
  utcp: (() => import(new URL('_utcp_source.js', import.meta.url).href)),
  mcp: (() => import(new URL('_mcp_source.js', import.meta.url).href)),
  asmp: () => import(new URL('_asmp_source.js', import.meta.url).href),
  dump: () => Promise.resolve().then(function () { return _dump; })
};




function asmpAddress(source) {
  const address = source.slice("asmp+".length);
  if (/^https?:\/\/[^/]/i.test(address) && URL.canParse(address)) return address;
  throw new SourceError(source, "expected asmp+http:// or asmp+https:// and the address of a run");
}
async function meant(value) {
  if (typeof value !== "object" || value === null) return "";
  const { nearest } = await import('../cli/_rest.js').then(function (n) { return n.suggest; });
  for (const name of Object.keys(value)) {
    const [near] = nearest(name, ["sources", "mcpServers"]);
    if (near) return `, did you mean ${JSON.stringify(near)} by ${JSON.stringify(name)}?`;
  }
  return "";
}



const VALUED = ["answer", "out", "record"];
const ABOUT = ["help", "schema", "utcp-call"];




async function help(words) {
  return (await import(new URL('_help.js', import.meta.url).href)).help(words);
}
if (import.meta.main) void toolcli();



var _other_source = /*#__PURE__*/Object.freeze({
  __proto__: null,
  loadOther: loadOther
});


const ask = async (question, call) => {
  const { terminalPrompt } = await import('../mod.js').then(function (n) { return n.terminal_prompt; });
  asked ??= terminalPrompt();
  return await asked(question, call);
};
let asked;

async function optionsOf(own) {
  const { readOptions } = await import('./_rest.js').then(function (n) { return n._options; });
  return await readOptions("run", own, { flags: ["ask", "refresh", "verbose"], texts: ["name"] });
}


const OWN = ["name", "refresh", "verbose"];

var _run = /*#__PURE__*/Object.freeze({
  __proto__: null,
  run: run
});


function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function listIn(value) {
  const { tools, result } = value;
  return Array.isArray(tools) ? tools : result.tools;
}
function toolsText(json) {
  const members = jsonMembers(json);
  const tools = members.get("tools");
  return tools?.startsWith("[") ? tools : jsonMembers(members.get("result")).get("tools");
}

var _dump = /*#__PURE__*/Object.freeze({
  __proto__: null,
  load: load
});

export { ConfigurationError, HostError, LOADERS, SourceError, _dump, _module, _other_source, _print, _run, absolute, absolutePath, closing, commandWord, commandsOf, importModule, isAddress, linesOf, loadProgram, loadSource, mapSome, mayHave, moduleAddress, nameOf, placeOf, printAll, programPath, readJson, readProgram, tell, toolcli, wordOf };
