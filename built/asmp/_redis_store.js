import { createClient } from 'redis';
import { REPLIES, limitsOf } from './_store_limits.js';
import { joined, split } from './_run_text.js';

const CREATE = `
  if redis.call("EXISTS", KEYS[1]) == 1 then return 0 end
  ${now()}
  if ARGV[2] ~= "" then
    redis.call("ZREMRANGEBYSCORE", KEYS[2], "-inf", "(" .. now)
    if redis.call("ZCARD", KEYS[2]) >= tonumber(ARGV[2]) then return 0 end
  end
  redis.call("HSET", KEYS[1], "version", "1", unpack(ARGV, 5))
  ${prolong()}
  redis.call("PUBLISH", ARGV[4], "1")
  return 1
`;
const REPLACE = `
  if redis.call("HGET", KEYS[1], "version") ~= ARGV[5] then return 0 end
  ${now()}
  local version = redis.call("HINCRBY", KEYS[1], "version", 1)
  redis.call("HSET", KEYS[1], unpack(ARGV, 6, 9))
  if ARGV[10] then
    local place = "kept:" .. version % ${REPLIES}
    local old = redis.call("HGET", KEYS[1], place)
    if old then redis.call("HDEL", KEYS[1], "reply:" .. old) end
    redis.call("HSET", KEYS[1], place, ARGV[10], "reply:" .. ARGV[10], ARGV[11])
  end
  ${prolong()}
  redis.call("PUBLISH", ARGV[4], version)
  return 1
`;
function now() {
  return `
  local time = redis.call("TIME")
  local now = string.format("%.0f", time[1] * 1000 + math.floor(time[2] / 1000))`;
}
function prolong() {
  return `
  local ends = "+inf"
  if ARGV[3] ~= "" then
    ends = string.format("%.0f", now + ARGV[3])
    redis.call("PEXPIREAT", KEYS[1], ends)
  end
  if ARGV[2] ~= "" then redis.call("ZADD", KEYS[2], ends, ARGV[1]) end`;
}

const PATIENCE = 5e3;
const RETRY = 1e3;
class RedisStore {
  shared = true;
  #url;
  #client;
  #limit;
  #lifetime;
  #watchers = /* @__PURE__ */ new Set();
  #subscriber;
  constructor(url, client, limits) {
    this.#url = url;
    this.#client = client;
    const { maxRuns, expireAfter } = limitsOf(limits);
    this.#limit = maxRuns === Infinity ? "" : String(maxRuns);
    this.#lifetime = expireAfter === Infinity ? "" : String(Math.max(1, Math.ceil(expireAfter)));
  }
  /** Connects to a server. */
  static async connect(url, limits) {
    return new RedisStore(url, await connect(url), limits);
  }
  async create(id, run) {
    return await this.#eval(CREATE, id, members(run));
  }
  async get(id) {
    const fields = ["head", "data", "version"];
    const values = await this.#answer(this.#client.hmGet(runKey(id), fields));
    const [head, data, version] = values;
    if (head == null || data == null) return void 0;
    return { run: joined(head, data), version: Number(version) };
  }
  async replace(id, version, run, reply) {
    const kept = reply === void 0 ? [] : [reply.key, reply.reply];
    return await this.#eval(REPLACE, id, [String(version), ...members(run), ...kept]);
  }
  async reply(id, key) {
    return await this.#answer(this.#client.hGet(runKey(id), replyField(key))) ?? void 0;
  }
  async watch(id, changed) {
    const subscriber = await this.#subscribe();
    const watcher = () => changed();
    await this.#answer(subscriber.subscribe(channel(id), watcher));
    this.#watchers.add(watcher);
    return () => {
      if (this.#watchers.delete(watcher)) {
        subscriber.unsubscribe(channel(id), watcher).catch(() => {
        });
      }
    };
  }
  async close() {
    this.#watchers.clear();
    this.#client.destroy();
    const subscriber = await this.#subscriber?.catch(() => void 0);
    subscriber?.destroy();
  }
  async #eval(script, id, values) {
    const keys = this.#limit === "" ? [runKey(id)] : [runKey(id), "asmp:runs"];
    const args = [id, this.#limit, this.#lifetime, channel(id), ...values];
    return await this.#answer(this.#client.eval(script, { keys, arguments: args })) === 1;
  }
  /** A connection that listens does nothing else, so there is a second one. */
  #subscribe() {
    this.#subscriber ??= connect(this.#url, () => {
      for (const watcher of [...this.#watchers]) watcher();
    }).catch((error) => {
      this.#subscriber = void 0;
      throw error;
    });
    return this.#subscriber;
  }
  async #answer(answer) {
    try {
      return await inTime(answer);
    } catch (error) {
      throw failure("use", this.#url, error);
    }
  }
}
async function connect(url, onReady) {
  let isConnected = false;
  let client;
  try {
    client = createClient({
      url,
      // A caller waits for an answer, not for a server to come back.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: PATIENCE,
        reconnectStrategy: (tries) => isConnected && Math.min(50 * 2 ** tries, RETRY)
      }
    });
    client.on("error", () => {
    });
    if (onReady) client.on("ready", onReady);
    await inTime(client.connect());
    isConnected = true;
    return client;
  } catch (error) {
    client?.destroy();
    throw failure("connect to", url, error);
  }
}
async function inTime(answer) {
  const { promise, reject } = Promise.withResolvers();
  const late = () => reject(new Error(`no answer within ${PATIENCE / 1e3} s`));
  const timer = setTimeout(late, PATIENCE);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
function members(run) {
  return Object.entries(split(run)).flat();
}
function runKey(id) {
  return `asmp:run:${id}`;
}
function channel(id) {
  return `asmp:stream:${id}`;
}
function replyField(key) {
  return `reply:${key}`;
}
function failure(verb, url, error) {
  const host = URL.canParse(url) ? new URL(url).host : "";
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`Cannot ${verb} the Redis server "${host}": ${reason}`, { cause: error });
}

export { RedisStore };
