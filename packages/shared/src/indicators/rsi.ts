/**
 * Wilder's relative strength index, 0 to 100. The first averages, at bar `period`, are the means of
 * the first `period` gains and losses; Wilder's smoothing follows. `null` before that bar, and
 * while there is neither gain nor loss: the index of a flat series is undefined, not 0 or 100.
 *
 * @example rsi([1, 2, 1, 2], 2) // [null, null, 50, 75]
 */
export function rsi(closes: readonly number[], period: number): (number | null)[] {
  let gain = 0
  let loss = 0
  return closes.map((close, index) => {
    if (index === 0) return null
    const change = close - closes[index - 1]!
    const up = change > 0 ? change : 0
    const down = change < 0 ? -change : 0
    if (index <= period) {
      gain += up / period
      loss += down / period
      if (index < period) return null
    } else {
      gain = (gain * (period - 1) + up) / period
      loss = (loss * (period - 1) + down) / period
    }
    // Rounding may raise a product above 100. A quotient of at most 1 times 100 stays within it.
    return gain + loss === 0 ? null : 100 * (gain / (gain + loss))
  })
}
