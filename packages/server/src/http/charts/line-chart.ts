import { html, raw } from 'hono/html'
import type { Markup } from '../layout/layout.ts'
import { type Scale, scaleOf, timeTicks } from './scale.ts'

/** Values over time. `times` are Unix milliseconds, ascending, as many as `values`. */
export type Line = {
  name: string
  times: readonly number[]
  values: readonly (number | null)[]
}

/** Maximum lines. Weight, dashes and hue distinguish them. */
export const linesMax = 4

/** Height in pixels of the time axis below the plot. */
const axisHeight = 22

/**
 * Draws a line chart as SVG that fits any width without a script. At most {@link linesMax} lines.
 *
 * @param label - description of the chart for screen readers.
 * @param textOf - formats a value of the scale.
 */
export function lineChart(chart: {
  lines: readonly Line[]
  label: string
  textOf(value: number): string
  /** Pixels. */
  height?: number
}): Markup {
  const { label, textOf, height = 236 } = chart
  const lines = chart.lines.slice(0, linesMax).filter(({ times }) => times.length > 0)
  const plotHeight = height - axisHeight
  const firstMs = Math.min(...lines.map(({ times }) => times[0]!))
  const lastMs = Math.max(...lines.map(({ times }) => times.at(-1)!))
  const scale = scaleOf(
    lines.flatMap(({ values }) => values.filter((value) => value !== null)),
    5,
  )
  const placeOf = (ms: number) => (ms - firstMs) / (lastMs - firstMs || 1)
  return html`<svg class="plot" height="${height}" role="img" aria-label="${label}">
    ${gridOf(scale, plotHeight, textOf)}
    <svg width="100%" height="${plotHeight}" viewBox="0 0 100 100" preserveAspectRatio="none">
      ${lines.map((line, at) => html`<path class="l${at + 1}" d="${pathOf(line, scale, placeOf)}" />`)}
    </svg>
    ${timeAxis(timeTicks(firstMs, lastMs), height)}
  </svg>`
}

/** Horizontal grid lines with their values on the left. */
export function gridOf(
  scale: Scale,
  plotHeight: number,
  textOf: (value: number) => string,
): Markup {
  return html`${scale.ticks.map((tick) => {
    const y = round((1 - scale.at(tick)) * plotHeight)
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}" /><text x="-44" y="${y + 4}">
        ${textOf(tick)}
      </text>`
  })}`
}

/** Labels of a time axis. `at` is the place from left to right, 0 to 1. */
export function timeAxis(ticks: readonly { at: number; text: string }[], height: number): Markup {
  return html`${ticks.map(({ at, text }) => {
    const anchor = at < 0.04 ? 'start' : at > 0.96 ? 'end' : 'middle'
    return html`<text x="${round(at * 100)}%" y="${height - 4}" text-anchor="${anchor}">${text}</text>`
  })}`
}

/** The symbol of a line in the legend. @param place - Index of the line in its chart. */
export function lineKey(place: number): Markup {
  return html`<svg viewBox="0 0 20 10" aria-hidden="true" class="plot"><path class="l${place + 1}" d="M0 5H20" /></svg>`
}

/** The path of a line. Missing values interrupt it. */
function pathOf({ times, values }: Line, scale: Scale, placeOf: (ms: number) => number): Markup {
  let isDown = false
  const steps = values.map((value, at) => {
    if (value === null) {
      isDown = false
      return ''
    }
    const step = `${isDown ? 'L' : 'M'}${round(placeOf(times[at]!) * 100)} ${round((1 - scale.at(value)) * 100)}`
    isDown = true
    return step
  })
  return raw(steps.join('')) as Markup
}

/** Rounds to two decimals, finer than a pixel. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}
