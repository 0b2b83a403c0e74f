import { csvCell } from '@fiq/shared/answers/csv-cell'
import { isObject } from '@fiq/shared/json'
import { sanitise } from '@fiq/shared/sanitise'

/**
 * Writes rows as CSV (RFC 4180) with a header line. Lines end in `\n`, as in psql, csvkit and
 * pandas: all readers accept it, and in a shell a `\r` would become part of the last column. Nested
 * objects become dotted columns, lists of plain values are joined with `;`.
 *
 * Puts `'` before a text that a spreadsheet would read as a formula, because titles and names are
 * foreign. Does not change numbers, or texts that are plain numbers, such as amounts of money.
 *
 * @param options.columns - The header if there are no rows, because most readers reject an empty
 * file.
 * @param options.isGuarded - `false` leaves texts unchanged, for programs that do not evaluate
 * formulas.
 */
export function toCsv(
  rows: readonly unknown[],
  {
    columns = [],
    isGuarded = true,
  }: Readonly<{ columns?: readonly string[]; isGuarded?: boolean }> = {},
): string {
  return lines(rows, columns, ',', (value) => csvCell(textOf(value), isGuarded))
}

/** One line for each row, tab-separated, with a header line: for `cut`, `awk` and `grep`. */
export function toPlain(rows: readonly unknown[], columns: readonly string[] = []): string {
  return lines(rows, columns, '\t', (value) => sanitise(textOf(value)))
}

function lines(
  rows: readonly unknown[],
  columns: readonly string[],
  separator: string,
  cell: (value: unknown) => string,
): string {
  const flat = rows.map((row) => flatten(row))
  const header = rows.length === 0 ? columns : [...new Set(flat.flatMap((row) => [...row.keys()]))]
  if (header.length === 0) return ''
  return [
    header.map(cell).join(separator),
    ...flat.map((row) => header.map((key) => cell(row.get(key))).join(separator)),
  ].join('\n')
}

/** Maximum nesting of columns; deeper values are printed as JSON. */
const depthMax = 8

function flatten(row: unknown): Map<string, unknown> {
  const flat = new Map<string, unknown>()
  const walk = (value: unknown, path: string, depth: number) => {
    if (!isObject(value) || depth > depthMax) flat.set(path === '' ? 'value' : path, value)
    else
      for (const [key, inner] of Object.entries(value))
        walk(inner, path === '' ? key : `${path}.${key}`, depth + 1)
  }
  walk(row, '', 0)
  return flat
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null))
    return value.map(textOf).join(';')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
