// What goes over standard input and output, byte for byte, and how the process ends.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { path } from "../examples/_run.ts";
import { callLine, INITIALIZE, RawServer } from "./_serve_raw.ts";
import { serveCommand, until } from "./_serve_peers.ts";

const TOOLS = path("tests/mcp/_serve_tools.ts");
const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

const text = (text: string) => `{"content":[{"type":"text","text":${JSON.stringify(text)}}]}`;
const failed = (text: string) =>
  `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"isError":true}`;

describe("toolcli serve --mcp", () => {
  let server: RawServer;
  beforeAll(async () => {
    server = new RawServer(TOOLS, "--mcp");
    await server.write(INITIALIZE, INITIALIZED);
    await server.answer(0);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("serves a schema as it was written, but for line ends", async () => {
    await server.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    expect(await server.answer(1)).toContain(
      '"inputSchema":{   "properties": {     "2": {"type": "integer", ' +
        '"maximum": 12345678901234567890},     "1": {"const": 1.0},     ' +
        '"__proto__": {"type": "string"}   },   "type": "object" }}',
    );
  });

  it("serves properties without a type as an object's", async () => {
    await server.write('{"jsonrpc":"2.0","id":2,"method":"tools/list"}');
    expect(await server.answer(2)).toContain(
      '"inputSchema":{"type":"object","properties":{"a":{},"b":{"not":{}}},"required":["a"]}',
    );
  });

  const calls: [title: string, name: string, args: string, result: string][] = [
    ["large integers", "echo", '{"2": 1234567890123456789}', text('{"2": 1234567890123456789}')],
    [
      "an integer above the limit by less than a double shows",
      "echo",
      '{"2":12345678901234567891}',
      failed(
        "invalid arguments: 2: expected at most 12345678901234567890, got 12345678901234567891",
      ),
    ],
    [
      "white space, order, and names of objects",
      "echo",
      '{ "z":1.50,"__proto__":"p","constructor":-0, "1":1.0}',
      text('{ "z":1.50,"__proto__":"p","constructor":-0, "1":1.0}'),
    ],
    [
      "a member twice",
      "echo",
      '{"a":1,"a":2}',
      failed('invalid arguments: member "a" is given twice'),
    ],
    [
      "a member twice deeper down",
      "echo",
      '{"a":[{"b":1,"b":2}]}',
      failed('invalid arguments: member "a[0].b" is given twice'),
    ],
    ["an array", "echo", "[1]", failed("invalid arguments: expected a JSON object")],
    ["null", "echo", "null", failed("invalid arguments: expected a JSON object")],
    ["a text", "echo", '"{}"', failed("invalid arguments: expected a JSON object")],
    [
      "nesting beyond all measure",
      "echo",
      `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      text(`{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`),
    ],
  ];
  for (const [index, [title, name, args, result]] of calls.entries()) {
    it(`hands over ${title}`, async () => {
      const id = 10 + index;
      await server.write(callLine(id, name, args));
      expect(await server.answer(id)).toBe(`{"result":${result},"jsonrpc":"2.0","id":${id}}`);
    });
  }

  it("hands over arguments that are written before the method", async () => {
    await server.write(
      '{"params":{"arguments":{"n":1e2},"name":"echo"},"id":30,"method":"tools/call",' +
        '"jsonrpc":"2.0"}',
    );
    expect(await server.answer(30)).toContain(JSON.stringify('{"n":1e2}'));
  });

  it("checks an answer by the digits that were sent", async () => {
    const schema = { properties: { n: { type: "integer" } } };
    const questions = JSON.stringify(JSON.stringify([{ message: "N?", schema }]));
    await server.write(callLine(31, "ask", `{"questions":${questions}}`));
    await until(() => server.lines.some((line) => line.includes("elicitation/create")));
    const { id } = JSON.parse(server.lines.find((line) => line.includes("elicitation/create"))!);
    await server.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"action":"accept","content":{"n":9007199254740993}}}`,
    );
    expect(await server.answer(31)).toContain(
      "elicitation answer: 9007199254740993 cannot be kept exactly",
    );
  });

  const refused: [title: string, line: string, id: number | null, error: string][] = [
    ["a line that is no JSON", "{bad", null, '"code":-32700,"message":"Parse error: '],
    ["a batch", "[]", null, '"code":-32600,"message":"Not a JSON-RPC 2.0 message"'],
    ["a number", "5", null, '"code":-32600,"message":"Not a JSON-RPC 2.0 message"'],
    [
      "an unknown tool",
      callLine(41, "nope"),
      41,
      '{"code":-32602,"message":"Unknown tool: \\"nope\\""}',
    ],
    [
      "a name that objects have",
      callLine(42, "constructor"),
      42,
      '{"code":-32602,"message":"Unknown tool: \\"constructor\\""}',
    ],
    [
      "an unknown method",
      '{"jsonrpc":"2.0","id":43,"method":"nope"}',
      43,
      '{"code":-32601,"message":"Method not found"}',
    ],
    [
      "parameters that are none",
      '{"jsonrpc":"2.0","id":45,"method":"tools/list","params":null}',
      45,
      '"code":-32600,"message":"Not a valid request"',
    ],
    [
      "an id that is none",
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      null,
      '"code":-32600,"message":"Not a valid request"',
    ],
    [
      "an unknown method with a member that nobody knows",
      '{"jsonrpc":"2.0","id":46,"method":"nope","trace":"1"}',
      46,
      '{"code":-32601,"message":"Method not found"}',
    ],
    [
      "a message of 17 MiB",
      `{"jsonrpc":"2.0","id":44,"method":"${"x".repeat(17 << 20)}"}`,
      null,
      '"code":-32600,"message":"A message is longer than 16777216 bytes"',
    ],
  ];
  for (const [title, line, id, error] of refused) {
    it(`refuses ${title} and goes on`, async () => {
      server.lines.length = 0;
      await server.write(line, callLine(50, "open"));
      expect(await server.answer(id)).toContain(error);
      expect(await server.answer(50)).toBe(`{"result":${text("{}")},"jsonrpc":"2.0","id":50}`);
    });
  }

  it("refuses what is not UTF-8 and goes on", async () => {
    server.lines.length = 0;
    const line = new TextEncoder().encode(`${callLine(51, "echo", '{"a":"#"}')}\n`);
    await server.writeBytes(line.map((byte) => byte === 35 ? 0xff : byte));
    expect(await server.answer(null)).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: not UTF-8"}}',
    );
  });

  it("reads lines that come in pieces, and several in one", async () => {
    const bytes = new TextEncoder().encode(
      `${callLine(52, "open", '{"a":"é€😀"}')}\r\n\n${callLine(53, "open")}\n`,
    );
    for (let at = 0; at < bytes.length; at += 7) {
      await server.writeBytes(bytes.subarray(at, at + 7));
    }
    expect(await server.answer(52)).toContain(JSON.stringify('{"a":"é€😀"}'));
    await server.answer(53);
  });

  it("outlives what a tool leaves behind", async () => {
    await server.write(callLine(55, "leaves"));
    await server.answer(55);
    for (const failure of ["nobody waits for this", "nobody catches this"]) {
      await until(() => server.stderr.includes(`a tool left a failure behind: ${failure}\n`));
    }
    await server.write(callLine(56, "open"));
    await server.answer(56);
  });

  it("keeps what tools print out of the protocol", async () => {
    await server.write(callLine(60, "greet", '{"name":"Ada"}'));
    await server.answer(60);
    await until(() => server.stderr.includes("greeting Ada"));
    for (const line of server.lines) expect(JSON.parse(line).jsonrpc).toBe("2.0");
  });
});

describe("toolcli serve --mcp ends", () => {
  /** A server in which a call runs that does not end by itself. */
  async function waiting(): Promise<RawServer> {
    const server = new RawServer(TOOLS, "--mcp");
    await server.write(INITIALIZE, callLine(1, "waits", "{}", ',"_meta":{"progressToken":1}'));
    await until(() => server.lines.some((line) => line.includes('"message":"waiting"')));
    return server;
  }

  it("with its input, and closes the tools", async () => {
    const server = new RawServer(TOOLS, "--mcp");
    await server.write(INITIALIZE, INITIALIZED, callLine(1, "greet", '{"name":"Ada"}'));
    expect(await server.end()).toBe(0);
    expect(server.lines.length).toBe(2);
    expect(server.lines[1]).toContain("Hello, Ada!");
    expect(server.stderr).toContain("closed\n");
  });

  it("with its input, and aborts the calls that run", async () => {
    const server = await waiting();
    expect(await server.end()).toBe(0);
    expect(server.stderr).toMatch(/waits is cancelled\nclosed\n$/);
    expect(server.lines.some((line) => line.includes('"id":1'))).toBe(false);
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`on ${signal}, and aborts the calls that run`, async () => {
      const server = await waiting();
      server.kill(signal);
      expect(await server.exit()).toBe(0);
      expect(server.stderr).toMatch(/waits is cancelled\nclosed\n$/);
      await server.end();
    });
  }

  it("quietly when nobody reads any more", async () => {
    const { command, args } = serveCommand(TOOLS, "--mcp");
    const child = new Deno.Command(command, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const input = child.stdin.getWriter();
    const write = (line: string) => input.write(new TextEncoder().encode(`${line}\n`));
    await write(INITIALIZE);
    const output = child.stdout.getReader();
    await output.read();
    await output.cancel();
    await write(callLine(1, "long"));
    const stderr = await new Response(child.stderr).text();
    const { code } = await child.status;
    await input.close().catch(() => {});
    expect(code).toBe(0);
    expect(stderr.split("\n").filter((line) => !line.includes("The schema of tool"))).toEqual([
      "closed",
      "",
    ]);
  });
});
