/** `deviations`: distance of the bands from the average in population standard deviations. */
export type BollingerSettings = { period: number; deviations: number }

export type BollingerValue = { upper: number; middle: number; lower: number }

/** Mean of `count` values, and the sum of their squared distances from it. */
type Moments = { count: number; mean: number; squares: number }

/**
 * Bollinger bands: the simple average of the last `period` closes, and `deviations` population
 * standard deviations above and below; `null` before bar `period - 1`. The bands of a flat series
 * have no width. Windows are merged from two blocks, as in {@link windowSums}. A difference of two
 * large squares would lose all digits of a small deviation on a high price.
 */
export function bollinger(
  closes: readonly number[],
  { period, deviations }: BollingerSettings,
): (BollingerValue | null)[] {
  const tails = tailMoments(closes, period)
  let head: Moments = none
  return closes.map((close, index) => {
    head = include(index % period === 0 ? none : head, close)
    const first = index - period + 1
    if (first < 0) return null
    const { mean, squares } = first % period === 0 ? head : merge(tails[first]!, head)
    const width = deviations * Math.sqrt(squares / period)
    return { upper: mean + width, middle: mean, lower: mean - width }
  })
}

const none: Moments = { count: 0, mean: 0, squares: 0 }

/** At each bar, the moments from this bar to the end of its block. */
function tailMoments(values: readonly number[], period: number): Moments[] {
  const tails: Moments[] = new Array(values.length)
  let tail: Moments = none
  for (let index = values.length - 1; index >= 0; index -= 1) {
    tail = include(index % period === period - 1 ? none : tail, values[index]!)
    tails[index] = tail
  }
  return tails
}

/** Welford's update. */
function include({ count, mean, squares }: Moments, value: number): Moments {
  const distance = value - mean
  const moved = mean + distance / (count + 1)
  return { count: count + 1, mean: moved, squares: squares + distance * (value - moved) }
}

/** Chan's merge of the moments of two disjoint sets. */
function merge(left: Moments, right: Moments): Moments {
  const count = left.count + right.count
  const distance = right.mean - left.mean
  const mean = left.mean + (distance * right.count) / count
  const between = (distance * distance * left.count * right.count) / count
  return { count, mean, squares: left.squares + right.squares + between }
}
