import { absolutePath, programPath } from "./_paths.ts";
import { mcpLabel } from "./_mcp_label.ts";
import { SourceError } from "./errors.ts";
import { mayBeAddress } from "../mcp/references.ts";
import type { McpServer } from "../mcp/source.ts";
import type { Origin, Program } from "./_origin.ts";
import { memberPath, positionsOf } from "./_positions.ts";

/** What clients of MCP call the object that holds their servers. */
const MEMBERS = ["mcpServers", "servers", "context_servers"];

/**
 * Finds the servers in the configuration of a client of MCP: `mcpServers` of most, `servers` of
 * VS Code (in its settings inside `mcp`), `context_servers` of Zed.
 *
 * @param value The file's value.
 * @returns The member's path and its value, where there is one.
 */
export function clientServers(value: object): { path: string; servers: object } | undefined {
  const inner = (value as { mcp?: unknown }).mcp;
  for (const [prefix, holder] of [["", value], ["mcp.", inner]] as const) {
    if (typeof holder !== "object" || holder === null) continue;
    for (const member of MEMBERS) {
      if (!Object.hasOwn(holder, member)) continue;
      const servers = (holder as Record<string, unknown>)[member];
      if (typeof servers === "object" && servers !== null && !Array.isArray(servers)) {
        return { path: prefix + member, servers };
      }
    }
  }
}

/**
 * Reads the servers of a client's configuration. Members that are the client's own are passed over,
 * and so is a server that is switched off.
 *
 * @param file The file's path, as given.
 * @param text The file's text.
 * @param found The servers, as {@linkcode clientServers} gives them.
 * @returns What the program's tools come from.
 * @throws {SourceError} Where there is no server.
 */
export function readClient(
  file: string,
  text: string,
  { path, servers }: { path: string; servers: object },
): Program {
  const origins: Origin[] = [];
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
        },
      });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      origins.push({ kind: "none", reason: error.message, label: name, at });
    }
  }
  if (origins.length === 0) throw new SourceError(file, `${path}: expected at least one server`);
  return { file, origins, lineOf: (at) => positionsOf(text).lines.get(at) };
}

function readServer(
  written: Record<string, unknown>,
  file: string,
): McpServer {
  if (typeof written !== "object" || written === null) fail("expected an object");
  const text = (name: string): string | undefined => {
    const value = written[name];
    if (value === undefined || value === null) return undefined;
    return typeof value === "string" ? value : fail(`${name}: expected a string`);
  };
  const textMap = (name: string): Record<string, string> | undefined => {
    const value = written[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "object" || Array.isArray(value)) {
      return fail(`${name}: expected an object`);
    }
    // Clients take numbers and booleans in an environment as well.
    return Object.fromEntries(
      Object.entries(value).filter(([, value]) => value !== null)
        .map(([key, value]) => [key, withVariables(String(value), `${name}.${key}`)]),
    );
  };
  const url = text("url") ?? text("serverUrl") ?? text("httpUrl");
  // Zed's older form holds all three in `command`.
  const { command: inner } = written;
  if (typeof inner === "object" && inner !== null && !Array.isArray(inner)) {
    const { path, ...rest } = inner as Record<string, unknown>;
    return readServer({ ...written, ...rest, command: path }, file);
  }
  if (url !== undefined && written.command === undefined) {
    const filled = withVariables(url, "url");
    if (!mayBeAddress(filled)) {
      fail("url: expected an address that begins with http:// or https://");
    }
    return { url: filled, headers: textMap("headers") };
  }
  const command = text("command");
  if (!command) return fail('expected "command" or "url"');
  const args = written.args ?? [];
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string")) {
    fail("args: expected an array of strings");
  }
  const cwd = text("cwd");
  return {
    command: programPath(command, file),
    args: args as string[],
    env: textMap("env"),
    cwd: cwd && absolutePath(cwd, file),
  };
}

/** Some clients write `${env:NAME}`; what only they can fill in is not passed on as it stands. */
function withVariables(text: string, place: string): string {
  const foreign = /\$\{(?!env:)[a-zA-Z]+:(?!-)[^}]*\}/.exec(text)?.[0];
  if (foreign) fail(`${place}: only the client that the file is for can fill in ${foreign}`);
  return text.replace(/\$\{env:(\w+)\}/g, "${$1}");
}

function fail(problem: string): never {
  throw new TypeError(problem);
}
