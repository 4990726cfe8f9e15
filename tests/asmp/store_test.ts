/** What every store of runs does alike, and what each does by itself. */

import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { MemoryStore } from "../../asmp/memory_store.ts";
import { redisStore } from "../../asmp/redis_store.ts";
import { sqliteStore } from "../../asmp/sqlite_store.ts";
import type { Run, RunStore, StoredRun, StoreLimits } from "../../asmp/store.ts";
import { noRedis, type RedisServer, startRedis } from "./_redis.ts";
import { until } from "./_until.ts";

interface Kind {
  name: string;
  skipped: string;
  /** A new and empty place for runs. */
  place(): Promise<string>;
  open(place: string, limits?: StoreLimits): Promise<RunStore>;
}

const run: Run = { workflow: "wf", state: "A", data: "{}", milestones: [] };

/** What comes back as it was given. */
const RUNS: [string, Run][] = [
  ["numbers that a double cannot hold", {
    ...run,
    data: '{"id":12345678901234567890,"e":1e400,"n":-0.10}',
  }],
  ["a mebibyte of data", { ...run, data: `{"text":"${"ä".repeat(2 ** 19)}"}` }],
  ["quotes and emoji", { ...run, data: `{"q":"it's \\"q\\" \\u0000 \u{1F600}","":null}` }],
  ["milestones", { ...run, milestones: ["", "BUSY", "it's", "\u{1F600}"] }],
  ["why its work failed", { ...run, failure: "it's \n\u{1F600}" }],
  ["names like those of objects", { ...run, workflow: "constructor", state: "__PROTO__" }],
];

const IDS = [
  "constructor",
  "__proto__",
  "",
  "a/b c?d#e",
  "asmp:run:x",
  "it's; DROP TABLE runs --",
  "\u{1F600} ünï",
  "x".repeat(10_000),
];

let directory: string;
let redis: RedisServer | undefined;
let databases = 0;

const inMemory = new Map<string, MemoryStore>();

const kinds: Kind[] = [
  {
    name: "MemoryStore",
    skipped: "",
    place: () => Promise.resolve(String(databases++)),
    // Nobody else can open it: whoever does gets the same one.
    open(place, limits) {
      const store = inMemory.get(place) ?? new MemoryStore(limits);
      inMemory.set(place, store);
      return Promise.resolve(store);
    },
  },
  {
    name: "sqliteStore()",
    skipped: "",
    place: () => Promise.resolve(`${directory}/${databases++}.db`),
    open: sqliteStore,
  },
  {
    name: "redisStore()",
    skipped: noRedis,
    place: () => Promise.resolve(`${redis!.url}/${databases++}`),
    open: redisStore,
  },
];

/** What a store gives of a run, and nothing that it may need itself. */
async function stored(store: RunStore, id: string): Promise<StoredRun | undefined> {
  const found = await store.get(id);
  return found && { run: found.run, version: found.version };
}

beforeAll(async () => {
  directory = await Deno.makeTempDir();
  if (noRedis === "") redis = await startRedis();
});

afterAll(async () => {
  await redis?.stop();
  await Deno.remove(directory, { recursive: true });
});

for (const { name, skipped, place, open } of kinds) {
  describe(`${name}${skipped}`, { ignore: skipped !== "" }, () => {
    /** Runs a test with an empty store. */
    async function withStore(
      test: (store: RunStore, another: () => Promise<RunStore>) => Promise<void>,
      limits?: StoreLimits,
    ): Promise<void> {
      const where = await place();
      const stores: RunStore[] = [];
      const another = async () => {
        const store = await open(where, limits);
        stores.push(store);
        return store;
      };
      try {
        await test(await another(), another);
      } finally {
        for (const store of stores) await store.close?.();
      }
    }

    for (const [what, value] of RUNS) {
      it(`keeps ${what}`, () =>
        withStore(async (store) => {
          expect(await store.create("id", value)).toBe(true);
          expect(await stored(store, "id")).toEqual({ run: value, version: 1 });
          expect(await store.replace("id", 1, { ...value, state: "B" })).toBe(true);
          expect(await stored(store, "id")).toEqual({ run: { ...value, state: "B" }, version: 2 });
        }));
    }

    for (const id of IDS) {
      it(`takes ${JSON.stringify(id.slice(0, 30))} as a plain id`, () =>
        withStore(async (store) => {
          expect(await store.get(id)).toBeUndefined();
          expect(await store.reply(id, id)).toBeUndefined();
          expect(await store.replace(id, 1, run)).toBe(false);
          expect(await store.create(id, run)).toBe(true);
          expect(await store.replace(id, 1, run, { key: id, reply: id })).toBe(true);
          expect(await stored(store, id)).toEqual({ run, version: 2 });
          expect(await store.reply(id, id)).toBe(id);
          expect(await store.get(`${id}2`)).toBeUndefined();
        }));
    }

    it("leaves a run alone whose id is given to a new one", () =>
      withStore(async (store) => {
        await store.create("id", { ...run, state: "FIRST" });
        expect(await store.create("id", { ...run, state: "SECOND" })).toBe(false);
        expect((await store.get("id"))?.run.state).toBe("FIRST");
      }));

    it("writes nothing over another version, and keeps no reply then", () =>
      withStore(async (store) => {
        await store.create("id", run);
        await store.replace("id", 1, { ...run, state: "B" });
        for (const version of [0, 1, 3]) {
          const reply = { key: "k", reply: "lost" };
          expect(await store.replace("id", version, { ...run, state: "C" }, reply)).toBe(false);
        }
        expect(await stored(store, "id")).toEqual({ run: { ...run, state: "B" }, version: 2 });
        expect(await store.reply("id", "k")).toBeUndefined();
      }));

    it("lets one of a hundred racing writes win, and keeps its reply only", () =>
      withStore(async (store, another) => {
        const others = [store, await another(), await another()];
        await store.create("id", run);
        const writes = Array.from({ length: 100 }, async (_, i) => {
          const value = { ...run, data: `{"by":${i}}` };
          const reply = { key: `k${i}`, reply: String(i) };
          return await others[i % 3]!.replace("id", 1, value, reply) ? [i] : [];
        });
        const winners = (await Promise.all(writes)).flat();
        expect(winners.length).toBe(1);
        expect(await stored(store, "id")).toEqual({
          run: { ...run, data: `{"by":${winners[0]}}` },
          version: 2,
        });
        for (let i = 0; i < 100; i++) {
          const kept = i === winners[0] ? String(i) : undefined;
          expect(await store.reply("id", `k${i}`)).toBe(kept);
        }
      }));

    it("keeps replies apart by run and key", () =>
      withStore(async (store) => {
        await store.create("a", run);
        await store.create("b", run);
        await store.replace("a", 1, run, { key: "k", reply: "1" });
        await store.replace("a", 2, run, { key: "version", reply: "2" });
        await store.replace("b", 1, run, { key: "k", reply: "3" });
        const replies = [["a", "k"], ["a", "version"], ["b", "k"], ["b", "version"]] as const;
        const kept = await Promise.all(replies.map(([id, key]) => store.reply(id, key)));
        expect(kept).toEqual(["1", "2", "3", undefined]);
        expect((await store.get("a"))?.version).toBe(3);
      }));

    it("keeps the replies to the last hundred writes", () =>
      withStore(async (store) => {
        await store.create("id", run);
        for (let n = 1; n <= 102; n++) {
          await store.replace("id", n, run, { key: `k${n}`, reply: String(n) });
        }
        const kept = await Promise.all([1, 2, 3, 102].map((n) => store.reply("id", `k${n}`)));
        expect(kept).toEqual([undefined, undefined, "3", "102"]);
      }));

    it("tells those who watch a run, until they end it", () =>
      withStore(async (store) => {
        await store.create("id", run);
        await store.create("other", run);
        const told = { first: 0, second: 0 };
        const end = await store.watch("id", () => told.first++);
        await store.watch("id", () => told.second++);
        await store.replace("other", 1, run);
        await store.replace("id", 1, run);
        await until("both are told", () => told.first === 1 && told.second === 1);
        end();
        end();
        await store.replace("id", 7, run);
        await store.replace("id", 2, run);
        await until("one is told", () => told.second === 2);
        expect(told.first).toBe(1);
      }));

    it("tells what another writes in the same place", () =>
      withStore(async (store, another) => {
        const other = await another();
        await other.create("id", run);
        let told = false;
        await store.watch("id", () => told = true);
        await other.replace("id", 1, { ...run, state: "B" });
        await until("it is told", () => told);
        expect((await store.get("id"))?.run.state).toBe("B");
      }));

    it("finds everything again when it is opened again", () =>
      withStore(async (store, another) => {
        await store.create("id", run);
        await store.replace("id", 1, { ...run, state: "B" }, { key: "k", reply: "r" });
        const again = await another();
        expect(await stored(again, "id")).toEqual({ run: { ...run, state: "B" }, version: 2 });
        expect(await again.reply("id", "k")).toBe("r");
      }));

    it("forgets a run that nobody has written to for a time, replies too", () =>
      withStore(async (store) => {
        await store.create("id", run);
        await store.replace("id", 1, run, { key: "k", reply: "r" });
        await until("it expires", async () => await store.get("id") === undefined);
        expect(await store.reply("id", "k")).toBeUndefined();
        expect(await store.replace("id", 2, run)).toBe(false);
      }, { expireAfter: 50 }));

    it("keeps a run for a time after each write", () =>
      withStore(async (store) => {
        await store.create("id", run);
        // A day is not over in a test.
        expect(await store.replace("id", 1, run)).toBe(true);
        expect((await store.get("id"))?.version).toBe(2);
      }, { expireAfter: 86_400_000 }));

    it("has no limit where it is told so", () =>
      withStore(async (store) => {
        expect(await store.create("id", run)).toBe(true);
        expect(await store.replace("id", 1, run)).toBe(true);
        expect((await store.get("id"))?.version).toBe(2);
      }, { expireAfter: Infinity, maxRuns: Infinity }));

    it("keeps no more runs than its limit", () =>
      withStore(async (store, another) => {
        const other = await another();
        expect(await store.create("a", run)).toBe(true);
        expect(await other.create("b", run)).toBe(true);
        expect(await store.create("c", run)).toBe(false);
        expect(await store.get("c")).toBeUndefined();
        expect(await store.replace("b", 1, run)).toBe(true);
      }, { maxRuns: 2 }));

    it("has room for as many racing runs as its limit", () =>
      withStore(async (store) => {
        const ids = Array.from({ length: 100 }, (_, i) => String(i));
        const created = await Promise.all(ids.map((id) => store.create(id, run)));
        expect(created.filter(Boolean).length).toBe(10);
      }, { maxRuns: 10 }));

    it("has room again once runs have expired", () =>
      withStore(async (store) => {
        await store.create("a", run);
        await until("there is room", () => store.create("b", run));
        expect(await store.get("a")).toBeUndefined();
      }, { expireAfter: 50, maxRuns: 1 }));
  });
}

describe("sqliteStore() by itself", () => {
  it("makes its files for their owner only", async () => {
    const path = `${directory}/mode.db`;
    const store = await sqliteStore(path);
    await store.create("id", run);
    for (const file of [path, `${path}-wal`]) {
      expect(((await Deno.stat(file)).mode! & 0o777).toString(8)).toBe("600");
    }
    await store.close?.();
  });

  it("says which file it cannot open, and why", async () => {
    await Deno.writeTextFile(`${directory}/text`, "This is no database. ".repeat(100));
    await Deno.mkdir(`${directory}/folder`);
    const { DatabaseSync } = await import("node:sqlite");
    const other = new DatabaseSync(`${directory}/other.db`);
    other.exec("CREATE TABLE runs (id TEXT)");
    other.close();
    const reasons = {
      text: "file is not a database",
      "other.db": "file is another program's",
      folder: "Is a directory (os error 21)",
      "no/folder": "No such file or directory (os error 2)",
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const path = `${directory}/${name}`;
      const message = `Cannot open the store "${path}": ${reason}`;
      await expect(sqliteStore(path)).rejects.toThrow(message);
    }
    expect(await Deno.readTextFile(`${directory}/text`)).toContain("This is no database. ");
  });

  it("rejects once it is closed", async () => {
    const path = `${directory}/closed.db`;
    const store = await sqliteStore(path);
    await store.close?.();
    const message = `Cannot read the store "${path}": `;
    await expect(store.get("id")).rejects.toThrow(message);
  });
});

describe(`redisStore() by itself${noRedis}`, { ignore: noRedis !== "" }, () => {
  it("rejects where there is no server, and names no password", async () => {
    const server = await startRedis();
    await server.stop();
    const { host } = new URL(server.url);
    const store = redisStore(`redis://user:secret@${host}`);
    await expect(store).rejects.toThrow(
      `Cannot connect to the Redis server "${host}": connect ECONNREFUSED ${host}`,
    );
    await expect(redisStore("nowhere")).rejects.toThrow('Cannot connect to the Redis server "": ');
  });

  it("rejects while the server is away, and works again, watching too, once it is back", async () => {
    const server = await startRedis();
    const port = Number(new URL(server.url).port);
    const store = await redisStore(server.url);
    let told = 0;
    await store.watch("id", () => told++);
    await server.stop();
    await until("it is noticed", () => store.get("id").then(() => false, () => true));
    await expect(store.create("id", run)).rejects.toThrow("Cannot use the Redis server");
    const back = await startRedis(port);
    try {
      await until("it works again", () => store.create("id", run).catch(() => false));
      await until("it is told", () => told > 0);
    } finally {
      await store.close?.();
      await back.stop();
    }
  });

  it("does not wait for a server that does not answer", async () => {
    const server = await startRedis();
    const store = await redisStore(server.url);
    try {
      Deno.kill(server.pid, "SIGSTOP");
      await expect(store.get("id")).rejects.toThrow("no answer within 5 s");
    } finally {
      await store.close?.();
      await server.stop();
    }
  });
});
