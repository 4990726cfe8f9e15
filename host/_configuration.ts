import { nearest } from "../cli/suggest.ts";
import { ConfigurationError } from "./errors.ts";
import { absolutePath, isAddress, programPath } from "./_paths.ts";
import { mcpLabel } from "./_mcp_label.ts";
import { mayBeAddress } from "../mcp/references.ts";
import type { McpServer } from "../mcp/source.ts";
import type { Origin, Program } from "./_origin.ts";
import { memberPath, type Positions, positionsOf } from "./_positions.ts";
import type { Selection } from "./_selection.ts";

/**
 * Reads a toolcli configuration.
 *
 * @param file The file's path, as given.
 * @param text The file's text.
 * @param value What it holds.
 * @returns What the program's tools come from.
 * @throws {ConfigurationError} For the first thing that is wrong.
 */
export function readConfiguration(file: string, text: string, value: unknown): Program {
  const reader = new Reader(file, positionsOf(text));
  reader.refuseTwice();
  const root = reader.object("", value);
  reader.known("", root, ["$schema", "name", "description", "sources"]);
  const readText = (path: string, value: unknown) => reader.text(path, value);
  reader.optional("", root, "$schema", readText);
  const name = reader.optional("", root, "name", (path, value) => reader.word(path, value));
  const description = reader.optional("", root, "description", readText);
  const sources = reader.list("sources", root.sources);
  if (sources.length === 0) reader.fail("sources", "expected at least one source, got []");
  const origins = sources.map((source, index) => readSource(reader, `sources[${index}]`, source));
  return { file, name, description, origins, lineOf: (at) => reader.lineOf(at) };
}

const KINDS = ["module", "utcp", "mcp", "asmp"] as const;
const SELECTION = ["prefix", "include", "exclude"];
const OF_UTCP = ["variables", "env_files", "timeout", "discovery_timeout", "max_output"];

function readSource(reader: Reader, at: string, value: unknown): Origin {
  const source = reader.object(at, value);
  reader.known(at, source, [...KINDS, ...SELECTION, ...OF_UTCP]);
  const [kind, second] = KINDS.filter((kind) => Object.hasOwn(source, kind));
  if (kind === undefined) {
    reader.fail(at, 'expected one of "module", "utcp", "mcp" and "asmp"');
  }
  if (second !== undefined) {
    reader.fail(`${at}.${second}`, `a source is of one kind, and this one has ${quote(kind)} too`);
  }
  const stray = kind === "utcp" ? undefined : OF_UTCP.find((name) => Object.hasOwn(source, name));
  if (stray !== undefined) reader.fail(`${at}.${stray}`, 'goes with "utcp" only');
  const selection: Selection = {
    prefix: reader.optional(at, source, "prefix", (path, value) => reader.word(path, value)),
    include: reader.optional(at, source, "include", (path, value) => reader.texts(path, value)),
    exclude: reader.optional(at, source, "exclude", (path, value) => reader.texts(path, value)),
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
        ...selection,
      };
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

/** What a manual's templates get, and what bounds those that do not say it. */
function readUtcp(
  reader: Reader,
  at: string,
  source: JsonMembers,
): Pick<Extract<Origin, { kind: "utcp" }>, "variables" | "envFiles" | "limits"> {
  const texts = (path: string, value: unknown) => reader.textMap(path, value);
  const files = (path: string, value: unknown) =>
    reader.list(path, value).map((file, index) =>
      absolutePath(reader.filled(`${path}[${index}]`, file), reader.file)
    );
  const limit = (name: string) =>
    reader.optional(at, source, name, (path, value) => reader.positive(path, value));
  return {
    variables: reader.optional(at, source, "variables", texts),
    envFiles: reader.optional(at, source, "env_files", files),
    limits: {
      timeout: limit("timeout"),
      discoveryTimeout: limit("discovery_timeout"),
      maxOutput: limit("max_output"),
    },
  };
}

const PROCESS = ["args", "env", "cwd"];

function readServer(reader: Reader, at: string, value: unknown): McpServer {
  const server = reader.object(at, value);
  reader.known(at, server, ["command", ...PROCESS, "url", "headers"]);
  const has = (name: string) => Object.hasOwn(server, name);
  if (!has("command") && !has("url")) reader.fail(at, 'expected "command" or "url"');
  if (has("command") && has("url")) {
    reader.fail(`${at}.url`, 'a server has a "command" or a "url", and this one has both');
  }
  const texts = (path: string, value: unknown) => reader.textMap(path, value);
  if (has("url")) {
    const other = PROCESS.find(has);
    if (other) reader.fail(`${at}.${other}`, 'goes with "command", not with "url"');
    const url = reader.text(`${at}.url`, server.url);
    if (!mayBeAddress(url)) reader.fail(`${at}.url`, NO_ADDRESS);
    return { url, headers: reader.optional(at, server, "headers", texts) };
  }
  if (has("headers")) reader.fail(`${at}.headers`, 'goes with "url", not with "command"');
  const command = reader.filled(`${at}.command`, server.command);
  const filled = (path: string, value: unknown) => reader.filled(path, value);
  const cwd = reader.optional(at, server, "cwd", filled);
  return {
    command: programPath(command, reader.file),
    args: reader.optional(at, server, "args", (path, value) => reader.texts(path, value)),
    env: reader.optional(at, server, "env", texts),
    cwd: cwd === undefined ? undefined : absolutePath(cwd, reader.file),
  };
}

const NO_ADDRESS = "expected an address that begins with http:// or https://";

type JsonMembers = Record<string, unknown>;

/** Reads values, and fails with the file, the line and the path of what is wrong. */
class Reader {
  readonly file: string;
  readonly #positions: Positions;

  constructor(file: string, positions: Positions) {
    this.file = file;
    this.#positions = positions;
  }

  fail(path: string, problem: string): never {
    throw new ConfigurationError(this.file, this.lineOf(path), path, problem);
  }

  /** The line of the path, or of the nearest object around it that is written. */
  lineOf(path: string): number {
    for (;;) {
      const line = this.#positions.lines.get(path);
      if (line !== undefined) return line;
      path = path.replace(/(?:^|\.)[\w$-]+$|\[[^[]*\]$/, "");
    }
  }

  refuseTwice(): void {
    const { twice } = this.#positions;
    if (twice !== undefined) this.fail(twice, "given twice");
  }

  object(path: string, value: unknown): JsonMembers {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as JsonMembers;
    }
    this.#expected(path, "an object", value);
  }

  known(path: string, object: JsonMembers, names: readonly string[]): void {
    for (const name of Object.keys(object)) {
      if (names.includes(name)) continue;
      const near = nearest(name, names).map(quote).join(" or ");
      this.fail(memberPath(path, name), `unknown member${near && `, did you mean ${near}?`}`);
    }
  }

  optional<T>(
    path: string,
    object: JsonMembers,
    name: string,
    read: (path: string, value: unknown) => T,
  ): T | undefined {
    return Object.hasOwn(object, name) ? read(memberPath(path, name), object[name]) : undefined;
  }

  text(path: string, value: unknown): string {
    return typeof value === "string" ? value : this.#expected(path, "a string", value);
  }

  filled(path: string, value: unknown): string {
    return this.text(path, value) || this.#expected(path, "a string that is not empty", value);
  }

  positive(path: string, value: unknown): number {
    if (typeof value !== "number") this.#expected(path, "a number", value);
    if (value > 0) return value;
    this.fail(path, `expected a number above 0, got ${value}`);
  }

  /** What becomes part of names that a shell reads. */
  word(path: string, value: unknown): string {
    const text = this.text(path, value);
    if (/^\w[\w.-]*$/.test(text)) return text;
    this.fail(path, "expected letters, digits, _, . and -, the first one no . or -");
  }

  webAddress(path: string, value: unknown): string {
    const text = this.text(path, value);
    if (/^https?:\/\/[^/]/i.test(text) && URL.canParse(text)) return text;
    this.fail(path, NO_ADDRESS);
  }

  list(path: string, value: unknown): unknown[] {
    return Array.isArray(value) ? value : this.#expected(path, "an array", value);
  }

  texts(path: string, value: unknown): string[] {
    return this.list(path, value).map((item, index) => this.text(`${path}[${index}]`, item));
  }

  textMap(path: string, value: unknown): Record<string, string> {
    const object = this.object(path, value);
    for (const [name, item] of Object.entries(object)) this.text(memberPath(path, name), item);
    return object as Record<string, string>;
  }

  #expected(path: string, what: string, value: unknown): never {
    // A value may be a secret: what it is says enough.
    const got = value === undefined
      ? "nothing"
      : value === null
      ? "null"
      : Array.isArray(value)
      ? "an array"
      : typeof value === "object"
      ? "an object"
      : typeof value === "string"
      ? value === "" ? "an empty string" : "a string"
      : `a ${typeof value}`;
    this.fail(path, `expected ${what}, got ${got}`);
  }
}

function quote(text: string): string {
  return JSON.stringify(text);
}
