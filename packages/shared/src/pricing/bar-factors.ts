import { factorOf } from './factor-of.ts'
import type { Factors } from './tariff.ts'

/** Bars that one credit buys: the days of a year on an exchange. */
export const barsPerCredit = 260

/**
 * Bars within a day, by interval, counted round the clock: crypto trades at every hour, and the
 * price does not depend on the ticker.
 */
const barsPerDay = { '1m': 1_440, '5m': 288, '15m': 96, '30m': 48, '60m': 24 } as const

/** Wider bars, by how many of them a year of 260 exchange days has. */
const barsPerYear = { '1d': barsPerCredit, '1wk': 52, '1mo': 12 } as const

/** Calendar days of each range at most, both ends included. Bars within a day reach back ten years. */
const daysOf = {
  ...{ '1d': 1, '5d': 5, '1mo': 32, '3mo': 93, '6mo': 185, '1y': 367, '2y': 732 },
  ...{ '5y': 1_828, '10y': 3_654, ytd: 366, max: 3_654 },
} as const

/** Years of each range. `max` is a century: the oldest series of an exchange begins in 1927. */
const yearsOf = {
  ...{ '1d': 1 / 260, '5d': 5 / 260, '1mo': 1 / 12, '3mo': 1 / 4, '6mo': 1 / 2, '1y': 1 },
  ...{ '2y': 2, '5y': 5, '10y': 10, ytd: 1, max: 100 },
} as const

type BarRange = keyof typeof daysOf
const ranges = Object.keys(daysOf) as BarRange[]

/**
 * Credits of the bars of one ticker by range and interval, one for each 260 that the pair can have.
 * Fixed: neither the date, the source, the ticker nor a filter changes it.
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
  // A twelfth of 260 is no whole number; a millionth of a bar is none.
  return Math.max(1, Math.ceil(bars / barsPerCredit - 1e-6))
}

/**
 * Most bars of one ticker in an answer; older ones are left out. Within a day these are the bars that
 * were paid. Of days and wider bars a coin has more than a share, since it trades on 366 days of a
 * year where an exchange has 260, for the same price.
 */
export function barsMax(range: string, interval: string): number {
  const credits = factorOf({ range, interval }, { credits: 1, factors: barFactors })
  // No coin is a century old.
  const isPaid = Object.hasOwn(barsPerDay, interval) || range === 'max'
  return isPaid ? credits * barsPerCredit : credits * 366 + 2
}
