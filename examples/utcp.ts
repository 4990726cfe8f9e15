// A program of tools that UTCP clients can call, and a client that calls it and a command line.
// Run it: deno run -A examples/utcp.ts
// In your own program, import from "@x/toolcli", "@x/toolcli/utcp/extension" and "@x/toolcli/utcp".
import { defineTool, main } from "@x/toolcli";
import { utcpExtension } from "@x/toolcli/utcp/extension";

const shout = defineTool({
  name: "shout",
  description: "Write a text in capitals.",
  parameters: {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
  },
  execute: ({ text }) => text.toUpperCase(),
});

/** What another program does with it: this one, started again, is the program that it calls. */
async function callIt(): Promise<void> {
  const { UtcpClient } = await import("@x/toolcli/utcp");
  const program = [Deno.execPath(), "run", "-A", import.meta.filename!]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const client = await UtcpClient.create(".", {
    manual_call_templates: [{
      name: "kit",
      call_template_type: "cli",
      commands: [{ command: `${program} --utcp-discover=UTCP_ARG_probe_UTCP_END` }],
    }, {
      name: "count",
      call_template_type: "cli",
      commands: [{ command: "printf '%s' UTCP_ARG_text_UTCP_END | wc -w" }],
    }],
  });
  for (const { name } of await client.searchTools("a text in capitals")) console.log(name);
  console.log(await client.callTool("kit.shout", { text: "it's $5; ls" }));
  console.log(await client.callTool("count", { text: "it's $5; ls" }));
  await client.close();
}

if (Deno.args.length === 0) await callIt();
else await main({ name: "kit", tools: [shout], extensions: utcpExtension() });
