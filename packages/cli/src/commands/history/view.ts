import { sanitise } from '@fiq/shared/sanitise'
import { barsIn } from '../../command-line/views/bars-in.ts'
import { asOfLine, dayOf } from '../../command-line/views/describe-sources.ts'
import { type Row, textIn } from '../../query/rows.ts'
import type { ChartBar } from '../../terminal/chart/bar.ts'
import { type ChartKind, chartRowsMin, drawChart } from '../../terminal/chart/draw-chart.ts'
import { panelRows } from '../../terminal/chart/panel.ts'
import {
  formatChange,
  formatLarge,
  formatPercent,
  formatPrice,
  toneOf,
} from '../../terminal/format/format-number.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { wrap } from '../../terminal/format/text-width.ts'
import { chartParts } from './chart-parts.ts'
import type { IndicatorSeries } from './indicators.ts'

export type HistoryOptions = {
  /** Chosen by how many bars fit when not given. */
  kind: ChartKind | 'none' | undefined
  /** Indicators over the same bars. */
  series?: readonly IndicatorSeries[]
  /** What was asked for, in words. */
  period: string
  /** Day of the newest value when that is old; said in the headline. */
  asOf: string | undefined
  now: Date
  screen: Screen
}

/** One ticker: a headline, the extremes, the chart. */
export function historyView(history: Row, options: HistoryOptions): string {
  const { screen, asOf, now } = options
  const ticker = sanitise(textIn(history, 'ticker'))
  const bars = barsIn(history)
  const first = bars[0]
  const last = bars[bars.length - 1]
  if (!first || !last) {
    const problem = sanitise(textIn(history, 'problem'))
    return `${paint(ticker, 'bold', screen.colour)}  no bars${problem ? `: ${problem}` : ''}`
  }
  const head = [
    headline(ticker, first, last, screen),
    ...wrap(extremes(bars, options.period), screen.columns).map((line) =>
      paint(line.replaceAll(bound, ' '), 'dim', screen.colour),
    ),
    ...(asOf === undefined ? [] : [paint(sanitise(asOfLine(asOf, now)), 'warn', screen.colour)]),
  ]
  return [...head, ...withoutValues(options.series), ...chartOf(bars, head.length, options)].join(
    '\n',
  )
}

/** Lines around a chart that stays in sight: an empty one, where it comes from, what it cost, the prompt. */
const linesBelow = 6
/** Higher, a chart says no more. */
const chartRowsMax = 40

/** The chart as high as the terminal lets it be; for a listener the newest values in words. */
function chartOf(
  bars: readonly ChartBar[],
  linesAbove: number,
  { kind, screen, series = [] }: HistoryOptions,
): readonly string[] {
  const chosen = kind ?? (screen.isReadAloud ? 'none' : kindFor(bars, screen))
  const parts = chartParts(series, bars)
  if (chosen === 'none') return newestOf(series)
  if (screen.rows === undefined) return ['', drawChart(bars, chosen, screen, parts)]
  const room = screen.rows - linesAbove - linesBelow
  const wanted = chartRowsMin + 4 + parts.panels.length * panelRows
  const height = Math.max(wanted, Math.min(chartRowsMax, room))
  return ['', drawChart(bars, chosen, screen, { ...parts, height })]
}

function kindFor(bars: readonly ChartBar[], screen: Screen): ChartKind {
  return bars.length * 2 <= screen.columns - 12 ? 'candles' : 'line'
}

function newestOf(series: readonly IndicatorSeries[]): readonly string[] {
  return series
    .flatMap(({ lines }) => lines)
    .flatMap(({ name, at }) => {
      const [newest] = at.values()
      return newest === undefined ? [] : [`${name} ${formatPrice(newest)}`]
    })
}

function withoutValues(series: readonly IndicatorSeries[] = []): readonly string[] {
  return series.flatMap(({ indicator, reason }) =>
    reason === '' ? [] : [`${indicator.name}: ${sanitise(reason)}`],
  )
}

function headline(ticker: string, first: ChartBar, last: ChartBar, { colour }: Screen): string {
  const change = last.close - first.close
  const percent = first.close === 0 ? null : (change / first.close) * 100
  return [
    paint(ticker, 'bold', colour),
    formatPrice(last.close),
    paint(`${formatChange(change)} ${formatPercent(percent)}`, toneOf(change), colour),
    `since ${dayOf(first.date)}`,
  ].join('  ')
}

/** A space at which no line is broken: a number stays beside its word. */
const bound = '\u00a0'

function extremes(bars: readonly ChartBar[], period: string): string {
  const high = bars.reduce((best, bar) => (bar.high > best.high ? bar : best))
  const low = bars.reduce((best, bar) => (bar.low < best.low ? bar : best))
  const volumes = bars.flatMap(({ volume }) => (volume === null ? [] : [volume]))
  const mean = volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length
  return [
    `${period}, ${bars.length} to ${dayOf(bars[bars.length - 1]!.date)}`,
    `high${bound}${formatPrice(high.high)} on ${dayOf(high.date)}`,
    `low${bound}${formatPrice(low.low)} on ${dayOf(low.date)}`,
    ...(volumes.length > 0 ? [`mean volume${bound}${formatLarge(Math.round(mean))}`] : []),
  ].join(' · ')
}
