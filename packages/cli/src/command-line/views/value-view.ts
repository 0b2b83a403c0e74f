import { isRow, type Row, rowsOf } from '../../query/rows.ts'
import { alignPoints } from '../../terminal/format/align-points.ts'
import { renderFacts } from '../../terminal/format/facts.ts'
import { absent, formatLarge, formatValue, isNumber } from '../../terminal/format/format-number.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { type Column, renderTable } from '../../terminal/format/table.ts'

/** Any value: a table of rows, or the members of an object. What is nested is JSON. */
export function valueView(value: unknown, screen: Screen): string {
  if (isRow(value))
    return renderFacts(
      Object.entries(value).map(([key, inner]) => [key, cellOf(key, inner)]),
      screen,
    )
  const rows = rowsOf(value)
  return rows.length === 0 ? 'Nothing.' : renderTable(columnsOf(rows), rows, screen)
}

/** Columns nobody has a value in are left out; those that tell rows apart least stand last. */
function columnsOf(rows: readonly Row[]): readonly Column<Row>[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const filled = keys.filter((key) => rows.some((row) => cellOf(key, row[key]) !== absent))
  const shown = filled.length > 0 ? filled : keys
  const ordered = shown.toSorted((one, other) => worth(other, rows) - worth(one, rows))
  return ordered.map((key, index) => {
    const cells = cellsOf(key, rows)
    return {
      title: key,
      cell: (row) => cells.get(row) ?? absent,
      align: rows.some((row) => isNumber(row[key])) && !isLabel(key) ? 'right' : 'left',
      ...(index === 0 ? {} : { drop: index }),
      ...(rows.some((row) => typeof row[key] === 'string') ? { cuttable: true as const } : {}),
    }
  })
}

/** Identifiers and addresses are for programs, and what is the same in all rows says little. */
function worth(key: string, rows: readonly Row[]): number {
  if (/url$|cik$|lei$|cusip$|doi$|accessionNumber$/i.test(key)) return 0
  const [first] = rows
  return rows.length > 1 && rows.every((row) => row[key] === first?.[key]) ? 1 : 2
}

/** From here on three digits say enough; `--json` has all of them. */
const largeMin = 1e9

function cellsOf(key: string, rows: readonly Row[]): ReadonlyMap<Row, string> {
  const numbers = rows.map((row) => row[key]).filter(isNumber)
  const isLarge = !isLabel(key) && numbers.some((number) => Math.abs(number) >= largeMin)
  const texts = rows.map((row) =>
    isLarge && isNumber(row[key]) ? formatLarge(row[key]) : cellOf(key, row[key]),
  )
  const aligned = numbers.length === 0 || isLarge || isLabel(key) ? texts : alignPoints(texts)
  return new Map(rows.map((row, place) => [row, aligned[place]!]))
}

/** Numbers that name something. */
function isLabel(key: string): boolean {
  return /year$|cycle$/i.test(key)
}

function cellOf(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return absent
  if (isNumber(value)) return isLabel(key) ? String(value) : formatValue(value)
  if (typeof value === 'string') return value.replace(instant, '$1 $2Z')
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.length === 0) return absent
  if (value.length > 3) return `${value.length} items`
  return value.every((item) => typeof item === 'string') ? value.join(', ') : JSON.stringify(value)
}

/** To the minute: `2026-11-20T17:07:01.000Z` */
const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/
