/**
 * A program of tools that are hostile, large or slow. As a module it gives toolcli its tools.
 *
 * @module
 */
import {
  type ContentPart,
  defineRawTool,
  defineTool,
  file,
  result,
  type Tool,
} from "../../agenttool/mod.ts";
import { main } from "../../cli/mod.ts";
import { terminalPrompt } from "../../prompt/mod.ts";
import { ALL } from "./_hostile.ts";

const PARAMETERS = JSON.stringify({
  type: "object",
  properties: {
    [`n ${ALL}`]: { type: "string", description: `p ${ALL}`, enum: [`e ${ALL}`], default: ALL },
    s: { type: "string", format: ALL, pattern: ALL },
  },
});

const FORM = {
  type: "object",
  properties: {
    [`f ${ALL}`]: { type: "string", title: `t ${ALL}`, description: `d ${ALL}` },
  },
};

/** Whatever a hostile tool can say, each by its name. */
const hostile: Tool[] = [
  defineTool({ name: "say", description: `say ${ALL}\n${ALL}`, execute: () => ALL }),
  defineRawTool({ name: "described", description: ALL, parameters: PARAMETERS, execute: () => "" }),
  defineTool({
    name: "fail",
    execute() {
      throw new Error(ALL);
    },
  }),
  defineTool({
    name: "report",
    execute(_args, call) {
      call.progress(ALL);
      call.progress({ progress: 1, total: 2, message: ALL });
    },
  }),
  defineTool({
    name: "save",
    execute: () => result([file(ALL, new Uint8Array(1)), file(`${ALL}.txt`, new Uint8Array(1))]),
  }),
  defineTool({
    name: "link",
    execute: () =>
      result([
        { type: "resource_link", uri: `x:${ALL}`, name: ALL },
        { type: ALL, more: ALL } as unknown as ContentPart,
      ]),
  }),
  defineTool({
    name: "ask",
    execute: async (_, call) => (await call.ask({ message: ALL })).action,
  }),
  defineTool({
    name: "form",
    execute: async (_, call) => JSON.stringify(await call.ask({ message: ALL, schema: FORM })),
  }),
  defineTool({
    name: "page",
    execute: async (_, call) => (await call.ask({ message: ALL, url: `https://x/${ALL}` })).action,
  }),
  defineTool({
    name: "leave",
    execute() {
      Promise.reject(new Error(ALL));
      return new Promise((resolve) => setTimeout(resolve, 100));
    },
  }),
];

export const tools: Tool[] = [
  ...hostile,
  defineTool({
    name: "flood",
    description: "Give as many bytes as are asked for.",
    parameters: { type: "object", properties: { mb: { type: "integer" } }, required: ["mb"] },
    // 16 characters, of which the last but one takes two bytes.
    execute: ({ mb }) => "0123456789abcé\n".repeat(mb * (1 << 16)),
  }),
];

if (import.meta.main) await main({ name: "kit", tools, ask: terminalPrompt() });
