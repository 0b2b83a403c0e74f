import { formatPrice } from '../format/format-number.ts'
import { paint, unpainted } from '../format/paint.ts'
import { scaleOver } from './scale.ts'

/** Values among the prices, one for each bar; `null` where there is none. */
export type Overlay = { name: string; values: readonly (number | null)[]; mark: string }

/** One mark for each, so that they are told apart without colour. */
export const overlayMarks = ['•', '×', '+', '○', '*'] as const

/** Puts the marks of the overlays where nothing is drawn yet. */
export function drawOver(
  plot: readonly string[],
  overlays: readonly Overlay[],
  {
    width,
    low,
    high,
    step,
    colour,
  }: { width: number; low: number; high: number; step: 1 | 2; colour: boolean },
): readonly string[] {
  if (overlays.length === 0) return plot
  const { stepOf } = scaleOver([low, high], plot.length)
  const cells = plot.map(cellsOf)
  for (const { values, mark } of overlays)
    for (let column = 0; column < width; column += 1) {
      const value = valueAt(values, column, { width, step })
      if (value === null) continue
      const row = cells[plot.length - 1 - stepOf(value)]
      if (row && isBlank(row[column] ?? ' ')) row[column] = paint(mark, 'warn', colour)
    }
  return cells.map((row) => row.join(''))
}

/** @example overlayLegend({ name: 'ema20', values: [531.2], mark: '•' }) // '• ema20 531.20' */
export function overlayLegend({ name, values, mark }: Overlay): string {
  const last = values.findLast((value) => value !== null)
  return `${mark} ${name} ${formatPrice(last)}`
}

function valueAt(
  values: readonly (number | null)[],
  column: number,
  { width, step }: { width: number; step: 1 | 2 },
): number | null {
  const places = Math.min(values.length, Math.floor(width / step))
  // Candles stand two columns apart, a line fills the width.
  const place = step === 2 ? column / 2 : (column * places) / width
  if (place >= places) return null
  return values[Math.floor((place * values.length) / places)] ?? null
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

/** Nothing in it, whatever its colour: a space, or braille without a dot. */
function isBlank(cell: string): boolean {
  return /^[ \u2800]$/.test(unpainted(cell))
}
