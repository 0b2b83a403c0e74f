/**
 * Exponential moving average, weight 2 / (period + 1), seeded with the simple average of the
 * `period` values that end at bar `seedAt`; `null` before it. By default the seed is the first full
 * window, as in TA-Lib's EMA. TA-Lib's MACD seeds the fast average later, so that both averages
 * start at the same bar.
 *
 * @example ema([1, 2, 3, 4], 3) // [null, null, 2, 3]
 */
export function ema(
  values: readonly number[],
  period: number,
  seedAt: number = period - 1,
): (number | null)[] {
  const averages: (number | null)[] = new Array(Math.min(seedAt, values.length)).fill(null)
  if (values.length <= seedAt) return averages
  let average = 0
  for (let index = seedAt - period + 1; index <= seedAt; index += 1) average += values[index]!
  average /= period
  averages.push(average)
  const weight = 2 / (period + 1)
  for (let index = seedAt + 1; index < values.length; index += 1) {
    average += (values[index]! - average) * weight
    averages.push(average)
  }
  return averages
}
