import { scaleOver } from './scale.ts'

const dotsAcross = 2
const dotsDown = 4
const braille = 0x2800
/** Bit of each dot in a braille character, by column and by row from the bottom. */
const bits = [
  [0x40, 0x04, 0x02, 0x01],
  [0x80, 0x20, 0x10, 0x08],
] as const

/**
 * Draws a line in braille dots, two by four in each character. With more values than dots, a dot
 * column covers all its values, so that no peak is lost.
 *
 * @param bounds - Values whose extremes are the ends of the scale; by default the drawn values.
 * @returns `height` lines of `width` characters, top first.
 */
export function drawLine(
  values: readonly number[],
  width: number,
  height: number,
  { isAscii = false, bounds = values }: { isAscii?: boolean; bounds?: readonly number[] } = {},
): string[] {
  if (isAscii) return drawStars(values, { width, height, bounds })
  return linesOf(dotsOf(values, width, height, { bounds }))
}

/**
 * The dots of a line, one number for each braille cell. Lines in one plot are merged by `|`.
 *
 * @param every - Draws one in this many dot columns: 1 is a solid line, 2 a dotted one, 4 a sparse
 * one.
 */
export function dotsOf(
  values: readonly number[],
  width: number,
  height: number,
  { bounds, every = 1 }: { bounds: readonly number[]; every?: number },
): number[][] {
  const columns = width * dotsAcross
  const { stepOf } = scaleOver(bounds, height * dotsDown)
  const cells = Array.from({ length: height }, () => new Array<number>(width).fill(0))
  let before: number | undefined
  for (let column = 0; column < columns; column += 1) {
    const steps = valuesAt(values, column, columns).map(stepOf)
    const span = before === undefined || every > 1 ? steps : [...steps, joinFrom(before, steps)]
    if (column % every === 0) mark(cells, column, Math.min(...span), Math.max(...span))
    before = steps[steps.length - 1]!
  }
  return cells
}

/**
 * The dots of a line from its value at each dot column; `undefined` interrupts it.
 *
 * @param isDrawn - Whether a dot column is drawn, for dotted and dashed lines.
 */
export function dotsThrough(
  values: readonly (number | undefined)[],
  height: number,
  { bounds, isDrawn }: { bounds: readonly number[]; isDrawn: (column: number) => boolean },
): number[][] {
  const { stepOf } = scaleOver(bounds, height * dotsDown)
  const width = Math.ceil(values.length / dotsAcross)
  const cells = Array.from({ length: height }, () => new Array<number>(width).fill(0))
  let before: number | undefined
  for (const [column, value] of values.entries()) {
    const step = value === undefined ? undefined : stepOf(value)
    if (step !== undefined && isDrawn(column)) {
      const from = before === undefined || !isDrawn(column - 1) ? step : joinFrom(before, [step])
      mark(cells, column, Math.min(from, step), Math.max(from, step))
    }
    before = step
  }
  return cells
}

/** Cells as text, top first. A cell without a dot is a space. */
export function linesOf(cells: readonly (readonly number[])[]): string[] {
  return cells.map((row) =>
    row.map((cell) => (cell === 0 ? ' ' : String.fromCharCode(braille + cell))).join(''),
  )
}

/** Draws a line with one star in each column, for a terminal without braille. */
function drawStars(
  values: readonly number[],
  { width, height, bounds }: { width: number; height: number; bounds: readonly number[] },
): string[] {
  const { stepOf } = scaleOver(bounds, height)
  const rows = Array.from({ length: height }, () => new Array<string>(width).fill(' '))
  for (let column = 0; column < width; column += 1)
    for (const value of valuesAt(values, column, width))
      rows[height - 1 - stepOf(value)]![column] = '*'
  return rows.map((row) => row.join(''))
}

/** The values of a dot column; between two values, the linear interpolation. */
function valuesAt(values: readonly number[], column: number, columns: number): readonly number[] {
  if (values.length > columns) {
    const from = Math.floor((column * values.length) / columns)
    return values.slice(from, Math.floor(((column + 1) * values.length) / columns))
  }
  const position = columns === 1 ? 0 : (column * (values.length - 1)) / (columns - 1)
  const left = values[Math.floor(position)]!
  const right = values[Math.ceil(position)]!
  return [left + (right - left) * (position - Math.floor(position))]
}

/** Start of the stroke from the previous dot: one step nearer, so that a slope stays thin. */
function joinFrom(before: number, steps: readonly number[]): number {
  if (before < Math.min(...steps)) return before + 1
  return before > Math.max(...steps) ? before - 1 : steps[0]!
}

function mark(cells: number[][], x: number, from: number, to: number): void {
  for (let step = from; step <= to; step += 1) {
    const row = cells[cells.length - 1 - Math.floor(step / dotsDown)]!
    const column = Math.floor(x / dotsAcross)
    row[column] = row[column]! | bits[x % dotsAcross]![step % dotsDown]!
  }
}
