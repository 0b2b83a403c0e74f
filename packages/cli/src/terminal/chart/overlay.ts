import { formatPrice } from '../format/format-number.ts'
import { paint, unpainted } from '../format/paint.ts'
import { dotsThrough, linesOf } from './line.ts'
import { scaleOver } from './scale.ts'

/** Lines among the prices: one for an average, three for bands. */
export type Overlay = {
  /** @example 'EMA 20' */
  title: string
  /** For each line a value for each bar; `null` for a missing value. */
  lines: readonly (readonly (number | null)[])[]
}

/** Styles of overlays in their order, which differ without colour. */
const styles = [
  { word: 'dotted', isDrawn: (column: number) => column % 2 === 0, ascii: '.' },
  { word: 'dashed', isDrawn: (column: number) => column % 8 < 5, ascii: '-' },
  { word: 'sparse', isDrawn: (column: number) => column % 4 === 0, ascii: '+' },
  { word: 'rare', isDrawn: (column: number) => column % 8 === 0, ascii: ':' },
  { word: 'solid', isDrawn: () => true, ascii: 'x' },
] as const

/** Style of an overlay by its index. */
function styleOf(place: number): (typeof styles)[number] {
  return styles[place % styles.length]!
}

/**
 * Draws the overlays where the chart is empty.
 *
 * @param placeAt - The index of the bar in a column; `undefined` for an empty column.
 */
export function drawOver(
  plot: readonly string[],
  overlays: readonly Overlay[],
  onto: {
    width: number
    bounds: readonly [number, number]
    placeAt: (column: number) => number | undefined
    isAscii: boolean
    colour: boolean
  },
): readonly string[] {
  if (overlays.length === 0) return plot
  const cells = plot.map(cellsOf)
  for (const [place, { lines }] of overlays.entries())
    for (const values of lines) {
      const drawn = onto.isAscii
        ? starsOf(values, plot.length, { ...onto, mark: styleOf(place).ascii })
        : linesOf(
            dotsThrough(alongDots(values, onto), plot.length, {
              bounds: onto.bounds,
              isDrawn: styleOf(place).isDrawn,
            }),
          )
      for (const [row, line] of drawn.entries())
        for (const [column, character] of [...line].entries()) {
          const below = cells[row]
          if (below && character !== ' ' && unpainted(below[column] ?? ' ') === ' ')
            below[column] = paint(character, 'warn', onto.colour)
        }
    }
  return cells.map((row) => row.join(''))
}

/**
 * A value for each of two dots in a column. Between the columns of two bars, it is interpolated.
 */
function alongDots(
  values: readonly (number | null)[],
  { width, placeAt }: { width: number; placeAt: (column: number) => number | undefined },
): (number | undefined)[] {
  const known = Array.from({ length: width }, (_, column) => column).flatMap((column) => {
    const value = values[placeAt(column) ?? -1] ?? null
    return value === null ? [] : [{ dot: column * 2, value }]
  })
  const dots = new Array<number | undefined>(width * 2).fill(undefined)
  for (const [place, { dot, value }] of known.entries()) {
    const next = known[place + 1]
    // The last column also has two dots.
    const end = next?.dot ?? dot + 2
    for (let at = dot; at < end; at += 1)
      dots[at] = next ? value + ((next.value - value) * (at - dot)) / (end - dot) : value
  }
  return dots
}

/** One mark in each column, for a terminal without braille. */
function starsOf(
  values: readonly (number | null)[],
  height: number,
  {
    width,
    bounds,
    placeAt,
    mark,
  }: {
    width: number
    bounds: readonly [number, number]
    placeAt: (column: number) => number | undefined
    mark: string
  },
): string[] {
  const { stepOf } = scaleOver(bounds, height)
  const rows = Array.from({ length: height }, () => new Array<string>(width).fill(' '))
  for (let column = 0; column < width; column += 1) {
    const value = values[placeAt(column) ?? -1] ?? null
    if (value !== null) rows[height - 1 - stepOf(value)]![column] = mark
  }
  return rows.map((row) => row.join(''))
}

/** @example overlayLegend({ title: 'EMA 20', lines: [[531.2]] }, 0, false) // 'dotted EMA 20  531.20' */
export function overlayLegend(
  { title, lines }: Overlay,
  place: number,
  isAscii: boolean,
  priceText: (value: unknown) => string = formatPrice,
): string {
  const { word, ascii } = styleOf(place)
  const newest = lines
    .map((values) => values.findLast((value) => value !== null) ?? null)
    .sort((one, other) => (one ?? 0) - (other ?? 0))
  return `${isAscii ? ascii : word} ${title}  ${newest.map(priceText).join(' / ')}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
const cellPattern = /(\u001b\[[\d;]+m)|([\s\S])/gu

/** Splits a painted line into cells: every character with its colour codes. */
function cellsOf(line: string): string[] {
  let open = ''
  return [...line.matchAll(cellPattern)].flatMap(([, code, character]) => {
    if (code === undefined) return [open === '' ? character! : `${open}${character}\u001b[39m`]
    open = code === '\u001b[39m' ? '' : code
    return []
  })
}
