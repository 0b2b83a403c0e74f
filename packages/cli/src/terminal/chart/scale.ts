/** Maps prices to steps from the bottom of a chart, 0 to `steps - 1`. */
export type Scale = { low: number; high: number; stepOf(value: number): number }

/** A scale over the values; a flat line is drawn in the middle. */
export function scaleOver(values: readonly number[], steps: number): Scale {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const extent = high - low
  return {
    low,
    high,
    stepOf(value) {
      if (extent <= 0) return Math.floor(steps / 2)
      return Math.min(steps - 1, Math.max(0, Math.round(((value - low) / extent) * (steps - 1))))
    },
  }
}
