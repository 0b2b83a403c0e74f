import type { Screen } from '../../context.ts'
import { formatLarge, formatPrice } from '../format-number.ts'
import { paint } from '../paint.ts'
import { pad } from '../text-width.ts'
import type { ChartBar } from './bar.ts'
import { candlesLegend, drawCandles } from './candles.ts'
import { drawLine } from './line.ts'
import { drawVolume } from './volume.ts'

export type ChartKind = 'line' | 'candles'

const priceRows = 15
const volumeRows = 3
/** A chart narrower than this shows nothing. */
const plotWidthMin = 10
/** A price label every so many rows. */
const labelEvery = 7

/** Prices over volumes with their axes, as wide as the terminal. At least one bar. */
export function drawChart(bars: readonly ChartBar[], kind: ChartKind, screen: Screen): string {
  const prices = pricesOf(bars, kind)
  const high = prices.reduce((a, b) => Math.max(a, b))
  const low = prices.reduce((a, b) => Math.min(a, b))
  const labels = rowLabels(low, high)
  const largest = bars.reduce((most, bar) => Math.max(most, bar.volume ?? 0), 0)
  const volumeLabel = `vol ${formatLarge(largest)}`
  const labelWidth = Math.max(volumeLabel.length, ...labels.map(({ length }) => length))
  const room = Math.max(plotWidthMin, screen.columns - labelWidth - 3)
  // Few candles are not pulled apart: the axis comes to them.
  const width = kind === 'candles' ? Math.min(room, Math.max(plotWidthMin, bars.length * 2)) : room

  const plot =
    kind === 'line'
      ? drawLine(prices, width, priceRows)
      : drawCandles(bars, { width, height: priceRows, colour: screen.colour }).lines
  const volume = drawVolume(bars, { width, height: volumeRows, step: kind === 'line' ? 1 : 2 })
  const axis = (label: string) =>
    paint(label === '' ? ' │' : ` ┤${pad(label, labelWidth, 'right')}`, 'dim', screen.colour)
  const trend = kind === 'line' ? trendOf(bars) : undefined
  return [
    ...plot.map((line, row) => paint(line, trend, screen.colour) + axis(labels[row]!)),
    ...volume.map(
      (line, row) => paint(line, 'dim', screen.colour) + axis(row === 0 ? volumeLabel : ''),
    ),
    paint(dateAxis(bars, width), 'dim', screen.colour),
    ...(kind === 'candles' ? [paint(candlesLegend, 'dim', screen.colour)] : []),
  ].join('\n')
}

function pricesOf(bars: readonly ChartBar[], kind: ChartKind): number[] {
  return kind === 'line'
    ? bars.map(({ close }) => close)
    : bars.flatMap(({ high, low }) => [high, low])
}

function trendOf(bars: readonly ChartBar[]): 'up' | 'down' {
  return bars[bars.length - 1]!.close >= bars[0]!.close ? 'up' : 'down'
}

function rowLabels(low: number, high: number): readonly string[] {
  if (low === high)
    return Array.from({ length: priceRows }, (_, row) =>
      row === Math.floor(priceRows / 2) ? formatPrice(low) : '',
    )
  return Array.from({ length: priceRows }, (_, row) =>
    row % labelEvery === 0 ? formatPrice(high - ((high - low) * row) / (priceRows - 1)) : '',
  )
}

/** First, middle and last date, as far as they fit. */
function dateAxis(bars: readonly ChartBar[], width: number): string {
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
