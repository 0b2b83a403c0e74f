import type { Bar } from '../connector.ts'
import { tidy } from '../tidy.ts'

/** Dividends and splits of one share by ex-day, ISO 8601. */
export type CorporateActions = {
  /** Cash for one share, adjusted for splits like the bars. */
  dividends: ReadonlyMap<string, number>
  /** Number of new shares for one old share: 4 for 4:1. */
  splits: ReadonlyMap<string, number>
}

/** A dividend or a split that is announced. The other value is `null`. */
export type AnnouncedAction = {
  /** Ex-day, ISO 8601. */
  date: string
  /** Cash for one share. */
  dividend: number | null
  /** Number of new shares for one old share. */
  split: number | null
}

/**
 * Adds dividends, splits and adjusted closes to daily bars. The newest close is unchanged. Going
 * back, each dividend multiplies all earlier closes by 1 - dividend / close of the day before its
 * ex-day, like CRSP and most charts. An ex-day without a bar counts for the next bar.
 *
 * @param bars oldest first, adjusted for splits
 * @returns bars without adjusted closes before a dividend that is as large as the previous close
 */
export function withActions(
  bars: readonly Bar[],
  { dividends, splits }: CorporateActions,
): readonly Bar[] {
  const paid = byBar(bars, dividends, (a, b) => a + b)
  const split = byBar(bars, splits, (a, b) => a * b)
  const adjusted: Bar[] = new Array(bars.length)
  let factor = 1
  for (let at = bars.length - 1; at >= 0; at -= 1) {
    const bar = bars[at]!
    const dividend = paid.get(at) ?? 0
    const adjustedBar: Bar = { ...bar, dividends: dividend, splits: split.get(at) ?? 1 }
    const adjustedClose = factor === 1 ? bar.close : tidy(bar.close * factor)
    if (factor > 0 && adjustedClose !== null) adjustedBar.adjustedClose = adjustedClose
    adjusted[at] = adjustedBar
    if (dividend !== 0 && at > 0) factor *= Math.max(0, 1 - dividend / bars[at - 1]!.close)
  }
  return adjusted
}

/** Values by the index of the first bar on or after their day; none before the first bar. */
function byBar(
  bars: readonly Bar[],
  days: ReadonlyMap<string, number>,
  join: (a: number, b: number) => number,
): ReadonlyMap<number, number> {
  const first = bars[0]?.date ?? ''
  const places = new Map<number, number>()
  let at = 0
  for (const [day, value] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (day < first) continue
    while (at < bars.length && bars[at]!.date < day) at += 1
    if (at === bars.length) break
    const existing = places.get(at)
    places.set(at, existing === undefined ? value : join(existing, value))
  }
  return places
}

/**
 * Percent by which the adjusted close of the last bar exceeds that of the first: the gain of an
 * owner who reinvests each dividend on its ex-day.
 *
 * @param bars oldest first
 * @returns `null` without adjusted closes
 */
export function totalReturn(bars: readonly Bar[]): number | null {
  const first = bars[0]?.adjustedClose
  const last = bars.at(-1)?.adjustedClose
  if (first === undefined || last === undefined || first <= 0) return null
  return tidy(100 * (last / first - 1))
}
