import { describe, expect, test } from 'vitest'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { loadAlpacaTable } from './alpaca-table.ts'
import { screen } from './connector.ts'
import type { ScreenRow } from './screen-row.ts'
import { type Universe, universes } from './universes.ts'

const at = '2026-11-18T16:59:00Z'
const now = () => new Date('2026-11-18T17:00:00Z')
const recorded = (url: string, body: unknown): Fixture => ({ recorded: { at, url }, body })

const bar = (t: string, c: number, v: number) => ({ t, o: c, h: c, l: c, c, v })
const snapshot = (p: number, before = p) => ({
  latestTrade: { t: '2026-11-18T16:44:00.123Z', p },
  dailyBar: bar('2026-11-18T05:00:00Z', p, 5e6),
  prevDailyBar: bar('2026-11-17T05:00:00Z', before, 4e6),
})
const listed = (...rows: [number, string, string][]) =>
  recorded('https://www.sec.gov/files/company_tickers_exchange.json', {
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: rows.map(([cik, ticker, exchange]) => [cik, `${ticker} Inc.`, ticker, exchange]),
  })
const frame = (concept: string, name: string, values: Record<number, number>) =>
  recorded(`https://data.sec.gov/api/xbrl/frames/${concept}/shares/${name}.json`, {
    data: Object.entries(values).map(([cik, val]) => ({
      cik: Number(cik),
      val,
      end: '2026-10-17',
    })),
  })
const cover = 'dei/EntityCommonStockSharesOutstanding'
const average = 'us-gaap/WeightedAverageNumberOfDilutedSharesOutstanding'
const quarters = ['CY2026Q4', 'CY2026Q3', 'CY2026Q2', 'CY2026Q1']
const frames = (
  covers: readonly Record<number, number>[],
  averages: readonly Record<number, number>[] = [],
) =>
  quarters.flatMap((quarter, index) => [
    frame(cover, `${quarter}I`, covers[index] ?? {}),
    frame(average, quarter, averages[index] ?? {}),
  ])
const snapshots = (symbols: string, body: unknown) =>
  recorded(
    `https://data.alpaca.markets/v2/stocks/snapshots?symbols=${symbols}&feed=delayed_sip`,
    body,
  )
const load = (...fixtures: Fixture[]) =>
  loadAlpacaTable(testContext(recordedTransport(fixtures), { now }))

describe('the table of Alpaca and the SEC', () => {
  test('default: the market value is the price times the shares of the newest report', async () => {
    const { value, provenance } = await load(
      listed(
        [320193, 'AAPL', 'Nasdaq'],
        [1, 'OLD', 'NYSE'],
        [2, 'OTCPK', 'OTC'],
        [3, 'GONE', 'NYSE'],
      ),
      ...frames([{}, { 320193: 1e9 }, { 320193: 2e9, 1: 3e8 }]),
      snapshots('AAPL%2COLD%2CGONE', {
        AAPL: snapshot(200, 190),
        OLD: { dailyBar: bar('2026-11-13T05:00:00Z', 10, 7), prevDailyBar: null },
        GONE: null,
      }),
    )
    expect(value).toEqual([
      {
        ticker: 'AAPL',
        name: 'AAPL Inc.',
        exchange: 'Nasdaq',
        price: 200,
        previousClose: 190,
        changePercent: expect.closeTo(5.263, 3),
        volume: 5e6,
        marketCap: 2e11,
        averageDailyVolume3M: null,
        preMarketPrice: null,
        marketState: 'REGULAR',
        sector: null,
      },
      expect.objectContaining({ ticker: 'OLD', price: 10, changePercent: null, marketCap: 3e9 }),
    ])
    expect(provenance).toMatchObject([
      { source: 'Alpaca snapshots of all US shares', asOf: '2026-11-18T16:44:00Z' },
      { source: 'SEC company tickers' },
      { source: 'SEC EDGAR frames (XBRL), one concept of every filer' },
    ])
  })

  test('behavior: a share of another size than the counted class has no market value', async () => {
    const { value } = await load(
      listed(
        ...([
          [1, 'GOOGL', 'Nasdaq'],
          [1, 'GOOG', 'Nasdaq'],
        ] as [number, string, string][]),
        ...([
          [2, 'BRK-B', 'NYSE'],
          [2, 'BRK-A', 'NYSE'],
        ] as [number, string, string][]),
        ...([
          [3, 'RGTI', 'Nasdaq'],
          [3, 'RGTIW', 'Nasdaq'],
        ] as [number, string, string][]),
        [4, 'NEW', 'NYSE'],
      ),
      ...frames([{}, { 3: 100 }], [{}, { 1: 12e9, 2: 1.4e6, 3: 90 }]),
      snapshots('GOOGL%2CGOOG%2CBRK.B%2CBRK.A%2CRGTI%2CRGTIW%2CNEW', {
        GOOGL: snapshot(180),
        GOOG: snapshot(181),
        'BRK.B': snapshot(480),
        'BRK.A': snapshot(720_000),
        RGTI: snapshot(30),
        RGTIW: snapshot(9),
        NEW: snapshot(5),
      }),
    )
    const capitalization = Object.fromEntries(value.map((row) => [row.ticker, row.marketCap]))
    expect(capitalization).toEqual({
      GOOGL: 180 * 12e9,
      GOOG: 181 * 12e9,
      'BRK-B': null,
      'BRK-A': null,
      RGTI: 3_000,
      RGTIW: null,
      NEW: null,
    })
  })

  test('behavior: the whole market is some six requests', async () => {
    const names = Array.from({ length: 2_500 }, (_, at) => `S${at}`)
    const parts = [names.slice(0, 1_000), names.slice(1_000, 2_000), names.slice(2_000)]
    const { value } = await load(
      listed(...names.map((name, at): [number, string, string] => [at + 1, name, 'NYSE'])),
      ...frames([{ 1: 5 }]),
      ...parts.map((part) =>
        snapshots(part.join('%2C'), Object.fromEntries(part.map((name) => [name, snapshot(2)]))),
      ),
    )
    expect(value).toHaveLength(2_500)
    expect(value[0]).toMatchObject({ ticker: 'S0', marketCap: 10 })
  })

  test.each([
    [{ AAPL: { latestTrade: { t: 'yesterday', p: 1 } } }, 'UPSTREAM_CHANGED'],
    [{ AAPL: { dailyBar: { t: '2026-11-18T05:00:00Z', close: 1 } } }, 'UPSTREAM_CHANGED'],
    ['<html>', 'UPSTREAM_CHANGED'],
  ])('error: refuses %j', async (body, code) => {
    const asked = load(
      listed([320193, 'AAPL', 'Nasdaq']),
      ...frames([{ 320193: 1 }]),
      snapshots('AAPL', body),
    )
    await expect(asked).rejects.toMatchObject({ code })
  })
})

describe('screens with the key of Alpaca', () => {
  const transport = sandboxTransport({ now })
  const only = (...ids: string[]) =>
    testContext(transport, { now, enabled: ({ id }) => ids.includes(id) })
  const alpaca = only('alpaca-screen', 'sec-frames', 'sec-tickers', 'finra-short-interest-files')
  const { resolve, check } = screen.fields['Query.screen']!

  test.each(Object.keys(universes) as Universe[])('default: %s', async (universe) => {
    const args = { filter: { universe, limit: 100 } }
    if (universes[universe].needsSector) {
      await expect(check!(args, alpaca)).rejects.toMatchObject({
        code: 'NOT_CONFIGURED',
        facts: [expect.stringContaining('yahoo-screener'), expect.stringContaining('nasdaq')],
      })
      return
    }
    const needsShort = universes[universe].needs === 'short interest'
    await expect(check!(args, alpaca)).resolves.toBeUndefined()
    const { value, provenance } = await resolve(null, args, alpaca)
    const nasdaq = await resolve(null, args, only('nasdaq-screener', 'sec-frames'))
    expect(provenance[0]).toMatchObject({ source: 'Alpaca snapshots of all US shares' })
    // Both tables have the prices of the same book.
    const tickers = (rows: unknown) => (rows as ScreenRow[]).map(({ ticker }) => ticker)
    if (!needsShort) expect(tickers(value)).toEqual(tickers(nasdaq.value))
    if (universe !== 'UNDERVALUED_GROWTH_STOCKS') expect(tickers(value)).not.toEqual([])
  })

  test('error: without the contact for the SEC, names the variable before any request', async () => {
    const live = { ...only('alpaca-screen'), upstreams: { ...transport, mode: 'live' as const } }
    await expect(check!({ filter: {} }, live)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      facts: expect.arrayContaining([expect.stringContaining('SEC_USER_AGENT')]),
    })
  })
})
