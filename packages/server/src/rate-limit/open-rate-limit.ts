import { randomUUID } from 'node:crypto'
import type { Redis } from '../redis/open-redis.ts'
import { callOrRest } from '../scheduling/call-or-rest.ts'
import type { Database } from '../storage/database/database.ts'
import { postgresNumbers, postgresPresence } from '../storage/rate-limits/postgres-numbers.ts'
import { countInstances, type Presence, presence, redisPresence } from './count-instances.ts'
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
