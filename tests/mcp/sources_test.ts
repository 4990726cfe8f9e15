// MCP servers as toolcli's configurations name them: their addresses, their names, their changes.
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { ToolSet } from "../../agenttool/mod.ts";
import { clientServers, readClient } from "../../host/_clients.ts";
import { readConfiguration } from "../../host/_configuration.ts";
import { mcpLabel } from "../../host/_mcp_label.ts";
import type { Program } from "../../host/_origin.ts";
import { loadSource } from "../../host/_source.ts";
import { type McpServer, mcpTools } from "../../mcp/source.ts";
import { hostile } from "./_client_servers.ts";
import { connect, listen, until } from "./_serve_peers.ts";

describe("mcpLabel()", () => {
  const run = (command: string, ...args: string[]): McpServer => ({ command, args });
  const ROWS: [server: McpServer, label: string][] = [
    [run("npx", "-y", "some-server", "SECRET"), "npx some-server"],
    [run("node", "server.js", "SECRET"), "node server.js"],
    [run("node", "--token", "SECRET", "x.js"), "node x.js"],
    [run("node", "--token", "secret.js"), "node"],
    [run("node", "--import", "tsx", "x.ts"), "node x.ts"],
    [run("node", "--inspect", "x.mjs"), "node x.mjs"],
    [run("node", "--flag", "SECRET"), "node"],
    [run("node", "--flag=SECRET", "x.js"), "node x.js"],
    [run("node", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"), "node"],
    [
      run("deno", "run", "-A", "https://u:p@a.example/secret-dir/x.ts"),
      "deno https://a.example/…/x.ts",
    ],
    [run("uvx", "--from", "@scope/some", "command"), "uvx @scope/some"],
    [run("python", "-m", "server"), "python server"],
    [run("/usr/bin/server", "SECRET"), "/usr/bin/server"],
    [{ url: "https://a.example/s/SECRET/mcp?key=SECRET" }, "https://a.example/s/…/mcp"],
    [{ url: "http://${HOST_}/mcp" }, "http://${HOST_}/mcp"],
  ];
  for (const [server, label] of ROWS) {
    const words = "url" in server ? server.url : [server.command, ...server.args ?? []].join(" ");
    it(`mcpLabel() names ${words}`, () => expect(mcpLabel(server)).toBe(label));
  }
});

describe("an address with variables", () => {
  const ADDRESSES: [written: string, read?: string][] = [
    ["http://127.0.0.1:${PORT}/mcp", "http://127.0.0.1:${PORT}/mcp"],
    ["${BASE}/mcp", "${BASE}/mcp"],
    ["${BASE:-http://127.0.0.1}/mcp", "${BASE:-http://127.0.0.1}/mcp"],
    ["https://${HOST_}/mcp", "https://${HOST_}/mcp"],
    ["$BASE/mcp"],
    ["$${BASE}/mcp"],
    ["ftp://${HOST_}/mcp"],
    ["http://127.0.0.1:port/mcp"],
  ];
  const own = (url: string) => {
    const text = JSON.stringify({ sources: [{ mcp: { url } }] });
    return readConfiguration("kit.json", text, JSON.parse(text));
  };
  const ofClient = (url: string) => {
    const text = JSON.stringify({ mcpServers: { s: { url } } });
    const value = JSON.parse(text);
    return readClient("kit.json", text, clientServers(value)!);
  };
  const FILES: [name: string, read: (url: string) => Program][] = [
    ["a configuration", own],
    ["a client's file", ofClient],
  ];
  for (const [name, read] of FILES) {
    for (const [written, address] of ADDRESSES) {
      it(`${written} in ${name} is ${address ? "read" : "refused"}`, () => {
        let url: string | undefined, problem = "";
        try {
          const [origin] = read(written).origins;
          if (origin?.kind === "none") problem = origin.reason;
          else if (origin?.kind === "mcp" && "url" in origin.server) url = origin.server.url;
        } catch (error) {
          problem = (error as Error).message;
        }
        expect(url).toBe(address);
        if (!address) expect(problem).toMatch(/url: expected an address that begins with http/);
      });
    }
  }

  it("a client's own way to write a variable is read", () => {
    const [origin] = ofClient("http://127.0.0.1:${env:PORT}/mcp").origins;
    expect(origin).toMatchObject({
      kind: "mcp",
      server: { url: "http://127.0.0.1:${PORT}/mcp" },
      label: "s: http://127.0.0.1:${PORT}/mcp",
    });
    const [other] = ofClient("${input:address}/mcp").origins;
    expect(other).toMatchObject({
      kind: "none",
      reason: "url: only the client that the file is for can fill in ${input:address}",
    });
  });

  it("what variables make no address of is refused when it is used, without them", async () => {
    const server = { url: "${BASE}/s/SECRET/mcp" };
    const options = { cache: false, variables: { BASE: "no-address" } };
    await expect(mcpTools(server, options)).rejects.toThrow(
      new Error(
        'MCP server "${BASE}" has no valid address: "${BASE}/s/…/mcp" with its variables filled in',
      ),
    );
  });
});

describe("a configuration's server that says that its tools changed", () => {
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

  const own = (name: string) =>
    `export const tools = [{ name: "${name}", description: "", execute: () => Promise.resolve(` +
    `{ content: [] }) }];\n`;

  /** Serves the server's tools with those of a module; gives their names. */
  async function served(
    module: string,
    use: (
      call: (name: string) => Promise<unknown>,
      names: () => Promise<unknown[]>,
      told: () => number,
    ) => Promise<void>,
  ) {
    await Deno.writeTextFile(`${folder}/own.ts`, module);
    const sources = [
      { mcp: hostile("grows"), prefix: "p" },
      { module: "own.ts" },
    ];
    await Deno.writeTextFile(`${folder}/kit.json`, JSON.stringify({ sources }));
    const { tools } = await loadSource(`${folder}/kit.json`, { served: true });
    await using _tools = { [Symbol.asyncDispose]: () => new ToolSet(tools).close() };
    await using server = await listen(tools);
    let told = 0;
    const peer = await connect("sdk 1.x", server.url, { onToolsChanged: () => told++ });
    const names = async () => (await peer.list()).map(({ name }) => name);
    await use((name) => peer.call(name), names, () => told);
    await peer.close();
  }

  it("is served anew with the tools of all sources", async () => {
    await served(own("own"), async (call, names, told) => {
      expect(await names()).toEqual(["p__a", "own"]);
      await call("p__a");
      await call("p__a");
      await until(() => told() > 0);
      expect(await names()).toEqual(["p__a", "p__new", "own"]);
      expect(await call("p__new")).toEqual({ content: [{ type: "text", text: "called new" }] });
    });
  });

  it("is served as before where another source has a tool of that name", async () => {
    const errors: string[] = [], { error } = console;
    console.error = (line: string) => errors.push(line);
    try {
      await served(own("p__new"), async (call, names, told) => {
        await call("p__a");
        await call("p__a");
        await until(() => errors.length > 0);
        expect([await names(), told()]).toEqual([["p__a", "p__new"], 0]);
      });
    } finally {
      console.error = error;
    }
    expect(errors[0]).toMatch(/the tool "p__new" is in .*; the tools stay as they were$/);
  });
});
