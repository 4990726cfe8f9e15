import { SourceError } from "./errors.ts";
import { readJson } from "./_json_file.ts";
import type { OriginOfKind, Program } from "./_origin.ts";
import { isAddress } from "./_paths.ts";

/**
 * Reads what a program's tools come from, and starts nothing of it. JSON files are told apart by
 * their members.
 *
 * @param source A path, the address of a module, or `asmp+http://…`.
 * @returns What the tools come from.
 * @throws {HostError} Where the source cannot be read, or is none.
 */
export async function readProgram(source: string): Promise<Program> {
  const only = (origin: OriginOfKind): Program => ({
    file: source,
    origins: [{ ...origin, at: "", label: source }],
  });
  if (/^asmp\+/i.test(source)) return only({ kind: "asmp", address: asmpAddress(source) });
  if (isAddress(source) || !/\.jsonc?$/i.test(source)) {
    return only({ kind: "module", module: source });
  }
  const { text, value, json } = await readJson(source);
  if (isUtcp(value)) return only({ kind: "utcp", path: source, json });
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    if (Object.hasOwn(value, "sources")) {
      const { readConfiguration } = await import("./_configuration.ts");
      return readConfiguration(source, text, value);
    }
    if (isDump(value)) return only({ kind: "dump", json, value });
    const { clientServers, readClient } = await import("./_clients.ts");
    const found = clientServers(value);
    if (found) return readClient(source, text, found);
  }
  throw new SourceError(
    source,
    `it is no source of tools${await meant(
      value,
    )}: expected a toolcli configuration ("sources"), MCP ` +
      'servers ("mcpServers"), a UTCP manual, a call template or an array of them, or the tools ' +
      "that an MCP server lists",
  );
}

function isUtcp(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isUtcp);
  const { utcp_version, call_template_type, tools } = (value ?? {}) as Record<string, unknown>;
  return utcp_version !== undefined || call_template_type !== undefined ||
    (Array.isArray(tools) && tools.some((tool) => tool?.tool_call_template !== undefined));
}

/** The tools that an MCP server lists, or its whole response. */
function isDump(value: object): boolean {
  const { tools, result } = value as { tools?: unknown; result?: { tools?: unknown } };
  return Array.isArray(tools) || Array.isArray(result?.tools);
}

function asmpAddress(source: string): string {
  const address = source.slice("asmp+".length);
  if (/^https?:\/\/[^/]/i.test(address) && URL.canParse(address)) return address;
  throw new SourceError(source, "expected asmp+http:// or asmp+https:// and the address of a run");
}

async function meant(value: unknown): Promise<string> {
  if (typeof value !== "object" || value === null) return "";
  const { nearest } = await import("../cli/suggest.ts");
  for (const name of Object.keys(value)) {
    const [near] = nearest(name, ["sources", "mcpServers"]);
    if (near) return `, did you mean ${JSON.stringify(near)} by ${JSON.stringify(name)}?`;
  }
  return "";
}
