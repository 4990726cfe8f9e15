// The list of tools in the cache: help without a start, and what is done when the list is old.
import { expect } from "@std/expect";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { NotRunError, type Tool, ToolsChangedError } from "../../agenttool/mod.ts";
import { renewalOf } from "../../agenttool/renewal.ts";
import { Runner } from "../../cli/mod.ts";
import { mcpTools } from "../../mcp/source.ts";
import { events, eventually, hostile, isAlive, kit, Opened, outcome } from "./_client_servers.ts";

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

const A = '{"name":"a","description":"A","inputSchema":{"type":"object"}}';
const A_WITH_N =
  '{"name":"a","description":"A","inputSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}';
const B = '{"name":"b","inputSchema":{"type":"object"}}';

/** A server whose list can be changed; it says on standard error that it starts. */
function listed() {
  const file = `${folder}/tools.json`;
  const list = (...tools: string[]) => Deno.writeTextFileSync(file, `{"tools":[${tools}]}`);
  return { server: { ...hostile("listed", file), env: { TOKEN: "very secret" } }, list };
}

/** The files of the cache. */
function files(): string[] {
  const folderOfLists = `${folder}/cache/toolcli/mcp`;
  return [...Deno.readDirSync(folderOfLists)].map(({ name }) => `${folderOfLists}/${name}`);
}

const CALLED_A = [{ type: "text", text: "called a" }];

/** Closes tools again, and gives what they are. */
async function closed(tools: Iterable<Tool>) {
  const all = [...tools];
  await new Opened(all)[Symbol.asyncDispose]();
  return all.map(({ name, description, parameters }) => ({ name, description, parameters }));
}

describe("mcpTools() with a cache", () => {
  it("mcpTools() starts no server whose tools are in the cache", async () => {
    const { server, list } = listed();
    list(A, B);
    const first = await closed(await mcpTools(server));
    // A server that reads no list could not be listed.
    Deno.removeSync(`${folder}/tools.json`);
    expect(await mcpTools(server).then(closed)).toEqual(first);
    await expect(mcpTools(server, { refresh: true })).rejects.toThrow("MCP server");
  });

  it("mcpTools() keeps the list where only its owner can read it, without secrets", async () => {
    const { server, list } = listed();
    list(A);
    await closed(await mcpTools(server));
    const [file, another] = files();
    expect(another).toBe(undefined);
    const { server: told, time, tools } = JSON.parse(Deno.readTextFileSync(file!));
    expect(told).toEqual({ name: "hostile", version: "1.0.0" });
    expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
    expect(tools).toEqual([{ name: "a", description: "A", schema: '{"type":"object"}' }]);
    expect(file + Deno.readTextFileSync(file!)).not.toContain("very secret");
    if (Deno.build.os !== "windows") {
      const mode = (path: string) => Deno.statSync(path).mode! & 0o777;
      expect([mode(file!), mode(`${folder}/cache/toolcli/mcp`)]).toEqual([0o600, 0o700]);
    }
  });

  it("mcpTools() keeps a list for each configuration", async () => {
    const { server, list } = listed();
    list(A);
    await closed(await mcpTools(server));
    list(B);
    const other = { ...server, env: { TOKEN: "another" } };
    expect((await closed(await mcpTools(other))).map(({ name }) => name)).toEqual(["b"]);
    expect((await closed(await mcpTools(server))).map(({ name }) => name)).toEqual(["a"]);
    expect(files().length).toBe(2);
  });

  const VALUES: [name: string, variable: string, one: string, other: string, same: boolean][] = [
    ["where a variable has another value", "WHICH", "staging", "production", false],
    ["where a variable names another host", "WHICH", "http://a.example", "http://b.example", false],
    ["where a variable names another file", "WHICH", "/a1b2c3d4e5f6", "/f1e2d3c4b5a6", false],
    ["where a token is another one", "A_TOKEN", "abc", "def", true],
    [
      "where what looks like a token is another one",
      "WHICH",
      "ghp_16C7e42F292c6912E771",
      "ghp_0c838347Ae178B4a16C7",
      true,
    ],
    ["where the password of an address is another one", "WHICH", "x://u:p@h", "x://u:q@h", true],
    ["where its query has another token", "WHICH", "x://h?token=a", "x://h?token=b", true],
    ["where its query asks for something else", "WHICH", "x://h?of=a", "x://h?of=b", false],
  ];
  for (const [name, variable, one, other, same] of VALUES) {
    it(`mcpTools() keeps ${same ? "one list" : "two lists"} ${name}`, async () => {
      const { server, list } = listed();
      const env = { VALUE: `\${${variable}}` };
      const namesWith = async (value: string) => {
        const tools = await mcpTools({ ...server, env }, { variables: { [variable]: value } });
        return (await closed(tools)).map(({ name }) => name);
      };
      list(A);
      expect(await namesWith(one)).toEqual(["a"]);
      list(B);
      expect(await namesWith(other)).toEqual([same ? "a" : "b"]);
      expect(await namesWith(one)).toEqual(["a"]);
      expect(files().length).toBe(same ? 1 : 2);
    });
  }

  it("mcpTools() takes the environment's value of a variable into account", async () => {
    const { server, list } = listed();
    const kept = async () =>
      (await closed(await mcpTools({ ...server, env: { VALUE: "${TOOLCLI_TEST_WHICH:-none}" } })))
        .map(({ name }) => name);
    list(A);
    expect(await kept()).toEqual(["a"]);
    list(B);
    Deno.env.set("TOOLCLI_TEST_WHICH", "some");
    try {
      expect(await kept()).toEqual(["b"]);
    } finally {
      Deno.env.delete("TOOLCLI_TEST_WHICH");
    }
    expect(await kept()).toEqual(["a"]);
  });

  it("mcpTools() keeps no list of one address for another", async () => {
    const url = "http://${HOST}/mcp";
    const servers = [A, B].map((tool) => {
      const answer = async (request: Request) => {
        const { id, method } = await request.json().catch(() => ({}));
        if (id === undefined) return new Response(null, { status: request.body ? 202 : 405 });
        const result = method === "initialize"
          ? '{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}'
          : `{"tools":[${tool}]}`;
        const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
        return new Response(text, { headers: { "content-type": "application/json" } });
      };
      return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, answer);
    });
    const names = async (index: number) => {
      const HOST = `127.0.0.1:${(servers[index]!.addr as Deno.NetAddr).port}`;
      return (await closed(await mcpTools({ url }, { variables: { HOST } }))).map(({ name }) =>
        name
      );
    };
    try {
      expect([await names(0), await names(1), await names(0)]).toEqual([["a"], ["b"], ["a"]]);
    } finally {
      await Promise.all(servers.map((server) => server.shutdown()));
    }
  });

  it("mcpTools() keeps no empty list, and none when told so", async () => {
    const { server, list } = listed();
    list();
    await closed(await mcpTools(server));
    list(A);
    await closed(await mcpTools(server, { cache: false }));
    list(B);
    expect((await closed(await mcpTools(server))).map(({ name }) => name)).toEqual(["b"]);
  });

  it("mcpTools() asks the server where the cache is spoilt", async () => {
    const { server, list } = listed();
    list(A);
    await closed(await mcpTools(server));
    const spoilt = ["", "{", "[]", "null", '{"format":1}', '{"format":0,"tools":[]}'];
    const tools = ["null", '{"name":"b"}', '{"name":"","description":"","schema":"{}"}'];
    spoilt.push(...tools.map((tool) => `{"format":1,"tools":[${tool}]}`));
    for (const text of spoilt) {
      Deno.writeTextFileSync(files()[0]!, text);
      expect((await closed(await mcpTools(server))).map(({ name }) => name)).toEqual(["a"]);
    }
  });

  it("mcpTools() works where nothing can be cached", async () => {
    const { server, list } = listed();
    list(A);
    Deno.writeTextFileSync(`${folder}/file`, "");
    Deno.env.set("XDG_CACHE_HOME", `${folder}/file`);
    const notes: string[] = [];
    const tools = await mcpTools(server, { note: (text) => notes.push(text) });
    await using _ = new Opened(tools);
    expect(await outcome(tools[0]!)).toEqual(CALLED_A);
    expect(notes[0]).toMatch(/^The list of tools is not cached: /);
  });
});

describe("a call of a tool from the cache", () => {
  it("a call runs where its tool is as it was, and renews the rest of the list", async () => {
    const { server, list } = listed();
    list(A);
    await closed(await mcpTools(server));
    list(B, A);
    const tools = await mcpTools(server);
    await using _ = new Opened(tools);
    expect(await outcome(tools[0]!)).toEqual(CALLED_A);
    expect((await mcpTools(server)).map(({ name }) => name)).toEqual(["b", "a"]);
  });

  const CHANGES: [name: string, now: string[], message: string][] = [
    ["has changed", [A_WITH_N, B], 'Tool "a" of MCP server "s" has changed'],
    ["is gone", [B], 'Tool "a" of MCP server "s" is gone'],
  ];
  for (const [name, now, message] of CHANGES) {
    it(`a call does not run where its tool ${name}`, async () => {
      const { server, list } = listed();
      list(A);
      await closed(await mcpTools(server));
      list(...now);
      const tools = await mcpTools(server, { name: "s" });
      await using _ = new Opened(tools);
      const last = (await events(tools[0]!)).at(-1)!;
      const error = last.type === "error" ? last.error : undefined;
      expect(error).toBeInstanceOf(ToolsChangedError);
      expect(error).toBeInstanceOf(NotRunError);
      expect(error!.message).toBe(message);
      const fresh = [...(error as ToolsChangedError).tools];
      expect(fresh.map(({ parameters }) => parameters)).toEqual(
        now.map((text) => JSON.stringify(JSON.parse(text).inputSchema)),
      );
      // They use the connection that found it out.
      const known = fresh.find(({ name }) => name === (now.length > 1 ? "a" : "b"))!;
      expect(await outcome(known)).toEqual([{ type: "text", text: `called ${known.name}` }]);
      expect((await mcpTools(server)).map(({ parameters }) => parameters)).toEqual(
        fresh.map(({ parameters }) => parameters),
      );
    });
  }

  it("a call does not run where the schema in the cache is spoilt", async () => {
    const { server, list } = listed();
    list(A);
    await closed(await mcpTools(server));
    const [file] = files();
    Deno.writeTextFileSync(file!, Deno.readTextFileSync(file!).replace("object", 'object\\"'));
    const tools = await mcpTools(server, { name: "s" });
    await using _ = new Opened(tools);
    expect(await outcome(tools[0]!)).toBe('Tool "a" of MCP server "s" has changed');
    expect((await mcpTools(server))[0]!.parameters).toBe('{"type":"object"}');
  });

  it("a call waits for a tool that its server adds late", async () => {
    const server = hostile("late");
    await closed(await mcpTools(server));
    const tools = await mcpTools(server);
    await using _ = new Opened(tools);
    expect(await outcome(tools.find(({ name }) => name === "late")!)).toEqual([
      { type: "text", text: "called late" },
    ]);
  });

  it("a program reads its command line again where a tool has changed", async () => {
    const { server, list } = listed();
    const lists = `${folder}/lists`;
    list(A);
    expect((await kit(server, ["a"], { cache: lists })).stdout).toBe("called a\n");
    list(A_WITH_N);
    expect(await kit(server, ["a"], { cache: lists })).toEqual({
      status: 0,
      stdout: "called a\n",
      stderr: "",
    });
    list(B);
    const { status, stderr } = await kit(server, ["a", "--n", "1"], { cache: lists });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^kit: unknown command "a"/);
  });
});

describe("a command line that does not fit the list in the cache", () => {
  const A_WITH_TEXT =
    '{"name":"a","inputSchema":{"type":"object","properties":{"n":{"type":"string"}}}}';
  const CALLED = { status: 0, stdout: "called a\n", stderr: "" };
  const UNKNOWN = {
    status: 2,
    stdout: "",
    stderr: 'kit: unknown command "other"\nRun `kit help` for usage.\n',
  };

  /** A program of a server's tools, whose processes write their ids to a file. */
  function program(...old: string[]) {
    const file = `${folder}/tools.json`, log = `${folder}/log`;
    const list = (...tools: string[]) => Deno.writeTextFileSync(file, `{"tools":[${tools}]}`);
    const script = `echo $$ >> ${log}; exec "$0" "$@"`;
    const { command, args } = hostile("listed", file);
    const server = { command: "sh", args: ["-c", script, command, ...args] };
    list(...old);
    return {
      server,
      list,
      run: (...args: string[]) => kit(server, args, { cache: `${folder}/lists` }),
      /** How many servers were started since this was last asked; none of them runs any more. */
      async starts() {
        const pids = Deno.readTextFileSync(log).split("\n").slice(0, -1).map(Number);
        Deno.writeTextFileSync(log, "");
        await eventually(() => !pids.some(isAlive));
        return pids.length;
      },
    };
  }

  const ROWS: [name: string, old: string[], now: string[], args: string[]][] = [
    ["a new command", [B], [B, A], ["a"]],
    ["a new flag", [A], [A_WITH_N], ["a", "--n", "1"]],
    ["a value of another type", [A_WITH_N], [A_WITH_TEXT], ["a", "--n", "one"]],
  ];
  for (const [name, old, now, args] of ROWS) {
    it(`a program reads ${name} with the tools as they are, of one server`, async () => {
      const { list, run, starts } = program(...old);
      expect((await run("help")).status).toBe(0);
      list(...now);
      await starts();
      expect(await run(...args)).toEqual(CALLED);
      expect(await starts()).toBe(1);
      // From now on it is in the cache, and the call needs one server as well.
      expect(await run(...args)).toEqual(CALLED);
      expect(await starts()).toBe(1);
    });
  }

  it("a program has help of a new command", async () => {
    const { list, run, starts } = program(B);
    await run("help");
    list(A_WITH_N, B);
    await starts();
    const { status, stdout, stderr } = await run("help", "a");
    expect([status, stderr, await starts()]).toEqual([0, "", 1]);
    expect(stdout).toContain("--n <integer>");
  });

  const WRONG: [name: string, args: string[], stderr: string][] = [
    ["command", ["other"], 'unknown command "other"'],
    ["flag", ["a", "--m", "1"], "a: flag provided but not defined: -m, did you mean --n?"],
    ["value", ["a", "--n", "x"], 'a: invalid value "x" for flag -n: "x" is not an integer'],
  ];
  for (const [name, args, message] of WRONG) {
    it(`a program refuses what is no ${name} of the server either`, async () => {
      const { list, run, starts } = program(A, B);
      await run("help");
      list(A_WITH_N);
      await starts();
      expect(await run(...args)).toEqual({
        status: 2,
        stdout: "",
        stderr: `kit: ${message}\nRun \`kit help\` for usage.\n`,
      });
      expect(await starts()).toBe(1);
    });
  }

  const NO_START: [name: string, args: string[], status: number][] = [
    ["help", ["help"], 0],
    ["a command's help", ["help", "a"], 0],
    ["a command's --help", ["a", "--help"], 0],
    ["a schema", ["schema", "a"], 0],
    ["nothing", [], 2],
    ["an unknown option", ["--nope", "a"], 2],
    ["two words behind help", ["help", "a", "b"], 2],
    ["a file that is not there", ["a", "--n:=@/no/such/file"], 2],
  ];
  it("a program starts no server for what no list could change", async () => {
    const { run, starts } = program(A_WITH_N);
    await run("help");
    await starts();
    for (const [name, args, status] of NO_START) {
      expect([name, (await run(...args)).status, await starts()]).toEqual([name, status, 0]);
    }
  });

  it("a program tells in one line that its server does not start any more", async () => {
    const { server, run } = program(A);
    await run("help");
    Deno.removeSync(`${folder}/tools.json`);
    const { status, stdout, stderr } = await kit(server, ["other"], { cache: `${folder}/lists` });
    expect([status, stdout]).toEqual([2, ""]);
    const [reason, ...rest] = stderr.split("\n");
    expect(reason).toMatch(/^kit: MCP server "sh" .*tools\.json/);
    expect(rest.join("\n")).toBe(UNKNOWN.stderr);
  });

  it("a program whose list was just read asks no server again", async () => {
    const { run, starts } = program(A);
    expect(await run("other")).toEqual(UNKNOWN);
    expect(await starts()).toBe(1);
  });

  it("a runner reads each command line with the tools as they are", async () => {
    const { server, list } = listed();
    list(A);
    await closed(await mcpTools(server));
    const tools = await mcpTools(server);
    await using _ = new Opened(tools);
    const run = async (...args: string[]) => {
      const output = new TransformStream<Uint8Array, Uint8Array>();
      const printed = new Response(output.readable).text();
      const { writable } = output;
      const runner = new Runner({ name: "kit", tools, stdout: writable, stderr: writable });
      const status = await runner.run(args);
      await writable.close();
      return [status, await printed];
    };
    expect(await run("other")).toEqual([2, UNKNOWN.stderr]);
    list(A_WITH_N, B);
    expect(await run("b")).toEqual([0, "called b\n"]);
    expect(await run("a", "--n", "1")).toEqual([0, "called a\n"]);
    expect(await run("other")).toEqual([2, UNKNOWN.stderr]);
  });

  it("a program that left tools out gets none of them in", async () => {
    const { server, list } = listed();
    list(A, B);
    await closed(await mcpTools(server));
    const known = await mcpTools(server);
    await using _ = new Opened(known);
    const spliced = await mcpTools(server);
    await using _spliced = new Opened(spliced.splice(1));
    for (const tools of [known.filter(({ name }) => name === "a"), spliced]) {
      expect(renewalOf(tools)).toBe(undefined);
    }
    expect(renewalOf(known)).toBeInstanceOf(Function);
  });
});
