import { describe, expect, test } from 'vitest'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { UpstreamRequest } from '../../upstreams/transport.ts'
import { testContext } from '../testing/describe-connector.ts'
import { hasCoinbaseBars } from './coinbase-bars.ts'
import { loadBars } from './load-bars.ts'
import type { Interval, Range } from './range.ts'

const now = () => new Date('2026-11-18T17:00:30Z')
const listed = Date.parse('2024-05-01T00:00:00Z')

/** Candles in the documented form: start, low, high, open, close, volume; newest first. */
function candlesAt({ searchParams }: URL, closeOf = (ms: number) => 100 + (ms % 7)) {
  const [start = 0, end = 0] = ['start', 'end'].map((name) => Date.parse(searchParams.get(name)!))
  const step = Number(searchParams.get('granularity')) * 1_000
  const rows: number[][] = []
  for (let ms = end; ms >= Math.max(start, listed); ms -= step)
    rows.push([ms / 1_000, 98, 112.5, 99, closeOf(ms), 12.25])
  return rows
}

async function bars(
  range: Range,
  interval: Interval,
  candles: (url: URL) => unknown = candlesAt,
  symbol = 'BTC',
) {
  const urls: URL[] = []
  const context = testContext(
    {
      mode: 'live',
      async fetch({ url }: UpstreamRequest) {
        const isCandles = url.host === 'api.exchange.coinbase.com'
        if (isCandles) urls.push(url)
        const body = new TextEncoder().encode(JSON.stringify(isCandles ? candles(url) : {}))
        return { status: 200, body, asOf: null, retrievedAt: now().toISOString(), mode: 'live' }
      },
    } as unknown as Parameters<typeof testContext>[0],
    { now, enabled: ({ id }) => id === 'coinbase-bars' },
  )
  return { urls, sourced: await loadBars(symbol, range, interval, context) }
}

test('default: days of UTC, oldest first, in dollars, without the volume of one exchange', async () => {
  const { urls, sourced } = await bars('1mo', '1d')
  expect(urls.map(String)).toEqual([
    'https://api.exchange.coinbase.com/products/BTC-USD/candles?granularity=86400' +
      '&start=2026-01-23T00%3A00%3A00Z&end=2026-11-18T00%3A00%3A00Z',
  ])
  const { value, currency, provenance } = sourced
  expect(value).toHaveLength(32)
  expect(value[0]).toEqual({
    ...{ date: '2026-10-18', open: 99, high: 112.5, low: 98 },
    ...{ close: expect.any(Number), volume: null },
  })
  expect(value.at(-1)).toMatchObject({ date: '2026-11-18' })
  expect(currency).toBe('USD')
  expect(provenance).toMatchObject([
    { source: 'Coinbase Exchange bars', asOf: '2026-11-18', stale: false },
  ])
  expect(provenance[0]).toMatchObject({ delay: 'real-time', venue: 'single' })
})

test('behavior: reads page by page, each day once, until the range or the listing begins', async () => {
  const { urls, sourced } = await bars('1y', '1d')
  expect(urls).toHaveLength(2)
  expect(sourced.value).toHaveLength(366)
  const all = await bars('max', '1d')
  expect(all.urls).toHaveLength(5)
  expect(all.sourced.value[0]?.date).toBe('2024-05-01')
  const days = all.sourced.value.map(({ date }) => date)
  expect(days).toEqual([...new Set(days)].sort())
  expect((await bars('max', '1mo')).sourced.value[0]?.date).toBe('2024-05-01')
})

test('behavior: intraday bars have instants, and few requests', async () => {
  const { urls, sourced } = await bars('1d', '1m')
  expect(urls.length).toBeLessThanOrEqual(6)
  expect(sourced.value.at(0)?.date).toBe('2026-11-18T00:00:00Z')
  expect(sourced.value.at(-1)?.date).toBe('2026-11-18T17:00:00Z')
  const hours = await bars('6mo', '60m')
  expect(hours.urls.length).toBeLessThanOrEqual(16)
  expect(hours.sourced.value.at(0)?.date).toBe('2026-05-18T00:00:00Z')
})

test('behavior: minutes without a trade are left out, also when a whole page has none', async () => {
  const { sourced } = await bars('5d', '15m', (url) =>
    candlesAt(url).filter(([s = 0]) => s < 1_794_700_000 || s > 1_795_000_000),
  )
  expect(sourced.value.at(0)?.date.slice(0, 10)).toBe('2026-11-11')
})

test('default: covers what it has within its requests', () => {
  expect(hasCoinbaseBars('BTC-USD', 'max', '1d')).toBe(true)
  expect(hasCoinbaseBars('BTC-USD', '6mo', '60m')).toBe(true)
  expect(hasCoinbaseBars('BTC-USD', '1mo', '5m')).toBe(false)
  expect(hasCoinbaseBars('ETH-EUR', '1y', '1d')).toBe(false)
  expect(hasCoinbaseBars('AAPL', '1y', '1d')).toBe(false)
})

describe('errors', () => {
  test.each([
    [[], 'NOT_FOUND'],
    [{ message: 'NotFound' }, 'UPSTREAM_CHANGED'],
    [[['x', 1, 1, 1, 1, 1]], 'UPSTREAM_CHANGED'],
    [[[1_795_000_000, 1, 1, 1]], 'UPSTREAM_CHANGED'],
  ])('error: %j is %s', async (body, code) => {
    await expect(bars('1mo', '1d', () => body)).rejects.toMatchObject({ code })
  })

  test('error: too many requests are refused without one', async () => {
    await expect(bars('1mo', '5m')).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
    await expect(bars('1d', '30m')).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
  })
})

test.each([
  ['1mo', '1d'],
  ['1d', '5m'],
] as const)('behavior: reads %s of %s from the sandbox', async (range, interval) => {
  const context = testContext(sandboxTransport({ now }), {
    now,
    enabled: ({ id }) => id === 'coinbase-bars',
  })
  const { value } = await loadBars('ETH', range, interval, context)
  expect(value.length).toBeGreaterThan(20)
})
