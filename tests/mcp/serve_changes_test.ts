// Tools that change while they are served.
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineTool, type Tool, ToolsChangedError, ToolSet } from "../../agenttool/mod.ts";
import { watchOf } from "../../agenttool/renewal.ts";
import { mcpTools } from "../../mcp/source.ts";
import { PACKAGES, path } from "../examples/_run.ts";
import { hostile } from "./_client_servers.ts";
import { connect, GENERATIONS, listen, until } from "./_serve_peers.ts";

const say = (name: string, text = name): Tool => defineTool({ name, execute: () => text });

/** Sets of tools that come when they are pushed. */
function series(...first: Iterable<Tool>[]) {
  const sets = [...first];
  let wake = () => {};
  return {
    push(set: Iterable<Tool>) {
      sets.push(set);
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (sets.length === 0) await new Promise<void>((resolve) => wake = resolve);
        yield sets.shift()!;
      }
    },
  };
}

for (const generation of GENERATIONS) {
  describe(`tools that change, for ${generation}`, () => {
    it("are listed and called as they are now, and the client is told", async () => {
      const tools = series([say("one")]);
      await using server = await listen(tools);
      let told = 0;
      const peer = await connect(generation, server.url, { onToolsChanged: () => told++ });
      expect((await peer.list()).map(({ name }) => name)).toEqual(["one"]);
      // The stream on which a client is told opens some time after it has connected.
      await until(() => {
        tools.push([say("two"), say("three")]);
        return told > 0;
      });
      expect((await peer.list()).map(({ name }) => name)).toEqual(["two", "three"]);
      expect((await peer.call("two")).content).toEqual([{ type: "text", text: "two" }]);
      await expect(peer.call("one")).rejects.toThrow('Unknown tool: "one"');
      await peer.close();
    });

    it("are told of on standard input and output", async () => {
      let told = 0;
      const program = path("tests/mcp/_serve_changing.ts");
      const args = ["run", "-q", "-A", "--no-check", ...PACKAGES, program];
      const to = { command: Deno.execPath(), args };
      const peer = await connect(generation, to, { onToolsChanged: () => told++ });
      await peer.call("first");
      await until(() => told > 0);
      expect((await peer.list()).map(({ name }) => name)).toEqual(["second"]);
      await peer.close();
    });

    it("are read again by a call that finds them changed", async () => {
      const now: Tool = defineTool({
        name: "greet",
        parameters: {
          type: "object",
          properties: { name: { type: "string" } },
          required: ["name"],
        },
        execute: ({ name }) => `Hello, ${name}!`,
      });
      const before: Tool = {
        name: "greet",
        description: "",
        execute: () => Promise.reject(new ToolsChangedError("the tools changed", [now])),
      };
      await using server = await listen([before]);
      const peer = await connect(generation, server.url);
      const { content } = await peer.call("greet", { name: "Ada" });
      const refused = await peer.call("greet", {});
      await peer.close();
      expect(content).toEqual([{ type: "text", text: "Hello, Ada!" }]);
      expect(refused.content).toEqual([
        { type: "text", text: 'invalid arguments: missing required property "name"' },
      ]);
    });
  });
}

describe("tools that change", () => {
  it("stay as they were where two of the new ones have one name", async () => {
    const tools = series([say("one")]);
    await using server = await listen(tools);
    const peer = await connect("sdk 1.x", server.url);
    tools.push([say("two"), say("two")]);
    await until(() => server.notes.length > 0);
    expect(server.notes).toEqual(['The tools stay as they were: tool "two": duplicate name']);
    expect((await peer.list()).map(({ name }) => name)).toEqual(["one"]);
    await peer.close();
  });

  it("stay as they are where the series fails", async () => {
    await using server = await listen((async function* () {
      yield [say("one")];
      await Promise.resolve();
      throw new Error("no luck");
    })());
    await until(() => server.notes.length > 0);
    expect(server.notes).toEqual(["The tools no longer change: no luck"]);
  });

  it("fail a call whose tool is gone", async () => {
    const gone: Tool = {
      name: "greet",
      description: "",
      execute: () => Promise.reject(new ToolsChangedError("there is no greet any more", [])),
    };
    await using server = await listen([gone]);
    const peer = await connect("sdk 1.x", server.url);
    const { content, isError } = await peer.call("greet");
    await peer.close();
    expect({ content, isError }).toEqual({
      content: [{ type: "text", text: "there is no greet any more" }],
      isError: true,
    });
  });
});

describe("tools whose list is from the cache", () => {
  const schema = (type: string) => `{"type":"object","properties":{"n":{"type":"${type}"}}}`;
  const a = (type: string) => `{"name":"a","inputSchema":${schema(type)}}`;
  const B = '{"name":"b","inputSchema":{"type":"object"}}';
  const CALLED_A = { content: [{ type: "text", text: "called a" }] };
  let folder: string, cache: string | undefined;
  beforeEach(async () => {
    folder = await Deno.makeTempDir();
    cache = Deno.env.get("XDG_CACHE_HOME");
    Deno.env.set("XDG_CACHE_HOME", `${folder}/cache`);
  });
  afterEach(async () => {
    if (cache === undefined) Deno.env.delete("XDG_CACHE_HOME");
    else Deno.env.set("XDG_CACHE_HOME", cache);
    await Deno.remove(folder, { recursive: true });
  });

  /** Serves tools that are others by now than the cache says. */
  async function serve(old: string[], now: string[]) {
    const file = `${folder}/tools.json`, upstream = hostile("listed", file);
    await Deno.writeTextFile(file, `{"tools":[${old}]}`);
    await new ToolSet(await mcpTools(upstream)).close();
    await Deno.writeTextFile(file, `{"tools":[${now}]}`);
    const tools = await mcpTools(upstream), server = await listen(tools);
    const peer = await connect("sdk 1.x", server.url);
    return {
      peer,
      server,
      names: async () => (await peer.list()).map(({ name }) => name),
      async [Symbol.asyncDispose]() {
        await peer.close();
        await server[Symbol.asyncDispose]();
        await new ToolSet(tools).close();
      },
    };
  }

  it("are asked for anew where a client calls one that is not in it", async () => {
    await using served = await serve([B], [a("string"), B]);
    const { peer, names } = served;
    expect(await names()).toEqual(["b"]);
    expect(await peer.call("a")).toEqual(CALLED_A);
    expect(await names()).toEqual(["a", "b"]);
    await expect(peer.call("c")).rejects.toThrow('Unknown tool: "c"');
  });

  it("are asked for anew where arguments do not fit it", async () => {
    await using served = await serve([a("integer")], [a("string")]);
    const { peer } = served;
    expect(await peer.call("a", { n: "one" })).toEqual(CALLED_A);
    expect((await peer.call("a", { n: 1 })).content).toEqual([
      { type: "text", text: "invalid arguments: n: expected string, got 1" },
    ]);
  });

  it("are asked for anew where another of them has been called", async () => {
    await using served = await serve([a("string")], [a("string"), B]);
    const { peer, names } = served;
    expect(await names()).toEqual(["a"]);
    expect(await peer.call("a")).toEqual(CALLED_A);
    await until(async () => (await names()).length === 2);
    expect(await names()).toEqual(["a", "b"]);
  });

  for (const cached of [false, true]) {
    const from = cached ? "the cache" : "their server";
    it(`are told of once their server says that they changed: from ${from}`, async () => {
      const upstream = hostile("grows");
      if (cached) await new ToolSet(await mcpTools(upstream)).close();
      const tools = await mcpTools(upstream);
      await using server = await listen(tools);
      let told = 0;
      const peer = await connect("sdk 1.x", server.url, { onToolsChanged: () => told++ });
      const names = async () => (await peer.list()).map(({ name }) => name);
      expect(await names()).toEqual(["a"]);
      await peer.call("a");
      expect([await names(), told]).toEqual([["a"], 0]);
      await peer.call("a");
      await until(() => told > 0);
      expect(await names()).toEqual(["a", "new"]);
      // It says that they change as often as it is asked for them.
      expect((await peer.call("new")).content).toEqual([{ type: "text", text: "called new" }]);
      expect(told).toBe(1);
      await peer.close();
      await server[Symbol.asyncDispose]();
      await new ToolSet(tools).close();
    });
  }

  it("are not watched where somebody left some of them out", async () => {
    const tools = await mcpTools(hostile("grows"));
    expect(watchOf(tools)).toBeInstanceOf(Function);
    expect(watchOf([...tools])).toBe(undefined);
    const [left] = tools.splice(0);
    expect(watchOf(tools)).toBe(undefined);
    await left!.close!();
  });

  it("are watched without a start of their server", async () => {
    const { command, args } = hostile("grows");
    const script = `echo started >> ${folder}/log; exec "$0" "$@"`;
    const upstream = { command: "sh", args: ["-c", script, command, ...args] };
    await new ToolSet(await mcpTools(upstream)).close();
    const tools = await mcpTools(upstream);
    const stop = watchOf(tools)!(() => {});
    expect(Deno.readTextFileSync(`${folder}/log`)).toBe("started\n");
    stop();
    await new ToolSet(tools).close();
    expect(Deno.readTextFileSync(`${folder}/log`)).toBe("started\n");
  });

  it("stay as they are where their server is gone", async () => {
    await using served = await serve([a("string")], []);
    await Deno.remove(`${folder}/tools.json`);
    const { peer, server, names } = served;
    await expect(peer.call("c")).rejects.toThrow('Unknown tool: "c"');
    expect(await names()).toEqual(["a"]);
    expect(server.notes.length).toBe(1);
    expect(server.notes[0]).toMatch(/^MCP server ".*tools\.json/s);
  });
});
