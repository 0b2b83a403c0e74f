import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import type { Transport } from '../../upstreams/transport.ts'
import { testContext } from '../testing/describe-connector.ts'
import { loadYahooBars } from './yahoo-chart.ts'

const folder = new URL('../../../../../../shared/data/yahoo/', import.meta.url)
const present = existsSync(folder)
const recorded = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString())

const answering = (body: unknown): Transport => ({
  mode: 'recorded',
  fetch: async () => ({
    body: new TextEncoder().encode(JSON.stringify(body)),
    mode: 'recorded',
    asOf: null,
    retrievedAt: '2025-12-23T01:44:09Z',
  }),
})
const bars = (body: unknown, symbol = 'AAPL', interval: '1d' | '60m' = '1d') => {
  const now = () => new Date('2025-12-23T01:44:09Z')
  return loadYahooBars(symbol, 'max', interval, testContext(answering(body), { now }))
}

test.skipIf(present)(
  'SKIPPED: the recorded answers are absent from ../shared/data',
  () => undefined,
)

describe.runIf(present)('recorded answers', () => {
  test('default: reads three years of Apple, one bar per session, the last of the running day', async () => {
    const { value, provenance } = await bars(recorded('chart_AAPL.json.gz').body)
    expect(value).toHaveLength(746)
    expect(value[0]?.date).toBe('2023-01-03')
    expect(value.at(-1)).toMatchObject({ date: '2025-12-22', close: expect.closeTo(270.97, 2) })
    expect(provenance).toMatchObject([{ asOf: '2025-12-22', stale: false }])
  })

  test.each([
    'chart_BTC-USD.json.gz',
    'chart_ES=F.json.gz',
    'chart_GSPC.json.gz',
    'chart_IBM_max_with_dividends.json.gz',
  ])('behavior: %s gives days in order, each once', async (name) => {
    const { value } = await bars(recorded(name).body)
    const dates = value.map(({ date }) => date)
    expect(value.length).toBeGreaterThan(500)
    expect(dates).toEqual([...new Set(dates)].sort())
    for (const { close } of value) expect(close).toBeGreaterThan(0)
  })

  test('behavior: days have their dividends and splits, and prices a currency', async () => {
    const { value, currency } = await bars(recorded('chart_IBM_max_with_dividends.json.gz').body)
    const on = (day: string) => value.find(({ date }) => date === day)
    expect(currency).toBe('USD')
    expect(value.filter(({ dividends }) => dividends! > 0)).toHaveLength(254)
    expect(value.filter(({ splits }) => splits !== 1)).toHaveLength(8)
    expect(on('2021-11-04')).toMatchObject({ splits: 1.046, dividends: 0 })
    expect(on('2015-05-06')).toMatchObject({ dividends: 1.24283 })
    expect(value.at(-1)!.adjustedClose).toBe(value.at(-1)!.close)
  })

  test('behavior: adjusted closes since 1962 are those of the source, 995 of 1,000 to a millionth', async () => {
    const { body } = recorded('chart_IBM_max_with_dividends.json.gz')
    const [{ timestamp, indicators }] = body.chart.result
    const theirs: (number | null)[] = indicators.adjclose[0].adjclose
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
    const byDay = new Map(
      theirs.map((close, at) => [day.format(timestamp[at] * 1_000), close] as const),
    )
    const { value } = await bars(body)
    expect(value[0]?.date).toBe('1962-01-02')
    const farthest = value.map(({ date, adjustedClose }) => {
      const close = byDay.get(date)
      return close == null ? 0 : Math.abs(adjustedClose! / close - 1)
    })
    // The source has prices in single precision. Their rounding adds up over 254 dividends.
    expect(Math.max(...farthest)).toBeLessThan(2e-6)
    expect(farthest.filter((far) => far > 1e-6).length).toBeLessThan(value.length * 0.005)
  })

  test('behavior: no exchange trades on a weekend', async () => {
    const { value } = await bars(recorded('chart_IBM_max_with_dividends.json.gz').body)
    const weekdays = new Set(value.map(({ date }) => new Date(date).getUTCDay()))
    expect([...weekdays].sort()).toEqual([1, 2, 3, 4, 5])
  })

  test('error: refuses prices without times', async () => {
    const { response } = recorded('yf2_chart-notimestamp-weird-quote.fake.json.gz')
    await expect(bars(response.bodyJson)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe.runIf(present)('recorded charts of other kinds', () => {
  const charts = new URL('../recorded/query2.finance.yahoo.com/', folder)
  const read = async (name: string) => {
    const body = JSON.parse(gunzipSync(readFileSync(new URL(name, charts))).toString())
    return { body, days: (await bars(body)).value.map(({ date }) => date) }
  }

  test.each(['BABA', 'GOEX', 'VTSAX'])(
    'default: %s gives one day for each time',
    async (symbol) => {
      const { body, days } = await read(`v8_finance_chart_${symbol}.json.gz`)
      const { timestamp } = body.chart.result[0]
      const inNewYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
      expect(days).toEqual([
        ...new Set(timestamp.map((seconds: number) => inNewYork.format(seconds * 1_000))),
      ])
    },
  )
})

test('behavior: requests the whole history by its ends, because the range of all has bars of three months', async () => {
  const requests: string[] = []
  const events = 'events=div%2Csplits%2CcapitalGains'
  const upstreams: Transport = {
    mode: 'recorded',
    fetch: async ({ url }) => {
      requests.push(url.search)
      throw new FiqError('NOT_FOUND', 'None.')
    },
  }
  const context = testContext(upstreams)
  for (const range of ['max', '10y'] as const)
    await expect(loadYahooBars('IBM', range, '1d', context)).rejects.toThrow('None.')
  expect(requests).toEqual([
    `?period1=-5000000000&period2=9999999999&interval=1d&${events}`,
    `?range=10y&interval=1d&${events}`,
  ])
})

describe('faults', () => {
  const fault = (code: string) => ({ chart: { result: null, error: { code, description: 'x' } } })
  const result = (indicators: object, timestamp = [1, 2], meta: object = {}) => ({
    chart: { result: [{ meta: { gmtoffset: 0, ...meta }, timestamp, indicators }], error: null },
  })
  test.each([
    [fault('Not Found'), 'NOT_FOUND'],
    [fault('Unauthorized'), 'UPSTREAM_CHANGED'],
    [{ chart: { result: null, error: null } }, 'UPSTREAM_CHANGED'],
    [result({ quote: [{ close: [1] }] }), 'UPSTREAM_CHANGED'],
    [result({ quote: [] }), 'UPSTREAM_CHANGED'],
  ])('error: %j is %s', async (body, code) => {
    await expect(bars(body)).rejects.toMatchObject({ code })
  })

  test('behavior: a day is that of the exchange, even if it opens before midnight UTC', async () => {
    const [opens] = [Date.UTC(2025, 11, 21, 23) / 1_000]
    const one = { open: [1], high: [1], low: [1], close: [1], volume: [1] }
    const body = result({ quote: [one] }, [opens])
    body.chart.result[0]!.meta.gmtoffset = 39_600
    expect((await bars(body, 'BHP.AX')).value).toMatchObject([{ date: '2025-12-22' }])
  })

  test('behavior: a day in summer uses summer time, even in a chart created in winter', async () => {
    // A currency's day begins at midnight in London.
    const midnights = [Date.UTC(2025, 5, 30, 23) / 1_000, Date.UTC(2025, 11, 1) / 1_000]
    const two = { open: [1, 1], high: [1, 1], low: [1, 1], close: [1, 1], volume: [1, 1] }
    const daysIn = async (zone: string) => {
      const body = result({ quote: [two] }, midnights, { exchangeTimezoneName: zone })
      return (await bars(body, 'EURUSD=X')).value.map(({ date }) => date)
    }
    expect(await daysIn('Europe/London')).toEqual(['2025-07-01', '2025-12-01'])
    expect(await daysIn('Nowhere/Such')).toEqual(['2025-06-30', '2025-12-01'])
  })

  test('behavior: dividends are in the unit of the price; in a foreign currency they are unknown', async () => {
    const two = { open: [9, 9], high: [9, 9], low: [9, 9], close: [90, 90], volume: [1, 1] }
    const paid = async (currency: string | null) => {
      const body = result({ quote: [two] }, [0, 86_400], { currency: 'GBp' })
      const events = { dividends: { 86400: { date: 86_400, amount: 0.45, currency } } }
      Object.assign(body.chart.result[0]!, { events })
      const { value } = await bars(body, 'VOD.L')
      return [value[1]!.dividends, value[0]!.adjustedClose]
    }
    expect(await paid('GBP')).toEqual([45, 45])
    for (const same of ['GBp', '', null]) expect(await paid(same)).toEqual([0.45, 89.55])
    expect(await paid('USD')).toEqual([undefined, undefined])
  })

  // VWILX paid 6.42 of gains and 1.437 of income on 2025-12-17; Yahoo's dividend of the day is 7.857.
  test.each([
    ['included in the dividend', 7.857, 6.42, 7.857],
    ['beside a smaller dividend', 1.437, 6.42, 7.857],
    ['alone', undefined, 6.42, 6.42],
  ])('behavior: the capital gains of a fund count once: %s', async (_, dividend, gain, total) => {
    const two = { open: [9, 9], high: [9, 9], low: [9, 9], close: [118.3, 110.44], volume: [1, 1] }
    const body = result({ quote: [two] }, [0, 86_400])
    const event = (amount: number | undefined) =>
      amount === undefined ? {} : { 86400: { date: 86_400, amount } }
    const events = { dividends: event(dividend), capitalGains: event(gain) }
    Object.assign(body.chart.result[0]!, { events })
    const { value } = await bars(body, 'VWILX')
    expect(value[1]!.dividends).toBeCloseTo(total, 9)
    expect(value[0]!.adjustedClose).toBeCloseTo(118.3 - total, 6)
  })

  test('error: refuses wider bars than requested; 1h is 60m', async () => {
    const one = { open: [1], high: [1], low: [1], close: [1], volume: [1] }
    const of = (dataGranularity: string) => result({ quote: [one] }, [1], { dataGranularity })
    await expect(bars(of('3mo'))).rejects.toMatchObject({
      code: 'UPSTREAM_CHANGED',
      message: expect.stringContaining('bars of 3mo in the place of 1d'),
    })
    await expect(bars(of('1h'))).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
    expect((await bars(of('1h'), 'AAPL', '60m')).value).toHaveLength(1)
  })

  test('error: a chart with only gaps has no bars', async () => {
    const none = [null, null]
    const quote = [{ open: none, high: none, low: none, close: none, volume: none }]
    await expect(bars(result({ quote }))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
