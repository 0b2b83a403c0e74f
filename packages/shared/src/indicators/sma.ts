import { windowSums } from './window-sums.ts'

/**
 * Simple moving average of the last `period` values; `null` before bar `period - 1`.
 *
 * @example sma([1, 2, 3, 4], 2) // [null, 1.5, 2.5, 3.5]
 */
export function sma(values: readonly number[], period: number): (number | null)[] {
  return windowSums(values, period).map((sum) => (sum === null ? null : sum / period))
}
