import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { connect, until } from "../mcp/_serve_peers.ts";
import { PACKAGES, path } from "./_run.ts";

const PROGRAM = ["run", "-A", "--no-check", ...PACKAGES, path("examples/mcp_server.ts")];

describe("examples/mcp_server.ts", () => {
  it("asks the client's user before it deletes", async () => {
    const asked: unknown[] = [];
    const peer = await connect("client 2.x, 2026-07-28", {
      command: Deno.execPath(),
      args: PROGRAM,
    }, {
      answer: ({ message }) => {
        asked.push(message);
        return { action: asked.length === 1 ? "decline" : "accept" };
      },
    });
    const said: unknown[] = [];
    for (const tool of ["read_note", "delete_note", "delete_note", "read_note"]) {
      const { content: [part] } = await peer.call(tool, { name: "milk" });
      said.push(part!.text);
    }
    await peer.close();
    expect(said).toEqual([
      "Buy 2 litres",
      "Nothing was deleted",
      'Deleted "milk"',
      "It was deleted",
    ]);
    expect(asked).toEqual(['Delete the note "milk"?', 'Delete the note "milk"?']);
  });

  it("serves HTTP as well", async () => {
    const child = new Deno.Command(Deno.execPath(), {
      args: [...PROGRAM, "--http", "0"],
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    let output = "";
    const read = [child.stdout, child.stderr].map(async (stream) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) output += text;
    });
    await until(() => /http:\/\/127\.0\.0\.1:\d+\//.test(output));
    const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(output)!;
    const peer = await connect("sdk 1.x", new URL(address!));
    const { content } = await peer.call("read_note", { name: "rent" });
    await peer.close();
    child.kill("SIGTERM");
    await Promise.all([child.status, ...read]);
    expect(content).toEqual([{ type: "text", text: "Due on the 1st" }]);
  });
});
