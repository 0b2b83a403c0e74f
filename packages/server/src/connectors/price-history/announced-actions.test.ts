import { describe, expect, test } from 'vitest'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { announced } from './announced-actions.ts'

const now = () => new Date('2026-11-18T17:00:00Z')
const url =
  'https://data.alpaca.markets/v1/corporate-actions?symbols=BRK.B' +
  '&types=cash_dividend%2Cforward_split%2Creverse_split&start=2026-11-18&end=2027-05-21&limit=1000'
const answered = (corporate_actions: object) =>
  recordedTransport([
    { recorded: { at: '2026-11-18T17:00:00Z', url }, body: { corporate_actions } },
  ])
const load = (ticker: string, transport = sandboxTransport({ now }), isOn = true) =>
  announced.resolve({ ticker }, {}, testContext(transport, { now, enabled: () => isOn }))

describe('PriceHistory.announced', () => {
  test('default: dividends and splits, next first, with their source', async () => {
    const { value, provenance } = await load(
      'BRK-B',
      answered({
        cash_dividends: [
          { ex_date: '2027-05-22', rate: 0.6 },
          { ex_date: '2027-03-01', rate: 0.5 },
          { ex_date: '2026-11-17', rate: 0.3 },
          { ex_date: '2026-12-01', rate: 0.4 },
        ],
        forward_splits: [{ ex_date: '2027-01-15', new_rate: 4, old_rate: 1 }],
        reverse_splits: [{ ex_date: '2027-02-15', new_rate: 1, old_rate: 10 }],
      }),
    )
    expect(value).toEqual([
      { date: '2026-12-01', dividend: 0.4, split: null },
      { date: '2027-01-15', dividend: null, split: 4 },
      { date: '2027-02-15', dividend: null, split: 0.1 },
      { date: '2027-03-01', dividend: 0.5, split: null },
    ])
    expect(provenance).toMatchObject([{ source: 'Alpaca corporate actions' }])
  })

  test('behavior: the sandbox announces dividends and splits on weekdays to come', async () => {
    const rows = (await load('AAPL')).value as { date: string; split: number | null }[]
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ split }) => split === 4)).toHaveLength(1)
    for (const { date } of rows) {
      expect(date > '2026-11-18').toBe(true)
      expect([1, 2, 3, 4, 5]).toContain(new Date(date).getUTCDay())
    }
  })

  test('behavior: a ticker that is no US share has none, without a request', async () => {
    for (const ticker of ['^GSPC', 'BTC-USD', 'VOD.L'])
      expect(await load(ticker, recordedTransport([]))).toEqual({ value: [], provenance: [] })
  })

  test('error: without the key, names what is missing', async () => {
    await expect(load('AAPL', sandboxTransport({ now }), false)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
    })
  })
})
