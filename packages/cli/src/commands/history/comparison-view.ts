import { sanitise } from '@fiq/shared/sanitise'
import { barsIn } from '../../bars/bars-in.ts'
import { zoneOf } from '../../bars/zone-of.ts'
import { dayOf } from '../../command-line/views/describe-sources.ts'
import { type Row, textIn } from '../../query/rows.ts'
import type { ChartBar } from '../../terminal/chart/bar.ts'
import {
  type ComparedSeries,
  drawComparison,
  strokeWords,
} from '../../terminal/chart/comparison.ts'
import { formatPercent } from '../../terminal/format/format-number.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { truncate } from '../../terminal/format/text-width.ts'

const rowsDefault = 15
/** Lines besides the chart: its title, the notes and the prompt. */
const linesAround = 6
const rowsMax = 40

/** Several tickers from a common day on, in percent of their closes on that day. */
export function comparisonView(
  histories: readonly Row[],
  { screen, kind }: { screen: Screen; kind: 'line' | 'candles' | 'none' | undefined },
): string {
  const lines = histories.map((history) => ({
    name: sanitise(textIn(history, 'ticker')),
    problem: sanitise(textIn(history, 'problem')),
    bars: barsIn(history),
  }))
  const compared = lines.filter(({ bars }) => bars.length > 0)
  const missing = lines
    .filter(({ bars }) => bars.length === 0)
    .map(({ name, problem }) => `${name}  no bars${problem === '' ? '' : `: ${problem}`}`)
  const { dates, series } = alignedChanges(compared)
  if (dates.length === 0) return missing.join('\n')
  const since = dayOf(dates[0]!)
  if (kind === 'none' || screen.isReadAloud)
    return [
      `Change since ${since}`,
      ...series.map(({ name, values }) => `${name}  ${formatPercent(values.at(-1))}`),
      ...missing,
    ].join('\n')
  const title = `Change since ${since}, percent; ${strokeWords(series.length)}`
  const height =
    screen.rows === undefined ? rowsDefault : Math.min(rowsMax, screen.rows - linesAround)
  const zone = zoneOf(compared[0]!.name)
  return [
    paint(truncate(title, screen.columns), 'bold', screen.colour),
    drawComparison(series, dates, screen, { height, zone }),
    ...missing,
  ].join('\n')
}

/** The first day on which all tickers with bars have one; empty if there is none. */
export function commonStart(histories: readonly Row[]): string {
  const firsts = histories.flatMap((history) => barsIn(history).slice(0, 1))
  return latest(firsts.map(({ date }) => date))
}

/** The close of the newest bar on or before a date. */
export function closeAt(bars: readonly Row[], date: string): number | undefined {
  return barsIn({ bars }).findLast((bar) => bar.date <= date)?.close
}

/**
 * Changes since the first common day, at every date of any ticker. Between two bars, a ticker keeps
 * its last change.
 */
export function alignedChanges(histories: readonly { name: string; bars: readonly ChartBar[] }[]): {
  dates: readonly string[]
  series: readonly ComparedSeries[]
} {
  const start = latest(histories.flatMap(({ bars }) => (bars[0] ? [bars[0].date] : [])))
  const dates = [...new Set(histories.flatMap(({ bars }) => bars.map(({ date }) => date)))]
    .filter((date) => date >= start)
    .sort()
  const series = histories.map(({ name, bars }) => {
    let place = 0
    let base: number | undefined
    const values = dates.map((date) => {
      while (place + 1 < bars.length && bars[place + 1]!.date <= date) place += 1
      const { close } = bars[place]!
      base ??= close
      return base === 0 ? 0 : (close / base - 1) * 100
    })
    return { name, values }
  })
  return { dates, series }
}

function latest(dates: readonly string[]): string {
  return dates.reduce((newest, date) => (date > newest ? date : newest), '')
}
