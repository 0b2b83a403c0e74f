import { formatLarge, formatPrice } from '../format/format-number.ts'
import { paint } from '../format/paint.ts'
import type { Screen } from '../format/screen.ts'
import { pad } from '../format/text-width.ts'
import type { ChartBar } from './bar.ts'
import { candlesLegend, drawCandles } from './candles.ts'
import { dateAxis } from './date-axis.ts'
import { drawLine } from './line.ts'
import { drawOver, type Overlay, overlayLegend } from './overlay.ts'
import { drawPanel, type Panel, panelRows } from './panel.ts'
import { scaleOver } from './scale.ts'
import { drawVolume } from './volume.ts'

export type ChartKind = 'line' | 'candles'

export type ChartOptions = {
  /** Lines in all, where they are few; fewer than {@link chartRowsMin} are not drawn. */
  height?: number
  /** Volumes below; default yes. */
  volume?: boolean
  /** Drawn among the prices, in their unit. */
  overlays?: readonly Overlay[]
  /** Drawn below, each on a scale of its own. */
  panels?: readonly Panel[]
}

const priceRowsDefault = 15
const priceRowsMin = 4
const volumeRowsDefault = 3
/** Prices, the dates and what the shapes mean. */
export const chartRowsMin: number = priceRowsMin + 2
/** A chart narrower than this shows nothing. */
const plotWidthMin = 10
/** A price label every so many rows, at most. */
const labelEvery = 7

/** Prices over volumes and indicators with their axes, as wide as the terminal. At least one bar. */
export function drawChart(
  bars: readonly ChartBar[],
  kind: ChartKind,
  screen: Screen,
  options: ChartOptions = {},
): string {
  const { overlays = [], panels = [] } = options
  const { priceRows, volumeRows } = heightsOf(bars, kind, options)
  const scaled = [
    ...pricesOf(bars, kind),
    ...overlays.flatMap(({ values }) => values.filter(isSet)),
  ]
  const { low, high } = scaleOver(scaled, priceRows)
  const labels = rowLabels(low, high, priceRows)
  const largest = bars.reduce((most, bar) => Math.max(most, bar.volume ?? 0), 0)
  const volumeLabel = `vol ${formatLarge(largest)}`
  const labelWidth = [...labels, ...(volumeRows > 0 ? [volumeLabel] : [])].reduce(
    (widest, { length }) => Math.max(widest, length),
    panels.length > 0 ? 8 : 0,
  )
  const room = Math.max(plotWidthMin, screen.columns - labelWidth - 3)
  // Few candles are not pulled apart: the axis comes to them.
  const width = kind === 'candles' ? Math.min(room, Math.max(plotWidthMin, bars.length * 2)) : room
  const step = kind === 'line' ? 1 : 2
  const isAscii = screen.ascii === true
  const plot = drawPrices(bars, kind, { width, height: priceRows, low, high, screen })
  const shown = drawOver(plot, overlays, { width, low, high, step, colour: screen.colour })
  const volume =
    volumeRows > 0 ? drawVolume(bars, { width, height: volumeRows, step, isAscii }) : []
  const axis = (label: string) => paint(axisText(label, labelWidth, isAscii), 'dim', screen.colour)
  const legend = [
    ...(kind === 'candles' ? [candlesLegend(isAscii)] : []),
    ...overlays.map(overlayLegend),
  ].join('  ')
  return [
    ...shown.map((line, row) => line + axis(labels[row]!)),
    ...volume.map(
      (line, row) => paint(line, 'dim', screen.colour) + axis(row === 0 ? volumeLabel : ''),
    ),
    ...panels.flatMap((panel) => drawPanel(panel, { width, isAscii, axis, colour: screen.colour })),
    paint(dateAxis(bars, width), 'dim', screen.colour),
    ...(legend === '' ? [] : [paint(legend, 'dim', screen.colour)]),
  ].join('\n')
}

/** Where there is little height, volumes go first, then prices get fewer rows. */
function heightsOf(
  bars: readonly ChartBar[],
  kind: ChartKind,
  { height, volume = true, overlays = [], panels = [] }: ChartOptions,
): { priceRows: number; volumeRows: number } {
  const hasVolume = volume && bars.some((bar) => (bar.volume ?? 0) > 0)
  const wanted = hasVolume ? volumeRowsDefault : 0
  if (height === undefined) return { priceRows: priceRowsDefault, volumeRows: wanted }
  const other = 1 + (kind === 'candles' || overlays.length > 0 ? 1 : 0) + panels.length * panelRows
  const room = height - other
  const volumeRows = room >= priceRowsMin * 2 + wanted ? wanted : 0
  return { priceRows: Math.max(priceRowsMin, room - volumeRows), volumeRows }
}

function drawPrices(
  bars: readonly ChartBar[],
  kind: ChartKind,
  {
    width,
    height,
    low,
    high,
    screen,
  }: { width: number; height: number; low: number; high: number; screen: Screen },
): readonly string[] {
  const { colour } = screen
  const isAscii = screen.ascii === true
  if (kind === 'candles')
    return drawCandles(bars, { width, height, colour, isAscii, bounds: [low, high] }).lines
  const closes = bars.map(({ close }) => close)
  return drawLine(closes, width, height, { isAscii, bounds: [low, high] }).map((line) =>
    paint(line, trendOf(bars), colour),
  )
}

function pricesOf(bars: readonly ChartBar[], kind: ChartKind): number[] {
  return kind === 'line'
    ? bars.map(({ close }) => close)
    : bars.flatMap(({ high, low }) => [high, low])
}

function isSet(value: number | null): value is number {
  return value !== null
}

function trendOf(bars: readonly ChartBar[]): 'up' | 'down' {
  return bars[bars.length - 1]!.close >= bars[0]!.close ? 'up' : 'down'
}

function axisText(label: string, width: number, isAscii: boolean): string {
  if (label === '') return isAscii ? ' |' : ' │'
  return ` ${isAscii ? '+' : '┤'}${pad(label, width, 'right')}`
}

/** Highest, lowest, and between them what is evenly apart. */
function rowLabels(low: number, high: number, rows: number): readonly string[] {
  if (low === high)
    return Array.from({ length: rows }, (_, row) =>
      row === Math.floor(rows / 2) ? formatPrice(low) : '',
    )
  const parts = Math.max(1, Math.round((rows - 1) / labelEvery))
  const labelled = new Set(
    Array.from({ length: parts + 1 }, (_, part) => Math.round((part * (rows - 1)) / parts)),
  )
  return Array.from({ length: rows }, (_, row) =>
    labelled.has(row) ? formatPrice(high - ((high - low) * row) / (rows - 1)) : '',
  )
}
