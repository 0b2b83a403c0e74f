import { html, raw } from 'hono/html'
import { grouped } from './count-words.ts'
import type { Markup } from './layout.ts'

/** A chart with equal steps, drawn by the server. The table below it has the figures. */
export type Plot = {
  /** Describes the plot and its most important figure. */
  label: string
  /** Height of the whole drawing, in pixels. */
  height: number
  /** Labels at the left end of some steps: time or date. */
  ticks: readonly { step: number; text: string }[]
  steps: number
  /** Formats the largest value for the scale. */
  scaleText?(value: number): string
}

/** Pixels below the drawing, for the labels of the steps. */
const ticksPixels = 22
/** Share of the height that the largest value takes. */
const most = 0.92

/** Bars, several series stacked in each step; values below 0 are drawn as 0. */
export function barPlot(plot: Plot, series: readonly (readonly number[])[]): Markup {
  const at = (values: readonly number[], step: number) => Math.max(0, values[step] ?? 0)
  const totals = Array.from({ length: plot.steps }, (_, step) =>
    series.reduce((sum, values) => sum + at(values, step), 0),
  )
  const scale = scaleFor(Math.max(...totals, 0), totals.every(Number.isInteger))
  const width = 100 / plot.steps
  const bars = totals.map((_, step) => {
    let top = 100
    return series.map((values, place) => {
      const height = (at(values, step) / scale.top) * 100
      if (height === 0) return ''
      top -= height
      const x = width * (step + 0.14)
      return `<rect class="bar${place + 1}" x="${x.toFixed(2)}" y="${top.toFixed(2)}" width="${(width * 0.72).toFixed(2)}" height="${height.toFixed(2)}"/>`
    })
  })
  return frame(plot, scale, bars.flat().join(''))
}

/** Lines through the middle of each step, interrupted where there is no value. */
export function linePlot(plot: Plot, series: readonly (readonly (number | undefined)[])[]): Markup {
  const scale = scaleFor(Math.max(0, ...series.flat().map((value) => value ?? 0)))
  const width = 100 / plot.steps
  const lines = series.map((values, place) => {
    const path = values.map((value, step) => {
      if (value === undefined) return ''
      const isFirst = values[step - 1] === undefined
      const isAlone = isFirst && values[step + 1] === undefined
      const x = width * (step + 0.5)
      const y = (100 - (value / scale.top) * 100).toFixed(2)
      // A value between gaps becomes a line as wide as a bar, because a point has no length.
      if (isAlone) return `M${(x - width * 0.36).toFixed(2)} ${y}h${(width * 0.72).toFixed(2)}`
      return `${isFirst ? 'M' : 'L'}${x.toFixed(2)} ${y}`
    })
    return `<path class="l${place + 2}" d="${path.join('')}"/>`
  })
  return frame(plot, scale, lines.join(''))
}

/** The scale: its upper end, and one or two grid lines. */
type Scale = { top: number; lines: readonly number[] }

/**
 * @param isCount - lines only at whole numbers.
 * @example scaleFor(50) // lines at 30 and 60
 */
export function scaleFor(largest: number, isCount = false): Scale {
  if (largest <= 0) return { top: 1, lines: [] }
  const power = 10 ** Math.floor(Math.log10(largest))
  const steps = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5].filter(
    (each) => !isCount || Number.isInteger(each * power),
  )
  const step = steps.find((each) => each * 2 * power >= largest) ?? 5
  const line = step * power
  return { top: (line * 2) / most, lines: [line, line * 2] }
}

function frame(
  { label, height, ticks, steps, scaleText = grouped }: Plot,
  { top, lines }: Scale,
  drawn: string,
): Markup {
  const plotHeight = height - ticksPixels
  const grid = lines.map((value) => {
    const y = (plotHeight * (1 - value / top)).toFixed(1)
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}" />
      <text x="-44" y="${y}" dy="4">${scaleText(value)}</text>`
  })
  return html`<figure>
    <svg class="plot" height="${String(height)}" role="img" aria-label="${label}">
      ${grid}
      <line class="grid" x1="0" x2="100%" y1="${String(plotHeight)}" y2="${String(plotHeight)}" />
      ${lines.length === 0 ? html`<text x="50%" y="${String(plotHeight / 2)}" text-anchor="middle">None in this time</text>` : ''}
      <svg width="100%" height="${String(plotHeight)}" viewBox="0 0 100 100" preserveAspectRatio="none">
        ${raw(drawn)}
      </svg>
      ${ticks.map(
        ({ step, text }) =>
          html`<text x="${((100 * step) / steps).toFixed(1)}%" y="${String(height - 4)}">${text}</text>`,
      )}
    </svg>
  </figure>`
}

/** A legend of colours, weights and dashes. */
export function legend(names: readonly string[], kind: 'bar' | 'line'): Markup {
  return html`<div class="keys">
    ${names.map(
      (name, place) => html`<span
        ><svg viewBox="0 0 20 10" aria-hidden="true" class="plot">
          ${
            kind === 'bar'
              ? html`<rect class="bar${String(place + 1)}" x="5" width="10" height="10" />`
              : html`<path class="l${String(place + 2)}" d="M0 5h20" />`
          }</svg
        >${name}</span
      >`,
    )}
  </div>`
}
