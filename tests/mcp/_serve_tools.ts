// The tools that the tests of mcp/server.ts serve: one for each thing that can go over the wire.
import {
  defineRawTool,
  defineTool,
  file,
  image,
  NotRunError,
  result,
  text,
  type Tool,
  ToolError,
} from "../../agenttool/mod.ts";

/** Big integers, members in an order of their own, white space, and names that objects mind. */
export const SCHEMA = `{
  "properties": {
    "2": {"type": "integer", "maximum": 12345678901234567890},
    "1": {"const": 1.0},
    "__proto__": {"type": "string"}
  },
  "type": "object"
}`;

const log: string[] = [];

/** Writes when a call begins and ends, and gives others a chance to run in between. */
async function step(name: string, signal: AbortSignal): Promise<string> {
  log.push(`${name} begins`);
  for (let turn = 0; turn < 20 && !signal.aborted; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  log.push(`${name} ends`);
  return name;
}

const NAME = {
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
} as const;

/** What tools may return besides text. */
const VALUES: Record<string, unknown> = {
  object: { rows: [1, -0.5, 1e21], none: null },
  array: [{ a: 1 }],
  text: '{"a":1}',
  parts: result([text('{"a":1}')]),
  // TypeScript does not know the method yet.
  big: { n: (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON("9007199254740993") },
};

export const tools: Tool[] = [
  defineRawTool({
    name: "echo",
    description: "Gives back its arguments as they were written.",
    parameters: SCHEMA,
    execute: (call) => call.args,
  }),
  defineTool({
    name: "greet",
    description: "Greets somebody.",
    parameters: NAME,
    annotations: { readOnly: true, title: "Greeting" },
    execute: ({ name }) => {
      console.log("greeting", name);
      return `Hello, ${name}!`;
    },
  }),
  defineTool({
    name: "everything",
    execute: () =>
      result([
        text("a text"),
        image(new Uint8Array([137, 80, 78, 71]), "image/png"),
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
        file("a.bin", new Uint8Array([1, 2]), "application/octet-stream"),
        { type: "resource", resource: { uri: "file:///b.txt", text: "b" } },
        { type: "resource_link", uri: "https://example.com/c", name: "c" },
        { type: "resource_link", uri: "https://example.com/d" },
        { type: "hologram", depth: 3 } as never,
      ], { record: { ns: "test:end", data: { n: "9007199254740993" } } }),
  }),
  defineTool({
    name: "value",
    parameters: { type: "object", properties: { of: { type: "string" } }, required: ["of"] },
    execute: ({ of }) => VALUES[of],
  }),
  defineTool({ name: "nothing", execute: () => {} }),
  defineTool({
    name: "fails",
    execute: () => {
      throw new ToolError("no luck", { record: { ns: "test:failure", data: [1] } });
    },
  }),
  defineTool({
    name: "refuses",
    execute: () => {
      throw new NotRunError("not today");
    },
  }),
  defineTool({
    name: "panics",
    execute: () => {
      throw "a text";
    },
  }),
  defineTool({
    name: "bad_record",
    execute: () => result([text("done")], { record: { ns: "", data: 1 } }),
  }),
  { name: "bad_schema", description: "", parameters: "{", execute: () => Promise.reject() },
  defineRawTool({ name: "number_schema", parameters: "5", execute: () => "never" }),
  defineRawTool({
    name: "bad_keyword",
    parameters: { type: "object", minProperties: "two" },
    execute: () => "never",
  }),
  defineRawTool({ name: "open", parameters: true, execute: (call) => call.args }),
  defineRawTool({
    name: "untyped",
    parameters: '{"properties":{"a":true,"b":false},"required":["a"]}',
    execute: (call) => call.args,
  }),
  defineTool({
    name: "progress",
    execute: (_, call) => {
      call.progress("one");
      call.progress({ message: "two" });
      call.progress({ progress: 5, total: 10, message: "half" });
      call.progress({ progress: NaN } as never);
      return "done";
    },
  }),
  defineTool({
    name: "ask",
    parameters: { type: "object", properties: { questions: { type: "string" } } },
    execute: async ({ questions = '[{"message":"Sure?"}]' }, call) => {
      const answers = [];
      for (const question of JSON.parse(questions)) answers.push(await call.ask(question));
      return answers;
    },
  }),
  defineTool({
    name: "ask_together",
    execute: (_, call) =>
      Promise.all(["One?", "Two?"].map(async (message) => (await call.ask({ message })).action)),
  }),
  defineTool({
    name: "waits",
    description: "Waits until it is cancelled.",
    execute: async (_, { signal, progress }) => {
      log.push("waits begins");
      progress("waiting");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      log.push("waits is cancelled");
      console.error("waits is cancelled");
    },
  }),
  defineTool({
    name: "alone",
    sequential: true,
    parameters: NAME,
    execute: ({ name }, { signal }) => step(name, signal),
  }),
  defineTool({
    name: "shell",
    resource: "shell:session",
    parameters: NAME,
    execute: ({ name }, { signal }) => step(name, signal),
  }),
  defineTool({
    name: "free",
    parameters: NAME,
    execute: ({ name }, { signal }) => step(name, signal),
  }),
  defineTool({
    name: "leaves",
    description: "Leaves a promise behind that is rejected, and a timer that throws.",
    execute: () => {
      setTimeout(() => {
        throw new Error("nobody catches this");
      });
      Promise.reject(new Error("nobody waits for this"));
    },
  }),
  defineTool({ name: "log", execute: () => log.splice(0) }),
  defineTool({ name: "long", execute: () => "x".repeat(1 << 20) }),
  defineTool({ name: "closes", execute: () => {}, close: () => console.error("closed") }),
];
