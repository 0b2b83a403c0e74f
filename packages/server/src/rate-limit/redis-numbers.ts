import type { Redis } from '../redis/open-redis.ts'
import type { SharedNumbers } from './shared-rate-limit.ts'

/**
 * `KEYS[1]` stores the time until which the key is used. `ARGV`: interval, room, and the time now
 * (empty for the clock of Redis), all in whole microseconds. An interval of 0 only reads. The key
 * expires a minute after that time.
 */
const script = `
local interval, room = tonumber(ARGV[1]), tonumber(ARGV[2])
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end
local used = math.max(tonumber(redis.call('GET', KEYS[1]) or '0') - now, 0)
if interval ~= 0 and used + interval <= room then
  local storedMs = math.ceil(math.max(used + interval, 0) / 1000) + 60000
  redis.call('SET', KEYS[1], string.format('%.0f', now + used + interval), 'PX', storedMs)
end
return used
`

/**
 * The numbers of a rate limit in Redis, updated by one script.
 *
 * @param nowMicros - Tests only: a clock in place of that of Redis.
 */
export function redisNumbers(redis: Redis, nowMicros?: () => number): SharedNumbers {
  const run = (key: string, interval: number, tolerance: number) =>
    redis.call(async (client) => {
      const now = nowMicros?.() ?? ''
      return Number(await client.eval(script, 1, `fiq:rate:${key}`, interval, tolerance, now))
    })
  return {
    take: (key, { interval, tolerance }) => run(key, interval, tolerance),
    peek: (key) => run(key, 0, 0),
  }
}
