import { nearest } from '../cli/suggest.js';
import { ConfigurationError, absolutePath, isAddress, programPath } from './_start.js';
import { positionsOf, memberPath, mcpLabel } from './_positions.js';

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
  return { file, name, description, origins };
}
const KINDS = ["module", "utcp", "mcp", "asmp"];
const SELECTION = ["prefix", "include", "exclude"];
function readSource(reader, at, value) {
  const source = reader.object(at, value);
  reader.known(at, source, [...KINDS, ...SELECTION, "variables"]);
  const [kind, second] = KINDS.filter((kind2) => Object.hasOwn(source, kind2));
  if (kind === void 0) {
    reader.fail(at, 'expected one of "module", "utcp", "mcp" and "asmp"');
  }
  if (second !== void 0) {
    reader.fail(`${at}.${second}`, `a source is of one kind, and this one has ${quote(kind)} too`);
  }
  if (kind !== "utcp" && Object.hasOwn(source, "variables")) {
    reader.fail(`${at}.variables`, 'goes with "utcp" only');
  }
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
      const texts = (path2, value2) => reader.textMap(path2, value2);
      const variables = reader.optional(at, source, "variables", texts);
      return { kind, path: absolutePath(label, reader.file), variables, label, at, ...selection };
    }
    case "mcp": {
      const server = readServer(reader, path, written);
      const label = mcpLabel(server);
      return { kind, server, name: selection.prefix ?? label, label, at, ...selection };
    }
    case "asmp": {
      const address = reader.webAddress(path, written);
      return { kind, address, label: address, at, ...selection };
    }
  }
}
const PROCESS = ["args", "env", "cwd"];
function readServer(reader, at, value) {
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
    const url = reader.webAddress(`${at}.url`, server.url);
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
class Reader {
  file;
  #positions;
  constructor(file, positions) {
    this.file = file;
    this.#positions = positions;
  }
  fail(path, problem) {
    throw new ConfigurationError(this.file, this.#lineOf(path), path, problem);
  }
  /** The line of the path, or of the nearest object around it that is written. */
  #lineOf(path) {
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
  /** What becomes part of names that a shell reads. */
  word(path, value) {
    const text = this.text(path, value);
    if (/^\w[\w.-]*$/.test(text)) return text;
    this.fail(path, "expected letters, digits, _, . and -, the first one no . or -");
  }
  webAddress(path, value) {
    const text = this.text(path, value);
    if (/^https?:\/\/[^/]/i.test(text) && URL.canParse(text)) return text;
    this.fail(path, "expected an address that begins with http:// or https://");
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

export { readConfiguration };
