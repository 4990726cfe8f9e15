// A tool that asks its user to fill in a form: at the terminal with --ask, else by status 3.
// Run it: deno run -A examples/prompt.ts --ask order
// In your own program, import from "@x/toolcli/agenttool", "…/cli" and "…/prompt".
import { defineTool, NotRunError } from "@x/toolcli/agenttool";
import { main } from "@x/toolcli/cli";
import { terminalPrompt } from "@x/toolcli/prompt";

const order = defineTool({
  name: "order",
  description: "Order a pizza.",
  async execute(_args, call) {
    const { action, content } = await call.ask({
      message: "What shall we bake?",
      schema: {
        type: "object",
        properties: {
          size: { enum: ["small", "large"], default: "small" },
          toppings: { type: "array", items: { enum: ["basil", "mushrooms", "olives"] } },
          slices: { type: "integer", minimum: 1, maximum: 12, description: "How to cut it" },
          email: { type: "string", format: "email", title: "Where to send the bill" },
        },
        required: ["size", "email"],
      },
    });
    if (action !== "accept") throw new NotRunError("Nothing was ordered");
    return { ordered: content }; // printed as JSON
  },
});

await main({ name: "pizza", tools: [order], ask: terminalPrompt() });
