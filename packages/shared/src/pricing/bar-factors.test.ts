import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { historyIntervals, historyRanges } from '../catalog/inputs.ts'
import { defined } from '../defined.ts'
import { schemaText, tariff } from '../schema/contract.ts'
import { barFactors, barsMax, barsPerCredit } from './bar-factors.ts'
import { prepareOperation, priceRequest } from './price-request.ts'

const contract = { schema: buildSchema(schemaText), tariff }
const prepared = prepareOperation(
  contract,
  `query ($tickers: [String!]!, $range: String, $interval: String, $filter: ArrayFilterInput) {
    priceHistory(tickers: $tickers, range: $range, interval: $interval, filter: $filter) { ticker }
  }`,
)
const priceOf = (count: number, more: Readonly<Record<string, unknown>> = {}) => {
  const tickers = Array.from({ length: count }, (_, at) => `T${at}`)
  return priceRequest(contract, prepared, { tickers, ...more }).price
}
const pairs = historyRanges.flatMap((range) =>
  historyIntervals.map((interval) => [range, interval] as const),
)
/** The fetched row of a price, which is the most expensive one. */
const workOf = (...request: Parameters<typeof priceOf>) => priceOf(...request).rows[0]![2]

describe('the price of bars', () => {
  test('default: a year of days of one ticker costs one credit, at 0.015 USD', () => {
    for (const asked of [{}, { range: '1y', interval: '1d' }, { range: null, interval: null }])
      expect([workOf(1, asked), priceOf(1, asked).amount]).toEqual([1, 15_000n])
  })

  test('default: fifty tickers of the whole history can be bought', () => {
    const all = { range: 'max', interval: '1d' }
    expect([workOf(50, all), priceOf(50, all).amount]).toEqual([5_000, 10_000_000n])
  })

  test('default: the table of the tariff has every pair, and the contract contains it', () => {
    expect(tariff.rates['Query.priceHistory']?.factors).toEqual(barFactors)
    expect(Object.keys(barFactors.table)).toEqual([...historyRanges])
    for (const row of Object.values(barFactors.table))
      expect(Object.keys(row)).toEqual([...historyIntervals])
    expect(schemaText).toContain('factorsOf: [\\"range\\", \\"interval\\"]'.replaceAll('\\"', '"'))
  })

  test.each(pairs)('default: %s of %s costs one credit per 260 bars at most', (...pair) => {
    const [range, interval] = pair
    const days = exchangeDaysMax(range)
    const bars = barsOf(days, interval, range)
    const work = barFactors.table[range]![interval]!
    expect(work).toBeGreaterThanOrEqual(Math.ceil(bars / barsPerCredit))
    // Covers every bar that an exchange or a coin has.
    expect(barsMax(range, interval)).toBeGreaterThanOrEqual(bars)
  })

  test.each(pairs)(
    'behavior: %s and %s determine it; a filter or the number of tickers do not',
    (...pair) => {
      const [range, interval] = pair
      const work = barFactors.table[range]![interval]!
      const filters = [undefined, { limit: 1 }, { since: '2026-01-01', limit: 500 }, { offset: 9 }]
      for (const filter of filters) {
        const asked = { range, interval, ...defined({ filter }) }
        if (work <= 10_000) expect(workOf(1, asked)).toBe(work)
        else expect(() => priceOf(1, asked)).toThrow(/one query may cost at most/)
      }
    },
  )

  test('behavior: a longer range or a narrower bar is never cheaper', () => {
    const lengths = historyRanges.filter((range) => range !== 'ytd')
    for (const interval of historyIntervals) {
      const credits = lengths.map((range) => barFactors.table[range]![interval]!)
      expect(credits).toEqual([...credits].sort((a, b) => a - b))
    }
    for (const row of Object.values(barFactors.table)) {
      const credits = historyIntervals.map((interval) => row[interval]!)
      expect(credits).toEqual([...credits].sort((a, b) => b - a))
    }
  })

  test('error: an unknown range has the highest price until it is refused', () => {
    expect(() => priceOf(1, { range: '3y' })).toThrow(/costs 20238 credits/)
  })
})

/**
 * Maximum number of New York trading days in a range, and of days for intraday bars of a coin, from
 * a calendar back from 2027.
 */
function exchangeDaysMax(range: string): { exchange: number; calendar: number } {
  const last = Date.UTC(2028, 11, 31)
  const months: Record<string, number> = { '1mo': 1, '3mo': 3, '6mo': 6, '1y': 12, '2y': 24 }
  const all: Record<string, number> = { ...months, '5y': 60, '10y': 120, ytd: 12 }
  if (range === '1d' || range === '5d') {
    const days = Number(range[0])
    return { exchange: days, calendar: days }
  }
  // Since the first day of the oldest index; intraday bars reach back ten years.
  const first =
    range === 'max'
      ? Date.UTC(1927, 11, 30)
      : Date.UTC(2028, 11 - all[range]!, range === 'ytd' ? 32 : 31)
  const days = Math.round((last - first) / 86_400_000) + 1
  let exchange = 0
  for (let day = first; day <= last; day += 86_400_000) {
    const weekday = new Date(day).getUTCDay()
    if (weekday !== 0 && weekday !== 6) exchange += 1
  }
  // At least eight holidays per year, and none for a shorter time.
  const holidays = Math.floor(days / 365) * 8
  return { exchange: exchange - holidays, calendar: range === 'max' ? 3_653 : days }
}

function barsOf(
  { exchange, calendar }: { exchange: number; calendar: number },
  interval: string,
  range: string,
): number {
  const perDay: Record<string, number> = { '1m': 1440, '5m': 288, '15m': 96, '30m': 48, '60m': 24 }
  if (perDay[interval]) return calendar * perDay[interval]
  if (interval === '1d') return exchange
  const wide = interval === '1wk' ? 5 : 20
  // `max` is sold as a century less two years, which the data do not fill yet.
  return range === 'max'
    ? Math.ceil(exchange / wide)
    : Math.min(260, Math.ceil(exchange / wide) + 1)
}
