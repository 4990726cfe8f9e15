// Defines a tool with JSON Schema and one with zod, and runs a batch of calls.
// Run it: deno run examples/agenttool.ts
// In your own program, import from "@x/toolcli/agenttool".
import { z } from "zod";
import { defineTool, Executor, ToolSet } from "@x/toolcli/agenttool";

const greet = defineTool({
  name: "greet",
  description: "Greet somebody.",
  parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  execute: ({ name }) => `Hello, ${name}!`,
});

const repeat = defineTool({
  name: "repeat",
  description: "Repeat a text.",
  parameters: z.object({ text: z.string(), times: z.int().min(1).default(2) }),
  execute: ({ text, times }) => text.repeat(times),
});

const tools = new ToolSet([greet, repeat]);

// What a model asks for: names of tools, and arguments as JSON text.
const calls = [
  { name: "greet", args: '{"name":"Ada"}' },
  { name: "repeat", args: '{"text":"ab"}' },
  { name: "repeat", args: '{"text":"ab","times":0}' },
  { name: "shout", args: "{}" },
];
const jobs = calls.map(({ name, args }, index) => ({
  tool: tools.lookup(name),
  id: `call_${index}`,
  args,
}));

for await (const event of new Executor({ maxParallel: 1 }).execute(jobs)) {
  if (event.type === "result") console.log(event.index, JSON.stringify(event.result.content));
  if (event.type === "error") console.log(event.index, event.error.message);
}
