import { type Renew, renewable, renewalOf } from "../agenttool/renewal.ts";
import type { Tool } from "../agenttool/tool.ts";
import { visible } from "../agenttool/visible.ts";
import { knownMcpTools, mcpTools } from "../mcp/source.ts";
import type { Notes } from "./_load.ts";
import type { Origin } from "./_origin.ts";
import type { LoadOptions } from "./_source.ts";
import { waited } from "./_waiting.ts";

/** Gives the tools of an MCP server; nothing where it would have to be started, and is not to be. */
export async function load(
  { server, name, listed }: Extract<Origin, { kind: "mcp" }>,
  { refresh, verbose, served, known, signal, note, program }: LoadOptions & Notes,
): Promise<Tool[] | undefined> {
  const onStderr = verbose
    ? (line: string) => console.error(visible(`${name}: ${line}`))
    : undefined;
  const options = { name, listed, refresh, note, onStderr, signal };
  const start = async <T>(ask: () => Promise<T>, signal?: AbortSignal) => {
    const { started } = await import("./_start.ts");
    // Whoever serves goes on meanwhile, and for long after that.
    return await started(server, { again: refresh || served, program, signal }, ask);
  };
  const tools = await knownMcpTools(server, options);
  if (tools) {
    const renew = renewalOf(tools)!;
    const renewed: Renew = (name, signal) => start(() => renew(name, signal), signal);
    return renewable(tools, renewed);
  }
  if (known) return undefined;
  const asked = start(() => mcpTools(server, options), signal);
  return await waited(name, program ?? "toolcli", asked);
}
