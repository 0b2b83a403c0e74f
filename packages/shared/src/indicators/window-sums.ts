/**
 * Sum of the last `period` values at every bar, `null` before the first full window. O(n).
 *
 * A usual rolling sum adds the new value and subtracts the old one. It keeps every rounding error:
 * one wrong value of 1e12 falsifies the rest of the series. Here a window is the tail of one block
 * of `period` values plus the head of the next, so nothing is subtracted.
 */
export function windowSums(values: readonly number[], period: number): (number | null)[] {
  const tails = tailSums(values, period)
  const sums: (number | null)[] = []
  let head = 0
  for (let index = 0; index < values.length; index += 1) {
    head = index % period === 0 ? values[index]! : head + values[index]!
    const first = index - period + 1
    if (first < 0) sums.push(null)
    else sums.push(first % period === 0 ? head : tails[first]! + head)
  }
  return sums
}

/** At each bar, the sum from this bar to the end of its block. */
function tailSums(values: readonly number[], period: number): Float64Array {
  const tails = new Float64Array(values.length)
  let tail = 0
  for (let index = values.length - 1; index >= 0; index -= 1) {
    tail = index % period === period - 1 ? values[index]! : tail + values[index]!
    tails[index] = tail
  }
  return tails
}
