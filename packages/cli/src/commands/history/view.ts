import { sanitise } from '@fiq/shared/sanitise'
import { indexTickerOf } from '@fiq/shared/spelling/indices'
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
  formatLarge,
  formatPercent,
  formatPrice,
  toneOf,
} from '../../terminal/format/format-number.ts'
import { zonedText, zoneName } from '../../terminal/format/instant.ts'
import { paint } from '../../terminal/format/paint.ts'
import { priceFormatOf } from '../../terminal/format/price-format.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { textWidth, truncate, wrap } from '../../terminal/format/text-width.ts'

export type HistoryOptions = {
  /** By default, depends on how many bars fit. */
  kind: ChartKind | 'none' | undefined
  /** Indicators over the same bars. */
  series?: readonly IndicatorSeries[]
  /** The requested range. */
  range: string
  interval: string
  /** Day of the newest value if it is old; the headline states it. */
  asOf: string | undefined
  now: Date
  screen: Screen
}

/** A view of one ticker: a headline, the extremes, the chart. */
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
    ...wrap(extremes(bars, ticker, options), screen.columns).map((line) =>
      paint(line.replaceAll(bound, ' '), 'dim', screen.colour),
    ),
    ...(asOf === undefined ? [] : [paint(sanitise(asOfLine(asOf, now)), 'warn', screen.colour)]),
    ...withoutValues(options.series),
  ]
  return [...head, ...chartOf(bars, head.length, { ...options, ticker })].join('\n')
}

/** Lines below a chart that stays visible: an empty one, the source, the cost, the prompt. */
const linesBelow = 5
/** Maximum height; a higher chart shows no more detail. */
const chartRowsMax = 40

/** A chart of the terminal's height, or for a screen reader the newest values as text. */
function chartOf(
  bars: readonly ChartBar[],
  linesAbove: number,
  { kind, screen, series = [], ticker }: HistoryOptions & { ticker: string },
): readonly string[] {
  const chosen = kind ?? (screen.isReadAloud ? 'none' : kindFor(bars, screen))
  const format = priceFormatOf(ticker)
  const parts = { ...chartParts(series, bars), zone: zoneOf(ticker), priceText: format.price }
  if (chosen === 'none') return newestValues(series)
  const legend = [
    ...(chosen === 'candles' ? [candlesLegend(screen.ascii === true)] : []),
    ...parts.overlays.map((overlay, place) =>
      overlayLegend(overlay, place, screen.ascii === true, format.price).replaceAll(' ', bound),
    ),
  ]
  const lines =
    legend.length === 0
      ? []
      : wrap(legend.join('; '), screen.columns).map((line) =>
          paint(line.replaceAll(bound, ' '), 'dim', screen.colour),
        )
  if (screen.rows === undefined) return [...lines, drawChart(bars, chosen, screen, parts)]
  const rowsLeft = screen.rows - linesAbove - lines.length - linesBelow
  const panels = Math.min(panelsMax, parts.panels.length)
  const rowsNeeded = chartRowsMin + 4 + panels * panelLines(screen)
  const height = Math.max(rowsNeeded, Math.min(chartRowsMax, rowsLeft))
  return [...lines, drawChart(bars, chosen, screen, { ...parts, height })]
}

/** Candles if each bar has a column, otherwise a line. */
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

/** Reasons for indicators without values, except panels, whose title states them. */
function withoutValues(series: readonly IndicatorSeries[] = []): readonly string[] {
  return series.flatMap(({ indicator, reason }) =>
    reason === '' || !isOverPrices(indicator) ? [] : [`${indicator.name}: ${sanitise(reason)}`],
  )
}

/** Ticker, name, price with its currency, and the change. Cuts a name that is too long. */
function headline(
  history: Row,
  first: ChartBar,
  last: ChartBar,
  { columns, colour }: Screen,
): string {
  const change = last.close - first.close
  const percent = first.close === 0 ? null : (change / first.close) * 100
  const ticker = sanitise(textIn(history, 'ticker'))
  const format = priceFormatOf(ticker)
  const moved = `${format.change(change)} ${formatPercent(percent)}`
  const since = `since ${beginWords(first, last, zoneOf(ticker))}`
  const unit = indexTickerOf(history) ? 'pts' : sanitise(textIn(history, 'currency'))
  const price = `${format.price(last.close)} ${unit}`.trimEnd()
  const widthLeft = columns - textWidth([ticker, '', price, `${moved} ${since}`].join('  '))
  const name = truncate(sanitise(textIn(history, 'name')), widthLeft)
  return [
    paint(ticker, 'bold', colour),
    ...(widthLeft >= nameColumnsMin && name !== '' ? [name] : []),
    price,
    `${paint(moved, toneOf(change), colour)} ${since}`,
  ].join('  ')
}

/** The day of the first bar, or its time if all bars are of one day: `09:30 EST`. */
function beginWords(first: ChartBar, last: ChartBar, zone: string): string {
  if (!first.date.includes('T')) return dayOf(first.date)
  const [day, time] = zonedText(first.date, zone).split(' ')
  const isOneDay = zonedText(last.date, zone).startsWith(`${day} `)
  return isOneDay ? `${time} ${zoneName(first.date, zone)}` : day!
}

/** Minimum columns of a name; a shorter space omits it. */
const nameColumnsMin = 6

/** A non-breaking space, which keeps a number beside its word. */
const bound = '\u00a0'

function extremes(
  bars: readonly ChartBar[],
  ticker: string,
  { range, interval }: Pick<HistoryOptions, 'range' | 'interval'>,
): string {
  const high = bars.reduce((best, bar) => Math.max(best, bar.high), -Infinity)
  const low = bars.reduce((best, bar) => Math.min(best, bar.low), Infinity)
  const volumes = bars.flatMap(({ volume }) => (volume === null ? [] : [volume]))
  const mean = volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length
  const format = priceFormatOf(ticker)
  return [
    `${range},${bound}${bars.length.toLocaleString('en-US')} ${barsWord(interval)} bars to ${dayOf(bars[bars.length - 1]!.date)}`,
    `high${bound}${format.price(high)}`,
    `low${bound}${format.price(low)}`,
    ...(volumes.length > 0 ? [`mean volume${bound}${formatLarge(Math.round(mean))}`] : []),
  ].join('; ')
}
