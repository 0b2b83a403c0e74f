import { expect, test } from 'vitest'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { testContext } from '../testing/describe-connector.ts'
import { loadAlpacaActions } from './alpaca-actions.ts'

const at = '2026-11-18T17:00:00Z'
const url =
  'https://data.alpaca.markets/v1/corporate-actions?symbols=AAPL' +
  '&types=cash_dividend%2Cforward_split%2Creverse_split&start=2026-01-01&end=2026-11-18&limit=1000'

test('default: divides a dividend by the splits after its day, and adds those of one day', async () => {
  const corporate_actions = {
    cash_dividends: [
      { ex_date: '2026-02-06', rate: 8 },
      { ex_date: '2026-06-01', rate: 1 },
      { ex_date: '2026-06-01', rate: 0.5 },
    ],
    // A dividend of the day of a split is already per new share.
    forward_splits: [{ ex_date: '2026-06-01', new_rate: 4, old_rate: 1 }],
    reverse_splits: [{ ex_date: '2026-09-01', new_rate: 1, old_rate: 2 }],
  }
  const fixture = { recorded: { at, url }, body: { corporate_actions } }
  const context = testContext(recordedTransport([fixture]), { now: () => new Date(at) })
  const actions = await loadAlpacaActions('AAPL', '2026-01-01', context)
  expect(Object.fromEntries(actions!.dividends)).toEqual({ '2026-02-06': 4, '2026-06-01': 3 })
  expect(Object.fromEntries(actions!.splits)).toEqual({ '2026-06-01': 4, '2026-09-01': 0.5 })
})
