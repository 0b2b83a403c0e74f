import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { beforeEach, expect, test } from 'vitest'
import { createTurns } from '../scheduling/turns.ts'
import { cachingTransport } from './caching.ts'
import { refuse, refuseAsLimited } from './checked-answer.ts'
import type { Transport } from './transport.ts'

let time = 0
let open = true
let requestCount = 0
let fail: FiqError | undefined
let release: () => void = () => undefined
let held: Promise<void> | undefined

const inner: Transport = {
  mode: 'live',
  async fetch({ url }) {
    requestCount += 1
    await held
    if (fail) throw fail
    const at = new Date(time).toISOString()
    return { body: new Uint8Array(1_000), mode: 'live', asOf: url.href, retrievedAt: at }
  },
}
const cached = (bytesMax?: number, turns = createTurns()) =>
  cachingTransport(inner, {
    turns,
    now: () => new Date(time),
    marketOpen: () => open,
    ...defined({ bytesMax }),
  })
const quote = {
  url: new URL('https://query1.finance.yahoo.com/v7/finance/quote?symbols=A'),
  expects: 'json',
} as const
const series = (id: string) =>
  ({
    url: new URL(`https://fred.stlouisfed.org/graph/fredgraph.csv?id=${id}`),
    expects: 'csv',
  }) as const

beforeEach(() => {
  time = 0
  open = true
  requestCount = 0
  fail = undefined
  held = undefined
})

test('default: caches as long as the area allows, with the original times', async () => {
  const { fetch } = cached()
  const first = await fetch(quote)
  time = 9_999
  expect(await fetch(quote)).toBe(first)
  time = 10_000
  expect((await fetch(quote)).retrievedAt).toBe('1970-01-01T00:00:10.000Z')
  expect(requestCount).toBe(2)
})

test('behavior: concurrent callers share one request', async () => {
  held = new Promise((resolve) => {
    release = resolve
  })
  const { fetch } = cached()
  const all = Promise.all([fetch(quote), fetch(quote), fetch(series('GDP'))])
  release()
  const [one, other] = await all
  expect(one).toBe(other)
  expect(requestCount).toBe(2)
})

test('behavior: a file added to a mirror is used within a minute', async () => {
  const { fetch } = cachingTransport(
    { ...inner, mode: 'mirror' },
    { now: () => new Date(time), marketOpen: () => false },
  )
  fail = new FiqError('NOT_FOUND', 'none')
  await expect(fetch(series('GDP'))).rejects.toBe(fail)
  fail = undefined
  time = 60_000
  await fetch(series('GDP'))
  time = 119_999
  await fetch(series('GDP'))
  expect(requestCount).toBe(2)
  time = 120_000
  await fetch(series('GDP'))
  expect(requestCount).toBe(3)
})

test('behavior: removes the least used first', async () => {
  const { fetch } = cached(4_000)
  for (const id of ['A', 'B', 'A', 'C', 'A', 'B']) await fetch(series(id))
  expect(requestCount).toBe(4)
})

test('error: does not cache a failure, but a missing thing for fifteen minutes', async () => {
  const { fetch } = cached()
  fail = new FiqError('UPSTREAM_UNAVAILABLE', 'down')
  await expect(fetch(quote)).rejects.toBe(fail)
  await expect(fetch(quote)).rejects.toBe(fail)
  expect(requestCount).toBe(2)
  fail = new FiqError('NOT_FOUND', 'none')
  await expect(fetch(quote)).rejects.toBe(fail)
  await expect(fetch(quote)).rejects.toBe(fail)
  expect(requestCount).toBe(3)
  fail = undefined
  time = 15 * 60_000 - 1
  await expect(fetch(quote)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(requestCount).toBe(3)
  time = 15 * 60_000
  await fetch(quote)
  expect(requestCount).toBe(4)
})

test.each([refuse, refuseAsLimited])(
  'error: does not return a response that a parser refuses again',
  async (no) => {
    const { fetch, cacheState } = cached()
    // Other callers of the same request have their own address objects.
    const same = { ...quote, url: new URL(quote.url) }
    await Promise.all([fetch(quote), fetch(same), fetch(series('GDP'))])
    expect(() => no(same.url, 'nonsense')).toThrow()
    expect(cacheState().answers).toBe(1)
    const recovered = await fetch(quote)
    expect(requestCount).toBe(3)
    // A late refusal of the old response does not remove the new one.
    expect(() => no(same.url, 'nonsense')).toThrow()
    expect(await fetch(quote)).toBe(recovered)
  },
)

test('default: counts the cached bytes and the uses', async () => {
  const { fetch, cacheState } = cached(1_000_000)
  await Promise.all([fetch(quote), fetch(quote)])
  await fetch(quote)
  await fetch(series('GDP'))
  expect(cacheState()).toEqual({
    answers: 2,
    bytes: 3_000,
    bytesMax: 1_000_000,
    hits: 2,
    misses: 2,
  })
})

test('behavior: ten thousand concurrent requests exceed no limit', async () => {
  const { fetch, cacheState } = cached(1_000_000)
  const ids = Array.from({ length: 10_000 }, (_, at) => `S${at}`)
  const answers = await Promise.all(ids.map((id) => fetch(series(id))))
  expect(answers).toHaveLength(10_000)
  const { answers: kept, bytes } = cacheState()
  expect(bytes).toBeLessThanOrEqual(1_000_000)
  expect(kept).toBe(666)
})

test('behavior: many callers answered from memory at once read in turns', async () => {
  const { fetch } = cached(undefined, createTurns(0))
  await fetch(quote)
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 20 }, () => fetch(quote)))
  isOver = true
  expect(turns).toBeGreaterThan(15)
  expect(requestCount).toBe(1)
})

test('behavior: removes the responses of a disabled host', async () => {
  let fetched = 0
  const inner: Transport = {
    mode: 'live',
    fetch: async () => {
      fetched += 1
      const at = '2026-11-18T17:00:00Z'
      return { body: new Uint8Array(1), mode: 'live', asOf: null, retrievedAt: at }
    },
  }
  const transport = cachingTransport(inner, { now: () => new Date(0), marketOpen: () => true })
  const both = async () => {
    for (const host of ['a.example', 'b.example'])
      await transport.fetch({ url: new URL(`https://${host}/x y`), expects: 'json' })
  }
  await both()
  transport.forgetHosts((host) => host === 'a.example')
  await both()
  expect([fetched, transport.cacheState().answers]).toEqual([3, 2])
})
