import { formatPercent } from '../format/format-number.ts'
import { paint } from '../format/paint.ts'
import type { Screen } from '../format/screen.ts'
import { pad } from '../format/text-width.ts'
import { axisWidth, placeLabels, rowOf } from './axis.ts'
import { dateAxis } from './date-axis.ts'
import { dotsOf, drawLine, linesOf } from './line.ts'
import { labelAt } from './panel.ts'
import { placingOf } from './placing.ts'
import { scaleOver } from './scale.ts'
import { formatTick, ticksOver } from './ticks.ts'

/** Changes of one ticker in percent, one for each date; at least one. */
export type ComparedSeries = { name: string; values: readonly number[] }

/** Lines differ without colour: each stroke draws only these columns of dots. */
const strokes = [
  { word: 'solid', every: 1 },
  { word: 'dotted', every: 2 },
  { word: 'sparse', every: 4 },
  { word: 'sparser', every: 6 },
  { word: 'sparsest', every: 8 },
] as const

/** Maximum number of tickers in one chart. */
export const comparedMax: number = strokes.length

/** @example strokeWords(3) // '1 solid, 2 dotted, 3 sparse' */
export function strokeWords(count: number): string {
  return strokes
    .slice(0, count)
    .map(({ word }, place) => `${place + 1} ${word}`)
    .join(', ')
}

/** Draws several lines on one scale, each with its name at its end, and a line at zero. */
export function drawComparison(
  series: readonly ComparedSeries[],
  dates: readonly string[],
  screen: Screen,
  { height, zone = 'UTC' }: { height: number; zone?: string },
): string {
  const isAscii = screen.ascii === true
  const rows = Math.max(4, height - 1)
  const { low, high } = scaleOver([0, ...series.flatMap(({ values }) => values)], 1)
  const bounds = [low, high] as const
  const nameWidth = series.reduce((widest, { name }) => Math.max(widest, name.length), 0)
  const ends = series
    .map(({ name, values }, place) => {
      const value = values[values.length - 1]!
      const text = `${place + 1} ${pad(name, nameWidth, 'left')} ${formatPercent(value)}`
      return { value, text }
    })
    .sort((one, other) => other.value - one.value)
  const names = spread(
    ends.map(({ value, text }) => ({ row: rowOf(value, bounds, rows), text })),
    rows,
  )
  const { values, decimals } = ticksOver(low, high, Math.ceil(rows / 3))
  const ticks = placeLabels(
    values.map((value) => ({ value, text: `${formatTick(value, decimals)}%` })),
    bounds,
    rows,
    undefined,
  )
  const widthLeft = Math.max(
    10,
    screen.columns - axisWidth([...ends, ...ticks].map(({ text }) => text)),
  )
  const { width, columnOf } = placingOf(dates.length, 'line', widthLeft)
  const zero = rowOf(0, bounds, rows)
  const plot = isAscii
    ? mergedStars(series, width, rows, bounds)
    : linesOf(
        series
          .map(({ values: lineValues }, place) =>
            dotsOf(lineValues, width, rows, { bounds, every: strokes[place]!.every }),
          )
          .reduce(merge),
      )
  return [
    ...plot.map((line, row) => {
      const drawn = row === zero ? line.replaceAll(' ', isAscii ? '.' : '┄') : line
      const name = names.find((each) => each.row === row)
      const tick = name ? undefined : labelAt(ticks, row)
      const label = name ? ` ${name.text}` : tick ? ` ${isAscii ? '+' : '┤'} ${tick.text}` : ''
      return `${drawn}${paint(label, name ? undefined : 'dim', screen.colour)}`.trimEnd()
    }),
    paint(dateAxis(dates, columnOf, { width, zone }).trimEnd(), 'dim', screen.colour),
  ].join('\n')
}

/** Moves names out of a common row, down and then up, in their order. */
function spread(
  names: readonly { row: number; text: string }[],
  rows: number,
): readonly { row: number; text: string }[] {
  const placed = names.map((name) => ({ ...name }))
  for (let place = 1; place < placed.length; place += 1)
    placed[place]!.row = Math.max(placed[place]!.row, placed[place - 1]!.row + 1)
  for (let place = placed.length - 1, most = rows - 1; place >= 0; place -= 1, most -= 1)
    placed[place]!.row = Math.min(placed[place]!.row, most)
  return placed
}

function merge(one: number[][], other: number[][]): number[][] {
  return one.map((row, at) => row.map((cell, column) => cell | other[at]![column]!))
}

/** Draws lines in ASCII with their numbers. */
function mergedStars(
  series: readonly ComparedSeries[],
  width: number,
  rows: number,
  bounds: readonly [number, number],
): string[] {
  const cells = Array.from({ length: rows }, () => new Array<string>(width).fill(' '))
  for (const [place, { values }] of series.entries())
    for (const [row, line] of drawLine(values, width, rows, { isAscii: true, bounds }).entries())
      for (const [column, cell] of [...line].entries())
        if (cell !== ' ') cells[row]![column] = String(place + 1)
  return cells.map((row) => row.join(''))
}
