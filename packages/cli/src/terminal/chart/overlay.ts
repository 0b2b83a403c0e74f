import { formatPrice } from '../format/format-number.ts'
import { paint, unpainted } from '../format/paint.ts'
import { scaleOver } from './scale.ts'

/** Values among the prices, one for each bar; `null` where there is none. */
export type Overlay = { name: string; values: readonly (number | null)[]; mark: string }

/** One mark for each overlay, so that they differ without colour. */
export const overlayMarks = ['•', '×', '+', '○', '*'] as const

/**
 * Puts the marks of the overlays where nothing is drawn yet.
 *
 * @param placeAt - The place of the bar that a column shows; `undefined` for an empty column.
 */
export function drawOver(
  plot: readonly string[],
  overlays: readonly Overlay[],
  {
    width,
    bounds,
    placeAt,
    colour,
  }: {
    width: number
    bounds: readonly [number, number]
    placeAt: (column: number) => number | undefined
    colour: boolean
  },
): readonly string[] {
  if (overlays.length === 0) return plot
  const { stepOf } = scaleOver(bounds, plot.length)
  const cells = plot.map(cellsOf)
  for (const { values, mark } of overlays)
    for (let column = 0; column < width; column += 1) {
      const value = values[placeAt(column) ?? -1] ?? null
      if (value === null) continue
      const row = cells[plot.length - 1 - stepOf(value)]
      if (row && unpainted(row[column] ?? ' ') === ' ') row[column] = paint(mark, 'warn', colour)
    }
  return cells.map((row) => row.join(''))
}

/** @example overlayLegend({ name: 'ema20', values: [531.2], mark: '•' }) // '• ema20 531.20' */
export function overlayLegend({ name, values, mark }: Overlay): string {
  const last = values.findLast((value) => value !== null)
  return `${mark} ${name} ${formatPrice(last)}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
const cellPattern = /(\u001b\[[\d;]+m)|([\s\S])/gu

/** A painted line as cells: every character with the colour around it. */
function cellsOf(line: string): string[] {
  let open = ''
  return [...line.matchAll(cellPattern)].flatMap(([, code, character]) => {
    if (code === undefined) return [open === '' ? character! : `${open}${character}\u001b[39m`]
    open = code === '\u001b[39m' ? '' : code
    return []
  })
}
