import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { cachingTransport } from '../upstreams/caching.ts'
import type { Mode, UpstreamAnswer } from '../upstreams/transport.ts'
import { budgetedContext } from './budgeted-context.ts'
import type { ConnectorContext } from './connector.ts'
import { createConnectorContext } from './context.ts'

const at = new Date('2026-11-20T12:00:00Z')

/** A context over a cache. Records the upstream requests, and counts. */
function scene(mode: Mode, left = 2) {
  const requests: string[] = []
  const spent: number[] = []
  const inner = {
    mode,
    async fetch({ url }: { url: URL }): Promise<UpstreamAnswer> {
      requests.push(url.href)
      return { body: new Uint8Array(), mode, asOf: null, retrievedAt: at.toISOString() }
    },
  }
  const context = createConnectorContext({
    upstreams: cachingTransport(inner, { now: () => at, marketOpen: () => false }),
    files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
    now: () => at,
    allowed: new Set(),
  })
  const budgeted = budgetedContext(context, {
    async spend() {
      if (spent.length === left) throw new FiqError('RATE_LIMITED', 'over the budget')
      spent.push(1)
    },
    async refund(units) {
      spent.length -= units
    },
  })
  const fetchOf =
    ({ upstreams }: ConnectorContext) =>
    (n: number, folder = 'one') =>
      upstreams.fetch({ url: new URL(`https://data.sec.gov/${folder}/${n}`), expects: 'json' })
  /** A cached list of three files, with the contexts that built it. */
  const listOf = (own: ConnectorContext) => (key: string) =>
    own.cached(key, 60, async ({ upstreams }) => {
      for (const n of [1, 2, 3])
        await upstreams.fetch({ url: new URL(`https://data.sec.gov/${key}/${n}`), expects: 'json' })
      return key
    })
  const lists = { unpaid: listOf(budgeted), paid: listOf(context) }
  const fetches = { unpaid: fetchOf(budgeted), paid: fetchOf(context) }
  return { requests, spent, ...fetches, lists, context, budgeted }
}

test('default: counts each upstream request, and sends none above the budget', async () => {
  const { requests, spent, unpaid, paid } = scene('live')
  await unpaid(1)
  await unpaid(2)
  await expect(unpaid(3)).rejects.toThrow('over the budget')
  expect([requests.length, spent.length]).toEqual([2, 2])
  await paid(3)
  expect(requests).toHaveLength(3)
})

test('behavior: stored responses and running requests cost nothing', async () => {
  const { requests, spent, unpaid, paid } = scene('live')
  await paid(1)
  await Promise.all([unpaid(1), unpaid(1), unpaid(2), unpaid(2)])
  expect([requests.length, spent.length]).toEqual([2, 1])
})

test('behavior: counts nothing for the sandbox and a mirror, which are the operator’s own', async () => {
  for (const mode of ['sandbox', 'mirror'] as const) {
    const { spent, unpaid } = scene(mode)
    await Promise.all([1, 2, 3, 4].map((n) => unpaid(n)))
    expect(spent).toEqual([])
  }
})

test('behavior: builds a list that begins within the budget completely, and counts every request', async () => {
  const { requests, spent, lists } = scene('live', 2)
  expect(await lists.unpaid('a')).toBe('a')
  expect([requests.length, spent.length]).toEqual([3, 2])
  await expect(lists.unpaid('b')).rejects.toThrow('over the budget')
  expect(requests).toHaveLength(3)
})

test('behavior: a list whose files are cached costs nothing', async () => {
  const { requests, spent, lists, paid } = scene('live', 2)
  for (const n of [1, 2, 3]) await paid(n, 'a')
  expect(await lists.unpaid('a')).toBe('a')
  expect([requests.length, spent.length]).toEqual([3, 0])
})

test('error: does not keep a list that lacks a part because of the budget', async () => {
  const { context, budgeted, requests } = scene('live', 0)
  const build = async ({ upstreams }: ConnectorContext) => {
    const url = new URL('https://data.sec.gov/a/1')
    const part = upstreams.fetch({ url, expects: 'json' })
    return (await part.catch(() => undefined)) ? 'whole' : 'incomplete'
  }
  await expect(budgeted.cached('a', 60, build)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(await context.cached('a', 60, build)).toBe('whole')
  expect(requests).toHaveLength(1)
})

test('error: a caller above its budget fails no build or request that others joined', async () => {
  const { lists, unpaid, paid } = scene('live', 0)
  const [refused, list] = await Promise.allSettled([lists.unpaid('a'), lists.paid('a')])
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'RATE_LIMITED' } })
  expect(list).toEqual({ status: 'fulfilled', value: 'a' })
  const [mine, joined] = await Promise.allSettled([unpaid(1), paid(1)])
  expect([mine.status, joined.status]).toEqual(['rejected', 'fulfilled'])
})
