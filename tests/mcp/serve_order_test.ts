// Which calls run at the same time, over all sessions of a server.
import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { defineTool, type Tool } from "../../agenttool/mod.ts";
import { Order } from "../../mcp/_server_order.ts";
import { connect, listen, type Peer, until } from "./_serve_peers.ts";

/** Tools by a letter: sequential, two resources, and none. */
const KINDS: Record<string, Partial<Tool>> = {
  S: { sequential: true },
  A: { resource: "a" },
  B: { resource: "b" },
  f: {},
};

const tool = (kind: string): Tool => ({
  name: kind,
  description: "",
  execute: () => Promise.reject(),
  ...KINDS[kind],
});

/** Calls in the order in which they come; after each that ends, which ones run. */
const rows: [title: string, calls: string, steps: [end: number | null, running: number[]][]][] = [
  ["plain calls run at the same time", "fff", [[null, [0, 1, 2]], [1, [0, 2]]]],
  ["calls that hold one resource do not", "AAB", [[null, [0, 2]], [0, [1, 2]]]],
  ["a sequential call waits for all before it", "ffSf", [
    [null, [0, 1]],
    [0, [1]],
    [1, [2]],
    [2, [3]],
  ]],
  ["a sequential call is waited for by all after it", "SAf", [[null, [0]], [0, [1, 2]]]],
  ["sequential calls run in the order they came", "SSS", [[null, [0]], [0, [1]], [1, [2]]]],
  ["a resource waits for the call before it, not for others", "AfAB", [
    [null, [0, 1, 3]],
    [1, [0, 3]],
    [0, [2, 3]],
  ]],
];

describe("Order.run()", () => {
  for (const [title, calls, steps] of rows) {
    it(title, async () => {
      const order = new Order();
      const running = new Set<number>();
      const ends: (() => void)[] = [];
      const all = [...calls].map((kind, index) =>
        order.run(tool(kind), new AbortController().signal, async () => {
          running.add(index);
          await new Promise<void>((resolve) => ends[index] = resolve);
          running.delete(index);
        })
      );
      for (const [end, expected] of steps) {
        if (end !== null) ends[end]!();
        await new Promise((resolve) => setTimeout(resolve));
        expect([...running].sort()).toEqual(expected);
      }
      while (running.size > 0) {
        for (const index of running) ends[index]!();
        await new Promise((resolve) => setTimeout(resolve));
      }
      await Promise.all(all);
    });
  }

  it("lets a call that is cancelled go at once, and those behind it wait on", async () => {
    const order = new Order();
    const controller = new AbortController();
    const { signal } = new AbortController();
    const seen: string[] = [];
    let end = () => {};
    const first = order.run(tool("S"), signal, () => new Promise<void>((resolve) => end = resolve));
    const second = order.run(
      tool("S"),
      controller.signal,
      () => Promise.resolve(seen.push("second")),
    );
    const third = order.run(tool("S"), signal, () => Promise.resolve(seen.push("third")));
    controller.abort();
    await second;
    await new Promise((resolve) => setTimeout(resolve));
    expect(seen).toEqual(["second"]);
    end();
    await Promise.all([first, third]);
    expect(seen).toEqual(["second", "third"]);
  });

  it("goes on after a call that fails", async () => {
    const order = new Order();
    const { signal } = new AbortController();
    const fails = order.run(tool("S"), signal, () => Promise.reject(new Error("no luck")));
    const next = order.run(tool("S"), signal, () => Promise.resolve("next"));
    await expect(fails).rejects.toThrow("no luck");
    expect(await next).toBe("next");
  });
});

describe("the calls of two clients", () => {
  for (const options of [{ sequential: true }, { resource: "shell:session" }]) {
    it(`run one after the other where a tool says ${JSON.stringify(options)}`, async () => {
      let running = 0, most = 0;
      const ends: (() => void)[] = [];
      const held = defineTool({
        name: "held",
        ...options,
        execute: async () => {
          most = Math.max(most, ++running);
          await new Promise<void>((resolve) => ends.push(resolve));
          running--;
        },
      });
      await using server = await listen([held]);
      const peers: Peer[] = [
        await connect("sdk 1.x", server.url),
        await connect("client 2.x, 2026-07-28", server.url),
      ];
      const calls = peers.map((peer) => peer.call("held"));
      for (let ended = 0; ended < 2; ended++) {
        await until(() => ends.length > ended);
        ends[ended]!();
      }
      await Promise.all(calls);
      await Promise.all(peers.map((peer) => peer.close()));
      expect(most).toBe(1);
    });
  }
});
