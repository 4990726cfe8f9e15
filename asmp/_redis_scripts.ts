/**
 * What Redis does at a stroke. KEYS: the run, and all runs by the time they expire at, which is only
 * kept for a limit. Replies are members of the run's hash, so that they live as long as it does.
 *
 * @module
 */

/** ARGV: id, limit or "", lifetime in ms or "", channel, then the members of the run. */
export const CREATE = `
  if redis.call("EXISTS", KEYS[1]) == 1 then return 0 end
  ${now()}
  if ARGV[2] ~= "" then
    redis.call("ZREMRANGEBYSCORE", KEYS[2], "-inf", now)
    if redis.call("ZCARD", KEYS[2]) >= tonumber(ARGV[2]) then return 0 end
  end
  redis.call("HSET", KEYS[1], "version", "1", unpack(ARGV, 5))
  ${prolong()}
  redis.call("PUBLISH", ARGV[4], "1")
  return 1
`;

/** ARGV: id, limit or "", lifetime in ms or "", channel, version, then members, replies among them. */
export const REPLACE = `
  if redis.call("HGET", KEYS[1], "version") ~= ARGV[5] then return 0 end
  ${now()}
  local version = redis.call("HINCRBY", KEYS[1], "version", 1)
  redis.call("HSET", KEYS[1], unpack(ARGV, 6))
  ${prolong()}
  redis.call("PUBLISH", ARGV[4], version)
  return 1
`;

function now(): string {
  return `
    local time = redis.call("TIME")
    local now = time[1] * 1000 + math.floor(time[2] / 1000)`;
}

function prolong(): string {
  return `
    if ARGV[3] ~= "" then redis.call("PEXPIRE", KEYS[1], ARGV[3]) end
    if ARGV[2] ~= "" then
      redis.call("ZADD", KEYS[2], ARGV[3] == "" and "+inf" or now + tonumber(ARGV[3]), ARGV[1])
    end`;
}
