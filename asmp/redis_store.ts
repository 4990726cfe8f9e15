import type { RunStore, StoreLimits } from "./store.ts";

/**
 * Connects to a Redis server that keeps runs, for several machines that serve the same workflow. A
 * run is the hash `asmp:run:{run_id}`, its writes are told on the channel `asmp:stream:{run_id}`.
 *
 * Where the server cannot be reached, or does not answer within 5 seconds, methods reject, and
 * work again once it is back; a write that was not answered may have been made. How much a crash of
 * the Redis server can lose is its own setting, `appendfsync`. The limits must be the same for all;
 * runs are counted under one key, `asmp:runs`, so a cluster takes only `maxRuns: Infinity`.
 *
 * @example One store for all
 * ```ts ignore
 * import { createHandler, redisStore } from "@x/toolcli/asmp";
 * import { workflow } from "./workflow.ts";
 *
 * const store = await redisStore("redis://127.0.0.1:6379", { expireAfter: 24 * 60 * 60 * 1000 });
 * Deno.serve({ hostname: "127.0.0.1", port: 3000 }, createHandler(workflow, { store }));
 * ```
 *
 * @param url `redis://` or, with TLS, `rediss://[[user]:password@]host[:port][/database]`.
 * @param limits How many runs are kept, and how long.
 * @returns The store, once it is connected.
 * @throws {Error} Where the server cannot be reached.
 */
export async function redisStore(
  url: string,
  limits: StoreLimits = {},
): Promise<RunStore> {
  const { RedisStore } = await import("./_redis_store.ts");
  return await RedisStore.connect(url, limits);
}
