import { paint } from '../format/paint.ts'
import { scaleOver } from './scale.ts'
import { formatTick, ticksOver } from './ticks.ts'

/** A label at a row of a plot. Rows count from the top. */
export type AxisLabel = { row: number; text: string; isLast?: boolean }

/** The row of a value in a plot, counted from the top. Four dots are one row. */
export function rowOf(value: number, [low, high]: readonly [number, number], rows: number): number {
  return rows - 1 - Math.floor(scaleOver([low, high], rows * 4).stepOf(value) / 4)
}

/**
 * Ticks of a scale, and the last value at its own row. A tick whose row is taken moves one row away
 * from the last value, or is omitted.
 */
export function axisLabels(
  bounds: readonly [number, number],
  rows: number,
  last: { value: number; text: string } | undefined,
): readonly AxisLabel[] {
  const { values, decimals } = ticksOver(...bounds, Math.max(2, Math.ceil(rows / 2)))
  const ticks = values.map((value) => ({ value, text: formatTick(value, decimals) }))
  return placeLabels(ticks, bounds, rows, last)
}

/** Labels of the given values, at most one in each row. The last value keeps its row. */
export function placeLabels(
  ticks: readonly { value: number; text: string }[],
  bounds: readonly [number, number],
  rows: number,
  last: { value: number; text: string } | undefined,
): readonly AxisLabel[] {
  const labels = new Map<number, AxisLabel>()
  if (last) {
    const row = rowOf(last.value, bounds, rows)
    labels.set(row, { row, text: last.text, isLast: true })
  }
  for (const { value, text } of ticks) {
    if (value === last?.value) continue
    const own = rowOf(value, bounds, rows)
    const moved = last && value > last.value ? own - 1 : own + 1
    const row = [own, moved].find((each) => each >= 0 && each < rows && !labels.has(each))
    if (row !== undefined) labels.set(row, { row, text })
  }
  return [...labels.values()]
}

/** Text right of a row of a plot: `┤ 540`, `◀ 531.05`, or nothing. */
export function axisText(
  label: AxisLabel | undefined,
  { isAscii, colour }: { isAscii: boolean; colour: boolean },
): string {
  if (!label) return ''
  const mark = label.isLast ? (isAscii ? '<' : '◀') : isAscii ? '+' : '┤'
  return paint(` ${mark} ${label.text}`, label.isLast ? 'bold' : 'dim', colour)
}

/** Columns for the labels on the right of a plot. */
export function axisWidth(labels: readonly string[]): number {
  return labels.reduce((widest, { length }) => Math.max(widest, length), 0) + 3
}
