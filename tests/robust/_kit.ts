/**
 * A program of tools that are hostile, large or slow. As a module it gives toolcli its tools.
 *
 * @module
 */
import {
  type Call,
  type ContentPart,
  defineRawTool,
  defineTool,
  type Elicitation,
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

const MARKED = { type: "object", properties: { mark: { type: "string" } } } as const;
const PUT = {
  type: "object",
  properties: { ...MARKED.properties, question: { type: "object" }, then: { type: "string" } },
  required: ["question"],
} as const;
const PASSWORD = { type: "object", properties: { word: { type: "string", format: "password" } } };

/** Tools that wait; a mark is what their process can be found by. */
const waiting: Tool[] = [
  defineTool({
    name: "wait",
    parameters: MARKED,
    async execute(_args, call) {
      call.progress("waiting");
      const alive = setInterval(() => {}, 1000);
      await new Promise((done) => call.signal.addEventListener("abort", done));
      clearInterval(alive);
      call.signal.throwIfAborted();
    },
  }),
  defineTool({
    name: "stubborn",
    parameters: MARKED,
    execute: (_args, call) => stayed(call),
  }),
  defineTool({
    name: "confirm",
    parameters: MARKED,
    execute: async (_args, call) => (await call.ask({ message: "Sure?" })).action,
  }),
  defineTool({
    name: "password",
    parameters: MARKED,
    execute: async (_args, call) => (await call.ask({ message: "Who?", schema: PASSWORD })).action,
  }),
  defineTool({
    name: "stubborn_password",
    parameters: MARKED,
    async execute(_args, call) {
      await call.ask({ message: "Who?", schema: PASSWORD }).catch(() => {});
      await stayed(call);
    },
  }),
];

/** Puts any question; `then` is what it does beside it that a tool should not. */
const put = defineTool({
  name: "put",
  parameters: PUT,
  async execute({ question, then }, call) {
    if (then === "fail") {
      setTimeout(() => Promise.reject(new Error("left behind")), 2_000);
    }
    const asked = call.ask(question as unknown as Elicitation);
    if (then === "stay") return await asked.then(() => stayed(call), () => stayed(call));
    return (await asked).action;
  },
});

/** Never ends, whatever it is told. */
function stayed(call: Call): Promise<never> {
  setInterval(() => {}, 1000);
  call.signal.addEventListener("abort", () => call.progress("staying"));
  call.progress(call.signal.aborted ? "staying" : "waiting");
  return new Promise(() => {});
}

/** Tools that give files or write records. */
const writing: Tool[] = [
  defineTool({
    name: "give",
    description: "Give a file of each name; its text is its number and a mark.",
    parameters: {
      type: "object",
      properties: { names: { type: "array", items: { type: "string" } }, ...MARKED.properties },
      required: ["names"],
    },
    execute: ({ names, mark = "" }) =>
      result(names.map((name, index) => file(name, encode(`${index} ${mark}`)))),
  }),
  defineTool({
    name: "large",
    description: "Give a small file, one of 256 KiB, and a small one.",
    execute: () =>
      result([
        file("first.txt", encode("first")),
        file("large.bin", new Uint8Array(1 << 18)),
        file("last.txt", encode("last")),
      ]),
  }),
  defineTool({
    name: "note",
    description: "Write 50 records, all at once.",
    parameters: MARKED,
    async execute({ mark }, call) {
      const text = "x".repeat(2_000);
      const all = Array.from({ length: 50 }, (_, n) => call.record("test:n", { mark, n, text }));
      await Promise.all(all);
    },
  }),
];

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export const tools: Tool[] = [
  ...hostile,
  ...writing,
  ...waiting,
  put,
  defineTool({
    name: "flood",
    description: "Give as many bytes as are asked for.",
    parameters: { type: "object", properties: { mb: { type: "integer" } }, required: ["mb"] },
    // 16 characters, of which the last but one takes two bytes.
    execute: ({ mb }) => "0123456789abcé\n".repeat(mb * (1 << 16)),
  }),
];

if (import.meta.main) await main({ name: "kit", tools, ask: terminalPrompt() });
