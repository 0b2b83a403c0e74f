import type { Screen } from '../context.ts'
import { alignPoints } from '../terminal/align-points.ts'
import { formatLarge, formatValue, isNumber } from '../terminal/format-number.ts'
import { type Column, renderTable } from '../terminal/table.ts'
import { type Row, textIn } from './rows.ts'

/** Observations of a series: date, value and, where any has one, the unit. */
export function pointsTable(rows: readonly Row[], screen: Screen): string {
  if (rows.length === 0) return 'No observations.'
  const large = rows.some(({ value }) => isNumber(value) && Math.abs(value) >= 1e9)
  const texts = alignPoints(
    rows.map(({ value }) => (large ? formatLarge(value) : formatValue(value))),
  )
  const shown = new Map(rows.map((row, index) => [row, texts[index]!]))
  const columns: readonly Column<Row>[] = [
    { title: 'date', cell: (row) => textIn(row, 'date') },
    {
      title: 'value',
      cell: (row) => shown.get(row) ?? '',
      align: 'right',
    },
    ...(rows.some((row) => textIn(row, 'unit') !== '')
      ? [{ title: 'unit', cell: (row: Row) => textIn(row, 'unit'), cuttable: true as const }]
      : []),
  ]
  return renderTable(columns, rows, screen)
}
