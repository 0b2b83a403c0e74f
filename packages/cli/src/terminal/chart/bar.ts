/** One bar of a chart. Prices are in the currency of the listing. */
export type ChartBar = {
  date: string
  open: number
  high: number
  low: number
  close: number
  volume: number | null
}

/**
 * Merges neighbours until at most this many bars remain: first open, highest high, lowest low, last
 * close, sum of volumes. No high or low is lost.
 */
export function mergeBars(bars: readonly ChartBar[], countMax: number): readonly ChartBar[] {
  if (bars.length <= countMax) return bars
  const merged: ChartBar[] = []
  for (let group = 0; group < countMax; group += 1) {
    const from = Math.floor((group * bars.length) / countMax)
    const until = Math.floor(((group + 1) * bars.length) / countMax)
    merged.push(mergeGroup(bars.slice(from, until)))
  }
  return merged
}

function mergeGroup(group: readonly ChartBar[]): ChartBar {
  const first = group[0]!
  const last = group[group.length - 1]!
  const volumes = group.flatMap(({ volume }) => (volume === null ? [] : [volume]))
  return {
    date: last.date,
    open: first.open,
    close: last.close,
    high: group.reduce((highest, { high }) => Math.max(highest, high), first.high),
    low: group.reduce((lowest, { low }) => Math.min(lowest, low), first.low),
    volume: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
  }
}
