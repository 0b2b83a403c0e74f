import { paint } from '../format/paint.ts'
import { truncate } from '../format/text-width.ts'
import { type AxisLabel, axisText, placeLabels, rowOf } from './axis.ts'
import { drawLine } from './line.ts'
import { formatTick } from './ticks.ts'

/** An indicator below the prices, with its own scale. */
export type Panel = {
  /** Title with the newest values, e.g. `RSI 14 49.62`. */
  title: string
  /** One for each bar; `null` for a missing value. */
  values: readonly (number | null)[]
  /** Values with a guide line, e.g. 30 and 70. */
  guides: readonly number[]
  /** Ends of the scale, such as 0 and 100; by default those of the values and the guides. */
  bounds?: readonly [low: number, high: number]
}

/** Draws a line with its newest value at the axis. Bars before the first value stay empty. */
export function drawPanel(
  { title, values, guides, bounds }: Panel,
  {
    width,
    rows,
    isAscii,
    colour,
  }: { width: number; rows: number; isAscii: boolean; colour: boolean },
): string[] {
  const present = values.filter((value) => value !== null)
  const head = paint(truncate(title, width), 'dim', colour)
  if (present.length === 0) return [head, ...new Array<string>(rows).fill('')]
  const ends = bounds ?? endsOf([...present, ...guides])
  const missing = values.findIndex((value) => value !== null)
  const empty = Math.min(width - 1, Math.round((missing * width) / values.length))
  const lines = drawLine(present, width - empty, rows, { isAscii, bounds: ends })
  const last = present[present.length - 1]!
  const ticks = guides.map((value) => ({ value, text: formatTick(value, 0) }))
  const labels = placeLabels(ticks, ends, rows, { value: last, text: last.toFixed(2) })
  const guided = new Set(guides.map((value) => rowOf(value, ends, rows)))
  const guide = isAscii ? '.' : '┄'
  return [
    head,
    ...lines.map((line, row) => {
      const whole = ' '.repeat(empty) + line
      const drawn = guided.has(row) ? whole.replaceAll(' ', guide) : whole
      return drawn + axisText(labelAt(labels, row), { isAscii, colour })
    }),
  ]
}

/** The label at a row, if there is one. */
export function labelAt(labels: readonly AxisLabel[], row: number): AxisLabel | undefined {
  return labels.find((label) => label.row === row)
}

function endsOf(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)]
}
