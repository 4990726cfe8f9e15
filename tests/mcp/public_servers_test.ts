// Public servers that are installed for it, and a public client. It takes minutes and the network.
import { expect } from "@std/expect";
import { describe, it } from "@std/testing/bdd";
import { path } from "../examples/_run.ts";
import { folderOf, toolcliIn } from "../host/_toolcli.ts";
import { serveCommand } from "./_serve_peers.ts";

const ignore = Deno.env.get("TOOLCLI_TEST_SERVERS") !== "1";
const skipped = ignore ? " (skipped: TOOLCLI_TEST_SERVERS is not 1)" : "";

/** A server, one of its tools, and the variables that it needs to list them. */
const SERVERS: [server: string, tool: string, env?: Record<string, string>][] = [
  ["@modelcontextprotocol/server-memory@2026.8.31", "create_entities"],
  ["@modelcontextprotocol/server-sequential-thinking@2026.8.31", "sequentialthinking"],
  ["@modelcontextprotocol/server-map@2.0.3 --stdio", "show-map"],
  ["@openbnb/mcp-server-airbnb@0.3.0", "airbnb_search"],
  ["airtable-mcp-server@1.14.0", "list_records", { AIRTABLE_API_KEY: "x" }],
  ["@modelcontextprotocol/server-brave-search@0.6.2", "brave_web_search", { BRAVE_API_KEY: "x" }],
  ["@upstash/context7-mcp@4.1.1", "resolve-library-id"],
  ["hostinger-api-mcp@1.63.2", "VPS_getVirtualMachinesV1", { API_TOKEN: "x" }],
  ["tavily-mcp@0.2.22", "tavily_search", { TAVILY_API_KEY: "x" }],
  [
    "@modelcontextprotocol/server-google-maps@0.6.2",
    "maps_geocode",
    { GOOGLE_MAPS_API_KEY: "x" },
  ],
  [
    "@elastic/mcp-server-elasticsearch@0.3.1",
    "list_indices",
    { ES_URL: "http://127.0.0.1:1", ES_API_KEY: "x" },
  ],
  ["@eslint/mcp@0.3.13", "lint-files"],
];

describe(`public servers${skipped}`, { ignore }, () => {
  it("list has the tools of each of them from one configuration", async () => {
    const sources = SERVERS.map(([server, , env], index) => ({
      mcp: { command: "npx", args: ["-y", ...server.split(" ")], env },
      prefix: `s${index}`,
    }));
    const folder = await folderOf({ "kit.json": JSON.stringify({ sources }) });
    try {
      const env = { XDG_CACHE_HOME: `${folder}/cache` };
      const { code, stdout, stderr } = await toolcliIn(folder, ["list", "kit.json", "--json"], env);
      expect([code, stderr]).toEqual([0, ""]);
      const names = JSON.parse(stdout).map(({ name }: { name: string }) => name);
      expect(names).toEqual(
        expect.arrayContaining(SERVERS.map(([, tool], index) => `s${index}__${tool}`)),
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});

describe(`the Inspector's command line against toolcli serve${skipped}`, { ignore }, () => {
  /** What it prints, asking a server for something. */
  async function inspected(...args: string[]): Promise<Record<string, unknown>> {
    const { command, args: words } = serveCommand(path("tests/mcp/_serve_tools.ts"), "--mcp");
    const { stdout, stderr } = await new Deno.Command("npx", {
      args: [
        ...["-y", "@modelcontextprotocol/inspector@0.15.0", "--cli", command, ...words],
        ...["--method", ...args],
      ],
      stdin: "null",
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    try {
      return JSON.parse(text(stdout));
    } catch {
      throw new Error(`no JSON: ${text(stdout)}${text(stderr)}`);
    }
  }

  it("it lists the tools", async () => {
    const { tools } = await inspected("tools/list") as { tools: Record<string, unknown>[] };
    const greet = tools.find(({ name }) => name === "greet");
    expect(greet?.inputSchema).toEqual({
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
    });
  });

  it("it calls a tool", async () => {
    const call = ["tools/call", "--tool-name", "greet", "--tool-arg", "name=Ada"];
    expect(await inspected(...call)).toEqual({ content: [{ type: "text", text: "Hello, Ada!" }] });
  });

  it("it sees what is wrong with arguments", async () => {
    expect(await inspected("tools/call", "--tool-name", "greet")).toEqual({
      content: [{ type: "text", text: 'invalid arguments: missing required property "name"' }],
      isError: true,
    });
  });
});
