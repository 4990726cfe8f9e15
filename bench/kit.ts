/** The tools that startup.ts calls: what a small program of one's own has. */
import { defineRawTool, defineTool, main } from "@x/toolcli";

const greet = defineTool({
  name: "greet",
  description: "Greet somebody.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string", description: "Whom to greet" },
      times: { type: "integer", minimum: 1, description: "How often" },
    },
    required: ["name"],
  },
  execute: ({ name, times = 1 }) => `Hello, ${name}!\n`.repeat(times),
});

const hail = defineRawTool({
  name: "hail",
  description: "Does what greet does, and checks nothing.",
  parameters: greet.parameters,
  execute({ args }) {
    const { name, times = 1 } = JSON.parse(args);
    return `Hello, ${name}!\n`.repeat(times);
  },
});

const add = defineTool({
  name: "add",
  description: "Add two numbers.",
  parameters: {
    type: "object",
    properties: { left: { type: "number" }, right: { type: "number" } },
    required: ["left", "right"],
  },
  execute: ({ left, right }) => left + right,
});

const label = defineTool({
  name: "label",
  description: "Takes labels whose names a pattern allows, which ajv checks.",
  parameters: {
    type: "object",
    patternProperties: { "^[a-z]+$": { type: "string" } },
    additionalProperties: false,
  },
  execute: (labels) => Object.keys(labels).join("\n"),
});

const sure = defineTool({
  name: "sure",
  description: "Asks before it does anything.",
  execute: async (_args, call) => (await call.ask({ message: "Sure?" })).action,
});

/** The tools, for `toolcli serve` too. */
export const tools = [greet, hail, add, label, sure];

if (import.meta.main) await main({ name: "kit", tools });
