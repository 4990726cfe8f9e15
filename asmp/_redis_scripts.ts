/**
 * What Redis does at a stroke. KEYS: the run, and all runs by the time they expire at, which is only
 * kept for a limit. Replies are members of the run's hash, so that they live as long as it does.
 *
 * @module
 */

import { REPLIES } from "./_store_limits.ts";

/** ARGV: id, limit or "", lifetime in ms or "", channel, then the members of the run. */
export const CREATE = `
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

/**
 * ARGV: as above, the version after the channel, the key of a reply and the reply at the end where
 * there is one. A new reply takes the place of one of long ago.
 */
export const REPLACE = `
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

function now(): string {
  return `
  local time = redis.call("TIME")
  local now = string.format("%.0f", time[1] * 1000 + math.floor(time[2] / 1000))`;
}

/** Both expire at one instant, so that there is room when the run is gone and not before. */
function prolong(): string {
  return `
  local ends = "+inf"
  if ARGV[3] ~= "" then
    ends = string.format("%.0f", now + ARGV[3])
    redis.call("PEXPIREAT", KEYS[1], ends)
  end
  if ARGV[2] ~= "" then redis.call("ZADD", KEYS[2], ends, ARGV[1]) end`;
}
