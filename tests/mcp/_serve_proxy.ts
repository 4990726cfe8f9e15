// Serves what another server, started for it, serves.
import { mcpTools, serveMcpStdio } from "../../mcp/mod.ts";
import { ToolSet } from "../../agenttool/mod.ts";
import { path } from "../examples/_run.ts";
import { serveCommand } from "./_serve_peers.ts";

const server = serveCommand(path("tests/mcp/_serve_tools.ts"), "--mcp");
// Where this process's packages come from; a server gets none of our variables by itself.
const env = Object.fromEntries(
  ["DENO_DIR", "JSR_URL"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }),
);
await using tools = new ToolSet(await mcpTools({ ...server, env }, { cache: false }));
await serveMcpStdio(tools, { name: "proxy", version: "1.0.0" });
Deno.exit(0);
