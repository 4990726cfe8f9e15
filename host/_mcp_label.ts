import type { McpServer } from "../mcp/source.ts";

/** Programs that run another one, which says more about the server than they do. */
const LAUNCHERS = ["bun", "bunx", "deno", "node", "npx", "pnpx", "python", "python3", "uvx"];

/**
 * Names a server for a reader. Arguments and addresses may hold secrets: only what a package or a
 * path to run looks like is shown of them.
 */
export function mcpLabel(server: McpServer): string {
  if ("url" in server) {
    if (!URL.canParse(server.url)) return "MCP server";
    const { origin, pathname } = new URL(server.url);
    return `${origin}${pathname}`;
  }
  const program = server.command.split(/[\\/]/).at(-1)!.replace(/\.(?:exe|cmd)$/i, "");
  if (!LAUNCHERS.includes(program)) return server.command;
  const what = server.args?.find((arg) => !arg.startsWith("-") && arg !== "run");
  return what !== undefined && /^[@\w./:\\-]+$/.test(what)
    ? `${server.command} ${what}`
    : server.command;
}
