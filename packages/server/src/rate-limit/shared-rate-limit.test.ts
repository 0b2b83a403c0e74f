import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRedis, type Redis } from '../redis/open-redis.ts'
import { findRedis } from '../redis/testing/redis-server.ts'
import { callOrRest } from '../scheduling/call-or-rest.ts'
import type { Database } from '../storage/database/database.ts'
import { openPostgresDatabase } from '../storage/database/postgres-database.ts'
import {
  createTestSchema,
  postgres,
  type TestSchema,
} from '../storage/database/testing/postgres.ts'
import { postgresNumbers } from '../storage/rate-limits/postgres-numbers.ts'
import type { Verdict } from './gcra.ts'
import { createMemoryRateLimit, type RateLimit } from './rate-limit.ts'
import { redisNumbers } from './redis-numbers.ts'
import { createSharedRateLimit, type SharedNumbers } from './shared-rate-limit.ts'
import { describeRateLimit } from './testing/describe-rate-limit.ts'

const found = await findRedis()
const failing = (error: unknown) => {
  throw error
}
const patient = { timeoutMs: 10_000, restMs: 0 }
const answered = (used: number | undefined) =>
  used ?? failing(new Error('The store gave no answer.'))
/** A store without a response fails the test, instead of the fallback. */
const over = ({ take, peek }: SharedNumbers) =>
  createSharedRateLimit({
    numbers: {
      take: async (key, spacing) => answered(await take(key, spacing)),
      peek: async (key) => answered(await peek(key)),
    },
    local: createMemoryRateLimit(() => 0),
    instances: () => 1,
  })

describeRateLimit('memory', createMemoryRateLimit)

describe.skipIf(!found)('over Redis', () => {
  let redis: Redis
  beforeAll(async () => {
    redis = await openRedis(found!.url, failing)
  })
  afterAll(async () => {
    await redis.close()
    await found!.end()
  })
  describeRateLimit('Redis', (nowMicros) => over(redisNumbers(redis, nowMicros)))

  test('behavior: uses the clock of Redis', async () => {
    const [limit, key, quota] = [over(redisNumbers(redis)), randomUUID(), { requestsPerMinute: 2 }]
    expect(await limit.take(key, quota)).toEqual(first)
    const second = await limit.take(key, quota)
    expect([second.allowed, second.resetMicros > 59_000_000]).toEqual([true, true])
    expect((await limit.take(key, quota)).allowed).toBe(false)
    expect(await redis.call((client) => client.pttl(`fiq:rate:${key}`))).toBeLessThanOrEqual(
      120_000,
    )
  })
})

describe.skipIf(!postgres)('over PostgreSQL', () => {
  let schema: TestSchema
  let database: Database
  const call = callOrRest({ report: failing, limits: patient })
  beforeAll(async () => {
    schema = await createTestSchema(postgres!)
    database = await openPostgresDatabase(schema.url, failing)
  })
  afterAll(async () => {
    await database.close()
    await schema.drop()
  })
  describeRateLimit('PostgreSQL', (nowMicros) => over(postgresNumbers(database, call, nowMicros)))

  test('behavior: uses the clock of the database, and deletes expired rows', async () => {
    const numbers = postgresNumbers(database, call)
    const [limit, key, quota] = [over(numbers), randomUUID(), { requestsPerMinute: 2 }]
    expect(await limit.take(key, quota)).toEqual(first)
    expect((await limit.take(key, quota)).allowed).toBe(true)
    expect((await limit.take(key, quota)).allowed).toBe(false)
    await over(postgresNumbers(database, call, () => 1)).take('long ago', quota)
    await numbers.forget()
    const left = await schema.query(`select key from ${schema.name}.rate_limits`)
    const keys = left.map((row) => row['key'])
    expect([keys.includes('long ago'), keys.includes(key)]).toEqual([false, true])
  })
})

const first: Verdict = {
  allowed: true,
  remaining: 1,
  retryAfterMicros: 0,
  resetMicros: 30_000_000,
}

test('error: without the store each instance gives its share, never nothing or everything', async () => {
  const gone = async () => undefined
  const scene = (instances: number) =>
    createSharedRateLimit({
      numbers: { take: gone, peek: gone },
      local: createMemoryRateLimit(() => 0),
      instances: () => instances,
    })
  const allowed = async (instances: number, requestsPerMinute: number) => {
    const limit = scene(instances)
    const asked = Array.from({ length: 20 }, () => limit.take('a', { requestsPerMinute }))
    return (await Promise.all(asked)).filter((verdict) => verdict.allowed).length
  }
  expect([await allowed(1, 10), await allowed(3, 10), await allowed(50, 10)]).toEqual([10, 3, 1])
  expect(await scene(3).peek('a', { requestsPerMinute: 9 })).toMatchObject({ remaining: 3 })
})

test('behavior: what an instance granted through the store counts in its share without the store', async () => {
  let usedUntil = 0
  let isThere = true
  const numbers: SharedNumbers = {
    async take(_, { interval, tolerance: room }) {
      if (!isThere) return undefined
      const before = usedUntil
      if (before + interval <= room) usedUntil += interval
      return before
    },
    peek: async () => (isThere ? usedUntil : undefined),
  }
  const open = () =>
    createSharedRateLimit({ numbers, local: createMemoryRateLimit(() => 0), instances: () => 2 })
  const [one, other] = [open(), open()]
  const quota = { requestsPerMinute: 10 }
  const allowed = async (limit: RateLimit, count: number) => {
    const verdicts: Verdict[] = []
    for (let each = 0; each < count; each += 1) verdicts.push(await limit.take('a', quota))
    return verdicts.filter((verdict) => verdict.allowed).length
  }
  expect([await allowed(one, 5), await allowed(other, 2)]).toEqual([5, 2])
  isThere = false
  expect([await allowed(one, 20), await allowed(other, 20)]).toEqual([0, 3])
  isThere = true
  expect(await allowed(one, 20)).toBe(3)
})
