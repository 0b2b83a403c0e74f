import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConnectorContext } from '../../sources/connector.ts'
import { refuseUnanswered } from '../../sources/field-readiness.ts'
import {
  describeConnector,
  emptyFiles,
  testContext,
} from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { screen } from './connector.ts'
import type { ScreenRow } from './screen-row.ts'
import { type Universe, universes } from './universes.ts'

describeConnector(screen, [
  { coordinate: 'Query.screen', args: {} },
  { coordinate: 'Query.screen', args: { filter: { universe: 'MOST_SHORTED' } } },
])

const field = screen.fields['Query.screen']!
const { resolve, check, bounds } = field
const now = () => new Date('2026-11-18T17:00:00Z')
const transport = sandboxTransport({ now })
const sandbox = (parts = {}) => testContext(transport, { now, ...parts })
const local = {
  enabled: ({ id }: { id: string }) => !['yahoo-screener', 'alpaca-screen'].includes(id),
}
const yahoo = { enabled: ({ id }: { id: string }) => id === 'yahoo-screener' }
const rows = async (filter: object, context: ConnectorContext = sandbox()) =>
  (await resolve(null, { filter }, context)).value as ScreenRow[]
const tickers = async (filter: object, context?: ConnectorContext) =>
  (await rows(filter, context)).map(({ ticker }) => ticker)

test('default: counts the shares within the bounds, also those after the page', async () => {
  const all = await resolve(null, { filter: { limit: 100 } }, sandbox())
  const { value, matches } = await resolve(null, { filter: { limit: 2, offset: 1 } }, sandbox())
  expect(value).toHaveLength(2)
  expect(matches).toBe(all.matches)
  expect(matches).toBeGreaterThanOrEqual((all.value as unknown[]).length)
})

type Figure =
  | ('price' | 'gapPercent' | 'changePercent')
  | ('relativeVolume' | 'dollarVolume' | 'marketCap')

const folder = new URL('../../../../../../shared/data/', import.meta.url)
const absent = existsSync(folder) ? '' : ' (skipped: ../shared/data is absent)'
const unpacked = (path: string) =>
  JSON.parse(gunzipSync(readFileSync(new URL(path, folder))).toString())

describe.skipIf(absent !== '')(`the table of 21 August 2026${absent}`, () => {
  const at = '2026-08-21T22:00:00Z'
  const tables = ['nasdaq', 'nyse', 'amex'].map((exchange) => ({
    recorded: {
      at,
      url: `https://api.nasdaq.com/api/screener/stocks?tableonly=true&limit=25&offset=0&exchange=${exchange}&download=true`,
    },
    get body() {
      return { data: { rows: unpacked(`equities/screener_${exchange}_2026-08-21.json.gz`) } }
    },
  }))
  const day = () => testContext(recordedTransport(tables), { now: () => new Date(at), ...local })

  test('default: the most active, the gainers and the losers of the day', async () => {
    expect(await tickers({ limit: 8 }, day())).toEqual(
      'MARA NVDA INTC MRNA SPCX AAL NU SOFI'.split(' '),
    )
    expect(await tickers({ universe: 'DAY_GAINERS', limit: 8 }, day())).toEqual(
      'RGTIW SLS IQMX UEC HOOD USAR INFQ DK'.split(' '),
    )
    expect(await tickers({ universe: 'DAY_LOSERS', limit: 8 }, day())).toEqual(
      'SA HUT TLX BABA CIFR IOVA BKV CBRS'.split(' '),
    )
  })

  test('behavior: a universe has at most 250 names, and ends with its predicate', async () => {
    // 342 names trade more than five million shares; the 250th is FIS.
    expect(await tickers({ limit: 100, offset: 200 }, day())).toHaveLength(50)
    expect(await tickers({ limit: 1, offset: 249 }, day())).toEqual(['FIS'])
    expect(await tickers({ universe: 'DAY_GAINERS', limit: 1, offset: 240 }, day())).toEqual(['F'])
    expect(await tickers({ universe: 'DAY_GAINERS', offset: 241 }, day())).toEqual([])
    expect(await tickers({ universe: 'DAY_LOSERS', limit: 1, offset: 75 }, day())).toEqual(['CPK'])
  })

  test('behavior: bounds apply to the row, after the universe', async () => {
    const filter = { minPrice: 20, maxPrice: 100, minChangePercent: 1, minDollarVolume: 1e9 }
    expect(await tickers(filter, day())).toEqual('BMNR PFE SMCI BSX FCX CRCL TEM'.split(' '))
    const mid = { ...filter, minMarketCap: 20e9, maxMarketCap: 80e9 }
    expect(await tickers(mid, day())).toEqual(['SMCI', 'BSX', 'CRCL'])
    expect(await tickers({ minGapPercent: -100 }, day())).toEqual([])
    expect(await tickers({ minRelativeVolume: 0 }, day())).toEqual([])
  })

  test('behavior: the table of a day is stale five days later', async () => {
    const later = { ...day(), now: () => new Date('2026-08-26T22:00:00Z') }
    expect(await resolve(null, {}, later)).toMatchObject({ provenance: [{ stale: true }] })
    expect(await resolve(null, {}, day())).toMatchObject({ provenance: [{ stale: false }] })
  })

  test('behavior: completes a row of the table', async () => {
    expect((await rows({ limit: 1 }, day()))[0]).toMatchObject({
      ticker: 'MARA',
      exchange: 'Nasdaq',
      price: 11.26,
      // It rose by 0.11.
      previousClose: 11.15,
      volume: 103862000,
      averageDailyVolume3M: null,
      gapPercent: null,
      marketState: 'POST',
    })
  })

  test('behavior: imported bars give the average volume', async () => {
    const bars = [1, 2, 3].map((index) => ({
      date: `2026-08-1${index}`,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volume: 50e6,
    }))
    const files = {
      ...emptyFiles,
      tickers: () => ['NVDA'],
      bars: () => ({ value: bars, provenance: [] }),
    }
    const context = testContext(recordedTransport(tables), { now, files, ...local })
    expect(await rows({ minRelativeVolume: 1.5 }, context)).toMatchObject([
      { ticker: 'NVDA', averageDailyVolume3M: 50e6, relativeVolume: 1.97080878 },
    ])
  })

  test('default: a recorded predefined screen, row by row', async () => {
    const { body } = unpacked('yahoo/screener_predefined.json.gz') as { body: object }
    const url =
      'https://query1.finance.yahoo.com/v1/finance/screener/predefined/saved?scrIds=most_actives&count=250'
    const fixtures = [{ recorded: { at, url }, body }]
    const context = testContext(recordedTransport(fixtures), { now, ...yahoo })
    const { value, provenance } = await resolve(null, { filter: { limit: 1 } }, context)
    expect(value).toEqual([
      {
        ticker: 'AAL',
        name: 'American Airlines Group Inc.',
        exchange: 'NasdaqGS',
        price: 14.98,
        previousClose: 14.65,
        changePercent: 2.25256,
        volume: 152888435,
        averageDailyVolume3M: 68500423,
        relativeVolume: 2.231934174,
        preMarketPrice: null,
        preMarketChangePercent: null,
        gapPercent: null,
        dollarVolume: 2290268756,
        marketCap: 9907549184,
        marketState: 'CLOSED',
      },
    ])
    expect(provenance).toMatchObject([{ asOf: '2026-06-12T20:04:24Z', stale: true }])
    expect(await tickers({ limit: 100, offset: 100 }, context)).toHaveLength(100)
  })
})

describe('screen', () => {
  test.each(Object.keys(universes) as Universe[])(
    'default: %s has names in the sandbox, from either source, which satisfy its predicate',
    async (universe) => {
      const market = await rows({ universe, limit: 100 })
      expect(market.length).toBeGreaterThan(0)
      for (const row of await rows({ universe, limit: 100 }, sandbox(local))) {
        if (universe === 'DAY_GAINERS') expect(row.changePercent).toBeGreaterThan(3)
        if (universe === 'DAY_LOSERS') expect(row.changePercent).toBeLessThan(-2.5)
        if (universe === 'UNDERVALUED_LARGE_CAPS') expect(row.marketCap).toBeLessThanOrEqual(1e11)
      }
    },
  )

  test('behavior: finds the universes of growth and of short interest without market data', async () => {
    for (const universe of ['AGGRESSIVE_SMALL_CAPS', 'MOST_SHORTED'])
      expect((await tickers({ universe, limit: 100 }, sandbox(local))).length).toBeGreaterThan(20)
  })

  test('behavior: before the session a gap is relative to the last regular close', async () => {
    const early = () => new Date('2026-11-18T13:00:00Z')
    const context = testContext(sandboxTransport({ now: early }), { now: early })
    const gapped = await rows({ minGapPercent: 4, limit: 100 }, context)
    expect(gapped.length).toBeGreaterThan(5)
    for (const { gapPercent, preMarketPrice, price, marketState } of gapped) {
      expect(marketState).toBe('PRE')
      expect(gapPercent).toBeCloseTo(100 * (preMarketPrice! / price! - 1), 6)
    }
  })

  test('behavior: any filter returns exactly the rows within its bounds, in order, in pages', async () => {
    // Before the session, so that there are gaps.
    const early = () => new Date('2026-11-18T13:00:00Z')
    const context = testContext(sandboxTransport({ now: early }), { now: early })
    const pages = [0, 100, 200].map((offset) => rows({ limit: 100, offset }, context))
    const all = (await Promise.all(pages)).flat()
    const bounds: Readonly<Record<string, Figure>> = {
      minPrice: 'price',
      maxPrice: 'price',
      minMarketCap: 'marketCap',
      minGapPercent: 'gapPercent',
      maxGapPercent: 'gapPercent',
      maxMarketCap: 'marketCap',
      minChangePercent: 'changePercent',
      maxChangePercent: 'changePercent',
      minRelativeVolume: 'relativeVolume',
      minDollarVolume: 'dollarVolume',
    }
    const names = Object.keys(bounds)
    // Each bound equals a figure of some row, so that equality is tested.
    const bound = (name: string) =>
      fc.constantFrom(undefined, ...all.map((row) => row[bounds[name]!] ?? undefined))
    const filters = fc.record({
      ...Object.fromEntries(names.map((name) => [name, bound(name)])),
      offset: fc.nat(20),
      limit: fc.integer({ min: 1, max: 100 }),
    })
    const isWithin = (row: ScreenRow, name: string, limit: number | undefined) => {
      const value = row[bounds[name]!]
      if (limit === undefined) return true
      return value !== null && (name.startsWith('min') ? value >= limit : value <= limit)
    }
    await fc.assert(
      fc.asyncProperty(fc.subarray(names, { maxLength: 3 }), filters, async (kept, filter) => {
        const { offset, limit, ...given } = filter as Record<string, number>
        const some = Object.fromEntries(kept.map((name) => [name, given[name]]))
        const expected = all
          .filter((row) => kept.every((name) => isWithin(row, name, given[name])))
          .slice(offset, offset! + limit!)
        expect(await rows({ ...some, offset, limit }, context)).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })

  test('behavior: the sandbox has most active names even in the first minute of a session', async () => {
    const now = () => new Date('2026-11-18T14:30:30Z')
    const opening = testContext(sandboxTransport({ now }), { now })
    const volumes = (await rows({ limit: 5 }, opening)).map(({ volume }) => volume ?? 0)
    expect(volumes).toHaveLength(5)
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
  })

  test('error: refuses impossible bounds', () => {
    expect(() => bounds!({ filter: { minPrice: 5, maxPrice: 1 } })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
    expect(() => bounds!({ filter: { minPrice: 5, maxPrice: 5 } })).not.toThrow()
  })

  test('error: is disabled by default, and the error names the settings', async () => {
    const off = sandbox({ enabled: () => false })
    expect(() => refuseUnanswered(screen, field, off)).toThrow(
      expect.objectContaining({
        code: 'NOT_CONFIGURED',
        facts: [
          'ALPACA_API_KEY_ID and ALPACA_API_SECRET_KEY turn on Alpaca snapshots of all US shares',
          'FIQ_RESTRICTED_UPSTREAMS=yahoo-screener turns on Yahoo Finance predefined screens',
          'FIQ_RESTRICTED_UPSTREAMS=nasdaq-screener turns on Nasdaq stock screener',
        ],
      }),
    )
    const table = sandbox({ enabled: ({ id }: { id: string }) => id === 'nasdaq-screener' })
    expect(() => refuseUnanswered(screen, field, table)).not.toThrow()
    await expect(check!({ filter: { universe: 'MOST_SHORTED' } }, table)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
    })
  })
})
