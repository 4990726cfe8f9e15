// Tools as an MCP server, for any MCP client.
// On standard input and output, as clients start it: deno run -A examples/mcp_server.ts
// Over HTTP, for many clients: deno run -A examples/mcp_server.ts --http
// In your own program, import from "@x/toolcli" and "@x/toolcli/mcp".
import { mcpHandler, serveMcpStdio } from "@x/toolcli/mcp";
import { defineTool } from "@x/toolcli";

const notes = new Map([["milk", "Buy 2 litres"], ["rent", "Due on the 1st"]]);

const NAME = {
  type: "object",
  properties: { name: { enum: [...notes.keys()], description: "The note" } },
  required: ["name"],
} as const;

const read = defineTool({
  name: "read_note",
  description: "Read a note.",
  parameters: NAME,
  annotations: { readOnly: true, openWorld: false },
  execute: ({ name }) => notes.get(name) ?? "It was deleted",
});

const remove = defineTool({
  name: "delete_note",
  description: "Delete a note, after asking the user.",
  parameters: NAME,
  annotations: { destructive: true, openWorld: false },
  resource: "notes",
  execute: async ({ name }, call) => {
    const { action } = await call.ask({ message: `Delete the note "${name}"?` });
    if (action !== "accept") return "Nothing was deleted";
    notes.delete(name);
    return `Deleted "${name}"`;
  },
});

const tools = [read, remove];
const server = { name: "notes", version: "1.0.0" };

if (Deno.args[0] === "--http") {
  Deno.serve(
    { hostname: "127.0.0.1", port: Number(Deno.args[1] ?? 8000) },
    await mcpHandler(tools, server),
  );
} else await serveMcpStdio(tools, server);
