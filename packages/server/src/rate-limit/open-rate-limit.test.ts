import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRedis, type Redis } from '../redis/open-redis.ts'
import {
  hasRedisServer,
  type RedisServer,
  startRedisServer,
} from '../redis/testing/redis-server.ts'
import { openPostgresDatabase } from '../storage/database/postgres-database.ts'
import { createTestSchema, postgres } from '../storage/database/testing/postgres.ts'
import { openRateLimit } from './open-rate-limit.ts'
import type { RateLimit } from './rate-limit.ts'

const quota = { requestsPerMinute: 6 }
const nowMicros = () => 1_700_000_000_000_000
const ignore = () => {}

/** Number of allowed requests, out of this many that are distributed to the instances in turn. */
async function allowed(limits: RateLimit[], asked: number, key = randomUUID()): Promise<number> {
  let count = 0
  for (let index = 0; index < asked; index++)
    if ((await limits[index % limits.length]!.take(key, quota)).allowed) count += 1
  return count
}

test('default: without a shared store, limits in memory', async () => {
  const { limit, close } = await openRateLimit({
    redis: undefined,
    shared: undefined,
    nowMicros,
    report: ignore,
  })
  expect(await allowed([limit], 20)).toBe(6)
  close()
})

describe.skipIf(!hasRedisServer)('over Redis', () => {
  let server: RedisServer
  let redises: Redis[]
  let opened: Awaited<ReturnType<typeof openRateLimit>>[]
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push(error)
  /** Long time-outs, so that a busy machine does not count as a lost Redis. Tests end the rests. */
  const patience = { limits: { timeoutMs: 2_000, restMs: 1 }, nowMs: () => clock.nowMs }
  const clock = { nowMs: 0 }
  let requestCount = 0
  const counted = (redis: Redis): Redis => ({
    ...redis,
    call: (run) =>
      redis.call((client) => {
        requestCount += 1
        return run(client)
      }),
  })
  const answersAgain = () =>
    expect
      .poll(() => {
        clock.nowMs += 1
        return redises[2]!.call((client) => client.ping())
      }, patiently)
      .toBe('PONG')
  beforeAll(async () => {
    server = await startRedisServer()
    const open = async () => counted(await openRedis(server.url, report, patience))
    redises = await Promise.all([1, 2, 3].map(open))
    const limitOver = (redis: Redis) =>
      openRateLimit({ redis, shared: undefined, nowMicros, report })
    for (const redis of redises) await limitOver(redis).then(({ close }) => close())
    opened = []
    for (const redis of redises) opened.push(await limitOver(redis))
  })
  afterAll(async () => {
    for (const { close } of opened) close()
    for (const redis of redises) await redis.close()
    await server.remove()
  })

  test('default: three instances share one quota', async () => {
    expect(
      await allowed(
        opened.map(({ limit }) => limit),
        30,
      ),
    ).toBe(6)
  })

  test('error: with Redis stopped, frozen and restarted, never exceeds one quota', async () => {
    // The last instance has counted all requests; the six of the first round are cached for a
    // while.
    const { limit } = opened[2]!
    await server.stop()
    expect(await allowed([limit], 20)).toBe(1)
    expect(reported.length).toBeGreaterThan(0)

    await server.start()
    const key = randomUUID()
    await answersAgain()
    expect(await allowed([limit], 20, key)).toBe(6)

    server.freeze()
    requestCount = 0
    expect(await allowed([limit], 20)).toBe(1)
    // One request and one count of each instance waited for the time-out; the others did not try.
    expect(requestCount).toBeLessThan(20)
    server.thaw()
    await answersAgain()
    expect(await allowed([limit], 20, key)).toBe(0)
  })
})

const patiently = { timeout: 10_000 }

describe.skipIf(!postgres)('over PostgreSQL alone', () => {
  test('default: instances share a quota, and without the database each has its share', async () => {
    const schema = await createTestSchema(postgres!)
    const databases = await Promise.all([1, 2].map(() => openPostgresDatabase(schema.url, ignore)))
    const opened = []
    for (const shared of databases)
      opened.push(await openRateLimit({ redis: undefined, shared, nowMicros, report: ignore }))
    expect(
      await allowed(
        opened.map(({ limit }) => limit),
        20,
      ),
    ).toBe(6)
    await databases[1]!.close()
    expect(await allowed([opened[1]!.limit], 20)).toBe(3)
    for (const { close } of opened) close()
    await databases[0]!.close()
    await schema.drop()
  })
})
