// MCP servers as sources of toolcli: a configuration, other clients' files, the cache.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { PACKAGES, path } from "../examples/_run.ts";
import { NO_TMUX, startTmux } from "../prompt/_tmux.ts";
import { folderOf, moduleOf, type Outcome, toolcliIn } from "./_toolcli.ts";
import { connect, serveCommand } from "../mcp/_serve_peers.ts";

const SERVER = {
  command: Deno.execPath(),
  args: ["run", "-q", "-A", "--no-config", path("tests/host/_mcp_server.js")],
  env: { LOG: "${LOG}" },
};
/** A server whose tools are those in a file, and whose list in the cache is its own. */
const changing = (as = "") => ({ ...SERVER, env: { ...SERVER.env, TOOLS: "${TOOLS}", AS: as } });
const GONE = { command: "no-such-program-here" };

/** A server whose tools have these names. */
const named = (...names: string[]) => ({ ...SERVER, env: { NAMES: names.join(" ") } });

describe("an MCP server as a source", () => {
  let dir: string;
  beforeAll(async () => {
    dir = await folderOf({
      "kit.json": JSON.stringify({
        sources: [
          { mcp: SERVER, prefix: "a", exclude: ["fail"] },
          { mcp: SERVER, prefix: "b" },
          { mcp: GONE, prefix: "c" },
        ],
      }),
      "changing.json": JSON.stringify({
        sources: [
          { mcp: changing(), prefix: "p", exclude: ["fail"] },
          { module: "own.ts" },
        ],
      }),
      "growing.json": JSON.stringify({
        sources: [
          { mcp: changing("p"), prefix: "p", exclude: ["secret"] },
          { mcp: changing("q"), prefix: "q" },
          { module: "own.ts" },
        ],
      }),
      "coming.json": JSON.stringify({
        sources: [{ mcp: changing(), prefix: "p", include: ["new_*"] }, { module: "own.ts" }],
      }),
      "own.ts": moduleOf("own", "mine"),
      "client.json": JSON.stringify({ mcpServers: { small: SERVER } }),
      "vscode.json": JSON.stringify({
        servers: { small: { type: "stdio", ...SERVER, env: { LOG: "${env:LOG}" } } },
      }),
      "settings.json": JSON.stringify({ mcp: { servers: { small: SERVER } } }),
      "zed.json": JSON.stringify({ context_servers: { small: { source: "custom", ...SERVER } } }),
      "names.json": JSON.stringify({
        sources: [{ mcp: named("help", "--x", "ok") }, {
          mcp: named("help", "schema"),
          prefix: "p",
        }],
      }),
      "named.ts": moduleOf("help", "no"),
      "slow.json": JSON.stringify({
        mcpServers: {
          one: { ...SERVER, env: { GO: "${GO}", NAMES: "a" } },
          two: { ...SERVER, env: { GO: "${GO}", NAMES: "b" } },
        },
      }),
      "clash.json": JSON.stringify({ mcpServers: { one: SERVER, two: SERVER } }),
    });
  });
  afterAll(() => Deno.remove(dir, { recursive: true }));
  const toolcli = (args: string[], log = "log"): Promise<Outcome> =>
    toolcliIn(dir, args, {
      XDG_CACHE_HOME: `${dir}/cache`,
      LOG: `${dir}/${log}`,
      TOOLS: `${dir}/listed.json`,
    });
  const starts = async (log: string) =>
    (await Deno.readTextFile(`${dir}/${log}`).catch(() => "")).split("\n").length - 1;

  for (const file of ["client.json", "vscode.json", "settings.json", "zed.json"]) {
    it(`run ${file} calls a tool of its server`, async () => {
      expect(await toolcli(["run", file, "echo", "--text", "hi"]))
        .toEqual({ code: 0, stdout: "hi\n", stderr: "" });
    });
  }

  it("run of several servers has the tools of each, and tells the one that fails", async () => {
    const line =
      /^toolcli: kit\.json:1: sources\[2\] \(no-such-program-here\): .*no-such-program-here.*\n/;
    const help = await toolcli(["run", "kit.json", "help"]);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain("`a__echo`");
    expect(help.stderr.replace(line, "")).toBe("");
    // A call of another source's tool has nothing to do with it.
    expect(await toolcli(["run", "kit.json", "a__echo", "--text", "x"]))
      .toEqual({ code: 0, stdout: "x\n", stderr: "" });
    expect(await toolcli(["run", "kit.json", "b__fail"]))
      .toEqual({ code: 1, stdout: "", stderr: "Error: no luck\n" });
    expect((await toolcli(["run", "kit.json", "a__fail"])).code).toBe(2);
    const { code, stderr } = await toolcli(["run", "kit.json", "c__echo"]);
    expect(code).toBe(2);
    expect(stderr.replace(line, "")).toMatch(
      /^toolcli run kit\.json: unknown command "c__echo", did you mean .*\?\nRun `/,
    );
  });

  it("run tells a clash of two servers and its remedy", async () => {
    const { code, stderr } = await toolcli(["run", "clash.json", "help"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^toolcli: "clash\.json": the tool "echo" is in mcpServers\.one \(one: .*\) and in mcpServers\.two \(two: .*\): name the servers in a toolcli configuration \("sources"\), and give one of them a "prefix"\n/,
    );
  });

  it("run leaves out tools that a command line cannot name, and serve does not", async () => {
    const { code, stdout, stderr } = await toolcli(["run", "names.json", "ok"]);
    expect([code, stdout]).toEqual([0, "no luck\n"]);
    const [help, dash, ...rest] = stderr.trimEnd().split("\n");
    expect(help).toMatch(
      /: the tool "help" is left out: it is named as one of the program's own commands; a "prefix" names it anew$/,
    );
    expect(dash).toMatch(
      /: the tool "--x" is left out: it begins with a dash, which a command line reads as an option; a "prefix" names it anew$/,
    );
    expect(rest).toEqual([]);
    expect((await toolcli(["run", "names.json", "p__help"])).stdout).toBe("no luck\n");
    expect((await toolcli(["list", "names.json"])).stdout).not.toContain("--x");
    const peer = await connect("sdk 1.x", serveCommand(`${dir}/names.json`, "--mcp"));
    const { content } = await peer.call("help");
    await peer.close();
    expect(content).toEqual([{ type: "text", text: "no luck" }]);
  });

  it("list of a module refuses a tool that is named as the program's own", async () => {
    const { code, stderr } = await toolcli(["list", "named.ts"]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'toolcli: "named.ts": tool "help" is named as one of the program\'s own commands\n' +
        "Run `toolcli --help` for usage.\n",
    );
  });

  const skipped = NO_TMUX && ` (skipped: ${NO_TMUX})`;
  it(`list tells a person what it waits for${skipped}`, { ignore: NO_TMUX !== "" }, async () => {
    const words = [Deno.execPath(), "run", "-q", "-A", ...PACKAGES, path("built/mod.js"), "list"];
    const script = 'cd "$1"; export GO="$1/go" XDG_CACHE_HOME="$1/slow"; shift; "$@"; cat';
    const command = ["sh", "-c", script, "sh", dir, ...words, "slow.json"];
    await using tmux = await startTmux(command);
    const line = /^toolcli: waiting for the tools of (?:one, two|two, one)…$/;
    expect(await tmux.see("…")).toMatch(line);
    await Deno.writeTextFile(`${dir}/go`, "");
    await tmux.see("\nb ");
  });

  it("list starts the server once, and again with --refresh", async () => {
    const list = ["list", "client.json"];
    await toolcli([...list, "--refresh"], "once");
    expect(await starts("once")).toBe(1);
    const { code, stdout } = await toolcli(list, "once");
    expect([code, await starts("once")]).toEqual([0, 1]);
    expect(stdout).toBe(
      "COMMAND  HINTS      DESCRIPTION\n" +
        "echo     read-only  Say it back.\n" +
        "fail                Fail.\n",
    );
    await toolcli([...list, "--refresh"], "once");
    expect(await starts("once")).toBe(2);
  });

  it("a call that finds its tools changed is read again with the tools of all sources", async () => {
    const run = ["run", "changing.json"];
    expect((await toolcli([...run, "p__echo", "--text", "5"])).stdout).toBe("5\n");
    const inputSchema = { type: "object", properties: { text: { type: "integer" } } };
    const listed = ["echo", "fail"].map((name) => ({ name, inputSchema }));
    await Deno.writeTextFile(`${dir}/listed.json`, JSON.stringify(listed));
    const changed = await toolcli([...run, "p__echo", "--text", "5"]);
    expect([changed.code, changed.stdout]).toEqual([0, "5 as JSON\n"]);
    // What came of the change is selected and named like the tools before it.
    const { stdout } = await toolcli(["list", "changing.json", "--json"]);
    expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).toEqual([
      "p__echo",
      "own",
    ]);
    await Deno.writeTextFile(`${dir}/listed.json`, "[]");
    const gone = await toolcli([...run, "p__echo", "--text", "5"]);
    expect(gone.code).toBe(2);
    expect(gone.stderr).toContain('unknown command "p__echo"');
  });

  it("a command line that does not fit is read again with the tools as they are", async () => {
    const run = ["run", "growing.json"];
    const schema = (type: string) => ({ type: "object", properties: { text: { type } } });
    const list = (...tools: object[]) =>
      Deno.writeTextFile(`${dir}/listed.json`, JSON.stringify(tools));
    const old = { name: "old", inputSchema: schema("string") };
    const secret = { name: "secret", inputSchema: {} };
    await list(old, secret);
    await toolcli([...run, "help"], "growing");
    const before = await starts("growing");
    expect(before).toBe(2);

    await list(old, { name: "echo", inputSchema: schema("integer") }, secret);
    expect(await toolcli([...run, "p__echo", "--text", "5"], "growing"))
      .toEqual({ code: 0, stdout: "5 as JSON\n", stderr: "" });
    // The server of the other prefix has no such tool, and the same server made the call.
    expect(await starts("growing")).toBe(before + 1);

    const WRONG: [args: string[], about: string, started: number][] = [
      [["p__secret"], 'unknown command "p__secret"', 0],
      [["nowhere"], 'unknown command "nowhere"', 0],
      [["own", "--n", "1"], "own: flag provided but not defined: -n", 0],
      [["q__old", "--n", "1"], "q__old: flag provided but not defined: -n", 1],
      [["q__echo", "--text", "x"], 'q__echo: invalid value "x" for flag -text: "x" is not', 1],
    ];
    for (const [args, about, started] of WRONG) {
      await Deno.writeTextFile(`${dir}/growing`, "");
      const { code, stderr } = await toolcli([...run, ...args], "growing");
      const [line, hint, end, ...rest] = stderr.split("\n");
      expect([code, hint, end, rest]).toEqual([
        2,
        "Run `toolcli run growing.json help` for usage.",
        "",
        [],
      ]);
      expect(line!.startsWith(`toolcli run growing.json: ${about}`)).toBe(true);
      expect([args, await starts("growing")]).toEqual([args, started]);
    }
  });

  it("a source is asked anew also where its patterns leave it no tool", async () => {
    const list = (...names: string[]) =>
      Deno.writeTextFile(
        `${dir}/listed.json`,
        JSON.stringify(names.map((name) => ({ name, inputSchema: { type: "object" } }))),
      );
    await list("old");
    await toolcli(["list", "coming.json", "--refresh"]);
    await list("old", "new_echo");
    const { code, stdout } = await toolcli(["run", "coming.json", "p__new_echo"]);
    expect([code, stdout]).toEqual([0, "no luck\n"]);
  });

  it("a server that does not start any more is told in one line before the usage error", async () => {
    await Deno.writeTextFile(`${dir}/listed.json`, '[{"name":"old"},{"name":"secret"}]');
    await toolcli(["list", "growing.json", "--refresh"]);
    await Deno.writeTextFile(`${dir}/listed.json`, "no list");
    const { code, stdout, stderr } = await toolcli(["run", "growing.json", "p__echo"]);
    expect([code, stdout]).toEqual([2, ""]);
    const [reason, ...rest] = stderr.split("\n");
    expect(reason).toMatch(/^toolcli: growing\.json:1: sources\[0\] \(.*\): MCP server .* ended/);
    expect(rest).toEqual([
      'toolcli run growing.json: unknown command "p__echo"',
      "Run `toolcli run growing.json help` for usage.",
      "",
    ]);
  });

  it("serve asks its sources anew for a tool that their lists in the cache do not have", async () => {
    const list = (...names: string[]) =>
      Deno.writeTextFile(
        `${dir}/listed.json`,
        JSON.stringify(names.map((name) => ({ name, inputSchema: { type: "object" } }))),
      );
    await list("old", "secret");
    await toolcli(["list", "growing.json", "--refresh"]);
    await list("old", "echo", "secret");
    const { command, args } = serveCommand("growing.json", "--mcp");
    const env = { XDG_CACHE_HOME: `${dir}/cache`, LOG: `${dir}/log`, TOOLS: `${dir}/listed.json` };
    const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const inDir = ["-c", 'cd "$0" && exec env "$@"', dir, ...words, command, ...args];
    const peer = await connect("sdk 1.x", { command: "sh", args: inDir });
    const names = async () => (await peer.list()).map(({ name }) => name);
    try {
      expect(await names()).toEqual(["p__old", "q__old", "q__secret", "own"]);
      expect((await peer.call("p__echo", { text: "x" })).content)
        .toEqual([{ type: "text", text: "x" }]);
      expect(await names()).toEqual(["p__old", "p__echo", "q__old", "q__secret", "own"]);
      await expect(peer.call("p__secret")).rejects.toThrow('Unknown tool: "p__secret"');
      expect((await peer.call("q__echo", { text: "y" })).content)
        .toEqual([{ type: "text", text: "y" }]);
    } finally {
      await peer.close();
    }
  });
});
