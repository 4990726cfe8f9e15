// A workflow that is driven as a command line: CLI hooks on several of its states.
// Serve it: toolcli serve examples/config_wizard.ts --asmp --port 3000
// or:       deno run -A examples/config_wizard.ts
// Drive it: toolcli asmp http://127.0.0.1:3000 --new
// In your own program, import from "@x/toolcli/asmp".
import { serveWorkflow, Workflow } from "@x/toolcli/asmp";

const wizard = new Workflow("config-wizard-v1", { initial: "INITIAL" })
  .transition("INITIAL", "start", "CONFIGURE")
  .transition("CONFIGURE", "save", "CONFIRM", { expects: { value: "string" } })
  .transition("CONFIRM", "confirm", "DONE")
  .transition("CONFIRM", "cancel", "CANCELLED")
  .hint("INITIAL", "Start the config wizard.")
  .hint("CONFIGURE", "Enter a value and save.")
  .hint("CONFIRM", "Confirm to apply or cancel.")
  .hint("DONE", "Configuration applied.")
  .hint("CANCELLED", "Configuration cancelled.")
  .cli("INITIAL", {
    prompt: "Config wizard",
    hint: "Press 1 to start.",
    options: [{ action: "start", label: "Start wizard", keys: "1" }],
  })
  .cli("CONFIGURE", {
    prompt: "Set value",
    hint: "Enter your config value, then choose Save.",
    options: [{ action: "save", label: "Save", keys: "enter" }],
    input_hint: "Value (string):",
  })
  .cli("CONFIRM", {
    prompt: "Apply configuration?",
    hint: "Confirm to apply or cancel.",
    options: [
      { action: "confirm", label: "Yes, apply", keys: "y" },
      { action: "cancel", label: "No, cancel", keys: "n" },
    ],
  });

export default wizard;

if (import.meta.main) {
  const port = Number(Deno.args[0] ?? 3000);
  const { url } = serveWorkflow(wizard, { port });
  console.error(`Serving on ${url}`);
}
