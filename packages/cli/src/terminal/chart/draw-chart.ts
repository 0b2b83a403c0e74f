import { formatLarge, formatPrice } from '../format/format-number.ts'
import { paint } from '../format/paint.ts'
import type { Screen } from '../format/screen.ts'
import { axisLabels, axisText, axisWidth } from './axis.ts'
import type { ChartBar } from './bar.ts'
import { drawCandles } from './candles.ts'
import { dateAxis } from './date-axis.ts'
import { drawLine } from './line.ts'
import { drawOver, type Overlay } from './overlay.ts'
import { drawPanel, labelAt, type Panel } from './panel.ts'
import { type Placing, placingOf } from './placing.ts'
import { scaleOver } from './scale.ts'
import { drawVolume } from './volume.ts'

export type ChartKind = 'line' | 'candles'

export type ChartOptions = {
  /** Total lines, if limited. Below {@link chartRowsMin} nothing is drawn. */
  height?: number
  /** Whether to draw volumes below; default yes. */
  volume?: boolean
  /** Lines among the prices, in their unit. */
  overlays?: readonly Overlay[]
  /** Indicators below, each with its own scale. At most {@link panelsMax}. */
  panels?: readonly Panel[]
  /** Zone of the times below, IANA name; default UTC. */
  zone?: string
  /** Format of the newest price at the axis. */
  priceText?: (value: unknown) => string
}

/** Maximum panels, so that prices have enough space. */
export const panelsMax = 3
const priceRowsDefault = 15
const priceRowsMin = 4
/** Minimum lines: prices and dates. */
export const chartRowsMin: number = priceRowsMin + 1
/** Minimum useful width of a chart. */
const plotWidthMin = 10

/** Lines below which a panel is omitted: its title and two rows of plot. */
export const panelLinesMin = 3

/** Lines of a panel including its title: 4 rows of plot, 6 on a terminal of 40 rows. */
export function panelLines({ rows = 0 }: Pick<Screen, 'rows'>): number {
  return (rows >= 40 ? 6 : 4) + 1
}

/**
 * Draws prices above volumes and indicators with their axes, at the width of the terminal. At least
 * one bar.
 */
export function drawChart(
  bars: readonly ChartBar[],
  kind: ChartKind,
  screen: Screen,
  options: ChartOptions = {},
): string {
  const { overlays = [], zone = 'UTC', priceText = formatPrice } = options
  const wanted = (options.panels ?? []).slice(0, panelsMax)
  const { priceRows, volumeRows, linesOfPanel } = heightsOf(bars, wanted.length, screen, options)
  const panels = linesOfPanel > 0 ? wanted : []
  const look = { isAscii: screen.ascii === true, colour: screen.colour }
  const bounds = priceBounds(bars, kind, overlays)
  const last = bars[bars.length - 1]!.close
  const labels = axisLabels(bounds, priceRows, { value: last, text: priceText(last) })
  const volumeLabels = volumeRows > 0 ? [formatLarge(largestVolume(bars)), 'volume'] : []
  const panelLabels = panels.length > 0 ? ['100.00'] : []
  const widest = axisWidth([...labels.map(({ text }) => text), ...volumeLabels, ...panelLabels])
  const placing = placingOf(bars.length, kind, Math.max(plotWidthMin, screen.columns - widest))
  const { width, step, placeAt } = placing
  const plot = drawPrices(bars, kind, { placing, height: priceRows, bounds, ...look })
  const shown = drawOver(plot, overlays, { width, bounds, placeAt, ...look })
  const volume =
    volumeRows > 0 ? drawVolume(bars, { width, height: volumeRows, step, ...look }) : []
  const volumeLabel = (row: number) => {
    if (row === 0) return axisText({ row, text: volumeLabels[0]! }, look)
    if (row < volumeRows - 1) return ''
    return paint(` ${look.isAscii ? '|' : '│'} volume`, 'dim', look.colour)
  }
  const dates = bars.map(({ date }) => date)
  return [
    ...shown.map((line, row) => line + axisText(labelAt(labels, row), look)),
    ...volume.map((line, row) => paint(line, 'dim', look.colour) + volumeLabel(row)),
    ...panels.flatMap((panel) => drawPanel(panel, { width, rows: linesOfPanel - 1, ...look })),
    paint(dateAxis(dates, placing.columnOf, { width, zone }).trimEnd(), 'dim', look.colour),
  ]
    .map((line) => line.trimEnd())
    .join('\n')
}

/**
 * Heights of the parts. If lines are scarce, volumes are omitted first, then prices and panels get
 * fewer rows, then panels are omitted.
 */
function heightsOf(
  bars: readonly ChartBar[],
  panels: number,
  screen: Screen,
  { height, volume = true }: ChartOptions,
): { priceRows: number; volumeRows: number; linesOfPanel: number } {
  const hasVolume = volume && bars.some((bar) => (bar.volume ?? 0) > 0)
  const most = panelLines(screen)
  if (height === undefined)
    return { priceRows: priceRowsDefault, volumeRows: hasVolume ? 2 : 0, linesOfPanel: most }
  const fitting = Math.min(most, Math.floor((height - chartRowsMin) / panels))
  const linesOfPanel = panels > 0 && fitting >= panelLinesMin ? fitting : 0
  const rowsLeft = height - 1 - panels * linesOfPanel
  const wanted = !hasVolume ? 0 : rowsLeft >= 24 ? 4 : 2
  const volumeRows = rowsLeft >= priceRowsMin + wanted ? wanted : 0
  return { priceRows: Math.max(priceRowsMin, rowsLeft - volumeRows), volumeRows, linesOfPanel }
}

function drawPrices(
  bars: readonly ChartBar[],
  kind: ChartKind,
  {
    placing: { width, step },
    height,
    bounds,
    isAscii,
    colour,
  }: {
    placing: Placing
    height: number
    bounds: readonly [number, number]
    isAscii: boolean
    colour: boolean
  },
): readonly string[] {
  if (kind === 'candles')
    return drawCandles(bars, { width, height, step, colour, isAscii, bounds }).lines
  const closes = bars.map(({ close }) => close)
  return drawLine(closes, width, height, { isAscii, bounds }).map((line) =>
    paint(line, trendOf(bars), colour),
  )
}

function priceBounds(
  bars: readonly ChartBar[],
  kind: ChartKind,
  overlays: readonly Overlay[],
): readonly [number, number] {
  const prices =
    kind === 'line' ? bars.map(({ close }) => close) : bars.flatMap(({ high, low }) => [high, low])
  const over = overlays.flatMap(({ lines }) => lines.flat().filter((value) => value !== null))
  const { low, high } = scaleOver([...prices, ...over], 1)
  return [low, high]
}

function largestVolume(bars: readonly ChartBar[]): number {
  return bars.reduce((most, bar) => Math.max(most, bar.volume ?? 0), 0)
}

function trendOf(bars: readonly ChartBar[]): 'up' | 'down' {
  return bars[bars.length - 1]!.close >= bars[0]!.close ? 'up' : 'down'
}
