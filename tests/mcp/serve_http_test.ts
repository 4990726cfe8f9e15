// The handler, by requests of one's own: who is let in, sessions, what is too much, who is gone.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineTool } from "../../agenttool/mod.ts";
import { mcpHandler } from "../../mcp/mod.ts";
import { connect, listen, until } from "./_serve_peers.ts";
import { callLine, INITIALIZE } from "./_serve_raw.ts";

type Listening = Awaited<ReturnType<typeof listen>>;

const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** What every request of protocol 2026-07-28 says. */
const META = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",' +
  '"io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"},' +
  '"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}';

describe("mcpHandler()", () => {
  let server: Listening;
  beforeAll(async () => {
    server = await listen();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(server.url, { method: "POST", body, headers: { ...HEADERS, ...headers } });

  /** Opens a session, and gives the header that names it. */
  async function session(): Promise<Record<string, string>> {
    const response = await post(INITIALIZE);
    await response.text();
    return { "mcp-session-id": response.headers.get("mcp-session-id")! };
  }

  /** Sends a request of protocol 2026-07-28, and gives the message that answers it. */
  async function modern(name: string, params: string) {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call",` +
      `"params":{"name":"${name}",${params},${META}}}`;
    const response = await post(body, {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    });
    const data = (await response.text()).split("\n").findLast((line) => line.startsWith("data: "));
    return JSON.parse(data!.slice(6));
  }

  /** Sends a request with whatever headers, and gives the status line. */
  async function status(headers: string, method = "POST"): Promise<string> {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(server.url.port) });
    await connection.write(
      new TextEncoder().encode(
        `${method} /mcp HTTP/1.1\r\nContent-Type: application/json\r\n` +
          `Accept: application/json, text/event-stream\r\n` +
          `Content-Length: ${INITIALIZE.length}\r\nConnection: close\r\n${headers}\r\n${INITIALIZE}`,
      ),
    );
    return (await new Response(connection.readable).text()).split("\r\n")[0]!;
  }

  const visitors: [title: string, headers: string, status: string][] = [
    ["localhost", "Host: localhost:1\r\n", "HTTP/1.1 200 OK"],
    ["IPv6 loopback", "Host: [::1]\r\n", "HTTP/1.1 200 OK"],
    ["another host", "Host: evil.example\r\n", "HTTP/1.1 403 Forbidden"],
    ["a host that begins well", "Host: localhost.evil.example\r\n", "HTTP/1.1 403 Forbidden"],
    [
      "a page of localhost",
      "Host: localhost\r\nOrigin: http://localhost:3000\r\n",
      "HTTP/1.1 200 OK",
    ],
    [
      "a page of another host",
      "Host: localhost\r\nOrigin: https://evil.example\r\n",
      "HTTP/1.1 403 Forbidden",
    ],
    ["a page of no host", "Host: localhost\r\nOrigin: null\r\n", "HTTP/1.1 403 Forbidden"],
    ["a host that is none", "Host: localhost:99999\r\n", "HTTP/1.1 400 Bad Request"],
  ];
  for (const [title, headers, expected] of visitors) {
    it(`answers ${title} with ${expected.slice(9)}`, async () => {
      expect(await status(headers)).toBe(expected);
    });
  }

  it("answers a method that nobody needs with 405", async () => {
    expect(await status("Host: localhost\r\n", "TRACE")).toBe("HTTP/1.1 405 Method Not Allowed");
  });

  it("lets in the hosts and pages that it is told", async () => {
    await using handler = await mcpHandler([], {
      name: "test",
      version: "1",
      hosts: ["tools.example"],
      origins: ["app.example"],
    });
    const headers = { ...HEADERS, host: "tools.example", origin: "https://app.example" };
    const url = "http://tools.example/mcp";
    const answers = await Promise.all([
      handler(new Request(url, { method: "POST", body: INITIALIZE, headers })),
      handler(
        new Request(url, {
          method: "POST",
          body: INITIALIZE,
          headers: { ...headers, host: "localhost" },
        }),
      ),
      handler(
        new Request(url, {
          method: "POST",
          body: INITIALIZE,
          headers: { ...headers, origin: "http://localhost" },
        }),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
  });

  const refused: [title: string, body: string, headers: Record<string, string>, number, string][] =
    [
      ["what is no JSON", "{bad", {}, 400, "Parse error"],
      ["no body", "", {}, 400, "Parse error"],
      ["what is no message", "5", {}, 400, "JSON-RPC"],
      ["another kind of content", LIST, { "content-type": "text/plain" }, 415, "application/json"],
      ["a client that reads no streams", LIST, { accept: "application/json" }, 406, "event-stream"],
      ["a request without a session", LIST, {}, 400, "Server not initialized"],
      ["an unknown session", LIST, { "mcp-session-id": "x" }, 404, "Session not found"],
      ["17 MiB", `{"a":"${"x".repeat(17 << 20)}"}`, {}, 413, "longer than 16777216 bytes"],
      [
        "an unknown protocol",
        LIST,
        { "mcp-protocol-version": "3000-01-01" },
        400,
        "protocol",
      ],
    ];
  for (const [title, body, headers, code, message] of refused) {
    it(`refuses ${title} with ${code}`, async () => {
      const response = await post(body, headers);
      const answer = await response.json();
      expect(response.status).toBe(code);
      expect(answer.error.message).toContain(message);
    });
  }

  it("refuses what is not UTF-8", async () => {
    const body = new TextEncoder().encode(callLine(1, "echo", '{"a":"#"}')).map((byte) =>
      byte === 35 ? 0xff : byte
    );
    const response = await fetch(server.url, { method: "POST", body, headers: HEADERS });
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toBe("Parse error: not UTF-8");
  });

  it("refuses a body that does not end in time to be small", async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1 << 20).fill(32));
        if (++sent === 18) controller.close();
      },
    });
    const response = await fetch(server.url, { method: "POST", body, headers: HEADERS });
    await response.body?.cancel();
    expect(response.status).toBe(413);
  });

  it("answers a body that breaks off", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    const headers = { ...HEADERS, host: "localhost" };
    const request = new Request("http://localhost/mcp", { method: "POST", body, headers });
    expect((await server.handler(request)).status).toBe(400);
  });

  it("serves schemas as they were written, to clients of either generation", async () => {
    const schema =
      '"2": {"type": "integer", "maximum": 12345678901234567890},     "1": {"const": 1.0}';
    const old = await post(LIST, await session());
    expect(await old.text()).toContain(schema);
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{${META}}}`;
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
    const now = await post(body, headers);
    expect(await now.text()).toContain(schema);
  });

  it("hands over numbers as they were written, to clients of either generation", async () => {
    const args = '{"n":12345678901234567890}';
    const old = await post(callLine(1, "echo", args), await session());
    expect(await old.text()).toContain(JSON.stringify(args));
    const now = await modern("echo", `"arguments":${args}`);
    expect(now.result.content).toEqual([{ type: "text", text: args }]);
  });

  it("hands over numbers in a batch as they were written", async () => {
    const batch = `[${callLine(1, "echo", '{"n":1.50}')},${callLine(2, "echo", '{"n":2e1}')}]`;
    const response = await post(batch, {
      ...await session(),
      "mcp-protocol-version": "2025-03-26",
    });
    const body = await response.text();
    expect(body).toContain(JSON.stringify('{"n":1.50}'));
    expect(body).toContain(JSON.stringify('{"n":2e1}'));
  });

  it("refuses a request whose id is that of one that runs", async () => {
    const headers = await session();
    const running = await post(callLine(7, "waits"), headers);
    const refusal = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,' +
      '"message":"The id 7 is in use by another request"}}';
    for (const body of [callLine(7, "open"), `[${callLine(8, "open")},${callLine(7, "open")}]`]) {
      const refused = await post(body, headers);
      expect([refused.status, await refused.text()]).toEqual([400, refusal]);
    }
    const twice = await post(`[${callLine(7, "open")},${callLine(7, "open")}]`);
    expect([twice.status, await twice.text()]).toEqual([400, refusal]);
    await running.body!.cancel();
    await until(async () => {
      const again = await post(callLine(7, "open"), headers);
      await again.text();
      return again.status === 200;
    });
  });

  it("ends a session on request", async () => {
    const headers = await session();
    const ended = await fetch(server.url, { method: "DELETE", headers });
    const after = await post(LIST, headers);
    await after.body?.cancel();
    expect([ended.status, after.status]).toEqual([200, 404]);
  });

  it("aborts the calls of a client that is gone", async () => {
    const peer = await connect("sdk 1.x", server.url);
    const log = async () => JSON.parse((await peer.call("log")).content[0]!.text!);
    await log();
    const controller = new AbortController();
    const response = await fetch(server.url, {
      method: "POST",
      body: callLine(1, "waits"),
      headers: { ...HEADERS, ...await session() },
      signal: controller.signal,
    });
    const seen: string[] = [];
    await until(async () => (seen.push(...await log()), seen.length === 1));
    controller.abort();
    await until(async () => (seen.push(...await log()), seen.length === 2));
    await response.body?.cancel().catch(() => {});
    await peer.close();
    expect(seen).toEqual(["waits begins", "waits is cancelled"]);
  });

  it("aborts the calls of a session that ends", async () => {
    const headers = await session();
    const response = await post(callLine(1, "waits"), headers);
    await (await fetch(server.url, { method: "DELETE", headers })).body?.cancel();
    expect(await response.text()).not.toContain('"result"');
  });

  describe("under protocol 2026-07-28", () => {
    it("takes the answers to a call's questions in the next request", async () => {
      const questions = JSON.stringify(JSON.stringify([{ message: "Sure?" }]));
      const args = `"arguments":{"questions":${questions}}`;
      const { result: asked } = await modern("ask", args);
      expect(asked.resultType).toBe("input_required");
      expect(asked.inputRequests).toEqual({
        elicit_1: {
          method: "elicitation/create",
          params: {
            mode: "form",
            message: "Sure?",
            requestedSchema: { type: "object", properties: {} },
          },
        },
      });
      const state = `"requestState":${JSON.stringify(asked.requestState)}`;
      const answer = '"inputResponses":{"elicit_1":{"action":"accept"}}';
      const { result } = await modern("ask", `${args},${state},${answer}`);
      expect(result.content).toEqual([{ type: "text", text: '[{"action":"accept"}]' }]);

      const { result: again } = await modern("ask", `${args},${state},${answer}`);
      expect(again.content[0].text).toBe("The call is no longer waiting for an answer");
      expect(again.isError).toBe(true);
    });

    const answers: [title: string, responses: string, outcome: string][] = [
      ["left out", "{}", '[{"action":"cancel"}]'],
      [
        "of an unknown action",
        '{"elicit_1":{"action":"maybe"}}',
        'elicitation answer: unknown action "maybe"',
      ],
      [
        "with a number that no double holds",
        '{"elicit_1":{"action":"accept","content":{"n":9007199254740993}}}',
        "elicitation answer: 9007199254740993 cannot be kept exactly",
      ],
      [
        "whose content is no object",
        '{"elicit_1":{"action":"accept","content":[1]}}',
        "elicitation answer: expected a JSON object",
      ],
    ];
    for (const [title, responses, outcome] of answers) {
      it(`takes an answer ${title}`, async () => {
        const questions = JSON.stringify(JSON.stringify([{ message: "Sure?" }]));
        const args = `"arguments":{"questions":${questions}}`;
        const { result: asked } = await modern("ask", args);
        const state = `"requestState":${JSON.stringify(asked.requestState)}`;
        const { result } = await modern("ask", `${args},${state},"inputResponses":${responses}`);
        expect(result.content).toEqual([{ type: "text", text: outcome }]);
      });
    }

    it("asks in ten requests at most", async () => {
      const ask = defineTool({
        name: "asks_on",
        execute: async (_, call) => {
          for (;;) await call.ask({ message: "Again?" });
        },
      });
      await using other = await listen([ask]);
      let asked = 0;
      const peer = await connect("client 2.x, 2026-07-28", other.url, {
        answer: () => (asked++, { action: "accept" }),
      });
      const { content, isError } = await peer.call("asks_on");
      await peer.close();
      expect({ content, isError, asked }).toEqual({
        content: [{
          type: "text",
          text: "The call asked in 10 requests already, and clients send no more",
        }],
        isError: true,
        asked: 9,
      });
    });
  });

  it("aborts what runs when it is closed, also calls that wait for an answer", async () => {
    const ended: string[] = [];
    const waits = defineTool({
      name: "waits",
      execute: (_, { signal }) =>
        new Promise<void>((resolve) =>
          signal.addEventListener("abort", () => (ended.push("waits"), resolve()))
        ),
    });
    const asks = defineTool({
      name: "asks",
      execute: async (_, { ask }) => {
        await ask({ message: "Sure?" }).catch((error) => ended.push(`asks: ${error.message}`));
      },
    });
    const other = await listen([waits, asks]);
    const url = other.url;
    const headers = {
      ...HEADERS,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
    };
    const send = (name: string) =>
      fetch(url, {
        method: "POST",
        headers: { ...headers, "mcp-name": name },
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}",` +
          `"arguments":{},${META}}}`,
      });
    const asked = await (await send("asks")).text();
    expect(asked).toContain("input_required");
    const waiting = await send("waits");
    await other[Symbol.asyncDispose]();
    await waiting.body?.cancel().catch(() => {});
    expect(ended.sort()).toEqual(["asks: the call was cancelled", "waits"]);
  });

  it("is closed once", async () => {
    const handler = await mcpHandler([], { name: "test", version: "1.0.0" });
    expect(handler.close()).toBe(handler[Symbol.asyncDispose]());
    await handler.close();
  });

  it("answers 503 when it is closed", async () => {
    const handler = await mcpHandler([], { name: "test", version: "1" });
    await handler.close();
    const headers = { ...HEADERS, host: "localhost" };
    const request = new Request("http://localhost/mcp", { method: "POST", body: LIST, headers });
    expect((await handler(request)).status).toBe(503);
  });

  it("refuses a set in which two tools have one name", async () => {
    const tool = defineTool({ name: "a", execute: () => {} });
    await expect(mcpHandler([tool, tool], { name: "test", version: "1" }))
      .rejects.toThrow(new TypeError('tool "a": duplicate name'));
  });
});
