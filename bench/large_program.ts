/** Tools that take or give much, for large.ts; at its end it tells the most memory it had. */
import { defineRawTool, defineTool, main } from "../mod.ts";

const raw = defineRawTool({
  name: "raw",
  parameters: '{"type":"object"}',
  execute: (call) => `${call.args.length}`,
});

const checked = defineTool({
  name: "checked",
  parameters: {
    type: "object",
    properties: {
      rows: {
        type: "array",
        items: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
      },
    },
    required: ["rows"],
  },
  execute: ({ rows }) => `${rows.length}`,
});

const out = defineTool({
  name: "out",
  parameters: { type: "object", properties: { bytes: { type: "integer" } }, required: ["bytes"] },
  execute: ({ bytes }) => "0123456789abcde\n".repeat(bytes / 16),
});

addEventListener("unload", () => {
  const [, peak] = /VmHWM:\s+(\d+)/.exec(Deno.readTextFileSync("/proc/self/status")) ?? [];
  console.error(`peak ${peak}`);
});

await main({ name: "large", tools: [raw, checked, out] });
