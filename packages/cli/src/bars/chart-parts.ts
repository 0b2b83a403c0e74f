import { defined } from '@fiq/shared/defined'
import { andNames } from '@fiq/shared/spelling/name-list'
import type { ChartBar } from '../terminal/chart/bar.ts'
import type { Overlay } from '../terminal/chart/overlay.ts'
import type { Panel } from '../terminal/chart/panel.ts'
import { formatChange, formatPrice } from '../terminal/format/format-number.ts'
import { type IndicatorSeries, isOverPrices, scaleOf, titleOf } from './indicators.ts'

/**
 * Prepares indicators for a chart: those in the unit of the price are drawn over it, the others
 * below.
 */
export function chartParts(
  series: readonly IndicatorSeries[],
  bars: readonly ChartBar[],
): { overlays: readonly Overlay[]; panels: readonly Panel[] } {
  const along = (at: ReadonlyMap<string, number>) => bars.map(({ date }) => at.get(date) ?? null)
  const over = series.filter(({ indicator }) => isOverPrices(indicator))
  const below = series.filter(({ indicator }) => !isOverPrices(indicator))
  return {
    overlays: over.map(({ indicator, lines }) => ({
      title: titleOf(indicator),
      lines: lines.map(({ at }) => along(at)),
    })),
    panels: below.map((one) => {
      const { bounds, guides } = scaleOf(one.indicator)
      return {
        title: panelTitle(one),
        values: along(one.lines[0]!.at),
        guides,
        ...defined({ bounds }),
      }
    }),
  }
}

/** @example panelTitle(…) // 'RSI 14  49.62; lines at 70 and 30' */
function panelTitle({ indicator, lines, reason }: IndicatorSeries): string {
  const title = titleOf(indicator)
  if (reason !== '') return `${title}: ${reason}`
  const values = lines.map(({ name, at }) => {
    const format = indicator.field === 'macd' ? formatChange : formatPrice
    const part = name === indicator.name ? '' : `${name.slice(indicator.name.length + 1)} `
    return `${part}${format(newestOf(at))}`
  })
  const { guides } = scaleOf(indicator)
  const ruled =
    guides.length > 0
      ? `; line${guides.length > 1 ? 's' : ''} at ${andNames(guides.toReversed().map(String))}`
      : ''
  return `${title}  ${values.join(', ')}${ruled}`
}

/** The value at the newest bar. Points are ordered oldest first. */
export function newestOf(at: ReadonlyMap<string, number>): number | undefined {
  return [...at.values()].at(-1)
}
