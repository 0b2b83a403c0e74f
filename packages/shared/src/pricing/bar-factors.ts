import { factorOf } from './factor-of.ts'
import type { Factors } from './tariff.ts'

/** Bars that one credit buys: the trading days of a year. */
export const barsPerCredit = 260

/**
 * Bars in a day of 24 hours, by interval. Crypto trades at all hours, and the price does not depend
 * on the ticker.
 */
const barsPerDay = { '1m': 1_440, '5m': 288, '15m': 96, '30m': 48, '60m': 24 } as const

/** Bars in a year of 260 trading days, by interval. */
const barsPerYear = { '1d': barsPerCredit, '1wk': 52, '1mo': 12 } as const

/** Maximum calendar days of each range, both ends included. Intraday bars reach back ten years. */
const daysOf = {
  '1d': 1,
  '5d': 5,
  '1mo': 32,
  '3mo': 93,
  '6mo': 185,
  '1y': 367,
  '2y': 732,
  '5y': 1_828,
  '10y': 3_654,
  ytd: 366,
  max: 3_654,
} as const

/** Years in each range. `max` is a century: the oldest series of an exchange begins in 1927. */
const yearsOf = {
  '1d': 1 / 260,
  '5d': 5 / 260,
  '1mo': 1 / 12,
  '3mo': 1 / 4,
  '6mo': 1 / 2,
  '1y': 1,
  '2y': 2,
  '5y': 5,
  '10y': 10,
  ytd: 1,
  max: 100,
} as const

type BarRange = keyof typeof daysOf
const ranges = Object.keys(daysOf) as BarRange[]

/**
 * Credits for the bars of one ticker by range and interval: one credit for each 260 bars that the
 * pair can have. They do not depend on date, source, ticker or filter.
 */
export const barFactors: Factors = {
  arguments: ['range', 'interval'],
  defaults: ['1y', '1d'],
  table: Object.fromEntries(
    ranges.map((range) => [
      range,
      Object.fromEntries([
        ...Object.entries(barsPerDay).map(
          ([interval, perDay]) => [interval, creditsFor(daysOf[range] * perDay)] as const,
        ),
        ...Object.entries(barsPerYear).map(
          ([interval, perYear]) => [interval, creditsFor(yearsOf[range] * perYear)] as const,
        ),
      ]),
    ]),
  ),
}

function creditsFor(bars: number): number {
  // 260 / 12 is inexact in floating point: ignore a millionth.
  return Math.max(1, Math.ceil(bars / barsPerCredit - 1e-6))
}

/**
 * Maximum bars of one ticker in an answer; older ones are omitted. For intraday intervals, this is
 * the number of bars in the price. For daily and wider bars it is higher: a coin trades on 366 days
 * of a year where an exchange has 260, and costs the same.
 */
export function barsMax(range: string, interval: string): number {
  const credits = factorOf({ range, interval }, { credits: 1, factors: barFactors })
  // No coin is a century old.
  const isPaid = Object.hasOwn(barsPerDay, interval) || range === 'max'
  return isPaid ? credits * barsPerCredit : credits * 366 + 2
}
