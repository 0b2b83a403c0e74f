import { html } from 'hono/html'
import type { Markup } from '../layout/layout.ts'
import { gridOf, round, timeAxis } from './line-chart.ts'
import { scaleOf, timeTicks } from './scale.ts'

/** One bar; `ms` is its start, Unix milliseconds. */
export type Candle = {
  ms: number
  open: number
  high: number
  low: number
  close: number
  volume: number | null
}

/** Maximum bars drawn; more would be thinner than a pixel on a phone. */
export const candlesMax = 260
/** Pixels. */
const priceHeight = 300
const gap = 28
const volumeHeight = 64
const axisHeight = 22

/**
 * Draws candles above their volumes, at equal distances. A candle is hollow if the price rose and
 * filled if it fell. The SVG fits any width without a script.
 */
export function candleChart(chart: {
  bars: readonly Candle[]
  label: string
  textOf(value: number): string
  volumeText(value: number): string
}): Markup {
  const bars = chart.bars.slice(-candlesMax)
  const scale = scaleOf(
    bars.flatMap(({ high, low }) => [high, low]),
    5,
  )
  const width = 100 / bars.length
  const y = (price: number) => round((1 - scale.at(price)) * 100)
  const mostVolume = Math.max(0, ...bars.map(({ volume }) => volume ?? 0))
  const hasVolume = mostVolume > 0
  const height = priceHeight + (hasVolume ? gap + volumeHeight : 0) + axisHeight
  const starts = bars.map(({ ms }) => ms)
  return html`<svg class="plot" height="${height}" role="img" aria-label="${chart.label}">
    ${gridOf(scale, priceHeight, chart.textOf)}
    <svg width="100%" height="${priceHeight}" viewBox="0 0 100 100" preserveAspectRatio="none">
      ${bars.map(({ open, high, low, close }, at) => {
        const kind = close >= open ? 'rise' : 'fall'
        const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))]
        const middle = round((at + 0.5) * width)
        return html`<path class="${kind}" d="M${middle} ${y(high)}V${top}M${middle} ${bottom}V${y(low)}" /><rect class="${kind}" x="${round((at + 0.18) * width)}" y="${top}" width="${round(width * 0.64)}" height="${round(Math.max(0.3, bottom - top))}" />`
      })}
    </svg>
    ${hasVolume ? volumesOf(bars, mostVolume, chart.volumeText) : ''}
    ${timeAxis(timeTicks(starts[0] ?? 0, starts.at(-1) ?? 0, starts), height)}
  </svg>`
}

function volumesOf(
  bars: readonly Candle[],
  most: number,
  textOf: (value: number) => string,
): Markup {
  const top = priceHeight + gap
  const width = 100 / bars.length
  return html`<line class="grid" x1="0" x2="100%" y1="${top}" y2="${top}" /><text x="-44" y="${top + 4}">${textOf(most)}</text>
    <svg width="100%" height="${volumeHeight}" y="${top}" viewBox="0 0 100 100" preserveAspectRatio="none">
      ${bars.map(({ open, close, volume }, at) => {
        const height = round(((volume ?? 0) / most) * 100)
        return html`<rect class="${close >= open ? 'rise' : 'fall'} vol" x="${round((at + 0.18) * width)}" y="${100 - height}" width="${round(width * 0.64)}" height="${height}" />`
      })}
    </svg>`
}
