import { expect, test } from 'vitest'
import { cachingTransport } from '../upstreams/caching.ts'
import type { Mode, UpstreamAnswer } from '../upstreams/transport.ts'
import { budgetedContext } from './budgeted-context.ts'
import { openConnectorContext } from './context.ts'

const at = new Date('2026-11-20T12:00:00Z')

/** A context over a cache, what left for the upstream, and what was counted. */
function scene(mode: Mode, left = 2) {
  const asked: string[] = []
  const spent: number[] = []
  const inner = {
    mode,
    async fetch({ url }: { url: URL }): Promise<UpstreamAnswer> {
      asked.push(url.href)
      return { body: new Uint8Array(), mode, asOf: null, retrievedAt: at.toISOString() }
    },
  }
  const context = openConnectorContext({
    upstreams: cachingTransport(inner, { now: () => at, marketOpen: () => false }),
    files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
    now: () => at,
    allowed: new Set(),
  })
  const budgeted = budgetedContext(context, () => {
    if (spent.length === left) throw new Error('over the budget')
    spent.push(1)
  })
  const fetchOf =
    ({ upstreams }: typeof context) =>
    (n: number) =>
      upstreams.fetch({ url: new URL(`https://data.sec.gov/${n}`), expects: 'json' })
  return { asked, spent, unpaid: fetchOf(budgeted), paid: fetchOf(context) }
}

test('default: each request that leaves is counted, and none leaves beyond the budget', async () => {
  const { asked, spent, unpaid, paid } = scene('live')
  await unpaid(1)
  await unpaid(2)
  await expect(unpaid(3)).rejects.toThrow('over the budget')
  expect([asked.length, spent.length]).toEqual([2, 2])
  await paid(3)
  expect(asked).toHaveLength(3)
})

test('behavior: what is held, or under way already, costs nothing', async () => {
  const { asked, spent, unpaid, paid } = scene('live')
  await paid(1)
  await Promise.all([unpaid(1), unpaid(1), unpaid(2), unpaid(2)])
  expect([asked.length, spent.length]).toEqual([2, 1])
})

test('behavior: the sandbox and a mirror are the operator’s own: nothing is counted', async () => {
  for (const mode of ['sandbox', 'mirror'] as const) {
    const { spent, unpaid } = scene(mode)
    await Promise.all([1, 2, 3, 4].map(unpaid))
    expect(spent).toEqual([])
  }
})
