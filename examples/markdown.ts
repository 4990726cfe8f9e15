// Prints what a model reads to use the file tools: a section for AGENTS.md, or a skill's body.
// Run it: deno run examples/markdown.ts > file-tools.md
// In your own program, import from "@x/toolcli/cli" and "@x/toolcli/markdown".
import { commands } from "@x/toolcli/cli";
import { markdown } from "@x/toolcli/markdown";
import { tools } from "./file_tools.ts";

console.log(`# File tools\n\n${markdown("file-tools", commands(tools))}`);
