import { defined } from '@fiq/shared/defined'
import type { Bar } from '../connector.ts'

/**
 * Weekly or monthly bars from daily ones: first open, highest high, lowest low, last close, sum of
 * volumes and dividends, product of splits, dated by the first day of the week (Monday) or month.
 * Ignores `null`. The first bar begins with the first daily bar.
 *
 * @param daily oldest first
 */
export function aggregate(daily: readonly Bar[], interval: '1wk' | '1mo'): Bar[] {
  const bars: Bar[] = []
  for (const bar of daily) {
    const date = interval === '1mo' ? `${bar.date.slice(0, 7)}-01` : monday(bar.date)
    const last = bars.at(-1)
    if (last?.date === date) bars[bars.length - 1] = merged(last, bar)
    else bars.push({ ...bar, date })
  }
  return bars
}

function merged(bar: Bar, next: Bar): Bar {
  return {
    ...next,
    date: bar.date,
    open: bar.open ?? next.open,
    high: either(bar.high, next.high, Math.max),
    low: either(bar.low, next.low, Math.min),
    volume: either(bar.volume, next.volume, (a, b) => a + b),
    ...defined({
      dividends: next.dividends === undefined ? undefined : (bar.dividends ?? 0) + next.dividends,
      splits: next.splits === undefined ? undefined : (bar.splits ?? 1) * next.splits,
    }),
  }
}

function either(a: number | null, b: number | null, join: (a: number, b: number) => number) {
  if (a === null) return b
  return b === null ? a : join(a, b)
}

function monday(date: string): string {
  const day = new Date(`${date.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
