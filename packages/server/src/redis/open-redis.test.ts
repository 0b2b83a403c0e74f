import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRedis } from './open-redis.ts'
import {
  freePort,
  hasRedisServer,
  type RedisServer,
  startRedisServer,
} from './testing/redis-server.ts'

describe.skipIf(!hasRedisServer)('openRedis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedisServer()
  })
  afterAll(() => server.remove())

  test('default: responds, and reconnects after Redis was killed', async () => {
    const reported: unknown[] = []
    const redis = await openRedis(server.url, (error) => reported.push(error))
    expect(await redis.call((client) => client.set('a', 'b'))).toBe('OK')
    await server.stop()
    expect(await redis.call((client) => client.get('a'))).toBeUndefined()
    expect(await redis.call((client) => client.get('a'))).toBeUndefined()
    expect(reported).toHaveLength(1)
    await server.start()
    await expect.poll(() => redis.call((client) => client.ping())).toBe('PONG')
    await redis.close()
  })
})

test('error: an absent server is reported, without a failure', async () => {
  const reported: unknown[] = []
  const url = `redis://:secret@127.0.0.1:${await freePort()}`
  const redis = await openRedis(url, (error) => reported.push(String(error)))
  expect(await redis.call((client) => client.ping())).toBeUndefined()
  expect(reported.length).toBeGreaterThan(0)
  expect(reported.join()).not.toContain('secret')
  await redis.close()
})
