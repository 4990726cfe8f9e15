// A whole program made by main(): the fixture tools, and tools that wait or flood.
import { defineRawTool, defineTool } from "../../agenttool/mod.ts";
import { main } from "../../cli/mod.ts";
import { kit } from "./_fixtures.ts";

/** Resolves when a signal is aborted; keeps the process alive until then. */
function aborted(signal: AbortSignal): Promise<void> {
  const alive = setInterval(() => {}, 1000);
  return new Promise((done) =>
    signal.addEventListener("abort", () => {
      clearInterval(alive);
      done();
    })
  );
}

const tools = [
  ...kit(),
  defineRawTool({
    name: "wait",
    execute: async (call) => {
      call.progress("waiting");
      await aborted(call.signal);
      call.signal.throwIfAborted();
      return "";
    },
  }),
  defineRawTool({
    name: "clean_up",
    execute: async (call) => {
      call.progress("waiting");
      await aborted(call.signal);
      call.progress("cleaning");
      await new Promise((done) => setTimeout(done, 400));
      call.progress("clean");
      call.signal.throwIfAborted();
      return "";
    },
  }),
  defineRawTool({
    name: "stubborn",
    execute: (call) => {
      call.signal.addEventListener("abort", () => call.progress("no"));
      setInterval(() => {}, 1000);
      call.progress("waiting");
      return new Promise<never>(() => {});
    },
  }),
  defineRawTool({
    name: "flood",
    execute: () => Promise.resolve("0123456789abcde\n".repeat(1 << 16)),
  }),
  defineRawTool({
    name: "loud",
    execute: (call) => {
      for (let n = 0; n < 1 << 16; n++) call.progress("0123456789abcde");
      return Promise.reject(new Error("no"));
    },
  }),
  defineRawTool({
    name: "leave_failure",
    execute: () => {
      Promise.reject(new Error("lost\x1b[2J"));
      return new Promise((done) => setTimeout(() => done("left"), 200));
    },
  }),
  defineRawTool({
    name: "throw_later",
    execute: () => {
      setTimeout(() => {
        throw new Error("lost\x1b[2J");
      });
      return new Promise((done) => setTimeout(() => done("left"), 200));
    },
  }),
  defineRawTool({
    name: "leave",
    execute: () => {
      setInterval(() => {}, 1000);
      return Promise.resolve("left");
    },
  }),
];

const { KIT_ASK, KIT_EXTENSIONS, KIT_TOOL, KIT_CLOSES, KIT_CLOSE_FAILS } = Deno.env.toObject();

if (KIT_TOOL) tools.push(defineTool({ name: KIT_TOOL, execute: () => "the tool" }));
if (KIT_CLOSES || KIT_CLOSE_FAILS) {
  const close = () => {
    if (KIT_CLOSE_FAILS) return Promise.reject(new Error(KIT_CLOSE_FAILS));
    console.error(KIT_CLOSES);
    return Promise.resolve();
  };
  tools.push(defineTool({ name: "holder", execute: () => "held", close }));
}

await main({
  name: "kit",
  tools,
  ...(KIT_ASK && {
    ask: () => Promise.resolve({ action: "accept", content: { reason: KIT_ASK } }),
  }),
  ...(KIT_EXTENSIONS && {
    extensions: [{
      option: "discover",
      command: "greet",
      run: ({ name, tools, value, args }) => {
        console.log(JSON.stringify({ name, tools: tools.length, value, args }));
        return Promise.resolve(7);
      },
    }],
  }),
});
