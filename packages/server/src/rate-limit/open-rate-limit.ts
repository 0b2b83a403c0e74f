import { randomUUID } from 'node:crypto'
import type { Redis } from '../redis/open-redis.ts'
import { callOrRest } from '../scheduling/call-or-rest.ts'
import type { Database } from '../storage/database/database.ts'
import { postgresNumbers, postgresPresence } from '../storage/rate-limits/postgres-numbers.ts'
import { createMemoryRateLimit, type RateLimit } from './rate-limit.ts'
import { redisNumbers } from './redis-numbers.ts'
import { createSharedRateLimit, type SharedNumbers } from './shared-rate-limit.ts'

export type RateLimitParts = {
  redis: Redis | undefined
  /** PostgreSQL, if instances share one. */
  shared: Database | undefined
  nowMicros(): number
  report(error: unknown): void
}

const forgetEveryMs = 60_000

/**
 * Opens the rate limit of all callers. Instances share it through Redis or PostgreSQL if
 * configured.
 */
export async function openRateLimit(
  parts: RateLimitParts,
): Promise<{ limit: RateLimit; instances(): number; close(): void }> {
  const { redis, shared, nowMicros, report } = parts
  const local = createMemoryRateLimit(nowMicros)
  const id = randomUUID()
  if (redis) return sharing(redisNumbers(redis), redisPresence(redis, id), local)
  if (!shared) return { limit: local, instances: () => 1, close: () => {} }

  const call = callOrRest({ report })
  const numbers = postgresNumbers(shared, call)
  const opened = await sharing(numbers, postgresPresence(shared, call, { id, ...presence }), local)
  const forgetting = setInterval(() => void numbers.forget().catch(report), forgetEveryMs).unref()
  return {
    ...opened,
    close() {
      clearInterval(forgetting)
      opened.close()
    },
  }
}

async function sharing(numbers: SharedNumbers, beats: Presence, local: RateLimit) {
  const { instances, close } = await countInstances(beats)
  return { limit: createSharedRateLimit({ numbers, local, instances }), instances, close }
}

/**
 * Records that this instance runs, and counts the instances that did so recently; `undefined` if
 * the store is unreachable.
 */
type Presence = { beat(): Promise<number | undefined> }

const presence = { everyMs: 1_000, forgottenAfterSeconds: 15 } as const

/** The last known number of instances. */
type InstanceCount = { instances(): number; close(): void }

/**
 * Counts the instances that share a store, every second. If the store is unreachable, the last
 * number applies, and each instance grants its share of the limits.
 */
async function countInstances({ beat }: Presence): Promise<InstanceCount> {
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
function redisPresence(redis: Redis, id: string): Presence {
  const { forgottenAfterSeconds } = presence
  return {
    beat: () =>
      redis.call(async (client) =>
        Number(await client.eval(script, 1, 'fiq:instances', id, forgottenAfterSeconds)),
      ),
  }
}
