import type { Tool } from "../agenttool/tool.ts";
import type { Notes } from "./_load.ts";
import type { McpServer, Origin } from "./_origin.ts";
import type { LoadOptions } from "./_source.ts";

type McpTools = (
  server: McpServer,
  options: {
    name: string;
    refresh?: boolean;
    note: (text: string) => void;
    onStderr?: (line: string) => void;
  },
) => Promise<Tool[]>;

/** Gives the tools of an MCP server. */
export async function load(
  { server, name }: Extract<Origin, { kind: "mcp" }>,
  { refresh, verbose, note }: LoadOptions & Notes,
): Promise<Tool[]> {
  const address = new URL("../mcp/source.ts", import.meta.url).href;
  const { mcpTools }: { mcpTools: McpTools } = await import(address);
  const onStderr = verbose ? (line: string) => console.error(`${name}: ${line}`) : undefined;
  return await mcpTools(server, { name, refresh, note, onStderr });
}
