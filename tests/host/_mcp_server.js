// A small MCP server on standard input and output. It writes a line to LOG at each start, and lists
// the tools in the file TOOLS where that is there, or tools of the names in NAMES. Where there is GO,
// it answers nothing until there is a file of that name.
import { createInterface } from "node:readline";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import process from "node:process";

if (process.env.LOG) appendFileSync(process.env.LOG, "start\n");
const { TOOLS = "", NAMES, GO } = process.env;
while (GO && !existsSync(GO)) await new Promise((resolve) => setTimeout(resolve, 20));
const own = NAMES?.split(" ").map((name) => ({ name, inputSchema: { type: "object" } })) ?? [
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
const tools = existsSync(TOOLS) ? JSON.parse(readFileSync(TOOLS, "utf8")) : own;
const said = (value) => typeof value === "string" ? value : `${JSON.stringify(value)} as JSON`;
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "small", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
  "tools/call": ({ name, arguments: args }) => ({
    content: [{ type: "text", text: name === "echo" ? said(args.text) : "no luck" }],
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
