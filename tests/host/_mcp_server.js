// A small MCP server on standard input and output. It writes a line to LOG at each start.
import { createInterface } from "node:readline";
import { appendFileSync } from "node:fs";
import process from "node:process";

if (process.env.LOG) appendFileSync(process.env.LOG, "start\n");
const tools = [
  {
    name: "echo",
    description: "Say it back.",
    inputSchema: {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
    },
    annotations: { readOnlyHint: true },
  },
  { name: "fail", description: "Fail.", inputSchema: { type: "object" } },
];
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "small", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
  "tools/call": ({ name, arguments: args }) => ({
    content: [{ type: "text", text: name === "echo" ? args.text : "no luck" }],
    isError: name === "fail",
  }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method]
    ? { result: answers[method](params ?? {}) }
    : { error: { code: -32601, message: "Method not found" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
}
