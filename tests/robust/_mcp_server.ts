/**
 * An MCP server all of whose words are hostile, and whose tool `hang` never answers. Its arguments
 * are something to be found by, and `deaf` where it is not to end when it is told to.
 *
 * @module
 */
import { answer, type Message, send, serve } from "../mcp/servers/_lines.ts";
import { ALL } from "./_hostile.ts";

const TOOLS = ["say", "fail", "refuse", "report", "ask", "die", "hang"];
const schema = { type: "object", properties: { s: { type: "string", description: ALL } } };
const content = [{ type: "text", text: ALL }];
let asking: Message | undefined;

console.error(ALL);
if (Deno.args.includes("deaf")) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => {});
  }
  setInterval(() => {}, 1000);
}
await serve({
  initialize: () =>
    JSON.stringify({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: ALL, version: ALL },
      instructions: ALL,
    }),
  "tools/list": () =>
    JSON.stringify({
      tools: TOOLS.map((name) => ({ name, title: ALL, description: ALL, inputSchema: schema })),
    }),
  "tools/call": (message) => {
    const { name, _meta } = message.params!;
    const { progressToken } = Object(_meta);
    switch (name) {
      case "say":
        return JSON.stringify({ content });
      case "fail":
        return JSON.stringify({ content, isError: true });
      case "refuse":
        send({ id: message.id, error: { code: -32000, message: ALL } });
        return null;
      case "report":
        send({
          method: "notifications/progress",
          params: { progressToken, progress: 1, message: ALL },
        });
        return JSON.stringify({ content: [] });
      case "ask":
        asking = message;
        send({
          id: "question",
          method: "elicitation/create",
          params: { message: ALL, requestedSchema: { type: "object", properties: {} } },
        });
        return null;
      case "die":
        console.error(ALL);
        Deno.exit(3);
        break;
      default:
        send({
          method: "notifications/progress",
          params: { progressToken, progress: 1, message: "waiting" },
        });
        return null;
    }
  },
  answer: () => {
    answer(asking!, JSON.stringify({ content: [] }));
    return null;
  },
});
