import { sanitise } from '@fiq/shared/sanitise'
import { barsIn } from '../../bars/bars-in.ts'
import { barsWord } from '../../bars/bars-word.ts'
import { chartParts, newestOf } from '../../bars/chart-parts.ts'
import { type IndicatorSeries, isOverPrices } from '../../bars/indicators.ts'
import { zoneOf } from '../../bars/zone-of.ts'
import { asOfLine, dayOf } from '../../command-line/views/describe-sources.ts'
import { type Row, textIn } from '../../query/rows.ts'
import type { ChartBar } from '../../terminal/chart/bar.ts'
import { candlesLegend } from '../../terminal/chart/candles.ts'
import {
  type ChartKind,
  chartRowsMin,
  drawChart,
  panelLines,
  panelsMax,
} from '../../terminal/chart/draw-chart.ts'
import { overlayLegend } from '../../terminal/chart/overlay.ts'
import {
  formatChange,
  formatLarge,
  formatPercent,
  formatPrice,
  toneOf,
} from '../../terminal/format/format-number.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { textWidth, truncate, wrap } from '../../terminal/format/text-width.ts'

export type HistoryOptions = {
  /** Chosen by how many bars fit when not given. */
  kind: ChartKind | 'none' | undefined
  /** Indicators over the same bars. */
  series?: readonly IndicatorSeries[]
  /** As requested. */
  range: string
  interval: string
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
    headline(history, first, last, screen),
    ...wrap(extremes(bars, options), screen.columns).map((line) =>
      paint(line.replaceAll(bound, ' '), 'dim', screen.colour),
    ),
    ...(asOf === undefined ? [] : [paint(sanitise(asOfLine(asOf, now)), 'warn', screen.colour)]),
    ...withoutValues(options.series),
  ]
  return [...head, ...chartOf(bars, head.length, { ...options, zone: zoneOf(ticker) })].join('\n')
}

/** Lines below a chart that stays visible: an empty one, the source, the cost, the prompt. */
const linesBelow = 5
/** Higher, a chart says no more. */
const chartRowsMax = 40

/** The chart as high as the terminal lets it be; for a listener the newest values in words. */
function chartOf(
  bars: readonly ChartBar[],
  linesAbove: number,
  { kind, screen, series = [], zone }: HistoryOptions & { zone: string },
): readonly string[] {
  const chosen = kind ?? (screen.isReadAloud ? 'none' : kindFor(bars, screen))
  const parts = chartParts(series, bars)
  if (chosen === 'none') return newestValues(series)
  const legend = [
    ...(chosen === 'candles' ? [candlesLegend(screen.ascii === true)] : []),
    ...parts.overlays.map((overlay, place) =>
      overlayLegend(overlay, place, screen.ascii === true).replaceAll(' ', bound),
    ),
  ]
  const lines =
    legend.length === 0
      ? []
      : wrap(legend.join('; '), screen.columns).map((line) =>
          paint(line.replaceAll(bound, ' '), 'dim', screen.colour),
        )
  if (screen.rows === undefined)
    return [...lines, drawChart(bars, chosen, screen, { ...parts, zone })]
  const room = screen.rows - linesAbove - lines.length - linesBelow
  const panels = Math.min(panelsMax, parts.panels.length)
  const wanted = chartRowsMin + 4 + panels * panelLines(screen)
  const height = Math.max(wanted, Math.min(chartRowsMax, room))
  return [...lines, drawChart(bars, chosen, screen, { ...parts, height, zone })]
}

/** Candles while each bar has a column. */
function kindFor(bars: readonly ChartBar[], screen: Screen): ChartKind {
  return bars.length <= screen.columns - 14 ? 'candles' : 'line'
}

function newestValues(series: readonly IndicatorSeries[]): readonly string[] {
  return series
    .flatMap(({ lines }) => lines)
    .flatMap(({ name, at }) => {
      const newest = newestOf(at)
      return newest === undefined ? [] : [`${name} ${formatPrice(newest)}`]
    })
}

/** Panels say it in their title. */
function withoutValues(series: readonly IndicatorSeries[] = []): readonly string[] {
  return series.flatMap(({ indicator, reason }) =>
    reason === '' || !isOverPrices(indicator) ? [] : [`${indicator.name}: ${sanitise(reason)}`],
  )
}

/** Ticker, name, price with its currency, and the change; a name that is too long is cut. */
function headline(
  history: Row,
  first: ChartBar,
  last: ChartBar,
  { columns, colour }: Screen,
): string {
  const change = last.close - first.close
  const percent = first.close === 0 ? null : (change / first.close) * 100
  const moved = `${formatChange(change)} ${formatPercent(percent)}`
  const since = `since ${dayOf(first.date)}`
  const ticker = sanitise(textIn(history, 'ticker'))
  const unit = ticker.startsWith('^') ? 'pts' : sanitise(textIn(history, 'currency'))
  const price = `${formatPrice(last.close)} ${unit}`.trimEnd()
  const room = columns - textWidth([ticker, '', price, `${moved} ${since}`].join('  '))
  const name = truncate(sanitise(textIn(history, 'name')), room)
  return [
    paint(ticker, 'bold', colour),
    ...(room >= nameColumnsMin && name !== '' ? [name] : []),
    price,
    `${paint(moved, toneOf(change), colour)} ${since}`,
  ].join('  ')
}

/** A name in fewer columns is left out. */
const nameColumnsMin = 6

/** A space at which no line is broken: a number stays beside its word. */
const bound = '\u00a0'

function extremes(
  bars: readonly ChartBar[],
  { range, interval }: Pick<HistoryOptions, 'range' | 'interval'>,
): string {
  const high = bars.reduce((best, bar) => Math.max(best, bar.high), -Infinity)
  const low = bars.reduce((best, bar) => Math.min(best, bar.low), Infinity)
  const volumes = bars.flatMap(({ volume }) => (volume === null ? [] : [volume]))
  const mean = volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length
  return [
    `${range},${bound}${bars.length} ${barsWord(interval)} bars to ${dayOf(bars[bars.length - 1]!.date)}`,
    `high${bound}${formatPrice(high)}`,
    `low${bound}${formatPrice(low)}`,
    ...(volumes.length > 0 ? [`mean volume${bound}${formatLarge(Math.round(mean))}`] : []),
  ].join('; ')
}
