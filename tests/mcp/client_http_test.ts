// Servers that are reached by HTTP, and servers that speak only the protocol of 2026-07-28.
import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { type Answer, type Elicitation, Executor } from "../../agenttool/mod.ts";
import { watchOf } from "../../agenttool/renewal.ts";
import { type McpServer, mcpTools, type McpToolsOptions } from "../../mcp/source.ts";
import { NO_SERVERS, publicServer } from "./_client_public.ts";
import { events, kit, Opened, outcome } from "./_client_servers.ts";

const open = async (server: McpServer, options: McpToolsOptions = {}) =>
  new Opened(await mcpTools(server, { cache: false, name: "s", ...options }));

/** Starts a process, and gives the first words on a stream that fit. */
async function started(
  command: string[],
  { env = {}, stream, pattern }: {
    env?: Record<string, string>;
    stream: "stdout" | "stderr";
    pattern: RegExp;
  },
): Promise<{ words: string } & AsyncDisposable> {
  const [program, ...args] = command;
  const child = new Deno.Command(program!, {
    args,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  })
    .spawn();
  const other = stream === "stdout" ? child.stderr : child.stdout;
  const drained = other.pipeTo(new WritableStream());
  let text = "";
  const reader = child[stream].pipeThrough(new TextDecoderStream()).getReader();
  while (!pattern.test(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`It ended: ${text}`);
    text += value;
  }
  const rest = (async () => {
    while (!(await reader.read()).done);
  })();
  return {
    words: pattern.exec(text)![0],
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await Promise.all([child.status, drained, rest]);
    },
  };
}

/** Serves requests by a function. */
function serving(answer: (request: Request) => Promise<Response> | Response) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  const { port } = server.addr as Deno.NetAddr;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const SCHEMA = '{ "type":"object","properties":{"n":{"maximum":98765432109876543210}} }';

/** What a request had. */
type Seen = { url: string; headers: Headers };

/** A server of one tool that gives its arguments back, by whatever makes a response of a message. */
function echo(respond: (message: string) => Response, seen: Seen[] = []) {
  return serving(async (request) => {
    seen.push({ url: request.url, headers: new Headers(request.headers) });
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const text = await request.text();
    const { id, method } = JSON.parse(text);
    const answer = (result: string) => respond(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
    switch (method) {
      case "initialize": {
        const result = {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "e", version: "1" },
        };
        return answer(JSON.stringify(result));
      }
      case "tools/list":
        return answer(`{"tools":[{"name":"echo","inputSchema":${SCHEMA}}]}`);
      case "tools/call":
        return answer(
          `{"content":[],"structuredContent":${/"arguments":(.*)\}\}$/.exec(text)![1]}}`,
        );
    }
    return new Response(null, { status: 202 });
  });
}

const json = (message: string) =>
  new Response(message, { headers: { "content-type": "application/json; charset=utf-8" } });
const stream = (text: string) =>
  new Response(text, { headers: { "content-type": "text/event-stream" } });

describe("mcpTools() by HTTP", () => {
  const EXACT = '{"b":12345678901234567890,"a":1.10,"__proto__":{"2":0,"1":1e400}}';
  const RESPONSES: [name: string, respond: (message: string) => Response][] = [
    ["JSON", json],
    ["events", (message) => stream(`: hello\n\nevent: message\ndata: ${message}\n\n`)],
    ["events of several lines", (message) => {
      const [start, end] = [message.slice(0, 16), message.slice(16)];
      return stream(`data:${start}\r\ndata: ${end}\r\n\r\n`);
    }],
  ];
  for (const [name, respond] of RESPONSES) {
    it(`mcpTools() keeps arguments, schemas and results exact: ${name}`, async () => {
      await using server = echo(respond);
      await using opened = await open(server);
      const tool = opened.tool("echo");
      expect(tool.parameters).toBe(SCHEMA);
      expect(await outcome(tool, EXACT)).toEqual([{ type: "text", text: EXACT }]);
    });
  }

  it("mcpTools() sends headers with variables filled in", async () => {
    const seen: Seen[] = [];
    await using server = echo(json, seen);
    const headers = { Authorization: "Bearer ${TEST_TOKEN}", "X-Kind": "$${x}" };
    await using opened = await open({ url: `${server.url}?id=\${ID}`, headers }, {
      variables: { TEST_TOKEN: "abc123", ID: "7" },
    });
    await outcome(opened.tool("echo"));
    for (const { url, headers } of seen) {
      expect(url).toBe(`${server.url}?id=7`);
      expect(headers.get("authorization")).toBe("Bearer abc123");
      expect(headers.get("x-kind")).toBe("${x}");
    }
  });

  const status = (status: number, body = "no") => serving(() => new Response(body, { status }));
  const REFUSALS: [name: string, make: () => { url: string } & AsyncDisposable, message: string][] =
    [
      ["401", () => status(401), 'asks for authorization (HTTP status 401): give it in "headers"'],
      ["403", () => status(403), 'asks for authorization (HTTP status 403): give it in "headers"'],
      ["404", () => status(404), "answered with HTTP status 404"],
      ["500", () => status(500), "answered with HTTP status 500"],
      [
        "a page",
        () => serving(() => new Response("<html>", { headers: { "content-type": "text/html" } })),
        "cannot be used: Unexpected content type: text/html",
      ],
    ];
  for (const [name, make, message] of REFUSALS) {
    it(`mcpTools() refuses a server that answers with ${name}`, async () => {
      await using server = make();
      await expect(mcpTools({ url: server.url }, { cache: false, name: "s" })).rejects.toThrow(
        new Error(`MCP server "s" ${message}`),
      );
    });
  }

  it("mcpTools() waits no longer than it may for a server that is silent", async () => {
    const stop = new AbortController();
    const server = Deno.serve({
      port: 0,
      hostname: "127.0.0.1",
      onListen: () => {},
      signal: stop.signal,
    }, () => new Promise(() => {}));
    const { port } = server.addr as Deno.NetAddr;
    const options = { cache: false, name: "s", startTimeout: 2_000 };
    await expect(mcpTools({ url: `http://127.0.0.1:${port}` }, options)).rejects.toThrow(
      new Error('MCP server "s" did not answer within 2 s'),
    );
    stop.abort();
    await server.finished;
  });

  it("mcpTools() tells no secret where nobody listens", async () => {
    const url = "http://127.0.0.1:1/?key=${KEY}";
    const error = await mcpTools({ url }, {
      cache: false,
      name: "s",
      variables: { KEY: "very-secret" },
    }).catch((error) => error);
    expect(error.message).toMatch(/^MCP server "s" cannot be used: /);
    expect(Deno.inspect(error)).not.toContain("very-secret");
  });

  const INVALID: [server: McpServer, message: string][] = [
    [{ url: "ftp://a.b" }, 'MCP server "a.b" has no valid address: "ftp://a.b"'],
    [{ url: "a.b" }, 'MCP server "a.b" has no valid address: "a.b"'],
    [
      { url: "http://a.b", headers: { "a b": "c" } },
      'MCP server "a.b" has an invalid header: "a b"',
    ],
    [
      { url: "http://a.b", headers: { Authorization: "${NOT_SET_IN_ANY_TEST}" } },
      'MCP server "a.b" needs variable "NOT_SET_IN_ANY_TEST" for header "Authorization", which is not set',
    ],
  ];
  it("mcpTools() refuses an address and headers that are none", async () => {
    for (const [server, message] of INVALID) {
      await expect(mcpTools(server, { cache: false })).rejects.toThrow(new Error(message));
    }
  });

  it("a call fails where its answer breaks off", async () => {
    let calls = 0;
    await using server = echo((message) => {
      if (message.includes("structuredContent") && calls++ === 0) return stream(": only this\n\n");
      return stream(`data: ${message}\n\n`);
    });
    await using opened = await open(server);
    expect(await outcome(opened.tool("echo"))).toBe('mcp: call "echo": the answer broke off');
    expect(await outcome(opened.tool("echo"), '{"a":1}')).toEqual([
      { type: "text", text: '{"a":1}' },
    ]);
  });
});

describe(`server-everything by HTTP${NO_SERVERS}`, { ignore: NO_SERVERS !== "" }, () => {
  /** A port that nobody uses. */
  function freePort(): number {
    using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
    return (listener.addr as Deno.NetAddr).port;
  }

  for (const [word, path] of [["streamableHttp", "mcp"], ["sse", "sse"]] as const) {
    it(`it gives content, progress and questions by ${word}`, async () => {
      const { command, args = [] } = publicServer("everything") as {
        command: string;
        args?: string[];
      };
      const port = freePort();
      await using _ = await started([command, ...args, word], {
        env: { PORT: String(port) },
        stream: "stderr",
        pattern: /port \d+/,
      });
      await using opened = await open({ url: `http://127.0.0.1:${port}/${path}` });
      expect(await outcome(opened.tool("echo"), '{"message":"hi"}')).toEqual([
        { type: "text", text: "Echo: hi" },
      ]);
      const long = opened.tool("trigger-long-running-operation");
      const updates = (await events(long, '{"duration":0.2,"steps":2}'))
        .map((event) => event.type === "progress" ? event.update : event.type);
      expect(updates).toEqual([
        { progress: 1, total: 2, message: undefined },
        { progress: 2, total: 2, message: undefined },
        "result",
      ]);
      const asked: Elicitation[] = [];
      const ask = (question: Elicitation) => {
        asked.push(question);
        return Promise.resolve<Answer>({ action: "accept", content: { name: "Ada" } });
      };
      const form = opened.tool("trigger-elicitation-request");
      const content = await outcome(form, "{}", new Executor({ ask })) as { text: string }[];
      expect(content.map(({ text }) => text).join("\n")).toContain("Name: Ada");
      expect(asked.length).toBe(1);
    });
  }
});

describe("a server of 2026-07-28 and later", () => {
  const MODERN = new URL("./servers/modern.ts", import.meta.url).pathname;
  const run = ["run", "-A", "--no-check", MODERN];
  const ask = ({ url }: Elicitation) =>
    Promise.resolve<Answer>(
      url ? { action: "decline" } : { action: "accept", content: { name: "Ada" } },
    );

  async function check(opened: Opened): Promise<void> {
    expect(await outcome(opened.tool("echo"), '{"a":1}')).toEqual([
      { type: "text", text: '{"a":1}' },
    ]);
    // Over HTTP the server refuses a call whose header does not say the same.
    const region = '{"region":"münchen","n":12345678901234567890}';
    expect(await outcome(opened.tool("echo"), region)).toEqual([
      { type: "text", text: '{"region":"münchen","n":12345678901234567000}' },
    ]);
    const updates = (await events(opened.tool("count")))
      .map((event) => event.type === "progress" ? event.update : event.type);
    expect(updates).toEqual([
      { progress: 1, total: undefined, message: undefined },
      { progress: 2, total: undefined, message: undefined },
      "result",
    ]);
    const [part] = await outcome(opened.tool("ask"), "{}", new Executor({ ask })) as [
      { text: string },
    ];
    expect(JSON.parse(part.text)).toEqual([
      { name: { action: "accept", content: { name: "Ada" } }, page: { action: "decline" } },
      "state 1",
    ]);
    expect(await outcome(opened.tool("loop"))).toBe(
      'mcp: call "loop": the server asked for input more than 10 times',
    );
  }

  it("it is spoken to on standard input and output", async () => {
    await using opened = await open({ command: Deno.execPath(), args: run });
    await check(opened);
  });

  it("it is spoken to by HTTP", async () => {
    await using server = await started([Deno.execPath(), ...run, "http"], {
      stream: "stdout",
      pattern: /http:\S+/,
    });
    await using opened = await open({ url: server.words });
    await check(opened);
  });

  it("it is heard when it says that its tools changed", async () => {
    const tools = await mcpTools({ command: Deno.execPath(), args: run }, { cache: false });
    await using opened = new Opened(tools);
    let names: string[] = [];
    watchOf(tools)!((now) => names = now.map(({ name }) => name));
    // What it says before it knows that it is listened to, nobody hears.
    for (const end = Date.now() + 20_000; names.length === 0 && Date.now() < end;) {
      await outcome(opened.tool("echo"), '{"grow":true}');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(names.slice(0, 5)).toEqual(["echo", "ask", "count", "loop", "new"]);
  });

  it("its questions are answered in a program, and it is known the next time", async () => {
    const server = { command: Deno.execPath(), args: run };
    const cache = await Deno.makeTempDir();
    const unanswered = await kit(server, ["ask"], { cache });
    expect(unanswered.status).toBe(3);
    expect(JSON.parse(unanswered.stdout)).toMatchObject({
      message: "Who?",
      more: [{ message: "Go", url: "https://example.com/" }],
    });
    const answers = ["--answer", '{"name":"Ada"}', "--answer", "accept"];
    const { status, stdout } = await kit(server, [...answers, "ask"], { cache });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)[0].name).toEqual({ action: "accept", content: { name: "Ada" } });
    const [{ name }] = [...Deno.readDirSync(`${cache}/toolcli/mcp`)] as [Deno.DirEntry];
    expect(JSON.parse(Deno.readTextFileSync(`${cache}/toolcli/mcp/${name}`)).modern).toBe(true);
    await Deno.remove(cache, { recursive: true });
  });
});
