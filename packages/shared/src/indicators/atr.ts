/** The fields of a bar that the true range needs. */
export type RangeBar = { high: number; low: number; close: number }

/**
 * Average true range, in the unit of the prices. The true range exists from bar 1 on, because it
 * needs the close before. The first average, at bar `period`, is the mean of the first `period`
 * ranges; Wilder's smoothing follows. `null` before that bar. A flat series has a range of 0.
 *
 * @example atr(bars, 14)
 */
export function atr(bars: readonly RangeBar[], period: number): (number | null)[] {
  let average = 0
  return bars.map((bar, index) => {
    if (index === 0) return null
    const range = trueRange(bar, bars[index - 1]!.close)
    if (index <= period) {
      average += range / period
      return index < period ? null : average
    }
    average = (average * (period - 1) + range) / period
    return average
  })
}

/** The largest of: high to low, previous close to high, previous close to low. */
function trueRange({ high, low }: RangeBar, closeBefore: number): number {
  return Math.max(high - low, Math.abs(high - closeBefore), Math.abs(low - closeBefore))
}
