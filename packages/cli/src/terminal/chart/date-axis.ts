import type { ChartBar } from './bar.ts'

/** First, middle and last date, as far as they fit. */
export function dateAxis(bars: readonly ChartBar[], width: number): string {
  const first = dateLabel(bars[0]!.date)
  const last = dateLabel(bars[bars.length - 1]!.date)
  if (bars.length === 1 || first.length + last.length + 2 > width) return last
  const middle = dateLabel(bars[Math.floor(bars.length / 2)]!.date)
  const room = width - first.length - last.length
  if (room < middle.length + 4) return `${first}${' '.repeat(room)}${last}`
  const before = Math.floor((width - middle.length) / 2) - first.length
  return `${first}${' '.repeat(before)}${middle}${' '.repeat(room - before - middle.length)}${last}`
}

function dateLabel(date: string): string {
  return date.length > 10 ? date.slice(0, 16).replace('T', ' ') : date
}
