import type { Screen } from '../context.ts'
import { renderFacts } from '../terminal/facts.ts'
import { formatValue, isNumber } from '../terminal/format-number.ts'
import { type Column, renderTable } from '../terminal/table.ts'
import { isRow, type Row, rowsOf } from './rows.ts'

/** Any value: a table of rows, or the members of an object. What is nested is JSON. */
export function valueView(value: unknown, screen: Screen): string {
  if (isRow(value))
    return renderFacts(
      Object.entries(value).map(([key, inner]) => [key, cellOf(inner)]),
      screen,
    )
  const rows = rowsOf(value)
  return rows.length === 0 ? 'Nothing.' : renderTable(columnsOf(rows), rows, screen)
}

function columnsOf(rows: readonly Row[]): readonly Column<Row>[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return keys.map((key, index) => ({
    title: key,
    cell: (row) => cellOf(row[key]),
    align: rows.some((row) => isNumber(row[key])) ? 'right' : 'left',
    ...(index === 0 ? {} : { drop: index }),
    ...(rows.some((row) => typeof row[key] === 'string') ? { cuttable: true as const } : {}),
  }))
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (isNumber(value)) return formatValue(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length > 3) return `${value.length} items`
  return JSON.stringify(value)
}
