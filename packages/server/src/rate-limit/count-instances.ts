import type { Redis } from '../redis/open-redis.ts'

/**
 * Records that this instance runs, and counts the instances that did so recently; `undefined` if
 * the store is unreachable.
 */
export type Presence = { beat(): Promise<number | undefined> }

export const presence = { everyMs: 1_000, forgottenAfterSeconds: 15 } as const

/** The last known number of instances. */
export type InstanceCount = { instances(): number; close(): void }

/**
 * Counts the instances that share a store, every second. If the store is unreachable, the last
 * number applies, and each instance grants its share of the limits.
 */
export async function countInstances({ beat }: Presence): Promise<InstanceCount> {
  let known = 1
  const count = async () => {
    known = Math.max(1, (await beat()) ?? known)
  }
  await count()
  const timer = setInterval(() => void count(), presence.everyMs).unref()
  return { instances: () => known, close: () => clearInterval(timer) }
}

const script = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], 60)
return redis.call('ZCARD', KEYS[1])
`

/** Counts the instances in a sorted set of Redis, by the time of their last report. */
export function redisPresence(redis: Redis, id: string): Presence {
  const { forgottenAfterSeconds } = presence
  return {
    beat: () =>
      redis.call(async (client) =>
        Number(await client.eval(script, 1, 'fiq:instances', id, forgottenAfterSeconds)),
      ),
  }
}
