/**
 * A program of an MCP server's tools. The server and the options are JSON in its environment.
 *
 * @module
 */

import { main } from "../../cli/mod.ts";
import { mcpTools } from "../../mcp/source.ts";
import { prompt } from "../../prompt/mod.ts";

const tools = await mcpTools(JSON.parse(Deno.env.get("KIT_SERVER")!), {
  ...JSON.parse(Deno.env.get("KIT_OPTIONS") ?? "{}"),
  note: (text) => console.error(text),
});
await main({
  name: "kit",
  tools,
  ask: (question, call) => prompt(Deno.stdin.readable, Deno.stderr.writable)(question, call),
});
