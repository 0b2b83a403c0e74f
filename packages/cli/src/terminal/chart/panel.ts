import { formatScore } from '../format/format-number.ts'
import { paint } from '../format/paint.ts'
import { truncate } from '../format/text-width.ts'
import { drawLine } from './line.ts'

/** An indicator below the prices, on a scale of its own. */
export type Panel = {
  name: string
  /** One for each bar; `null` where there is none. */
  values: readonly (number | null)[]
  /** Ends of the scale, such as 0 and 100; default those of the values. */
  bounds?: readonly [low: number, high: number]
}

const plotRows = 3
/** Lines of a panel: what it is, and its plot. */
export const panelRows: number = plotRows + 1

/** A line with its newest value. Bars before the first value are left empty. */
export function drawPanel(
  { name, values, bounds }: Panel,
  {
    width,
    isAscii,
    axis,
    colour,
  }: { width: number; isAscii: boolean; axis: (label: string) => string; colour: boolean },
): string[] {
  const given = values.filter((value) => value !== null)
  const title = (text: string) => paint(truncate(text, width), 'dim', colour)
  if (given.length === 0) return [title(`${name}: no values`)]
  const ends = bounds ?? [Math.min(...given), Math.max(...given)]
  const missing = values.findIndex((value) => value !== null)
  const empty = Math.min(width - 1, Math.round((missing * width) / values.length))
  const lines = drawLine(given, width - empty, plotRows, { isAscii, bounds: ends })
  const labels = [formatScore(ends[1]), '', formatScore(ends[0])]
  return [
    title(`${name} ${formatScore(given[given.length - 1])}`),
    ...lines.map((line, row) => `${' '.repeat(empty)}${line}${axis(labels[row]!)}`),
  ]
}
