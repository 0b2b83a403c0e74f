import { csvCell } from '@fiq/shared/answers/csv-cell'
import { isObject } from '@fiq/shared/json'

/** One row of an answer: plain values only. */
export type Row = Readonly<Record<string, unknown>>

/**
 * The rows at a tool's output path. A list yields one row for each item, an object one row. A list
 * within a row (the bars of a history) also yields one row for each item.
 *
 * @example rowsAt({ data: { quotes: [{ ticker: 'AAPL' }] } }, 'data.quotes') // [{ ticker: 'AAPL'
 * }]
 */
export function rowsAt(body: unknown, outputPath: string): readonly Row[] {
  const value = outputPath
    .split('.')
    .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), body)
  return [value].flat().flatMap((row) => (isObject(row) ? unfold(row) : []))
}

/** Columns in the order they first occur. */
export function columnsOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

/** Lines of cells as a CSV file. Spreadsheets read no cell as a formula. */
export function csvOf(lines: readonly (readonly unknown[])[]): string {
  const cell = (value: unknown) => csvCell(String(value ?? ''))
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function unfold(row: Record<string, unknown>): Row[] {
  const entries = Object.entries(row)
  const plain = entries.filter(([, value]) => !isObject(value) && !isListOfRecords(value))
  const list = entries.find(([, value]) => isListOfRecords(value))?.[1] as Row[] | undefined
  const objects = entries.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []))
  const base = Object.fromEntries([...plain, ...objects.filter(([, value]) => !isObject(value))])
  return list ? list.map((each) => ({ ...base, ...each })) : [base]
}

function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}
