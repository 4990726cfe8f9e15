import { createClient } from "redis";
import { CREATE, REPLACE } from "./_redis_scripts.ts";
import { joined, split } from "./_run_text.ts";
import { limitsOf } from "./_store_limits.ts";
import type { Run, RunStore, StoredReply, StoredRun, StoreLimits } from "./store.ts";

/** How long, in ms, the server has to answer. */
const PATIENCE = 5_000;

/** How long, in ms, we wait at most before we try to connect again. */
const RETRY = 1_000;

/** The part of a client that is used. */
interface Client {
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: string, listener: () => void): unknown;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  hGet(key: string, field: string): Promise<string | null>;
  hmGet(key: string, fields: string[]): Promise<(string | null)[]>;
  subscribe(channel: string, listener: () => void): Promise<unknown>;
  unsubscribe(channel: string, listener: () => void): Promise<unknown>;
}

/** Runs in a Redis server: see `redisStore()`. */
export class RedisStore implements RunStore {
  readonly shared = true;
  readonly #url: string;
  readonly #client: Client;
  readonly #limit: string;
  readonly #lifetime: string;
  readonly #watchers: Set<() => void> = new Set();
  #subscriber: Promise<Client> | undefined;

  private constructor(url: string, client: Client, limits: StoreLimits) {
    this.#url = url;
    this.#client = client;
    const { maxRuns, expireAfter } = limitsOf(limits);
    this.#limit = maxRuns === Infinity ? "" : String(maxRuns);
    // Redis takes whole milliseconds, and none less than one.
    this.#lifetime = expireAfter === Infinity ? "" : String(Math.max(1, Math.ceil(expireAfter)));
  }

  /** Connects to a server. */
  static async connect(url: string, limits: StoreLimits): Promise<RedisStore> {
    return new RedisStore(url, await connect(url), limits);
  }

  async create(id: string, run: Run): Promise<boolean> {
    return await this.#eval(CREATE, id, members(run));
  }

  async get(id: string): Promise<StoredRun | undefined> {
    const fields = ["head", "data", "version"];
    const values = await this.#answer(this.#client.hmGet(runKey(id), fields));
    const [head, data, version] = values;
    if (head == null || data == null) return undefined;
    return { run: joined(head, data), version: Number(version) };
  }

  async replace(id: string, version: number, run: Run, reply?: StoredReply): Promise<boolean> {
    const kept = reply === undefined ? [] : [reply.key, reply.reply];
    return await this.#eval(REPLACE, id, [String(version), ...members(run), ...kept]);
  }

  async reply(id: string, key: string): Promise<string | undefined> {
    return await this.#answer(this.#client.hGet(runKey(id), replyField(key))) ?? undefined;
  }

  async watch(id: string, changed: () => void): Promise<() => void> {
    const subscriber = await this.#subscribe();
    // The same function may watch twice.
    const watcher = () => changed();
    await this.#answer(subscriber.subscribe(channel(id), watcher));
    this.#watchers.add(watcher);
    return () => {
      // Where the connection is lost, so is the subscription.
      if (this.#watchers.delete(watcher)) {
        subscriber.unsubscribe(channel(id), watcher).catch(() => {});
      }
    };
  }

  async close(): Promise<void> {
    this.#watchers.clear();
    this.#client.destroy();
    const subscriber = await this.#subscriber?.catch(() => undefined);
    subscriber?.destroy();
  }

  async #eval(script: string, id: string, values: string[]): Promise<boolean> {
    const keys = this.#limit === "" ? [runKey(id)] : [runKey(id), "asmp:runs"];
    const args = [id, this.#limit, this.#lifetime, channel(id), ...values];
    return await this.#answer(this.#client.eval(script, { keys, arguments: args })) === 1;
  }

  /** A connection that listens does nothing else, so there is a second one. */
  #subscribe(): Promise<Client> {
    this.#subscriber ??= connect(this.#url, () => {
      // What was written while the connection was lost has not been told.
      for (const watcher of [...this.#watchers]) watcher();
    }).catch((error) => {
      this.#subscriber = undefined;
      throw error;
    });
    return this.#subscriber;
  }

  async #answer<T>(answer: Promise<T>): Promise<T> {
    try {
      return await inTime(answer);
    } catch (error) {
      throw failure("use", this.#url, error);
    }
  }
}

async function connect(url: string, onReady?: () => void): Promise<Client> {
  let isConnected = false;
  let client: Client | undefined;
  try {
    client = createClient({
      url,
      // A caller waits for an answer, not for a server to come back.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: PATIENCE,
        reconnectStrategy: (tries) => isConnected && Math.min(50 * 2 ** tries, RETRY),
      },
    }) as unknown as Client;
    // Whoever sends a command is told; an error that nobody listens to would end the process.
    client.on("error", () => {});
    if (onReady) client.on("ready", onReady);
    await inTime(client.connect());
    isConnected = true;
    return client;
  } catch (error) {
    client?.destroy();
    throw failure("connect to", url, error);
  }
}

/** Waits for an answer, for a time. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(new Error(`no answer within ${PATIENCE / 1000} s`));
  const timer = setTimeout(late, PATIENCE);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A run's members in its hash, except the version. */
function members(run: Run): string[] {
  return Object.entries(split(run)).flat();
}

function runKey(id: string): string {
  return `asmp:run:${id}`;
}

function channel(id: string): string {
  return `asmp:stream:${id}`;
}

function replyField(key: string): string {
  return `reply:${key}`;
}

/** An address may hold a password, so only the host is named. */
function failure(verb: string, url: string, error: unknown): Error {
  const host = URL.canParse(url) ? new URL(url).host : "";
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`Cannot ${verb} the Redis server "${host}": ${reason}`, { cause: error });
}
