import { sanitise } from '@fiq/shared/sanitise'
import { type Row, textIn } from '../../query/rows.ts'
import { alignPoints } from '../../terminal/format/align-points.ts'
import { formatLarge, formatValue, isNumber } from '../../terminal/format/format-number.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'
import { wrap } from '../../terminal/format/text-width.ts'

/** Observations of a series: date, value, and the unit: once, where it is that of all. */
export function pointsTable(rows: readonly Row[], screen: Screen): string {
  if (rows.length === 0) return 'No observations.'
  const large = rows.some(({ value }) => isNumber(value) && Math.abs(value) >= 1e9)
  const texts = alignPoints(
    rows.map(({ value }) => (large ? formatLarge(value) : formatValue(value))),
  )
  const shown = new Map(rows.map((row, index) => [row, texts[index]!]))
  const units = new Set(
    rows.filter(({ value }) => isNumber(value)).map((row) => textIn(row, 'unit')),
  )
  const columns: readonly Column<Row>[] = [
    { title: 'date', width: 10, cell: (row) => textIn(row, 'date') },
    { title: 'value', width: 16, cell: (row) => shown.get(row) ?? '', align: 'right' },
    ...(units.size > 1
      ? [
          {
            title: 'unit',
            width: 30,
            cell: (row: Row) => textIn(row, 'unit'),
            grows: true,
          } as const,
        ]
      : []),
  ]
  const [unit = ''] = units.size === 1 ? units : []
  const said = unit === '' ? [] : wrap(`unit: ${sanitise(unit)}`, screen.columns)
  return [
    ...said.map((line) => paint(line, 'dim', screen.colour)),
    renderTable({ columns }, rows, screen),
  ].join('\n')
}
