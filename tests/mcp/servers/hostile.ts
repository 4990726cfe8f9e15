/**
 * MCP servers that misbehave, each by its word.
 *
 * @module
 */

import { answer, type Handlers, INITIALIZED, type Message, send, serve, write } from "./_lines.ts";

const [word, argument = ""] = Deno.args;

const tool = (name: string, schema = '{"type":"object"}', more = "") =>
  `{"name":${JSON.stringify(name)},"inputSchema":${schema}${more}}`;
const list = (...tools: string[]) => `{"tools":[${tools}]}`;
const text = (text: string) => JSON.stringify({ content: [{ type: "text", text }] });
/** Never answers. */
const silence = () => new Promise<never>(() => {});

const SERVERS: Record<string, Handlers> = {
  junk: {
    initialize: () => {
      write(
        'Listening...\n\n{"not": "a message"}\nnull\n[1]\n{"jsonrpc":"2.0","id":77,"result":{}}\n',
      );
      return INITIALIZED;
    },
    "tools/list": () => (write("\x1b[32mlisting\x1b[0m\r\n"), list(tool("a"))),
    "tools/call": () => (write("half a li"), write("ne\n"), text("well")),
  },
  junk_in_line: {
    initialize: () => (write("Loading {1 of 2}... "), INITIALIZED),
    "tools/list": () => (write('{"level":"info"} '), list(tool("a"))),
    "tools/call": () => (write("no line end: "), text("well")),
  },
  refuses: {
    initialize: ({ id }) => (send({ id, error: { code: -32000, message: "no entry" } }), null),
  },
  // Starts a process in a session of its own, and another one there.
  detaches: { "tools/list": () => list(tool("pids")), "tools/call": () => detach() },
  detaches_and_stays: {
    "tools/list": () => list(tool("pids")),
    "tools/call": () => {
      setInterval(() => {}, 1000);
      return detach();
    },
  },
  twins: {
    "tools/list": () =>
      list(
        tool("a", "{}", ',"description":"first"'),
        tool("b"),
        tool("a", "{}", ',"description":"second"'),
      ),
    "tools/call": () => text("well"),
  },
  schemas: {
    "tools/list": () =>
      list(
        tool("wrong", '{"type":42,"properties":["no"],"required":"all"}'),
        tool("text", '"object"'),
        tool("null", "null"),
        '{"name":"none"}',
        '{"description":"no name"}',
        "null",
      ),
    "tools/call": ({ params }) => text(`called ${params!.name}`),
  },
  huge: {
    "tools/list": () => list(tool("huge")),
    "tools/call": () => text("0123456789abcdef\n".repeat(50 * 2 ** 20 / 17)),
  },
  endless_line: {
    "tools/list": () => list(tool("a")),
    "tools/call": async () => {
      for (;;) {
        write("x".repeat(2 ** 20));
        await null;
      }
    },
  },
  mute: { initialize: silence },
  list_mute: { "tools/list": silence },
  dies_at_start: {},
  dies_in_call: {
    "tools/list": () => list(tool("die"), tool("pid")),
    "tools/call": ({ params }) => {
      if (params!.name === "pid") return text(String(Deno.pid));
      console.error("cannot go on with", Deno.env.get("API_TOKEN") ?? "nothing");
      Deno.exit(3);
    },
  },
  ignores_term: {
    "tools/list": () => list(tool("pids")),
    "tools/call": () => {
      Deno.addSignalListener("SIGTERM", () => {});
      setInterval(() => {}, 1000);
      const child = new Deno.Command("sleep", { args: ["600"] }).spawn();
      return text(`${Deno.pid} ${child.pid}`);
    },
  },
  // Its input ends without effect, and so does TERM.
  stays: {
    "tools/list": () => {
      Deno.addSignalListener("SIGTERM", () => {});
      setInterval(() => {}, 1000);
      return list(tool(`pid_${Deno.pid}`));
    },
  },
  pages: {
    "tools/list": ({ params }) => {
      const page = Number(params?.cursor ?? 0);
      return `{"tools":[${tool(`t${page}`)}],"nextCursor":"${page + 1}"}`;
    },
  },
  same_page: {
    "tools/list": () => `{"tools":[${tool("a")}],"nextCursor":"1"}`,
    "tools/call": () => text("well"),
  },
  three_pages: {
    "tools/list": ({ params }) => {
      const page = Number(params?.cursor ?? 0);
      return `{"tools":[${tool(`t${page}`)}],"nextCursor":${page < 2 ? `"${page + 1}"` : "null"}}`;
    },
    "tools/call": ({ params }) => text(`called ${params!.name}`),
  },
  exact: {
    "tools/list": () =>
      list(tool("echo", '{ "type":"object", "properties":{"n":{"maximum":12345678901234567890}}}')),
    // What came, as it came; and the same as structured content.
    "tools/call": (_message, line) => {
      const args = /"arguments":(.*)\}\}$/.exec(line)![1]!;
      return `{"content":[{"type":"x-count","n":98765432109876543210}],"structuredContent":${args}}`;
    },
  },
  results: {
    "tools/list": () => list(tool("give")),
    // The result is the argument itself.
    "tools/call": (_message, line) => /"arguments":\{"result":(.*)\}\}\}$/.exec(line)![1]!,
  },
  errors: {
    "tools/list": () => list(tool("give")),
    "tools/call": ({ id, params }) => {
      const { error } = params!.arguments as Record<string, unknown>;
      send({ id, error });
      return null;
    },
  },
  // The list that a file has.
  listed: {
    "tools/list": () => Deno.readTextFileSync(argument),
    "tools/call": ({ params }) => text(`called ${params!.name}`),
  },
  late: {
    // The news is right behind the first list, however busy the machine is.
    "tools/list": () => {
      if (late.shown) return list(tool("a"), tool("late"));
      late.shown = true;
      queueMicrotask(() => send({ method: "notifications/tools/list_changed" }));
      return list(tool("a"));
    },
    "tools/call": ({ params }) => text(`called ${params!.name}`),
  },
  // Has one more tool after its second call, and says so; then it says so after each list.
  grows: {
    "tools/list": () => {
      if (grown.calls < 2) return list(tool("a"));
      queueMicrotask(() => send({ method: "notifications/tools/list_changed" }));
      return list(tool("a"), tool("new"));
    },
    "tools/call": ({ params }) => {
      if (++grown.calls === 2) {
        queueMicrotask(() => send({ method: "notifications/tools/list_changed" }));
      }
      return text(`called ${params!.name}`);
    },
  },
  progress: {
    "tools/list": () => list(tool("count")),
    "tools/call": ({ params }) => {
      const { progressToken } = params!._meta as Record<string, unknown>;
      for (const progress of [1, 2, 3]) {
        send({ method: "notifications/progress", params: { progressToken, progress, total: 3 } });
      }
      return text("counted");
    },
  },
  slow: {
    "tools/list": () => list(tool("wait"), tool("cancelled")),
    "tools/call": ({ params }) => {
      if (params!.name === "cancelled") return text(JSON.stringify(slow));
      console.error("waiting");
      return null;
    },
    "notifications/cancelled": ({ params }) => (slow.push(params!.requestId), null),
  },
  // "ask" asks at once, "both" when two calls have come; "answers" gives what was answered.
  asks: {
    "tools/list": () => list(tool("ask"), tool("both"), tool("answers")),
    "tools/call": (message) => {
      const { name } = message.params!;
      if (name === "answers") return text(JSON.stringify(answers));
      asking.push(message);
      if (name === "both" && asking.length < 2) return null;
      for (const { id } of asking) {
        const properties = { name: { type: "string", maxLength: 9 } };
        send({
          id: `question ${id}`,
          method: "elicitation/create",
          params: { message: "Who?", requestedSchema: { type: "object", properties } },
        });
      }
      return null;
    },
    answer: ({ id, result }) => {
      answers.push(result);
      const call = asking.find((call) => `question ${call.id}` === id)!;
      answer(call, text(JSON.stringify(result)));
      return null;
    },
  },
  // Asks until it is told yes.
  insists: {
    "tools/list": () => list(tool("ask")),
    "tools/call": (message) => (asking.push(message), insist(), null),
    answer: ({ result }) => {
      const { action } = result as { action: string };
      if (action === "accept") answer(asking[0]!, text("thanks"));
      else insist();
      return null;
    },
  },
  // Asks in a way that is no request.
  mumbles: {
    "tools/list": () => list(tool("ask")),
    "tools/call": (message) => {
      asking.push(message);
      write('{"id":"question","method":"elicitation/create","params":null,"trace":1}\n');
      return null;
    },
    answer: (
      _message,
      line,
    ) => (answer(asking[0]!, text(line.includes("error") ? "no" : line)), null),
  },
  // Adds a member to each message that JSON-RPC does not have.
  adds: {
    initialize: ({ id }) => (send({ id, result: JSON.parse(INITIALIZED), trace: 1 }), null),
    "tools/list": () => list(tool("a")),
    "tools/call": () => text("well"),
  },
  unread: {
    "tools/list": () => list(tool("a")),
    "tools/call": () => (send({ id: null, error: { code: -32700, message: "no JSON" } }), null),
  },
  environment: {
    "tools/list": () => list(tool("env")),
    "tools/call": () => text(JSON.stringify(Deno.env.toObject())),
  },
  stderr: {
    "tools/list": () => (console.error("listing for", Deno.env.get("API_TOKEN")), list(tool("a"))),
    "tools/call": () => text("well"),
  },
};

async function detach(): Promise<string> {
  const args = ["-c", "sleep 600 & echo $$ $!; wait"];
  const child = new Deno.Command("setsid", { args: ["sh", ...args], stdout: "piped" }).spawn();
  for await (const line of child.stdout.pipeThrough(new TextDecoderStream())) {
    return text(`${Deno.pid} ${line.trim()}`);
  }
  throw new Error("nothing was started");
}

function insist(): void {
  const params = { message: "Really?", requestedSchema: { type: "object", properties: {} } };
  send({ id: "question", method: "elicitation/create", params });
}

const late = { shown: false };
const grown = { calls: 0 };
const slow: unknown[] = [];
const asking: Message[] = [];
const answers: unknown[] = [];

if (word === "dies_at_start") {
  console.error("no configuration found");
  Deno.exit(7);
}
await serve(SERVERS[word!]!);
