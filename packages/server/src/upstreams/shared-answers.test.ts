import { setTimeout } from 'node:timers/promises'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRedis, type Redis } from '../redis/open-redis.ts'
import {
  hasRedisServer,
  type RedisServer,
  startRedisServer,
} from '../redis/testing/redis-server.ts'
import { cachingTransport } from './caching.ts'
import { refuse } from './checked-answer.ts'
import { packAnswer, sharedAnswers, unpackAnswer } from './shared-answers.ts'
import type { Transport } from './transport.ts'

const request = {
  url: new URL('https://query1.finance.yahoo.com/v7/finance/quote?symbols=A'),
  expects: 'json',
} as const
const text = (body: Uint8Array) => Buffer.from(body).toString()

describe.skipIf(!hasRedisServer)('sharedAnswers', () => {
  let server: RedisServer
  const open: Redis[] = []
  /** The shared key of the one request in these tests. */
  let keyName: string
  beforeAll(async () => {
    server = await startRedisServer()
    source = async () => 'probe'
    requests = []
    await (await instance('probe')).fetch(request)
    const [name] = (await open[0]!.call((client) => client.keys('fiq:answer:live:*'))) ?? []
    keyName = name!
  })
  afterAll(async () => {
    for (const redis of open) await redis.close()
    await server.remove()
  })

  let requests: string[]
  let source: () => Promise<string>
  beforeEach(async () => {
    requests = []
    source = async () => 'answer'
    const redis = await connect()
    await redis.call((client) => client.flushall())
  })
  const connect = async () => {
    const redis = await openRedis(server.url, () => {})
    open.push(redis)
    return redis
  }
  /** One instance: its memory cache, then the shared store, then the source. */
  const instance = async (
    name: string,
    limits: Parameters<typeof sharedAnswers>[0]['limits'] = {},
  ) => {
    const inner: Transport = {
      mode: 'live',
      async fetch() {
        requests.push(name)
        const body = Buffer.from(await source())
        return { body, mode: 'live', asOf: '2026-11-20', retrievedAt: `by ${name}` }
      },
    }
    const shared = { redis: await connect(), mode: 'live', limits } as const
    return cachingTransport(inner, {
      now: () => new Date(),
      marketOpen: () => true,
      shared: sharedAnswers({ ...shared, nowMs: () => Date.now(), wait: setTimeout }),
    })
  }

  test('default: a response of one instance serves the others, with its original times', async () => {
    const [a, b] = [await instance('a'), await instance('b')]
    await a.fetch(request)
    const { body, asOf, retrievedAt } = await b.fetch(request)
    expect([text(body), asOf, retrievedAt, requests]).toEqual([
      'answer',
      '2026-11-20',
      'by a',
      ['a'],
    ])
    const [redis] = open
    const life = await redis!.call(async (client) => {
      const [key] = await client.keys('fiq:answer:live:*')
      return client.pttl(key!)
    })
    expect(life).toBeGreaterThan(5_000)
    expect(life).toBeLessThanOrEqual(10_000)
  })

  test('behavior: of many concurrent requests, one is sent to the source', async () => {
    const all = await Promise.all(['a', 'b', 'c'].map((name) => instance(name)))
    source = () => setTimeout(150, 'late')
    const answers = await Promise.all([...all, ...all].map(({ fetch }) => fetch(request)))
    expect(answers.map(({ body }) => text(body))).toEqual(Array(6).fill('late'))
    expect(requests).toHaveLength(1)
  })

  test('behavior: a waiter fetches itself after its time limit; a dead holder frees the turn', async () => {
    const [a, b] = [await instance('a'), await instance('b', { waitMaxMs: 60 })]
    source = () => new Promise(() => {})
    void a.fetch(request)
    await expect.poll(() => requests).toEqual(['a'])
    source = async () => 'b'
    expect(text((await b.fetch(request)).body)).toBe('b')

    const [redis] = open
    await redis!.call((client) => client.flushall())
    await redis!.call(async (client) => {
      await client.set(turnOf(keyName), 'of the dead', 'PX', 100)
    })
    const c = await instance('c')
    expect(text((await c.fetch(request)).body)).toBe('b')
    expect(requests).toEqual(['a', 'b', 'c'])
  })

  test('error: a failure is not shared: each waiter fetches itself', async () => {
    const [a, b] = [await instance('a'), await instance('b')]
    const failure = new FiqError('UPSTREAM_UNAVAILABLE', 'down')
    source = async () => {
      await setTimeout(60)
      throw failure
    }
    const outcomes = await Promise.allSettled([a.fetch(request), b.fetch(request)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(requests.sort()).toEqual(['a', 'b'])
    source = async () => 'up'
    expect(text((await a.fetch(request)).body)).toBe('up')
  })

  test('error: does not share a response that a parser refuses', async () => {
    const [a, b] = [await instance('a'), await instance('b')]
    await a.fetch(request)
    expect(() => refuse(request.url, 'nonsense')).toThrow()
    const [redis] = open
    await expect.poll(() => redis!.call((client) => client.dbsize())).toBe(0)
    expect((await b.fetch(request)).retrievedAt).toBe('by b')
    expect((await a.fetch(request)).retrievedAt).toBe('by b')
  })

  test('error: queries the source if a response is too large or damaged, or Redis is unavailable', async () => {
    const [a, b] = [await instance('a', { answerBytesMax: 10 }), await instance('b')]
    await a.fetch(request)
    await b.fetch(request)
    expect(requests).toEqual(['a', 'b'])

    const [redis] = open
    await redis!.call(async (client) => client.set(keyName, 'damaged'))
    const c = await instance('c')
    expect(text((await c.fetch(request)).body)).toBe('answer')

    const d = await instance('d')
    await server.stop()
    expect(text((await d.fetch(request)).body)).toBe('answer')
    await server.start()
    expect(requests).toEqual(['a', 'b', 'c', 'd'])
  })

  const turnOf = (name: string) => `${name}:turn`
})

const kept = (body: Uint8Array) => ({
  answer: { body, mode: 'live', asOf: null, retrievedAt: '2026-11-21T00:00:00.000Z' } as const,
  until: 7,
})

test('default: unpacks every response unchanged, with its times', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), fc.string(), async (body, key) => {
      const { answer, until } = (await unpackAnswer(await packAnswer(kept(body), key), key))!
      expect({ answer: { ...answer, body: new Uint8Array(answer.body) }, until }).toEqual(
        kept(body),
      )
    }),
    { numRuns: 50 },
  )
})

test('behavior: repeated text needs little room', async () => {
  expect((await packAnswer(kept(new Uint8Array(100_000)), 'k')).length).toBeLessThan(300)
})

test('error: refuses bytes of another key, cut bytes, and anything else', async () => {
  const bytes = await packAnswer(kept(new Uint8Array([1, 2, 3])), 'k')
  expect(await unpackAnswer(bytes, 'other')).toBeUndefined()
  for (let length = 0; length < bytes.length; length++)
    expect(await unpackAnswer(bytes.subarray(0, length), 'k')).toBeUndefined()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (noise) => {
      expect(await unpackAnswer(Buffer.from(noise), 'k')).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})
