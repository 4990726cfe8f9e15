import type { RunStore } from "./store.ts";

/** How long runs are kept, and how many. */
export interface RedisStoreOptions {
  /** How long a run is kept after it was last written, in ms; left out, for ever. */
  expireAfter?: number;
  /**
   * How many runs are kept at once, the same for all that share them; left out, as many as Redis
   * holds. With a limit, a cluster cannot be used: its runs are counted in one place.
   */
  limit?: number;
}

/**
 * Connects to a Redis server that keeps runs, for several machines that serve the same workflow. A
 * run is the hash `asmp:run:{run_id}`, its writes are told on the channel `asmp:stream:{run_id}`.
 *
 * Where the server cannot be reached, or does not answer within 5 seconds, methods reject, and
 * work again once it is back; a write that was not answered may have been made. How much a crash of
 * the Redis server can lose is its own setting, `appendfsync`.
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
 * @param options How long runs are kept, and how many.
 * @returns The store, once it is connected.
 * @throws {Error} Where the server cannot be reached.
 */
export async function redisStore(
  url: string,
  options: RedisStoreOptions = {},
): Promise<RunStore> {
  const { RedisStore } = await import("./_redis_store.ts");
  return await RedisStore.connect(url, options);
}
