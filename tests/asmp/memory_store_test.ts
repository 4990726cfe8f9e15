import { describe, it } from "@std/testing/bdd";
import { expect } from "@std/expect";
import { MemoryStore, type Run } from "../../asmp/mod.ts";

const run = (state: string): Run => ({ workflow: "wf", state, data: "{}", milestones: [] });

describe("MemoryStore", () => {
  it("MemoryStore writes what was read, and nothing else", async () => {
    const store = new MemoryStore();
    expect(await store.create("1", run("A"))).toBe(true);
    expect(await store.create("1", run("B"))).toBe(false);
    expect(await store.get("1")).toMatchObject({ run: run("A"), version: 1 });
    expect(await store.replace("1", 1, run("B"))).toBe(true);
    expect(await store.replace("1", 1, run("C"))).toBe(false);
    expect(await store.replace("2", 1, run("C"))).toBe(false);
    expect(await store.get("1")).toMatchObject({ run: run("B"), version: 2 });
    expect(await store.get("__proto__")).toBeUndefined();
  });

  it("MemoryStore keeps a reply with its write, the newest 100 of them", async () => {
    const store = new MemoryStore();
    await store.create("1", run("A"));
    await store.replace("1", 7, run("B"), { key: "lost", reply: "r" });
    for (let i = 1; i <= 101; i++) {
      await store.replace("1", i, run("A"), { key: `k${i}`, reply: `r${i}` });
    }
    await store.replace("1", 102, run("A"));
    const kept = ["lost", "k1", "k2", "k101"].map((key) => store.reply("1", key));
    expect(await Promise.all(kept)).toEqual([undefined, undefined, "r2", "r101"]);
    expect(await store.reply("2", "k2")).toBeUndefined();
  });

  it("MemoryStore tells of each write until it is told to stop", async () => {
    const store = new MemoryStore();
    await store.create("1", run("A"));
    let told = 0;
    const tell = () => void told++;
    const stops = [await store.watch("1", tell), await store.watch("1", tell)];
    await store.replace("1", 1, run("B"));
    await store.replace("1", 1, run("B"));
    expect(told).toBe(2);
    stops[0]!();
    stops[0]!();
    await store.replace("1", 2, run("B"));
    expect(told).toBe(3);
  });
});

// By itself, for it sets the clock.
describe("MemoryStore and time", () => {
  it("MemoryStore drops runs that were not written for so long", async () => {
    const { now } = Date;
    let time = 0;
    Date.now = () => time;
    try {
      const store = new MemoryStore({ expireAfter: 100, maxRuns: 2 });
      await store.create("old", run("A"));
      await store.create("kept", run("A"));
      time = 99;
      expect(await store.create("more", run("A"))).toBe(false);
      expect(await store.replace("kept", 1, run("B"))).toBe(true);
      time = 100;
      expect([await store.get("old"), await store.replace("old", 1, run("B"))]).toEqual([
        undefined,
        false,
      ]);
      expect(await store.create("more", run("A"))).toBe(true);
      time = 199;
      expect([store.size, await store.get("kept")]).toEqual([1, undefined]);
    } finally {
      Date.now = now;
    }
  });
});
