// toolcli serve: its options, HTTP, and what it says.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { connect, until } from "../mcp/_serve_peers.ts";
import { PACKAGES, path } from "../examples/_run.ts";
import { folderOf, moduleOf, toolcliIn } from "./_toolcli.ts";

const USAGE = "\nRun `toolcli --help` for usage.\n";

let folder: string;

beforeAll(async () => {
  folder = await folderOf({
    "tools.js": moduleOf("ping", "pong"),
    "loud.js": `console.log("loading");\n${moduleOf("ping", "pong")}`,
    "twice.js": `const tool = { name: "a", description: "", execute: () => {} };
export const tools = [tool, tool];`,
    "kit.jsonc": '{ "name": "kit", "sources": [{ "module": "./tools.js" }] } // a comment',
  });
});
afterAll(() => Deno.remove(folder, { recursive: true }));

describe("toolcli serve", () => {
  const refused: [args: string[], message: string][] = [
    [[], "serve needs a source, such as tools.ts"],
    [["a.ts", "b.ts"], 'serve takes one source: unexpected "b.ts"'],
    [["tools.js", "--mcp", "--asmp"], "serve takes --mcp or --asmp, not both"],
    [
      ["tools.js", "--mcp", "--port", "1"],
      "--port needs --http: otherwise MCP is on standard input and output",
    ],
    [
      ["tools.js", "--http", "--port", "65536"],
      '--port needs a number from 0 to 65535, got "65536"',
    ],
    [
      ["tools.js", "--mcp", "--store", "runs"],
      "--store needs --asmp: it keeps the runs of a workflow",
    ],
    [["tools.js", "--http", "--port", "x"], '--port needs a number from 0 to 65535, got "x"'],
    [["tools.js", "--mpc"], 'unknown option "--mpc" of serve, did you mean --mcp?'],
    [["none.js", "--mcp"], '"none.js": there is no such file'],
    [["twice.js", "--mcp"], '"twice.js": tool "a": duplicate name'],
  ];
  for (const [args, message] of refused) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      expect(await toolcliIn(folder, ["serve", ...args])).toEqual({
        code: 2,
        stdout: "",
        stderr: `toolcli: ${message}${USAGE}`,
      });
    });
  }

  it("says what it serves where it was not told", async () => {
    expect(await toolcliIn(folder, ["serve", "tools.js"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "toolcli: serving MCP on standard input and output\n",
    });
  });

  it("keeps what a module prints while it is loaded out of the protocol", async () => {
    expect(await toolcliIn(folder, ["serve", "loud.js", "--mcp"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "loading\n",
    });
  });

  it("keeps it out of the protocol also where it was not told what to serve", async () => {
    expect(await toolcliIn(folder, ["serve", "loud.js"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "loading\ntoolcli: serving MCP on standard input and output\n",
    });
  });

  it("serves a workflow over ASMP where a module's default export is one", async () => {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "-A", "--no-check", ...PACKAGES, path("built/mod.js"), "serve"]
        .concat(path("tests/host/_door.ts"), "--port", "0"),
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    let stderr = "";
    const read = (async () => {
      for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) stderr += text;
    })();
    await until(() => stderr.includes("\n"));
    child.kill("SIGINT");
    const { code } = await child.status;
    await read;
    expect(stderr).toMatch(/^toolcli: serving ASMP on http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(code).toBe(0);
  });

  it("refuses a port that is taken", async () => {
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = taken.addr;
    expect(await toolcliIn(folder, ["serve", "tools.js", "--http", "--port", `${port}`])).toEqual({
      code: 2,
      stdout: "",
      stderr: `toolcli: port ${port} is in use: give another one with --port${USAGE}`,
    });
  });

  it("serves a configuration over HTTP until it is interrupted", async () => {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-q", "-A", ...PACKAGES, path("built/mod.js"), "serve", "kit.jsonc", "--http"]
        .concat("--port", "0"),
      cwd: folder,
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    let stderr = "";
    const read = (async () => {
      for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) stderr += text;
    })();
    await until(() => stderr.includes("/mcp\n"));
    const [, address] = /^toolcli: serving MCP on (http:\/\/127\.0\.0\.1:\d+\/mcp)\n$/.exec(
      stderr,
    )!;
    const peer = await connect("sdk 1.x", new URL(address!));
    const { content } = await peer.call("ping");
    const elsewhere = await fetch(new URL("/", address!));
    await elsewhere.body?.cancel();
    child.kill("SIGINT");
    const { code } = await child.status;
    await peer.close();
    await Promise.all([read, child.stdout.cancel()]);
    expect({ content, code, elsewhere: elsewhere.status }).toEqual({
      content: [{ type: "text", text: "pong" }],
      code: 0,
      elsewhere: 404,
    });
  });
});
