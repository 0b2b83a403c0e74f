import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Transport } from '../../upstreams/transport.ts'
import { testContext } from '../testing/describe-connector.ts'
import { loadYahooQuotes } from './yahoo-quotes.ts'

const folder = new URL('../../../../../../shared/data/yahoo/', import.meta.url)
const present = existsSync(folder)

const quotes = (body: unknown, at = '2025-12-23T01:44:21Z') => {
  const upstreams: Transport = {
    mode: 'recorded',
    fetch: async () => ({
      body: new TextEncoder().encode(JSON.stringify(body)),
      mode: 'recorded',
      asOf: null,
      retrievedAt: at,
    }),
  }
  return loadYahooQuotes(['X'], testContext(upstreams, { now: () => new Date(at) }))
}

test.skipIf(present)(
  'SKIPPED: the recorded answers are absent from ../shared/data',
  () => undefined,
)

test.runIf(present).each([
  ['quote_v7.json.gz', 'AAPL', 270.97],
  ['quote_v7_4.json.gz', 'GOEX', 72.1717],
  ['quote_v7_6.json.gz', 'QQQ', 619.21],
  ['quote_v7_8.json.gz', 'ESU26.CME', 7497.5],
])('default: reads recorded %s as %s at %d', async (name, symbol, price) => {
  const { body } = JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString())
  const row = (await quotes(body)).value.get(symbol)
  expect(row).toMatchObject({ ticker: symbol, price, currency: 'USD' })
  const { change, previousClose } = row!
  expect(price - previousClose!).toBeCloseTo(change!, 6)
})

test.runIf(present)(
  'default: reads the price after the session from a recorded answer',
  async () => {
    const text = gunzipSync(readFileSync(new URL('quote_v7.json.gz', folder))).toString()
    expect((await quotes(JSON.parse(text).body)).value.get('AAPL')).toMatchObject({
      price: 270.97,
      asOf: '2025-12-22T21:00:06Z',
      extendedPrice: 270.77,
      extendedAsOf: '2025-12-23T00:59:57Z',
    })
  },
)

describe('rows', () => {
  const answer = (...result: object[]) => ({ quoteResponse: { result, error: null } })

  test('behavior: values missing at Yahoo are null, and so are impossible times', async () => {
    const { value } = await quotes(
      answer({ symbol: 'a' }, { symbol: 'B', regularMarketPrice: 2, regularMarketTime: 1e15 }),
    )
    expect(value.get('A')).toMatchObject({ price: null, change: null, asOf: null })
    expect(value.get('B')).toMatchObject({
      price: 2,
      change: null,
      previousClose: null,
      asOf: null,
    })
  })

  test('behavior: the long name before the short one; real time only if Yahoo states no delay', async () => {
    const live = {
      symbol: 'A',
      longName: 'Apple Inc.',
      shortName: 'Apple',
      exchangeDataDelayedBy: 0,
    }
    const { value, provenance } = await quotes(
      answer(live, { ...live, longName: null, symbol: 'B' }),
    )
    expect([...value.values()].map(({ name }) => name)).toEqual(['Apple Inc.', 'Apple'])
    expect(provenance).toMatchObject([{ delay: 'real-time' }])
    for (const exchangeDataDelayedBy of [15, null, undefined]) {
      const late = answer(live, { symbol: 'B', exchangeDataDelayedBy })
      expect((await quotes(late)).provenance).toMatchObject([{ delay: '15-minute' }])
    }
  })

  test('behavior: in the morning, the price of the morning and not of the evening before', async () => {
    const evening = {
      regularMarketTime: 1766437206,
      postMarketTime: 1766451597,
      postMarketPrice: 3,
    }
    const morning = { preMarketTime: 1766480400, preMarketPrice: 4 }
    const { value } = await quotes(
      answer({ symbol: 'A', regularMarketPrice: 2, ...evening, ...morning }),
    )
    expect(value.get('A')).toMatchObject({ extendedPrice: 4, extendedChangePercent: 100 })
  })

  test('behavior: a volume counts pieces: dollars of a coin are divided, a currency pair has none', async () => {
    const row = { regularMarketPrice: 2, regularMarketVolume: 10 }
    const { value } = await quotes(
      answer(
        { ...row, symbol: 'AAPL' },
        { ...row, symbol: 'BTC-USD' },
        { ...row, symbol: 'EURUSD=X', regularMarketVolume: 0 },
      ),
    )
    expect([...value.values()].map(({ volume }) => volume)).toEqual([10, 5, null])
  })

  test('behavior: one old price in an open market makes the answer stale', async () => {
    const fresh = { symbol: 'A', marketState: 'REGULAR', regularMarketTime: 1766500000 }
    const old = { ...fresh, symbol: 'B', regularMarketTime: 1766400000 }
    const stale = async (...rows: object[]) =>
      (await quotes(answer(...rows), '2025-12-23T14:30:00Z')).provenance[0]
    expect(await stale(fresh)).toMatchObject({ stale: false, asOf: '2025-12-23T14:26:40Z' })
    expect(await stale(fresh, old)).toMatchObject({ stale: true, asOf: '2025-12-22T10:40:00Z' })
  })

  test('error: recognises an error inside a 200', async () => {
    const error = { code: 'Unauthorized', description: 'Invalid Crumb' }
    await expect(quotes({ quoteResponse: { result: [], error } })).rejects.toMatchObject({
      code: 'UPSTREAM_CHANGED',
    })
  })
})
