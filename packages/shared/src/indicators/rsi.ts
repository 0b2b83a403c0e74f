/**
 * Wilder's relative strength index, 0 to 100. The first averages are the means of the first
 * `period` gains and losses, at bar `period`; then Wilder's smoothing. `null` before that bar, and
 * where there was neither gain nor loss: a flat series has no strength, neither 0 nor 100.
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
    // Rounding may lift a product over its bound; a quotient of at most 1 cannot.
    return gain + loss === 0 ? null : 100 * (gain / (gain + loss))
  })
}
