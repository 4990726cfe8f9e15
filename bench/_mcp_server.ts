/**
 * An MCP server of a few lines: what it takes to start says little of MCP.
 *
 * @module
 */

const tools = [{
  name: "echo",
  inputSchema: {
    type: "object",
    properties: { message: { type: "string" } },
    required: ["message"],
  },
}];
const initialized = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "bench", version: "1.0.0" },
};

let rest = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop()!;
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result = method === "initialize"
      ? initialized
      : method === "tools/list"
      ? { tools }
      : { content: [{ type: "text", text: params.arguments.message }] };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }
}
