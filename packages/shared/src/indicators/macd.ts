import { ema } from './ema.ts'

/** Periods in bars; `fast` is less than `slow`. */
export type MacdPeriods = { fast: number; slow: number; signal: number }

export type MacdValue = { macd: number; signal: number; histogram: number }

/**
 * Moving average convergence divergence. Both averages start at bar `slow - 1`; the fast one is
 * seeded there with the last `fast` closes. The signal is seeded with the simple average of the
 * first `signal` differences. `null` before bar `slow + signal - 2`, which is 33 for 12, 26, 9.
 */
export function macd(closes: readonly number[], periods: MacdPeriods): (MacdValue | null)[] {
  const start = periods.slow - 1
  const fast = ema(closes, periods.fast, start)
  const slow = ema(closes, periods.slow)
  const differences = closes.slice(start).map((_, bar) => fast[start + bar]! - slow[start + bar]!)
  const signals = ema(differences, periods.signal)
  return closes.map((_, index) => {
    const signal = signals[index - start]
    if (signal === undefined || signal === null) return null
    const difference = differences[index - start]!
    return { macd: difference, signal, histogram: difference - signal }
  })
}
