import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import type { Bar, FileStore } from '../../sources/connector.ts'
import { loadBars } from '../../sources/prices/load-bars.ts'
import {
  describeConnector,
  emptyFiles,
  testContext,
} from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { priceHistory } from './connector.ts'

describeConnector(priceHistory, [
  { coordinate: 'Query.priceHistory', args: { tickers: ['AAPL'], range: '5d', interval: '1d' } },
  { coordinate: 'Query.priceHistory', args: { tickers: ['AAPL'], range: '5d', interval: '1m' } },
  { coordinate: 'PriceHistory.announced', args: {}, parent: { ticker: 'AAPL' } },
])

const { resolve, check, bounds } = priceHistory.fields['Query.priceHistory']!
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = () => testContext(sandboxTransport({ now }), { now })
type Row = {
  ticker: string
  name: string | null
  bars: Bar[] | null
  currency: string | null
  totalReturn: number | null
  problem: string | null
}
const rows = async (args: object, context = sandbox()) =>
  (await resolve(null, { ...args }, context)).value as Row[]

const bar = (date: string, close: number): Bar => ({
  date,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
})
const source = {
  source: 'own',
  sourceUrl: 'https://example.org',
  asOf: '2018-02-07',
  retrievedAt: '2026-01-01T00:00:00Z',
  mode: 'files' as const,
  stale: false,
  licence: 'own',
}
const bars = ['2017-02-06', '2017-02-07', '2018-01-31', '2018-02-06', '2018-02-07'].map(
  (date, index) => bar(date, 100 + index),
)
const files: FileStore = {
  ...emptyFiles,
  tickers: () => ['AAPL'],
  bars: (ticker, interval) =>
    ticker === 'AAPL' && interval === '1d' ? { value: bars, provenance: [source] } : undefined,
}

describe('priceHistory', () => {
  test('default: returns a year of days, oldest first', async () => {
    const [{ ticker, name, bars }] = (await rows({ tickers: ['aapl'] })) as [Row]
    expect([ticker, name]).toEqual(['aapl', 'Apple Inc.'])
    expect(Math.abs(bars!.length - 252)).toBeLessThan(4)
    expect(bars!.map(({ date }) => date)).toEqual(bars!.map(({ date }) => date).sort())
    expect(bars!.at(-1)?.date).toBe('2026-11-18')
  })

  test('behavior: a filter limits, sorts newest first, and pages', async () => {
    const page = async (filter: object) =>
      (await rows({ tickers: ['AAPL'], range: '1mo', filter }))[0]!.bars!.map(({ date }) => date)
    expect(await page({ limit: 2 })).toEqual(['2026-11-18', '2026-11-17'])
    expect(await page({ limit: 2, sort: 'ASC', since: '2026-11-13' })).toEqual([
      '2026-11-13',
      '2026-11-16',
    ])
  })

  test('behavior: intraday bars have UTC times', async () => {
    const [row] = await rows({ tickers: ['AAPL'], range: '1d', interval: '5m' })
    expect(row?.bars?.[0]?.date).toBe('2026-11-18T14:30:00Z')
    expect(row?.bars).toHaveLength(30)
  })

  test('behavior: warns of a filter that ends before the range begins', async () => {
    const warningsOf = async (filter: object, range = '1mo') =>
      (await resolve(null, { tickers: ['AAPL'], range, filter }, sandbox())).warnings
    const [warning] = (await warningsOf({ until: '2026-09-01' }))!
    expect(warning).toMatch(/^AAPL: range 1mo begins on 2026-10-\d\d, after filter\.until/)
    const [, first = ''] = /begins on (\S+),/.exec(warning!) ?? []
    expect(await warningsOf({ until: first })).toEqual([])
    expect(await warningsOf({ until: '2026-09-01' }, '1y')).toEqual([])
    expect(await warningsOf({ until: '2026-11-10T12:00:00Z' })).toEqual([])
    expect(await warningsOf({ since: '2026-01-01' })).toEqual([])
  })

  test('behavior: a row has its currency and the total return of its range, even if filtered out', async () => {
    const [row, whole] = await Promise.all([
      rows({ tickers: ['AAPL', 'BTC', 'VOD.L'], filter: { limit: 1 } }),
      rows({ tickers: ['AAPL'] }),
    ])
    expect(row.map(({ currency }) => currency)).toEqual(['USD', 'USD', 'GBp'])
    const { bars, totalReturn } = whole[0]!
    const paid = bars!.reduce((sum, { dividends }) => sum + dividends!, 0)
    const [first, last] = [bars![0]!, bars!.at(-1)!]
    expect(paid).toBeGreaterThan(0)
    expect(totalReturn).toBeCloseTo(100 * (last.close / first.adjustedClose! - 1), 6)
    expect(totalReturn).toBeGreaterThan(100 * (last.close / first.close - 1))
    expect(row[0]!.totalReturn).toBe(totalReturn)
    const [within] = await rows({ tickers: ['AAPL'], range: '1d', interval: '5m' })
    expect(within).toMatchObject({ currency: 'USD', totalReturn: null })
  })

  test('behavior: weeks and months are computed from days', async () => {
    const [month] = await rows({ tickers: ['AAPL'], range: '1y', interval: '1mo' })
    expect(month?.bars).toHaveLength(13)
    const [week] = await rows({ tickers: ['AAPL'], range: '1mo', interval: '1wk' })
    for (const { date } of week!.bars!) expect(new Date(date).getUTCDay()).toBe(1)
  })

  test('behavior: imported bars have priority, and ranges end with the newest one', async () => {
    const context = testContext(recordedTransport([]), { now, files })
    const { value, provenance } = await loadBars('aapl', '1y', '1d', context)
    expect(value.map(({ date }) => date)).toEqual(bars.slice(1).map(({ date }) => date))
    expect(provenance).toEqual([{ ...source, asOf: '2018-02-07', stale: true }])
    const monthly = await loadBars('AAPL', 'ytd', '1mo', context)
    expect(monthly.value).toMatchObject([
      { date: '2018-01-01', close: 102 },
      { date: '2018-02-01', open: 103, close: 104, volume: 2 },
    ])
  })

  test('behavior: asOf of the newest month is that of its newest day; of an earlier month its own', async () => {
    const context = { ...sandbox(), files }
    const cited = async (filter: object) => {
      const args = { tickers: ['AAPL'], range: 'max', interval: '1mo', filter }
      return (await resolve(null, args, context)).provenance
    }
    const old = { asOf: '2018-02-07', stale: true }
    expect(await cited({ limit: 1, offset: 0, sort: 'DESC' })).toMatchObject([old])
    expect(await cited({ limit: 1, offset: 1, sort: 'DESC' })).toMatchObject([
      { asOf: '2018-01-01', stale: false },
    ])
  })

  test('behavior: omits bars beyond the paid number, the oldest first', async () => {
    const many = Array.from({ length: 1_440 }, (_, at) =>
      bar(new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(), at),
    )
    const held: FileStore = { ...files, bars: () => ({ value: many, provenance: [source] }) }
    const context = testContext(recordedTransport([]), { now, files: held })
    const { value } = await loadBars('AAPL', '1d', '5m', context)
    expect(value).toHaveLength(520)
    expect(value.at(-1)).toEqual(many.at(-1))
  })

  test('behavior: a ticker without bars has the reason beside those with bars', async () => {
    const { fetch } = sandboxTransport({ now })
    const context = testContext({ mode: 'sandbox', fetch }, { now })
    const [one, other] = await rows({ tickers: ['NOSUCH', 'AAPL'], range: '5d' }, context)
    expect(one).toMatchObject({ bars: null, problem: expect.stringContaining('NOT_FOUND: ') })
    expect(other).toMatchObject({ problem: null, bars: { length: 5 } })
  })

  test('behavior: drops gaps, and the row of the running session replaces its day', async () => {
    const url =
      'https://query2.finance.yahoo.com/v8/finance/chart/X?range=5d&interval=1d&events=div%2Csplits%2CcapitalGains'
    const column = [1, null, 3, 4]
    const at = '2025-12-23T01:44:09Z'
    const context = testContext(
      recordedTransport([
        {
          recorded: { at, url: 'https://www.sec.gov/files/company_tickers_exchange.json' },
          body: '{}',
        },
        {
          recorded: { at, url },
          body: {
            chart: {
              result: [
                {
                  meta: { gmtoffset: -18000 },
                  timestamp: [1766154600, 1766413800, 1766413800, 1766437206],
                  indicators: {
                    quote: [
                      { open: column, high: column, low: column, close: column, volume: column },
                    ],
                  },
                },
              ],
              error: null,
            },
          },
        },
      ]),
      { enabled: ({ id }) => id === 'yahoo-chart' },
    )
    const { value } = await loadBars('X', '5d', '1d', context)
    expect(value).toMatchObject([
      { date: '2025-12-19', open: 1, high: 1, low: 1, close: 1, volume: 1 },
      { date: '2025-12-22', open: 4, high: 4, low: 4, close: 4, volume: 4 },
    ])
  })

  test('behavior: a mirror of one long chart also answers shorter ranges, from its newest day', async () => {
    const inner = sandboxTransport({ now })
    const later = () => new Date('2027-11-18T17:00:00Z')
    const context = testContext(
      {
        mode: 'mirror',
        fetch: async (request) => {
          const range = request.url.searchParams.get('range')
          if (range !== null && range !== 'max') throw new FiqError('NOT_FOUND', 'no such file')
          return inner.fetch(request)
        },
      },
      { now: later, enabled: ({ id }) => id === 'yahoo-chart' },
    )
    const { value, provenance } = await loadBars('AAPL', '1mo', '1d', context)
    expect([value[0]?.date, value.at(-1)?.date]).toEqual(['2026-10-19', '2026-11-18'])
    expect(provenance).toMatchObject([{ asOf: '2026-11-18', stale: true }])
  })

  test('error: refuses intraday bars too far back, free of charge', async () => {
    await expect(
      check!({ tickers: ['AAPL'], range: '1y', interval: '1m' }, sandbox()),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', facts: ['Ranges with 1m bars: 1d, 5d'] })
    // Two years may have a leap day more than the 730 days that sources hold.
    const hours = { tickers: ['AAPL'], interval: '60m' }
    await expect(check!({ ...hours, range: '2y' }, sandbox())).resolves.toBeUndefined()
    await expect(check!({ ...hours, range: '5y' }, sandbox())).rejects.toMatchObject({
      facts: ['Ranges with 60m bars: 1d, 5d, 1mo, 3mo, 6mo, 1y, 2y, ytd'],
    })
    const imported = testContext(sandboxTransport({ now }), { now, files, enabled: () => false })
    await expect(
      check!({ tickers: ['AAPL'], range: '1d', interval: '5m' }, imported),
    ).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
  })

  test('error: refuses a share while only a source of indices is on, free of charge', async () => {
    const context = testContext(
      { ...sandboxTransport({ now }), mode: 'live' },
      { now, enabled: ({ id }) => id === 'fred-index' || id === 'sec-tickers' },
    )
    const checked = (...tickers: string[]) =>
      check!({ tickers, range: '1y', interval: '1d' }, context)
    await expect(checked('AAPL', 'BTC')).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      facts: expect.arrayContaining([
        'ALPACA_API_KEY_ID and ALPACA_API_SECRET_KEY turn on Alpaca bars',
      ]),
    })
    await checked('^GSPC')
    await checked('AAPL', '^GSPC')
    await expect(loadBars('AAPL', '1y', '1d', context)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
    })
  })

  test('error: a mirror of daily bars reports that it has no others', async () => {
    const context = testContext({ ...recordedTransport([]), mode: 'mirror' }, { now, files })
    await expect(loadBars('AAPL', '5d', '5m', context)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'The server holds only daily bars of AAPL, none of 5m.',
    })
  })

  test.each([
    [{ tickers: ['AAPL'], range: '3y' }, 'range'],
    [{ tickers: ['AAPL'], interval: '1h' }, 'interval'],
    [{ tickers: ['AAPL'], filter: { limit: 0 } }, 'filter.limit'],
    [{ tickers: [] }, 'tickers'],
  ])('error: %o reports %s', (args, argument) => {
    expect(() => bounds!(args)).toThrow(
      expect.objectContaining({
        code: 'BAD_INPUT',
        message: expect.stringContaining(`${argument} must`),
      }),
    )
  })

  test('error: refuses unknown tickers before payment', async () => {
    await expect(check!({ tickers: ['NOSUCH'] }, sandbox())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
