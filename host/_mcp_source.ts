import type { Tool } from "../agenttool/tool.ts";
import { visible } from "../agenttool/visible.ts";
import { mcpTools } from "../mcp/source.ts";
import type { Notes } from "./_load.ts";
import type { Origin } from "./_origin.ts";
import type { LoadOptions } from "./_source.ts";
import { waited } from "./_waiting.ts";

/** Gives the tools of an MCP server. */
export async function load(
  { server, name, listed }: Extract<Origin, { kind: "mcp" }>,
  { refresh, verbose, note, program = "toolcli" }: LoadOptions & Notes,
): Promise<Tool[]> {
  const onStderr = verbose
    ? (line: string) => console.error(visible(`${name}: ${line}`))
    : undefined;
  const tools = mcpTools(server, { name, listed, refresh, note, onStderr });
  return await waited(name, program, tools);
}
