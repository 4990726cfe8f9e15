// Runs command lines inside a program, on streams of its own, as a server or a test does.
// Run it: deno run examples/cli.ts
// In your own program, import from "@x/toolcli/agenttool" and "@x/toolcli/cli".
import { defineTool } from "@x/toolcli/agenttool";
import { Runner } from "@x/toolcli/cli";

const add = defineTool({
  name: "add",
  description: "Add numbers.",
  annotations: { readOnly: true },
  parameters: {
    type: "object",
    properties: { numbers: { type: "array", items: { type: "number" } } },
    required: ["numbers"],
  },
  execute: ({ numbers }) => numbers.reduce((sum, number) => sum + number, 0),
});

/** Runs one command line and shows what came of it. */
async function show(...args: string[]): Promise<void> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const printed = new Response(readable).text();
  const runner = new Runner({ name: "calc", tools: [add], stdout: writable, stderr: writable });
  const status = await runner.run(args);
  await writable.close();
  console.log(`$ calc ${args.join(" ")}\n${await printed}[status ${status}]`);
}

await show("add", "--numbers", "1", "--numbers", "2.5");
await show("add", '{"numbers":[1,2,3]}');
await show("add", "--numbers", "one");
