// Sources that keep one waiting: what a command does not wait for, and what serve does meanwhile.
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { commandWord } from "../../host/_command_word.ts";
import { started } from "../../host/_start.ts";
import { failedStart, keepFailedStart } from "../../mcp/failed_start.ts";
import { PACKAGES, path } from "../examples/_run.ts";
import { connect, serveCommand, until } from "../mcp/_serve_peers.ts";
import { folderOf, moduleOf, type Outcome, toolcliIn } from "./_toolcli.ts";

/** A server with tools of these names; with `go` it answers nothing until there is such a file. */
const server = (names: string, go?: string) => ({
  command: Deno.execPath(),
  args: ["run", "-q", "-A", "--no-config", path("tests/host/_mcp_server.js")],
  env: { LOG: `\${DIR}/log-${names}`, NAMES: names, ...go && { GO: `\${DIR}/${go}` } },
});
const HANGING = server("b", "never");

const FILES = {
  "one.json": JSON.stringify({ sources: [{ mcp: server("a") }] }),
  "prefixed.json": JSON.stringify({
    sources: [{ mcp: server("a") }, { mcp: HANGING, prefix: "h" }],
  }),
  "included.json": JSON.stringify({
    sources: [{ mcp: server("a") }, { mcp: HANGING, include: ["b*"] }],
  }),
  "plain.json": JSON.stringify({ sources: [{ mcp: server("a") }, { mcp: HANGING }] }),
  "module.json": JSON.stringify({ sources: [{ mcp: HANGING }, { module: "own.ts" }] }),
  "clash.json": JSON.stringify({
    sources: [{ mcp: server("a c") }, { mcp: server("c a") }],
  }),
  "left.json": JSON.stringify({ sources: [{ mcp: server("x"), prefix: "x" }] }),
  "own.ts": moduleOf("own", "mine"),
};

let dir: string;
beforeEach(async () => {
  dir = await folderOf(FILES);
});
afterEach(() => Deno.remove(dir, { recursive: true }));

const env = () => ({ XDG_CACHE_HOME: `${dir}/cache`, DIR: dir });
const toolcli = (...args: string[]): Promise<Outcome> => toolcliIn(dir, args, env());
const isThere = (name: string) => Deno.stat(`${dir}/${name}`).then(() => true, () => false);

describe("commandWord()", () => {
  const ROWS: [args: string, word: string | undefined][] = [
    ["", undefined],
    ["a --help", "a"],
    ["--answer accept --out=d -record r --ask a", "a"],
    ["help", undefined],
    ["help a", "a"],
    ["help --help", undefined],
    ["schema a", "a"],
    ["utcp-call a --x=1", "a"],
    ["--help a", undefined],
    ["--utcp-discover", undefined],
    ["--unknown a", undefined],
    ["-- a", undefined],
  ];
  for (const [args, word] of ROWS) {
    it(`commandWord() of ${JSON.stringify(args)} is ${word}`, () => {
      expect(commandWord(args === "" ? [] : args.split(" "))).toBe(word);
    });
  }
});

describe("a server that hangs", () => {
  for (const file of ["prefixed.json", "included.json"]) {
    it(`run ${file} starts no server that cannot have the command`, async () => {
      expect(await toolcli("run", file, "a")).toEqual({ code: 0, stdout: "no luck\n", stderr: "" });
      const { code, stdout, stderr } = await toolcli("run", file, "help", "a");
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("### `a`");
      expect((await toolcli("run", file, "schema", "a")).code).toBe(0);
      expect(await isThere("log-b")).toBe(false);
    });
  }

  it("run starts no other server where one whose tools are known has the command", async () => {
    await toolcli("list", "one.json");
    expect(await toolcli("run", "plain.json", "a"))
      .toEqual({ code: 0, stdout: "no luck\n", stderr: "" });
    expect(await toolcli("run", "module.json", "own"))
      .toEqual({ code: 0, stdout: "mine\n", stderr: "" });
    expect(await isThere("log-b")).toBe(false);
  });

  it("run waits a few seconds for it where both had to be started, and says so", async () => {
    expect(await toolcli("run", "plain.json", "a")).toEqual({
      code: 0,
      stdout: "no luck\n",
      stderr: expect.stringMatching(
        /^toolcli: plain\.json:1: sources\[1\] \(.*\): no answer yet: going on without its tools\n$/,
      ),
    });
    expect(await isThere("log-b")).toBe(true);
    expect(await failedStart(HANGING)).toBe(undefined);
  });

  it("run of a command of two servers is an error where both are known", async () => {
    expect((await toolcli("list", "clash.json")).code).toBe(2);
    const { code, stdout, stderr } = await toolcli("run", "clash.json", "c");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^toolcli: "clash\.json": the tool "[ac]" is in sources\[0\] /);
  });

  it("run of a command that no source can have starts none", async () => {
    expect(await toolcli("run", "left.json", "nope")).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^toolcli run left\.json: unknown command "nope"\nRun /),
    });
  });
});

describe("a start that failed", () => {
  let before: Record<string, string | undefined>, cwd: string;
  beforeEach(() => {
    before = { XDG_CACHE_HOME: Deno.env.get("XDG_CACHE_HOME") };
    cwd = Deno.cwd();
    Deno.env.set("XDG_CACHE_HOME", `${dir}/cache`);
    Deno.chdir(dir);
  });
  afterEach(() => {
    Deno.chdir(cwd);
    const { XDG_CACHE_HOME } = before;
    if (XDG_CACHE_HOME === undefined) Deno.env.delete("XDG_CACHE_HOME");
    else Deno.env.set("XDG_CACHE_HOME", XDG_CACHE_HOME);
  });

  it("started() keeps a start that failed after seconds, and no other", async () => {
    const quick = () => Promise.reject(new Error("no such program"));
    await expect(started(HANGING, {}, quick)).rejects.toThrow("no such program");
    expect(await failedStart(HANGING)).toBe(undefined);
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      throw new Error("did not answer\nstderr:\nlast words");
    };
    await expect(started(HANGING, {}, slow)).rejects.toThrow("did not answer");
    let starts = 0;
    const again = () => Promise.resolve(++starts);
    await expect(started(HANGING, {}, again)).rejects.toThrow(
      /^did not answer \(tried \d+ s ago; --refresh tries again\)\nstderr:\nlast words$/,
    );
    await expect(started(HANGING, { program: "kit" }, again)).rejects.toThrow(
      /^did not answer \(tried \d+ s ago\)\n/,
    );
    expect(starts).toBe(0);
    expect(await started(HANGING, { again: true }, again)).toBe(1);
    // Another configuration is another server.
    expect(await started({ ...HANGING, args: [] }, {}, again)).toBe(2);
  });

  it("list tells of it at once, and --refresh starts the server again", async () => {
    Deno.env.set("DIR", dir);
    await keepFailedStart(server("a"), "MCP server did not answer within 60 s");
    const failed = await toolcli("list", "one.json");
    Deno.env.delete("DIR");
    expect(failed.code).toBe(2);
    expect(failed.stderr).toMatch(
      /^toolcli: one\.json:1: sources\[0\] \(.*\): MCP server did not answer within 60 s \(tried \d+ s ago; --refresh tries again\)\n/,
    );
    expect(await isThere("log-a")).toBe(false);
    expect((await toolcli("list", "one.json", "--refresh")).stdout).toContain("\na\n");
    expect((await toolcli("run", "one.json", "a")).stdout).toBe("no luck\n");
  });
});

describe("serve of sources that keep it waiting", () => {
  async function config(...sources: object[]): Promise<string> {
    await Deno.writeTextFile(`${dir}/served.json`, JSON.stringify({ sources }));
    return `${dir}/served.json`;
  }

  /** A client, and what it has been told. */
  async function client(file: string) {
    const { command, args } = serveCommand(file, "--mcp");
    const words = Object.entries(env()).map(([name, value]) => `${name}=${value}`);
    const script = 'cd "$0" && exec env "$@" 2>stderr';
    const inDir = ["-c", script, dir, ...words, command, ...args];
    let changes = 0;
    const peer = await connect("sdk 1.x", { command: "sh", args: inDir }, {
      onToolsChanged: () => changes++,
    });
    return {
      peer,
      changes: () => changes,
      names: async () => (await peer.list()).map(({ name }) => name),
      stderr: () => Deno.readTextFileSync(`${dir}/stderr`),
    };
  }
  const go = () => Deno.writeTextFile(`${dir}/go`, "");

  it("serve answers without a source that comes late, and tells when it is there", async () => {
    const file = await config({ mcp: server("a b", "go"), prefix: "l" }, { mcp: server("a") });
    const { peer, names, changes, stderr } = await client(file);
    try {
      expect(await names()).toEqual(["a"]);
      await go();
      await until(() => changes() > 0);
      // In the order of the sources.
      expect(await names()).toEqual(["l__a", "l__b", "a"]);
      expect((await peer.call("l__b")).content).toEqual([{ type: "text", text: "no luck" }]);
      expect(stderr()).toBe("");
    } finally {
      await peer.close();
    }
  });

  it("serve leaves out a late source whose tools have names that others have", async () => {
    const file = await config({ mcp: server("a") }, { mcp: server("a b", "go") });
    const { peer, names, stderr } = await client(file);
    try {
      await go();
      await until(() => stderr() !== "");
      expect(stderr()).toMatch(
        /^toolcli: ".*served\.json": the tool "a" is in sources\[0\] .* and in sources\[1\] .*: give one of them a "prefix"; the tools of the second are left out\n$/,
      );
      expect(await names()).toEqual(["a"]);
    } finally {
      await peer.close();
    }
  });

  it("serve ends with status 2 where no source gives tools in the end", async () => {
    await Deno.writeTextFile(`${dir}/junk`, "no list");
    const dying = server("a", "go");
    const file = await config({ mcp: { ...dying, env: { ...dying.env, TOOLS: "${DIR}/junk" } } });
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "-A", ...PACKAGES, path("built/mod.js"), "serve", file, "--mcp"],
      cwd: dir,
      env: { NO_COLOR: "1", ...env() },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    const request = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "x", version: "1" },
      },
    };
    await writer.write(new TextEncoder().encode(`${JSON.stringify(request)}\n`));
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain('"id":1');
    await go();
    const [{ code }, stderr] = await Promise.all([child.status, new Response(child.stderr).text()]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^toolcli: .*served\.json:1: sources\[0\] \(.*\): MCP server .* ended/);
    await reader.cancel();
    await writer.close().catch(() => {});
  });
});
