/**
 * A program of an MCP server's tools: its own words, `--`, and the server's command.
 *
 * @module
 */

import { runMain } from "../cli/main.ts";
import { mcpTools } from "../mcp/source.ts";

const at = Deno.args.indexOf("--");
const [command = "", ...args] = Deno.args.slice(at + 1);
const tools = await mcpTools({ command, args });
Deno.exit(await runMain({ name: "kit", tools }, Deno.args.slice(0, at)));
