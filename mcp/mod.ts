/**
 * MCP both ways: the tools of an MCP server as tools, and tools as an MCP server.
 *
 * @module
 */

export {
  type McpHandler,
  mcpHandler,
  type McpHandlerOptions,
  type McpServerOptions,
  type McpServerTools,
  type McpStdioOptions,
  serveMcpStdio,
} from "./server.ts";
export {
  type HttpServer,
  type ListedTool,
  type McpServer,
  mcpTools,
  type McpToolsOptions,
  type StdioServer,
} from "./source.ts";

// A call loads them by address; named here they are part of a compiled program.
void (() => import("./call_parts.ts"));
