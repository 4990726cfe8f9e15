// Serves a tool that puts another one in its own place.
import { defineTool, type Tool } from "../../agenttool/mod.ts";
import { serveMcpStdio } from "../../mcp/mod.ts";

let change = () => {};
const changed = new Promise<void>((resolve) => change = resolve);

async function* tools(): AsyncGenerator<Tool[]> {
  yield [defineTool({ name: "first", execute: () => change() })];
  await changed;
  yield [defineTool({ name: "second", execute: () => {} })];
}

await serveMcpStdio(tools(), { name: "changing", version: "1.0.0" });
Deno.exit(0);
