// Servers that misbehave: what is made of them, or the one error that says what is wrong.
import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { type McpServer, mcpTools, type McpToolsOptions } from "../../mcp/source.ts";
import {
  childrenOf,
  events,
  eventually,
  hostile,
  isAlive,
  kitCommand,
  Opened,
  outcome,
} from "./_client_servers.ts";

/** Opens a server without the cache; gives the notes too. */
async function open(server: McpServer, options: McpToolsOptions = {}) {
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const tools = await mcpTools(server, { cache: false, note, ...options });
  return { tools, notes, opened: new Opened(tools) };
}

/** The error with which a server cannot be opened. */
async function refusal(server: McpServer, options: McpToolsOptions = {}): Promise<string> {
  const { opened } = await open(server, { name: "s", ...options }).catch((error) => ({
    opened: error as Error,
  }));
  if (opened instanceof Error) return opened.message;
  await opened[Symbol.asyncDispose]();
  return "it was opened";
}

const WELL = [{ type: "text", text: "well" }];

describe("mcpTools()", () => {
  it("mcpTools() passes over junk on standard output", async () => {
    const { tools, opened } = await open(hostile("junk"));
    await using _ = opened;
    expect(tools.map(({ name }) => name)).toEqual(["a"]);
    expect(await outcome(tools[0]!)).toEqual(WELL);
  });

  it("mcpTools() passes over junk before a message in its line", async () => {
    const { tools: [tool], opened } = await open(hostile("junk_in_line"));
    await using _ = opened;
    expect(await outcome(tool!)).toEqual(WELL);
  });

  it("mcpTools() passes over members that no message has", async () => {
    const { tools: [tool], opened } = await open(hostile("adds"));
    await using _ = opened;
    expect(await outcome(tool!)).toEqual(WELL);
  });

  it("mcpTools() keeps the first of two tools of one name", async () => {
    const { tools, notes, opened } = await open(hostile("twins"));
    await using _ = opened;
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ["a", "first"],
      ["b", ""],
    ]);
    expect(notes).toEqual(['Tool "a" is listed twice: the second is left out']);
    expect(await outcome(tools[0]!)).toEqual(WELL);
  });

  it("mcpTools() hides no tool for its schema", async () => {
    const { tools, notes, opened } = await open(hostile("schemas"));
    await using _ = opened;
    expect(tools.map(({ name, parameters }) => [name, parameters])).toEqual([
      ["wrong", '{"type":42,"properties":["no"],"required":"all"}'],
      ["text", '{"type":"object"}'],
      ["null", '{"type":"object"}'],
      ["none", '{"type":"object"}'],
    ]);
    expect(notes).toEqual([
      'Tool "text" has no valid schema: any arguments are passed on',
      'Tool "null" has no valid schema: any arguments are passed on',
      "A tool without a name is left out",
      "A tool without a name is left out",
    ]);
    for (const tool of tools) {
      expect(await outcome(tool)).toEqual([{ type: "text", text: `called ${tool.name}` }]);
    }
  });

  it("mcpTools() takes an answer of 50 MB", async () => {
    const { tools: [huge], opened } = await open(hostile("huge"));
    await using _ = opened;
    const [part] = await outcome(huge!) as [{ text: string }];
    expect(part.text.length).toBe(17 * Math.floor(50 * 2 ** 20 / 17));
  });

  it("mcpTools() ends a server whose message has no end", async () => {
    const { tools: [tool], opened } = await open(hostile("endless_line"));
    await using _ = opened;
    expect(await outcome(tool!)).toBe(
      'mcp: call "a": the server sent a message of more than 256 MiB',
    );
  });

  it("mcpTools() reads all pages of a list", async () => {
    const { tools, opened } = await open(hostile("three_pages"));
    await using _ = opened;
    expect(tools.map(({ name }) => name)).toEqual(["t0", "t1", "t2"]);
    expect(await outcome(tools[2]!)).toEqual([{ type: "text", text: "called t2" }]);
  });

  it("mcpTools() takes a last page that is given for ever as the last", async () => {
    const { tools, opened } = await open(hostile("same_page"));
    await using _ = opened;
    expect(tools.map(({ name }) => name)).toEqual(["a"]);
  });

  const REFUSALS: [name: string, server: McpServer, message: string, McpToolsOptions?][] = [
    ["has no end of pages", hostile("pages"), 's" lists tools without end: 1000 pages came'],
    ["never answers initialize", hostile("mute"), 's" did not answer within 3 s', {
      startTimeout: 3_000,
    }],
    ["never lists", hostile("list_mute"), 's" did not answer within 3 s', { startTimeout: 3_000 }],
    [
      "dies at the start",
      hostile("dies_at_start"),
      's" ended with status 7\nstderr:\nno configuration found',
    ],
    [
      "closes its output",
      { command: "sh", args: ["-c", "exec >&-; sleep 600"] },
      's" closed its standard output',
    ],
    [
      "is not there",
      { command: "no-such-server" },
      's" cannot be started: no program "no-such-server" is found',
    ],
    [
      "has no directory",
      { command: "true", cwd: "/no/such" },
      's" cannot be started: no program "true", or no directory "/no/such", is found',
    ],
    [
      "needs a variable",
      { command: "true", env: { KEY: "${NOT_SET_IN_ANY_TEST}" } },
      's" needs variable "NOT_SET_IN_ANY_TEST" for env "KEY", which is not set',
    ],
    ["is a command that only ends", { command: "true" }, 's" ended with status 0'],
    [
      "says in lower case why not",
      hostile("refuses"),
      's" cannot be used: no entry',
    ],
    [
      "prints how it is used",
      { command: "sh", args: ["-c", "echo Usage: s FILE"] },
      's" ended with status 0\nstdout:\nUsage: s FILE',
    ],
    [
      "waits for a person",
      { command: "sh", args: ["-c", "printf 'Your name: '; cat >/dev/null"] },
      's" did not answer within 3 s\nstdout:\nYour name:',
      { startTimeout: 3_000 },
    ],
  ];
  for (const [name, server, message, options] of REFUSALS) {
    it(`mcpTools() refuses a server that ${name}`, async () => {
      expect(await refusal(server, options)).toBe(`MCP server "${message}`);
    });
  }

  it("mcpTools() says why a server cannot be reached, without its address", async () => {
    const server = { url: "http://nobody.invalid/private" };
    expect(await refusal(server)).toMatch(/^MCP server "s" cannot be reached: (?!.*private)\S/);
  });

  it("mcpTools() says how a server ended in a call, without its secrets", async () => {
    const server = { ...hostile("dies_in_call"), env: { API_TOKEN: "${TEST_TOKEN}" } };
    const { tools: [die], opened } = await open(server, {
      variables: { TEST_TOKEN: "s3cret-s3cret" },
    });
    await using _ = opened;
    const message = 'mcp: call "die": the server ended with status 3\n' +
      "stderr:\ncannot go on with ${TEST_TOKEN}";
    expect(await outcome(die!)).toBe(message);
    // Another call starts another server.
    expect(await outcome(die!)).toBe(message);
  });

  it("mcpTools() leaves no process of a server that ignores TERM", async () => {
    const { tools: [tool], opened } = await open(hostile("ignores_term"));
    const [part] = await outcome(tool!) as [{ text: string }];
    const pids = part.text.split(" ").map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    await opened[Symbol.asyncDispose]();
    await eventually(() => !pids.some(isAlive));
  });

  it("mcpTools() keeps no program from its end, and then leaves no process", async () => {
    const source = new URL("../../mcp/source.ts", import.meta.url).href;
    const program = `
      const { mcpTools } = await import(${JSON.stringify(source)});
      const server = ${JSON.stringify(hostile("ignores_term"))};
      const [tool] = await mcpTools(server, { cache: false });
      const signal = new AbortController().signal;
      const call = { id: "1", args: "", signal, progress() {} };
      console.log((await tool.execute(call)).content[0].text);
    `;
    const { stdout, success } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", program],
    }).output();
    expect(success).toBe(true);
    const pids = new TextDecoder().decode(stdout).trim().split(" ").map(Number);
    expect(pids.length).toBe(2);
    await eventually(() => !pids.some(isAlive));
  });

  const NO_PROC = Deno.build.os !== "linux";
  for (const how of ["closed", "killed"]) {
    it(`mcpTools() leaves no process in a session of its own where it is ${how}`, {
      ignore: NO_PROC,
    }, async () => {
      const server = hostile(how === "closed" ? "detaches" : "detaches_and_stays");
      const { command: [program, ...args], env } = await kitCommand(server);
      const child = new Deno.Command(program!, { args: [...args, "pids"], env, stdout: "piped" })
        .spawn();
      const reader = child.stdout.getReader();
      const { value } = await reader.read();
      const pids = new TextDecoder().decode(value).trim().split(" ").map(Number);
      expect(pids.length).toBe(3);
      if (how === "killed") {
        expect(pids.map(isAlive)).toEqual([true, true, true]);
        child.kill("SIGKILL");
      }
      await child.status;
      await eventually(() => !pids.some(isAlive));
      await reader.cancel();
    });
  }

  const SIGNALS = [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129], ["SIGKILL", 137]] as const;
  for (const [name, status] of SIGNALS) {
    it(`mcpTools() leaves no process of a start that ${name} ends`, async () => {
      const file = await Deno.makeTempFile();
      const server = { command: "sh", args: ["-c", `echo $$ > ${file}; exec sleep 600`] };
      const { command: [program, ...args], env } = await kitCommand(server);
      const child = new Deno.Command(program!, { args: [...args, "help"], env }).spawn();
      await eventually(() => Deno.readTextFileSync(file).endsWith("\n"));
      const pid = Number(Deno.readTextFileSync(file));
      expect(isAlive(pid)).toBe(true);
      // The server may run before the program knows of it.
      if (Deno.build.os === "linux") await eventually(() => childrenOf(child.pid).length === 2);
      child.kill(name);
      expect((await child.status).code).toBe(status);
      await eventually(() => !isAlive(pid));
      await Deno.remove(file);
    });

    it(`mcpTools() leaves no process of a program that ${name} ends after its work`, async () => {
      const { command: [program, ...args], env } = await kitCommand(hostile("stays"));
      const child = new Deno.Command(program!, { args: [...args, "help"], env, stdout: "piped" })
        .spawn();
      // The server's tools are there; its end is waited for.
      const reader = child.stdout.getReader();
      const { value } = await reader.read();
      const pid = Number(/pid_(\d+)/.exec(new TextDecoder().decode(value))![1]);
      expect(isAlive(pid)).toBe(true);
      child.kill(name);
      expect((await child.status).code).toBe(status);
      await eventually(() => !isAlive(pid));
      await reader.cancel();
    });
  }

  it("mcpTools() starts one server for calls that come at the same time", async () => {
    const { tools: [die, pid], opened } = await open(hostile("dies_in_call"));
    await using _ = opened;
    await outcome(die!);
    const pids = await Promise.all([outcome(pid!), outcome(pid!), outcome(pid!)]);
    expect(pids[1]).toEqual(pids[0]);
    expect(pids[2]).toEqual(pids[0]);
  });

  it("mcpTools() goes on with a start when the call that began it is cancelled", async () => {
    const { tools: [die, pid], opened } = await open(hostile("dies_in_call"));
    await using _ = opened;
    await outcome(die!);
    const controller = new AbortController();
    const first = events(pid!, "{}", { signal: controller.signal });
    const second = outcome(pid!);
    controller.abort();
    const last = (await first).at(-1)!;
    expect(last.type === "error" && last.error.message).toBe("the call was cancelled");
    expect(await second).toEqual([{ type: "text", text: expect.stringMatching(/^\d+$/) }]);
  });

  it("mcpTools() closes tools while a call starts their server", async () => {
    const { tools: [die, pid], opened } = await open(hostile("dies_in_call"));
    await outcome(die!);
    const call = outcome(pid!);
    await opened[Symbol.asyncDispose]();
    expect(await call).toBe("The connection to the MCP server was closed");
  });

  it("mcpTools() calls no tool that was closed", async () => {
    const { tools: [tool], opened } = await open(hostile("junk"));
    await opened[Symbol.asyncDispose]();
    expect(await outcome(tool!)).toBe("The connection to the MCP server was closed");
  });

  it("mcpTools() waits for tools that a server adds when it knows its client", async () => {
    const { tools, opened } = await open(hostile("late"));
    await using _ = opened;
    expect(tools.map(({ name }) => name)).toEqual(["a", "late"]);
  });

  it("mcpTools() ends the start when it is told to", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const opening = mcpTools(hostile("mute"), { cache: false, signal: controller.signal });
    controller.abort(reason);
    await expect(opening).rejects.toBe(reason);
  });

  it("mcpTools() gives a server few of our variables and those of its own", async () => {
    Deno.env.set("TOOLCLI_TEST_PRIVATE", "private");
    const server = {
      ...hostile("environment"),
      env: { A: "${ONE}-${TWO:-two}", B: "$${ONE}", C: "$ONE {x}" },
    };
    const { tools: [env], opened } = await open(server, { variables: { ONE: "1" } });
    await using _ = opened;
    const [part] = await outcome(env!) as [{ text: string }];
    const { A, B, C, PATH, TOOLCLI_TEST_PRIVATE } = JSON.parse(part.text);
    expect({ A, B, C, TOOLCLI_TEST_PRIVATE }).toEqual({ A: "1-two", B: "${ONE}", C: "$ONE {x}" });
    expect(PATH).toBe(Deno.env.get("PATH"));
  });

  it("mcpTools() tells standard error to whom wants it, without secrets", async () => {
    const lines: string[] = [];
    const { opened } = await open({ ...hostile("stderr"), env: { API_TOKEN: "abcdefgh" } }, {
      onStderr: (line) => lines.push(line),
    });
    await using _ = opened;
    await eventually(() => lines.length > 0);
    expect(lines).toEqual(["listing for [API_TOKEN]"]);
  });
});

describe("a call", () => {
  it("a call hands arguments and structured content on as they are written", async () => {
    const { tools: [echo], opened } = await open(hostile("exact"));
    await using _ = opened;
    expect(echo!.parameters).toBe(
      '{ "type":"object", "properties":{"n":{"maximum":12345678901234567890}}}',
    );
    const args = '{"b":12345678901234567890,"a":1.10,"__proto__":{"2":0,"1":1e400},"e":"\\u0041"}';
    expect(await outcome(echo!, args)).toEqual([
      { type: "text", text: '{"type":"x-count","n":98765432109876543210}' },
      { type: "text", text: args },
    ]);
  });

  it("a call reports progress in order, and before its end", async () => {
    const { tools: [count], opened } = await open(hostile("progress"));
    await using _ = opened;
    const updates = (await events(count!)).map((event) =>
      event.type === "progress" ? event.update : event.type
    );
    expect(updates).toEqual([
      { progress: 1, total: 3, message: undefined },
      { progress: 2, total: 3, message: undefined },
      { progress: 3, total: 3, message: undefined },
      "result",
    ]);
  });

  it("a call that is cancelled ends at once and tells the server", async () => {
    const controller = new AbortController();
    const { tools: [wait, cancelled], opened } = await open(hostile("slow"), {
      onStderr: () => controller.abort(),
    });
    await using _ = opened;
    const last = (await events(wait!, "{}", { signal: controller.signal })).at(-1)!;
    expect(last.type === "error" && last.error.message).toBe("the call was cancelled");
    const [part] = await outcome(cancelled!) as [{ text: string }];
    expect(JSON.parse(part.text)).toHaveLength(1);
  });

  const RESULTS: [name: string, result: string, outcome: unknown][] = [
    ["no content", "{}", 'mcp: invalid result: "content" is missing'],
    ["structured content alone", '{"structuredContent":{"a":1}}', [{
      type: "text",
      text: '{"a":1}',
    }]],
    ["an error without content", '{"isError":true}', "tool call failed"],
    ["no result", "null", "mcp: empty result"],
    [
      "an error",
      '{"content":[{"type":"text","text":"no"},{"type":"text","text":"way"}],"isError":true}',
      "no\nway",
    ],
    ["an error without words", '{"content":[],"isError":true}', "tool call failed"],
    [
      "content that is a text",
      '{"content":"text"}',
      'mcp: invalid result: "content" is a string, expected an array',
    ],
    [
      "content that is an object",
      '{"content":{"type":"text"},"structuredContent":{}}',
      'mcp: invalid result: "content" is an object, expected an array',
    ],
    ["a part that is none", '{"content":[null,{"type":"image"}]}', [
      { type: "text", text: "null" },
      { type: "text", text: '{"type":"image"}' },
    ]],
    [
      "structured content that the text says",
      '{"content":[{"type":"text","text":"{\\n  \\"b\\": 2, \\"a\\": [1] }"}],"structuredContent":{"a":[1],"b":2}}',
      [{ type: "text", text: '{\n  "b": 2, "a": [1] }' }],
    ],
    [
      "structured content that the text says by itself",
      '{"content":[{"type":"text","text":"42"}],"structuredContent":{"result":42}}',
      [{ type: "text", text: "42" }],
    ],
    [
      "structured content with another number",
      '{"content":[{"type":"text","text":"{\\"n\\":12345678901234567890}"}],"structuredContent":{"n":12345678901234567891}}',
      [
        { type: "text", text: '{"n":12345678901234567890}' },
        { type: "text", text: '{"n":12345678901234567891}' },
      ],
    ],
  ];
  for (const [name, result, expected] of RESULTS) {
    it(`a call gives what a result has: ${name}`, async () => {
      const { tools: [give], opened } = await open(hostile("results"));
      await using _ = opened;
      expect(await outcome(give!, `{"result":${result}}`)).toEqual(expected);
    });
  }

  it("a call gives the record that a result has, with its numbers", async () => {
    const { tools: [give], opened } = await open(hostile("results"));
    await using _ = opened;
    const key = "io.github.christopherdavenport.agenttool/record";
    const record = { ns: "a:b", data: '{"n":12345678901234567890,"m":1}' };
    const result = JSON.stringify({ content: [], _meta: { [key]: record } });
    const last = (await events(give!, `{"result":${result}}`)).at(-1)!;
    const found = last.type === "result" ? last.result.record : undefined;
    expect(found?.ns).toBe("a:b");
    expect(JSON.stringify(found?.data)).toBe('{"n":12345678901234567890,"m":1}');
  });

  it("a call fails with an error for what could not be read", async () => {
    const { tools: [tool], opened } = await open(hostile("unread"));
    await using _ = opened;
    expect(await outcome(tool!)).toBe('mcp: call "a": no JSON');
  });

  const ERRORS: [name: string, error: string, message: string][] = [
    ["an error of the protocol", '{"code":-32602,"message":"no such tool"}', "no such tool"],
    ["an error without a code", '{"message":"odd"}', "odd"],
    ["an error that is a text", '"odd"', '"odd"'],
  ];
  for (const [name, error, message] of ERRORS) {
    it(`a call fails with ${name}`, async () => {
      const { tools: [give], opened } = await open(hostile("errors"));
      await using _ = opened;
      expect(await outcome(give!, `{"error":${error}}`)).toBe(`mcp: call "give": ${message}`);
    });
  }
});
