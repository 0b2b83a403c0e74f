import { describe, expect, test } from 'vitest'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { testContext } from '../testing/describe-connector.ts'
import { loadBars } from './load-bars.ts'
import type { Interval, Range } from './range.ts'

const at = '2026-11-18T16:59:00Z'
const recorded = (url: string, body: unknown): Fixture => ({ recorded: { at, url }, body })

function barsFrom(id: string, fixtures: readonly Fixture[], range: Range, interval: Interval) {
  const noDirectory = recorded('https://www.sec.gov/files/company_tickers_exchange.json', '<html>')
  const context = testContext(recordedTransport([...fixtures, noDirectory]), {
    now: () => new Date('2026-11-18T17:00:00Z'),
    enabled: (upstream) => upstream.id === id,
  })
  return loadBars('BRK-B', range, interval, context)
}

const bar = (t: string, c: number) => ({ t, o: c - 1, h: c + 1, l: c - 2, c, v: 100, n: 1, vw: c })
const alpacaUrl = (timeframe: string, start: string) =>
  `https://data.alpaca.markets/v2/stocks/bars?symbols=BRK.B&timeframe=${timeframe}&start=${start}` +
  '&end=2026-11-18T16%3A44%3A00Z&adjustment=split&feed=sip&limit=10000'
const actionsUrl =
  'https://data.alpaca.markets/v1/corporate-actions?symbols=BRK.B' +
  '&types=cash_dividend%2Cforward_split%2Creverse_split&start=2026-10-30&end=2026-11-18&limit=1000'

test('default: Alpaca: days of New York, page by page', async () => {
  const first = alpacaUrl('1Day', '2026-10-18')
  const { value, provenance } = await barsFrom(
    'alpaca-bars',
    [
      recorded(first, {
        bars: { 'BRK.B': [bar('2026-10-30T04:00:00Z', 480)] },
        next_page_token: 'n',
      }),
      recorded(`${first}&page_token=n`, {
        bars: { 'BRK.B': [bar('2026-11-17T05:00:00Z', 490)] },
        next_page_token: null,
      }),
      recorded(actionsUrl, {
        corporate_actions: {
          cash_dividends: [{ symbol: 'BRK.B', ex_date: '2026-11-10', rate: 96, special: false }],
          forward_splits: [{ symbol: 'BRK.B', ex_date: '2026-11-17', new_rate: 4, old_rate: 1 }],
        },
        next_page_token: null,
      }),
    ],
    '1mo',
    '1d',
  )
  const none = { dividends: 0, splits: 1 }
  expect(value).toMatchObject([
    { date: '2026-10-30', open: 479, high: 481, low: 478, close: 480, volume: 100, ...none },
    { date: '2026-11-17', open: 489, high: 491, low: 488, close: 490, dividends: 24, splits: 4 },
  ])
  expect(value[0]?.adjustedClose).toBe(480 - 24)
  expect(provenance).toMatchObject([{ source: 'Alpaca bars', asOf: '2026-11-17', stale: false }])
})

test('behavior: Alpaca: returns bars without dividends if it gives none', async () => {
  const bars = { bars: { 'BRK.B': [bar('2026-10-30T04:00:00Z', 480)] }, next_page_token: null }
  const page = recorded(alpacaUrl('1Day', '2026-10-18'), bars)
  const days = (actions: unknown) =>
    barsFrom('alpaca-bars', [page, recorded(actionsUrl, actions)], '1mo', '1d')
  for (const actions of [{ error: 'x' }, { corporate_actions: {}, next_page_token: 'n' }]) {
    const { value, currency } = await days(actions)
    expect(value[0]).not.toHaveProperty('dividends')
    expect(currency).toBe('USD')
  }
})

test('behavior: Alpaca: intraday bars are those of the session', async () => {
  const times = ['2026-11-18T13:00:00Z', '2026-11-18T14:30:00Z', '2026-11-18T14:35:00Z']
  const body = { bars: { 'BRK.B': times.map((t) => bar(t, 490)) }, next_page_token: null }
  const fixture = recorded(alpacaUrl('5Min', '2026-11-12'), body)
  const { value } = await barsFrom('alpaca-bars', [fixture], '1d', '5m')
  expect(value.map(({ date }) => date)).toEqual(times.slice(1))
})

test('error: Alpaca: refuses hours, because they do not begin with the session', async () => {
  await expect(barsFrom('alpaca-bars', [], '1d', '60m')).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
  })
})

describe('Tiingo', () => {
  const url = 'https://api.tiingo.com/tiingo/daily/BRK-B/prices?startDate=2026-10-18'
  const day = (date: string, close: number | null, splitFactor = 1, divCash = 0) => ({
    date: `${date}T00:00:00${date > '2026-11-16' ? '+00:00' : '.000Z'}`,
    open: close,
    high: close,
    low: close,
    close,
    volume: 10,
    adjClose: close,
    divCash,
    splitFactor,
  })
  const bars = (...days: unknown[]) => barsFrom('tiingo-bars', [recorded(url, days)], '1mo', '1d')

  test('default: traded prices divided by later splits', async () => {
    const { value } = await bars(
      ...[day('2026-11-13', 400, 1, 8), day('2026-11-16', 101, 4), day('2026-11-17', 102, 1, 1.01)],
    )
    expect(value).toMatchObject([
      { date: '2026-11-13', close: 100, volume: 40, dividends: 2, adjustedClose: 99 },
      { date: '2026-11-16', close: 101, volume: 10, splits: 4, adjustedClose: 99.99 },
      { date: '2026-11-17', close: 102, dividends: 1.01, adjustedClose: 102 },
    ])
  })

  test('behavior: leaves out a day without a close, and refuses if most have none', async () => {
    const [whole, empty] = [day('2026-11-13', 100), day('2026-11-16', null)]
    const { value } = await bars(whole, empty)
    expect(value).toMatchObject([{ date: '2026-11-13', close: 100 }])
    const refused = bars(whole, empty, day('2026-11-17', null))
    await expect(refused).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
  })
})

test('default: Twelve Data: oldest first, with times of New York converted to UTC', async () => {
  const url = (interval: string) =>
    `https://api.twelvedata.com/time_series?symbol=BRK.B&interval=${interval}&outputsize=5000`
  const row = (datetime: string) => ({
    datetime,
    open: '1.0',
    high: '2.0',
    low: '0.5',
    close: '1.5',
    volume: '7',
  })
  const days = recorded(url('1day'), {
    status: 'ok',
    values: [row('2026-11-17'), row('2026-11-16')],
  })
  expect((await barsFrom('twelve-data-bars', [days], '1mo', '1d')).value).toEqual([
    { date: '2026-11-16', open: 1, high: 2, low: 0.5, close: 1.5, volume: null },
    { date: '2026-11-17', open: 1, high: 2, low: 0.5, close: 1.5, volume: null },
  ])
  const hours = recorded(url('1h'), { status: 'ok', values: [row('2026-11-18 10:30:00')] })
  expect((await barsFrom('twelve-data-bars', [hours], '1d', '60m')).value).toMatchObject([
    { date: '2026-11-18T15:30:00Z' },
  ])
  for (const [code, expected] of [
    [429, 'UPSTREAM_RATE_LIMITED'],
    [400, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
    [401, 'NOT_CONFIGURED'],
    [403, 'NOT_CONFIGURED'],
    [500, 'UPSTREAM_CHANGED'],
  ] as const) {
    const failed = recorded(url('1day'), { code, message: 'm', status: 'error' })
    const refused = barsFrom('twelve-data-bars', [failed], '1mo', '1d')
    await expect(refused).rejects.toMatchObject({ code: expected })
  }
})

describe('dxFeed', () => {
  const url =
    'https://demo.dxfeed.com/webservice/rest/events.json?events=Candle&symbols=BRK%2FB%7B%3Dd%7D' +
    '&fromTime=20261018-000000'
  const candle = (day: string, close: unknown, more = {}) => ({
    eventSymbol: 'BRK/B{=d}',
    eventTime: 0,
    index: 1,
    time: Date.parse(`${day}T00:00:00Z`),
    open: 479.5,
    high: 481,
    low: 478,
    close,
    volume: 1.39e6,
    vwap: 'NaN',
    ...more,
  })
  const bars = (Candle: unknown, status = 'OK') =>
    barsFrom('dxfeed-bars', [recorded(url, { status, Candle })], '1mo', '1d')
  const of = (...candles: unknown[]) => ({ 'BRK/B{=d}': candles })

  test('default: days in order, once each, without those that had no trade', async () => {
    const { value, provenance, currency } = await bars(
      of(
        ...[candle('2026-11-17', 490), candle('2026-11-13', 480, { volume: 'NaN' })],
        ...[candle('2026-11-16', 'NaN'), candle('2026-11-17', 491)],
      ),
    )
    expect(value).toEqual([
      { date: '2026-11-13', open: 479.5, high: 481, low: 478, close: 480, volume: null },
      { date: '2026-11-17', open: 479.5, high: 481, low: 478, close: 491, volume: 1.39e6 },
    ])
    expect(currency).toBe('USD')
    expect(provenance).toMatchObject([
      { asOf: '2026-11-17', stale: false, delay: '15-minute', venue: 'consolidated' },
    ])
  })

  test('behavior: a single event is no list', async () => {
    const { value } = await bars({ 'BRK/B{=d}': candle('2026-11-17', 490) })
    expect(value).toHaveLength(1)
  })

  test.each([
    [{}, 'OK', 'NOT_FOUND'],
    [undefined, 'OK', 'NOT_FOUND'],
    [of(), 'OK', 'NOT_FOUND'],
    // No event: the time of an unknown symbol.
    [of(candle('1970-01-01', 'NaN')), 'OK', 'NOT_FOUND'],
    [of(candle('1970-01-01', 490)), 'OK', 'NOT_FOUND'],
    [of(candle('2026-11-17', 490)), 'TIMED_OUT', 'UPSTREAM_CHANGED'],
    [of({ open: 1 }), 'OK', 'UPSTREAM_CHANGED'],
    [of(candle('2026-11-17', 'x')), 'OK', 'UPSTREAM_CHANGED'],
  ])('error: refuses %j with status %s', async (candles, status, code) => {
    await expect(bars(candles, status)).rejects.toMatchObject({ code })
  })
})
