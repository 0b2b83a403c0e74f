import { historyRanges } from '@fiq/shared/catalog/inputs'

/** The chart's range and bar interval, shortest range first. */
export type Frame = { name: string; interval: string; isIntraday: boolean }

const intervals: Readonly<Record<string, string>> = {
  '1d': '5m',
  '5d': '30m',
  '5y': '1wk',
  '10y': '1wk',
  max: '1mo',
}

const lengths = ['1d', '5d', '1mo', '3mo', '6mo', 'ytd', '1y', '2y', '5y', '10y', 'max'] as const

/** The ranges of `priceHistory`, shortest first. */
export const frames: readonly Frame[] = lengths
  .filter((name) => historyRanges.includes(name))
  .map((name) => {
    const interval = intervals[name] ?? '1d'
    return { name, interval, isIntraday: interval.endsWith('m') }
  })

/** The bars of the day. The table of prices shows them too. */
export const dayFrame: Frame = frames[0]!

/** Former range names, with their current ones. */
export const oldRanges: Readonly<Record<string, string>> = {
  '1D': '1d',
  '1W': '5d',
  '1M': '1mo',
  '3M': '3mo',
  '6M': '6mo',
  '1Y': '1y',
  '5Y': '5y',
}

/** The time frame with this name, e.g. `1Y`; `undefined` for unknown names. */
export function frameNamed(name: string): Frame | undefined {
  return frames.find((frame) => frame.name === name)
}
