/** Analyst coverage of one company. */
export type AnalystView = {
  /** Currency of the targets, ISO 4217. */
  currency: string | null
  /** Mean target. */
  priceTarget: number | null
  /** strong_buy, buy, hold, underperform or sell. */
  recommendation: string | null
  priceTargetHigh: number | null
  priceTargetLow: number | null
  priceTargetMedian: number | null
  /** Number of analysts as the source counts them; it may differ from the sum below. */
  analysts: number | null
  strongBuy: number | null
  buy: number | null
  hold: number | null
  sell: number | null
  strongSell: number | null
}

/** Number of analysts by recommendation. */
export type Votes = Record<'strongBuy' | 'buy' | 'hold' | 'sell' | 'strongSell', number>

const words = ['strong_buy', 'buy', 'hold', 'underperform', 'sell'] as const

/**
 * The recommendation nearest to the mean vote, from 1 (strong buy) to 5; `null` without votes.
 *
 * @example recommendationOf({ strongBuy: 1, buy: 1, hold: 0, sell: 0, strongSell: 0 }) // 'buy'
 */
export function recommendationOf(votes: Votes): string | null {
  const { strongBuy, buy, hold, sell, strongSell } = votes
  const count = strongBuy + buy + hold + sell + strongSell
  if (count === 0) return null
  const mean = (strongBuy + 2 * buy + 3 * hold + 4 * sell + 5 * strongSell) / count
  return words[Math.min(4, Math.floor(mean - 0.5))] ?? null
}

/** Whether a source returned no figure. */
export function isEmptyView({ currency: _currency, ...figures }: AnalystView): boolean {
  return Object.values(figures).every((value) => value === null || value === 0)
}
