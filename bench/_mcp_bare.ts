/**
 * A client of the MCP package as anybody would write it: the server's command.
 *
 * @module
 */

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [command = "", ...args] = Deno.args;
const client = new Client({ name: "bare", version: "1" });
await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
const { content } = await client.callTool({ name: "echo", arguments: { message: "hi" } });
for (const part of content) if (part.type === "text") console.log(part.text);
await client.close();
Deno.exit(0);
