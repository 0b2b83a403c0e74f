import { windowSums } from './window-sums.ts'

/** The fields of a bar that the money flow needs. */
export type FlowBar = { high: number; low: number; close: number; volume: number }

/**
 * Money flow index, 0 to 100: the share of rising flow in the flow of the last `period` bars. Flow
 * is typical price (mean of high, low, close) times volume. It is rising or falling compared with
 * the previous typical price; an unchanged price has no flow. `null` before bar `period`, for a window
 * without rising or falling flow, and for one with a negative price, whose flow is undefined. 0 if the total flow is below 1, as in TA-Lib.
 */
export function mfi(bars: readonly FlowBar[], period: number): (number | null)[] {
  const flows = bars.slice(1).map((bar, index) => {
    const before = typicalPrice(bars[index]!)
    const now = typicalPrice(bar)
    const amount = now * bar.volume
    return {
      rising: now > before ? amount : 0,
      falling: now < before ? amount : 0,
      negative: amount < 0 ? 1 : 0,
    }
  })
  const sumsOf = (part: 'rising' | 'falling' | 'negative') =>
    windowSums(
      flows.map((flow) => flow[part]),
      period,
    )
  const [rising, falling, negative] = [sumsOf('rising'), sumsOf('falling'), sumsOf('negative')]
  return bars.map((_, index) => {
    if (index < period || negative[index - 1]! > 0) return null
    return shareOf(rising[index - 1]!, falling[index - 1]!)
  })
}

function typicalPrice({ high, low, close }: FlowBar): number {
  return (high + low + close) / 3
}

function shareOf(rising: number, falling: number): number | null {
  const total = rising + falling
  // A sum of zeros is exactly zero, so this test distinguishes a flat window from one with little
  // flow.
  if (total === 0) return null
  return total < 1 ? 0 : 100 * (rising / total)
}
