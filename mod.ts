/**
 * A set of agent tools as one command-line program.
 *
 * As a module it gives what a program needs: define tools, make them commands, render their
 * Markdown, ask a person. As a program, `deno run -A jsr:@x/toolcli`, it runs the tools of a module
 * that it is given.
 *
 * ```ts ignore
 * import { defineTool, main } from "@x/toolcli";
 *
 * const greet = defineTool({
 *   name: "greet",
 *   description: "Greet somebody.",
 *   parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
 *   execute: ({ name }) => `Hello, ${name}!`,
 * });
 *
 * if (import.meta.main) await main({ name: "greeter", tools: [greet] });
 * ```
 *
 * @module
 */

export * from "./agenttool/mod.ts";
export * from "./cli/mod.ts";
export * from "./markdown/mod.ts";
export { prompt } from "./prompt/prompt.ts";

// A bundler makes this module part of a user's main module, which must not become toolcli by that.
if (import.meta.main && /\/(?:mod\.ts|built\/mod\.js)$/.test(import.meta.url)) {
  // A computed address: Deno follows a literal one when a program that imports this module starts,
  // and the program would pay for what only toolcli needs. Not awaited: the module that toolcli
  // runs may import this one, and would wait for it for ever.
  import(new URL("./host/main.ts", import.meta.url).href).then(({ toolcli }) => toolcli());
}
