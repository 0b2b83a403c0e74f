import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
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
const bars = (body: unknown, symbol = 'AAPL') => {
  const now = () => new Date('2025-12-23T01:44:09Z')
  return loadYahooBars(symbol, 'max', '1d', testContext(answering(body), { now }))
}

test.skipIf(present)(
  'SKIPPED: the recorded answers are absent from ../shared/data',
  () => undefined,
)

describe.runIf(present)('recorded answers', () => {
  test('default: three years of Apple, a bar a session, the last of the running day', async () => {
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
  ])('behavior: %s is days in order, each once', async (name) => {
    const { value } = await bars(recorded(name).body)
    const dates = value.map(({ date }) => date)
    expect(value.length).toBeGreaterThan(500)
    expect(dates).toEqual([...new Set(dates)].sort())
    for (const { close } of value) expect(close).toBeGreaterThan(0)
  })

  test('behavior: no exchange trades on a weekend', async () => {
    const { value } = await bars(recorded('chart_IBM_max_with_dividends.json.gz').body)
    const weekdays = new Set(value.map(({ date }) => new Date(date).getUTCDay()))
    expect([...weekdays].sort()).toEqual([1, 2, 3, 4, 5])
  })

  test('error: prices without their times are refused', async () => {
    const { response } = recorded('yf2_chart-notimestamp-weird-quote.fake.json.gz')
    await expect(bars(response.bodyJson)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('faults', () => {
  const fault = (code: string) => ({ chart: { result: null, error: { code, description: 'x' } } })
  const result = (indicators: object, timestamp = [1, 2]) => ({
    chart: { result: [{ meta: { gmtoffset: 0 }, timestamp, indicators }], error: null },
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

  test('behavior: a day is that of the exchange, where it opens before midnight UTC', async () => {
    const [opens] = [Date.UTC(2025, 11, 21, 23) / 1_000]
    const one = { open: [1], high: [1], low: [1], close: [1], volume: [1] }
    const body = result({ quote: [one] }, [opens])
    body.chart.result[0]!.meta.gmtoffset = 39_600
    expect((await bars(body, 'BHP.AX')).value).toMatchObject([{ date: '2025-12-22' }])
  })

  test('error: only gaps are no bars', async () => {
    const none = [null, null]
    const quote = [{ open: none, high: none, low: none, close: none, volume: none }]
    await expect(bars(result({ quote }))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
