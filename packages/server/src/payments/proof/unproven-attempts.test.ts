import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRateLimit, type RateLimitParts } from '../../rate-limit/open-rate-limit.ts'
import { createMemoryRateLimit, type RateLimit } from '../../rate-limit/rate-limit.ts'
import { openRedis } from '../../redis/open-redis.ts'
import { findRedis } from '../../redis/testing/redis-server.ts'
import { callOrRest } from '../../scheduling/call-or-rest.ts'
import { openPostgresDatabase } from '../../storage/database/postgres-database.ts'
import { createTestSchema, postgres } from '../../storage/database/testing/postgres.ts'
import { keyOf } from '../../storage/payments/testing/payments.ts'
import { postgresNumbers } from '../../storage/rate-limits/postgres-numbers.ts'
import { unproven } from './payment-refusals.ts'
import { createUnprovenAttempts, unprovenMax } from './unproven-attempts.ts'

const [one, other] = [keyOf(1), keyOf(2)]
const address = '192.0.2.1'
const limit = () => createMemoryRateLimit(() => 0)

test('default: gives the same response five times for a payment and address, then 429', async () => {
  const refusal = createUnprovenAttempts(limit())
  const statuses = []
  for (let n = 0; n < unprovenMax + 2; n += 1) statuses.push((await refusal(one, address)).status)
  expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429])
  expect(await refusal(other, address)).toEqual(unproven())
  expect(await refusal(one, '192.0.2.2')).toEqual(unproven())
})

test('behavior: addresses of one IPv6 network count as one', async () => {
  const refusal = createUnprovenAttempts(limit())
  for (let n = 0; n < unprovenMax; n += 1) await refusal(one, `2001:db8::${n}`)
  expect((await refusal(one, '2001:db8::ffff')).status).toBe(429)
})

/** Limits of instances, each with its own connections to one store. */
type Opened = { limits: RateLimit[]; forget?: () => Promise<void>; close(): Promise<void> }
const instanceCount = 3
const redis = await findRedis()
const report = (error: unknown) => {
  throw error
}

async function opened(parts: Pick<RateLimitParts, 'redis' | 'shared'>[]) {
  const limits = parts.map((part) =>
    openRateLimit({ ...part, nowMicros: () => performance.now() * 1_000, report }),
  )
  return Promise.all(limits)
}

const stores: Record<string, [isThere: boolean, open: () => Promise<Opened>]> = {
  memory: [
    true,
    async () => {
      const limits = Array<RateLimit>(instanceCount).fill(limit())
      return { limits, close: async () => {} }
    },
  ],
  Redis: [
    redis !== undefined,
    async () => {
      const urls = Array<string>(instanceCount).fill(redis!.url)
      const redises = await Promise.all(urls.map((url) => openRedis(url, report)))
      const instances = await opened(redises.map((each) => ({ redis: each, shared: undefined })))
      return {
        limits: instances.map((each) => each.limit),
        async close() {
          for (const { close } of instances) close()
          for (const each of redises) await each.close()
        },
      }
    },
  ],
  PostgreSQL: [
    postgres !== undefined,
    async () => {
      const schema = await createTestSchema(postgres!)
      const urls = Array<string>(instanceCount).fill(schema.url)
      const databases = await Promise.all(urls.map((url) => openPostgresDatabase(url, report)))
      const instances = await opened(databases.map((shared) => ({ redis: undefined, shared })))
      return {
        limits: instances.map((each) => each.limit),
        forget: () => postgresNumbers(databases[0]!, callOrRest({ report })).forget(),
        async close() {
          for (const { close } of instances) close()
          for (const each of databases) await each.close()
          await schema.drop()
        },
      }
    },
  ],
}
afterAll(() => redis?.end())

describe.each(Object.entries(stores))(
  'instances that share a limit in %s',
  (_, [isThere, open]) => {
    let store: Opened
    beforeAll(async () => {
      if (isThere) store = await open()
    })
    afterAll(() => store?.close())

    test.skipIf(!isThere)(
      'behavior: count attempts together (skipped without the store)',
      async () => {
        const payment = keyOf(randomInt(2 ** 40))
        const instances = store.limits.map((each) => createUnprovenAttempts(each))
        const statuses = []
        for (let n = 0; n < unprovenMax + 2; n += 1)
          statuses.push((await instances[n % instanceCount]!(payment, address)).status)
        expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429])
        expect((await instances[0]!(keyOf(randomInt(2 ** 40)), address)).status).toBe(409)
        // The cleanup keeps all attempts of today, and a restarted process has the count.
        await store.forget?.()
        for (const each of store.limits)
          expect((await createUnprovenAttempts(each)(payment, address)).status).toBe(429)
      },
    )
  },
)

test('behavior: the count of a process restarts a day after the first refusal', async () => {
  let nowMs = 1_000
  const everyone = createMemoryRateLimit(() => nowMs * 1_000)
  const refusal = createUnprovenAttempts(everyone, () => nowMs)
  for (let n = 0; n < unprovenMax; n += 1) {
    await refusal(one, address)
    nowMs += 60 * 60_000
  }
  expect((await refusal(one, address)).status).toBe(429)
  nowMs = 1_000 + 24 * 60 * 60_000 + 1
  expect((await refusal(one, address)).status).toBe(409)
})
