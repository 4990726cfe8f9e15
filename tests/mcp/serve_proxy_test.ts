// The tools of an MCP server, served on: what goes through both sides of the room stays as it was.
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { PACKAGES, path } from "../examples/_run.ts";
import { connect, GENERATIONS, type Peer, serveCommand } from "./_serve_peers.ts";

const PROXY = {
  command: Deno.execPath(),
  args: ["run", "-q", "-A", "--no-check", ...PACKAGES, path("tests/mcp/_serve_proxy.ts")],
};
const DIRECT = serveCommand(path("tests/mcp/_serve_tools.ts"), "--mcp");

for (const generation of GENERATIONS) {
  describe(`an MCP server served on to ${generation}`, () => {
    let peers: Peer[];
    const asked: unknown[] = [];
    beforeAll(async () => {
      peers = await Promise.all([DIRECT, PROXY].map((to) =>
        connect(generation, to, {
          answer: ({ message, requestedSchema, url }) => {
            asked.push({ message, requestedSchema, url });
            return url ? { action: "accept" } : { action: "accept", content: { age: 36 } };
          },
        })
      ));
    });
    afterAll(async () => {
      for (const peer of peers) await peer.close();
    });

    it("lists the same tools", async () => {
      const [direct, proxied] = await Promise.all(peers.map((peer) => peer.list()));
      expect(proxied).toEqual(direct);
    });

    for (const name of ["everything", "nothing", "fails", "refuses", "panics", "bad_keyword"]) {
      it(`gives the same result of ${name}`, async () => {
        const [direct, proxied] = await Promise.all(peers.map((peer) => peer.call(name)));
        const { content, isError } = direct!;
        expect({ content: proxied!.content, isError: proxied!.isError }).toEqual({
          content,
          isError,
        });
      });
    }

    it("asks the same questions", async () => {
      const schema = { type: "object", properties: { age: { type: "integer" } } };
      const questions = JSON.stringify([
        { message: "Age?", schema },
        { message: "Sign in", url: "https://example.com/in" },
      ]);
      for (const peer of peers) {
        const { content } = await peer.call("ask", { questions });
        expect(content).toEqual([{
          type: "text",
          text: '[{"action":"accept","content":{"age":36}},{"action":"accept"}]',
        }]);
      }
      expect(asked.length).toBe(4);
      expect(asked.slice(2)).toEqual(asked.slice(0, 2));
    });
  });
}
