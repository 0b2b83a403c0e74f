/** Range of a chart, by its name in the contract. */
export type Range = '1d' | '5d' | '1mo' | '3mo' | '6mo' | '1y' | '2y' | '5y' | '10y' | 'ytd' | 'max'

/** Width of a bar. */
export type Interval = '1m' | '5m' | '15m' | '30m' | '60m' | '1d' | '1wk' | '1mo'

/**
 * The bars of a range that ends with the newest bar. `1d` and `5d` count days with bars; months and
 * years go back from the newest bar; `ytd` starts with its year.
 *
 * @param bars oldest first
 */
export function withinRange<bar extends { date: string }>(
  bars: readonly bar[],
  range: Range,
): readonly bar[] {
  const newest = bars.at(-1)
  if (range === 'max' || !newest) return bars
  const first = range === '1d' || range === '5d' ? daysBack(bars, range) : startOf(range, newest)
  return bars.slice(firstFrom(bars, first))
}

/**
 * A day at or before the first bar of a range that ends now, for sources that require a start. For
 * `1d` and `5d` it allows for a long weekend. `undefined` for `max`.
 */
export function startDay(range: Range, now: Date): string | undefined {
  const today = now.toISOString().slice(0, 10)
  if (range === 'max') return undefined
  if (range !== '1d' && range !== '5d') return startOf(range, { date: today })
  return new Date(now.getTime() - (Number(range[0]) + 5) * 86_400_000).toISOString().slice(0, 10)
}

function daysBack(bars: readonly { date: string }[], range: '1d' | '5d'): string {
  const days = new Set<string>()
  for (let index = bars.length - 1; index >= 0; index -= 1) {
    const day = bars[index]!.date.slice(0, 10)
    if (!days.has(day) && days.size === Number(range[0])) break
    days.add(day)
  }
  return [...days].at(-1) ?? ''
}

/**
 * First day of a range that ends on `day`. If its month is too short, the last day of that month.
 */
function startOf(range: Range, { date }: { date: string }): string {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number)
  if (range === 'ytd') return `${date.slice(0, 4)}-01-01`
  const months = range.endsWith('mo') ? Number(range.slice(0, -2)) : 12 * Number(range.slice(0, -1))
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  const start = new Date(Date.UTC(year, month - 1 - months, Math.min(day, lastOfMonth)))
  return start.toISOString().slice(0, 10)
}

function firstFrom(bars: readonly { date: string }[], day: string): number {
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (bars[middle]!.date < day) low = middle + 1
    else high = middle
  }
  return low
}
