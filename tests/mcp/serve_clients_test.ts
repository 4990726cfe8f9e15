// The official clients against `toolcli serve` as a process, and against a handler over HTTP.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { path } from "../examples/_run.ts";
import {
  type CallResult,
  connect,
  GENERATIONS,
  listen,
  type Listening,
  type Peer,
  serveCommand,
  until,
} from "./_serve_peers.ts";

const RECORD = "io.github.christopherdavenport.agenttool/record";
const TOOL = "io.github.christopherdavenport.agenttool/tool";

const text = (text: string) => [{ type: "text", text }];

/** A call of a tool, and what comes of it. */
const calls: [name: string, args: Record<string, unknown> | undefined, CallResult][] = [
  ["greet", { name: "Ada" }, { content: text("Hello, Ada!") }],
  ["greet", {}, {
    content: text('invalid arguments: missing required property "name"'),
    isError: true,
  }],
  ["greet", { name: 5 }, {
    content: text("invalid arguments: name: expected string, got 5"),
    isError: true,
  }],
  // Tools that do not check their arguments themselves.
  ["echo", { "1": 2 }, {
    content: text("invalid arguments: 1: expected 1.0, got 2"),
    isError: true,
  }],
  ["untyped", { a: 1, b: 2 }, {
    content: text("invalid arguments: b: expected nothing, got 2"),
    isError: true,
  }],
  ["open", { any: null }, { content: text('{"any":null}') }],
  ["open", undefined, { content: text("{}") }],
  ["nothing", {}, { content: [] }],
  ["fails", {}, {
    content: text("no luck"),
    isError: true,
    _meta: { [RECORD]: { ns: "test:failure", data: "[1]" } },
  }],
  ["refuses", {}, { content: text("not today"), isError: true }],
  ["panics", {}, { content: text('tool "panics" panicked: a text'), isError: true }],
  ["bad_record", {}, {
    content: text("done"),
    _meta: { [RECORD]: { ns: "", error: "record: empty namespace" } },
  }],
  ["bad_schema", {}, {
    content: text("Invalid schema: not JSON: Unexpected end of JSON text"),
    isError: true,
  }],
  ["number_schema", {}, {
    content: text("Invalid schema: neither an object nor a boolean"),
    isError: true,
  }],
  ["bad_keyword", {}, {
    content: text("Invalid schema: #/minProperties: must be integer"),
    isError: true,
  }],
  ["value", { of: "object" }, {
    content: text('{"rows":[1,-0.5,1e+21],"none":null}'),
    structuredContent: { rows: [1, -0.5, 1e21], none: null },
  }],
  ["value", { of: "array" }, { content: text('[{"a":1}]') }],
  ["value", { of: "text" }, { content: text('{"a":1}') }],
  ["value", { of: "parts" }, { content: text('{"a":1}') }],
  // A client would read 9007199254740992.
  ["value", { of: "big" }, { content: text('{"n":9007199254740993}') }],
  ["everything", {}, {
    content: [
      { type: "text", text: "a text" },
      { type: "image", data: "iVBORw==", mimeType: "image/png" },
      { type: "audio", data: "AAAA", mimeType: "audio/wav" },
      {
        type: "resource",
        resource: { uri: "file:///a.bin", mimeType: "application/octet-stream", blob: "AQI=" },
      },
      { type: "resource", resource: { uri: "file:///b.txt", text: "b" } },
      { type: "resource_link", uri: "https://example.com/c", name: "c" },
      { type: "resource_link", uri: "https://example.com/d", name: "https://example.com/d" },
      { type: "text", text: '{"type":"hologram","depth":3}' },
    ] as never,
    _meta: { [RECORD]: { ns: "test:end", data: '{"n":"9007199254740993"}' } },
  }],
];

/** A question of the tool `ask`, what the client answers, and what the tool gives. */
const questions: [title: string, question: unknown, answer: unknown, outcome: string][] = [
  ["a yes", { message: "Sure?" }, { action: "accept" }, '[{"action":"accept"}]'],
  ["a no", { message: "Sure?" }, { action: "decline" }, '[{"action":"decline"}]'],
  ["nothing", { message: "Sure?" }, { action: "cancel" }, '[{"action":"cancel"}]'],
  [
    "a form",
    { message: "Age?", schema: { properties: { age: { type: "integer" } }, required: ["age"] } },
    { action: "accept", content: { age: 36 } },
    '[{"action":"accept","content":{"age":36}}]',
  ],
  [
    "a page",
    { message: "Sign in", url: "https://example.com/in" },
    { action: "accept" },
    '[{"action":"accept"}]',
  ],
  [
    "a form with a wrong value",
    { message: "Age?", schema: { type: "object", properties: { age: { type: "integer" } } } },
    { action: "accept", content: { age: "old" } },
    'elicitation answer: age: expected integer, got "old"',
  ],
  [
    "a form without a value it requires",
    { message: "Mail?", schema: { properties: { mail: { type: "string" } }, required: ["mail"] } },
    { action: "accept", content: {} },
    'elicitation answer: missing required property "mail"',
  ],
  [
    "a form with a value of a wrong format",
    { message: "Mail?", schema: { properties: { mail: { type: "string", format: "email" } } } },
    { action: "accept", content: { mail: "me" } },
    'elicitation answer: mail: expected an email address, got "me"',
  ],
];

for (const generation of GENERATIONS) {
  for (const wire of ["stdio", "HTTP"] as const) {
    describe(`${generation} over ${wire}`, () => {
      let peer: Peer;
      let server: Listening | undefined;
      let answer: unknown;
      const asked: Record<string, unknown>[] = [];

      beforeAll(async () => {
        if (wire === "HTTP") server = await listen();
        const to = server?.url ?? serveCommand(path("tests/mcp/_serve_tools.ts"), "--mcp");
        peer = await connect(generation, to, {
          answer: (params) => {
            asked.push(params);
            return answer;
          },
        });
      });
      afterAll(async () => {
        await peer.close();
        await server?.[Symbol.asyncDispose]();
      });

      /** A result without what the protocol adds to it. */
      const call: Peer["call"] = async (...args) => {
        const { content, structuredContent, isError, _meta } = await peer.call(...args);
        const result: CallResult = { content };
        if (structuredContent !== undefined) result.structuredContent = structuredContent;
        if (isError) result.isError = isError;
        const { [RECORD]: record } = _meta ?? {};
        if (record) result._meta = { [RECORD]: record };
        return result;
      };

      it("lists the tools", async () => {
        const tools = new Map((await peer.list()).map((tool) => [tool.name, tool]));
        expect([...tools.keys()].slice(0, 3)).toEqual(["echo", "greet", "everything"]);
        expect(tools.get("greet")).toEqual({
          name: "greet",
          description: "Greets somebody.",
          inputSchema: {
            type: "object",
            properties: { name: { type: "string" } },
            required: ["name"],
          },
          annotations: {
            title: "Greeting",
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: false,
            openWorldHint: true,
          },
        });
        expect(tools.get("nothing")).toEqual({
          name: "nothing",
          description: "",
          inputSchema: { type: "object", properties: {}, required: [] },
        });
        expect(tools.get("alone")).toHaveProperty("_meta", { [TOOL]: { sequential: true } });
        expect(tools.get("shell")).toHaveProperty("_meta", {
          [TOOL]: { resource: "shell:session" },
        });
        for (const name of ["bad_schema", "number_schema", "open"]) {
          expect(tools.get(name)).toHaveProperty("inputSchema", { type: "object" });
        }
      });

      for (const [name, args, expected] of calls) {
        it(`calls ${name} with ${JSON.stringify(args)}`, async () => {
          expect(await call(name, args)).toEqual(expected);
        });
      }

      it("refuses an unknown tool", async () => {
        await expect(peer.call("nope")).rejects.toThrow('Unknown tool: "nope"');
      });

      it("gives a long result whole", async () => {
        const { content: [part] } = await peer.call("long");
        expect(part!.text!.length).toBe(1 << 20);
      });

      it("tells progress, numbered where the tool does not", async () => {
        const updates: unknown[] = [];
        await peer.call("progress", {}, { onprogress: (update) => updates.push(update) });
        const all = [
          { progress: 1, message: "one" },
          { progress: 2, message: "two" },
          { progress: 5, total: 10, message: "half" },
          { progress: 6 },
        ];
        // Clients drop what they read together with the result.
        expect(updates.length).toBeGreaterThan(0);
        expect(updates).toEqual(all.slice(0, updates.length));
      });

      for (const [title, question, given, outcome] of questions) {
        it(`asks and is answered with ${title}`, async () => {
          answer = given;
          asked.length = 0;
          const { content } = await peer.call("ask", { questions: JSON.stringify([question]) });
          const { message, url, schema } = question as Record<string, unknown>;
          expect(content).toEqual(text(outcome));
          expect(asked.length).toBe(1);
          const requestedSchema = { type: "object", properties: {}, ...schema as object };
          expect(asked[0]).toMatchObject(
            url ? { mode: "url", message, url } : { mode: "form", message, requestedSchema },
          );
        });
      }

      it("asks several questions, one after the other and at the same time", async () => {
        answer = { action: "accept" };
        asked.length = 0;
        const three = [{ message: "1" }, { message: "2" }, { message: "3" }];
        const { content } = await peer.call("ask", { questions: JSON.stringify(three) });
        expect(content).toEqual(
          text('[{"action":"accept"},{"action":"accept"},{"action":"accept"}]'),
        );
        expect(await call("ask_together")).toEqual({ content: text('["accept","accept"]') });
        expect(asked.map(({ message }) => message)).toEqual(["1", "2", "3", "One?", "Two?"]);
      });

      it("cancels a call", async () => {
        await peer.call("log");
        const controller = new AbortController();
        const { signal } = controller;
        const waiting = peer.call("waits", {}, { signal, onprogress: () => controller.abort() });
        await expect(waiting).rejects.toThrow();
        const seen: string[] = [];
        await until(async () => {
          seen.push(...JSON.parse((await peer.call("log")).content[0]!.text!));
          return seen.length > 1;
        });
        expect(seen).toEqual(["waits begins", "waits is cancelled"]);
      });
    });
  }

  describe(`${generation} that says little of elicitation`, () => {
    const cases: [string, Record<string, unknown> | null, unknown, number, string][] = [
      ["nothing: is not asked", null, { message: "Sure?" }, 0, "cancel"],
      ["no mode: takes forms", {}, { message: "Sure?" }, 1, "accept"],
      ["no mode: takes no pages", {}, { message: "In", url: "https://example.com" }, 0, "cancel"],
      ["pages: takes no forms", { url: {} }, { message: "Sure?" }, 0, "cancel"],
      [
        "pages: takes pages",
        { url: {} },
        { message: "In", url: "https://example.com" },
        1,
        "accept",
      ],
    ];
    for (const [title, elicitation, question, times, action] of cases) {
      it(title, async () => {
        await using server = await listen();
        let asked = 0;
        const peer = await connect(generation, server.url, {
          elicitation,
          answer: elicitation
            ? () => {
              asked++;
              return { action: "accept" };
            }
            : undefined,
        });
        const { content } = await peer.call("ask", { questions: JSON.stringify([question]) });
        await peer.close();
        expect({ content, asked }).toEqual({
          content: text(`[{"action":"${action}"}]`),
          asked: times,
        });
      });
    }
  });
}
