import type { ChartBar } from '../../terminal/chart/bar.ts'
import { type Overlay, overlayMarks } from '../../terminal/chart/overlay.ts'
import type { Panel } from '../../terminal/chart/panel.ts'
import { type IndicatorSeries, indicatorBounds, isOverPrices } from './indicators.ts'

/** Indicators as a chart draws them: those in the unit of the price over it, the others below. */
export function chartParts(
  series: readonly IndicatorSeries[],
  bars: readonly ChartBar[],
): { overlays: readonly Overlay[]; panels: readonly Panel[] } {
  const along = (at: ReadonlyMap<string, number>) => bars.map(({ date }) => at.get(date) ?? null)
  const over = series.filter(({ indicator }) => isOverPrices(indicator))
  const below = series.filter(({ indicator }) => !isOverPrices(indicator))
  return {
    overlays: over.flatMap(({ lines }, place) =>
      // The lines of one indicator have one mark: which is the upper one is seen.
      lines.map(({ name, at }) => ({
        name,
        values: along(at),
        mark: overlayMarks[place % overlayMarks.length]!,
      })),
    ),
    panels: below.flatMap(({ indicator, lines }) => {
      const bounds = indicatorBounds(indicator)
      // Of MACD the histogram says where the signal is.
      const shown = lines.filter(({ name }) => !name.endsWith(' signal'))
      return shown.map(({ name, at }) => ({
        name,
        values: along(at),
        ...(bounds ? { bounds } : {}),
      }))
    }),
  }
}
