/**
 * A server of the official package that speaks no protocol before 2026-07-28, on standard input and
 * output or, with the word `http`, by Streamable HTTP; its address is then its first line.
 *
 * @module
 */

import { createMcpHandler, inputRequired, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const inputSchema = {
  type: "object" as const,
  properties: { region: { type: "string", "x-mcp-header": "Region" } },
};

const grown: string[] = [];

function server(): Server {
  const server = new Server({ name: "modern", version: "2.0.0" }, {
    capabilities: { tools: { listChanged: true } },
  });
  server.setRequestHandler("tools/list", () => ({
    tools: ["echo", "ask", "count", "loop", ...grown].map((name) => ({ name, inputSchema })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const text = (value: unknown) => ({
      content: [{ type: "text" as const, text: JSON.stringify(value) }],
    });
    switch (params.name) {
      case "ask": {
        if (mcpReq.inputResponses) return text([mcpReq.inputResponses, mcpReq.requestState()]);
        return inputRequired({
          inputRequests: {
            name: inputRequired.elicit({
              message: "Who?",
              requestedSchema: { type: "object", properties: { name: { type: "string" } } },
            }),
            page: inputRequired.elicitUrl({ message: "Go", url: "https://example.com/" }),
          },
          requestState: "state 1",
        });
      }
      case "echo":
        // Says "grow", and there is another tool.
        if (params.arguments?.grow) {
          grown.push("new");
          await server.sendToolListChanged();
        }
        break;
      case "loop":
        return inputRequired({ requestState: "again" });
      case "count": {
        const { progressToken } = mcpReq._meta ?? {};
        for (const progress of [1, 2]) {
          await mcpReq.notify({
            method: "notifications/progress",
            params: { progressToken: progressToken!, progress },
          });
        }
        return text("counted");
      }
    }
    return text(params.arguments);
  });
  return server;
}

if (Deno.args[0] === "http") {
  const handler = createMcpHandler(server, { legacy: "reject" });
  Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    onListen: ({ port }) => console.log(`http://127.0.0.1:${port}/`),
  }, async (request) => {
    // What servers of the package refuse too, whose schemas it knows.
    const hasRegion = (await request.clone().text()).includes('"region":"');
    return hasRegion && !request.headers.has("mcp-param-region")
      ? new Response("no header", { status: 400 })
      : await handler.fetch(request);
  });
} else serveStdio(server, { legacy: "reject" });
