import { sanitise } from '@fiq/shared/sanitise'
import { paint, type Tone } from './paint.ts'
import type { Screen } from './screen.ts'
import { pad, textWidth, truncate } from './text-width.ts'

/** One column of a table of rows. */
export type Column<row> = {
  title: string
  /** Foreign text is fine: cells are sanitised. */
  cell: (row: row) => string
  /** Numbers to the right. Default left. */
  align?: 'left' | 'right'
  tone?: (row: row) => Tone | undefined
  /** Left out when the terminal is too narrow, the highest number first. Absent: never. */
  drop?: number
  /** May be cut with `…` down to {@link cutWidthMin} columns, before anything is left out. */
  cuttable?: true
}

/** Narrowest a cuttable column gets before columns are left out. */
export const cutWidthMin = 20

const gap = '  '

/**
 * A table in at most `screen.columns` columns where that is possible at all: first long texts are
 * cut, then the least important columns are left out, and the last line says which.
 */
export function renderTable<row>(
  columns: readonly Column<row>[],
  rows: readonly row[],
  screen: Screen,
): string {
  // Titles may be foreign too: the keys of rows that a server sent.
  const drawn = columns.map((column) =>
    drawColumn({ ...column, title: sanitise(column.title) }, rows),
  )
  const { kept, left } = fit(drawn, screen.columns)
  const lines = [
    paint(
      kept
        .map(({ column, width }) => cellText(column.title, column, width))
        .join(gap)
        .trimEnd(),
      'dim',
      screen.colour,
    ),
  ]
  for (const [index, row] of rows.entries()) {
    const cells = kept.map(({ column, cells: texts, width }) =>
      paint(cellText(texts[index]!, column, width), column.tone?.(row), screen.colour),
    )
    lines.push(cells.join(gap).trimEnd())
  }
  if (left.length > 0)
    lines.push(
      paint(
        truncate(`not shown: ${left.map(({ column }) => column.title).join(', ')}`, screen.columns),
        'dim',
        screen.colour,
      ),
    )
  return lines.join('\n')
}

type Drawn<row> = { column: Column<row>; cells: readonly string[]; width: number }

function drawColumn<row>(column: Column<row>, rows: readonly row[]): Drawn<row> {
  const cells = rows.map((row) => sanitise(column.cell(row)))
  const width = cells.reduce(
    (widest, cell) => Math.max(widest, textWidth(cell)),
    textWidth(column.title),
  )
  return { column, cells, width }
}

function fit<row>(
  drawn: readonly Drawn<row>[],
  columns: number,
): { kept: readonly Drawn<row>[]; left: readonly Drawn<row>[] } {
  const left: Drawn<row>[] = []
  let kept = drawn
  while (narrowest(kept) > columns) {
    const next = kept
      .filter(({ column }) => column.drop !== undefined)
      .sort((a, b) => b.column.drop! - a.column.drop!)[0]
    if (!next) break
    kept = kept.filter((candidate) => candidate !== next)
    left.push(next)
  }
  return { kept: cut(kept, columns), left }
}

/** Takes the columns that are too many from the widest cuttable text, one by one. */
function cut<row>(drawn: readonly Drawn<row>[], columns: number): readonly Drawn<row>[] {
  const result = drawn.map((column) => ({ ...column }))
  for (let excess = total(result) - columns; excess > 0; excess -= 1) {
    const widest = result
      .filter(({ column, width }) => column.cuttable && width > cutWidthMin)
      .sort((a, b) => b.width - a.width)[0]
    if (!widest) break
    widest.width -= 1
  }
  return result
}

function narrowest<row>(drawn: readonly Drawn<row>[]): number {
  return total(
    drawn.map((one) =>
      one.column.cuttable ? { ...one, width: Math.min(one.width, cutWidthMin) } : one,
    ),
  )
}

function total(drawn: readonly { width: number }[]): number {
  return drawn.reduce((sum, { width }) => sum + width, 0) + gap.length * (drawn.length - 1)
}

function cellText<row>(text: string, column: Column<row>, width: number): string {
  return pad(truncate(text, width), width, column.align ?? 'left')
}
