import { FiqError } from '../errors.ts'
import type { Json } from '../json.ts'
import { csvCell } from './csv-cell.ts'
import { type Cut, cutMembers, cutValues } from './cut-values.ts'
import { divideTables, joinPath, type Table, valueAtPath } from './tables.ts'

/** The requested part of an answer. */
export type PageRequest = {
  /**
   * Path of a table, or of another value of the data, whose JSON is divided like a text. Without it,
   * the page is part of the text of the answer.
   */
  table?: string | undefined
  /** First row of the page, or first character of the text. */
  from?: number | undefined
  /** Maximum rows. */
  rows?: number | undefined
  /** Columns of the table; all by default. */
  columns?: readonly string[] | undefined
  format?: 'json' | 'csv' | undefined
}

/** One page of an answer. */
export type Page = {
  mimeType: 'application/json' | 'text/csv' | 'text/plain'
  text: string
  /** Where the next page begins; `undefined` on the last. */
  next: number | undefined
}

/**
 * Reads one page of an answer.
 *
 * @param text - JSON of the answer: `data`, `errors`, `extensions`.
 * If a row alone is larger than the page, its largest values are `null`, and `cut` lists their paths.
 * So every value can be read in pages.
 *
 * @param budget - Maximum bytes of the page within a JSON message, where text is escaped.
 * @throws FiqError `BAD_INPUT` for a path or a column that the answer does not have; for columns of
 * one row that fit no page.
 */
export function readPage(text: string, request: PageRequest, budget: number): Page {
  if (request.table === undefined) return textPage(text, request, budget)
  const { data } = JSON.parse(text) as { data: unknown }
  const { tables } = divideTables(data)
  const table = tables.find(({ path }) => path === request.table)
  if (table) return tablePage(chosen(table, request.columns), request, budget)
  const value = valueAtPath(data, request.table)
  if (value === undefined)
    throw new FiqError('BAD_INPUT', `The answer has no table or value ${quoted(request.table)}.`, {
      facts: [
        `Tables: ${tables
          .slice(0, 20)
          .map(({ path }) => path)
          .join(', ')}`,
      ],
    })
  if (request.format === 'csv') throw onlyJson('CSV is only for tables.')
  return textPage(JSON.stringify(value), request, budget)
}

/** The whole text if it fits, else a part, which is not valid JSON alone. */
function textPage(text: string, { from = 0 }: PageRequest, budget: number): Page {
  if (from === 0 && Buffer.byteLength(text) <= budget)
    return { mimeType: 'application/json', text, next: undefined }
  let to = Math.min(text.length, from + budget)
  while (escapedBytes(text.slice(from, to)) > budget) to = from + Math.floor((to - from) * 0.9)
  // Do not cut between the two surrogates of a character.
  if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1] ?? '')) to -= 1
  return {
    mimeType: 'text/plain',
    text: text.slice(from, to),
    next: to < text.length ? to : undefined,
  }
}

function chosen(table: Table, names: readonly string[] | undefined): Table {
  if (!names) return table
  const known = [...table.columns, ...Object.keys(table.constant)]
  const missing = names.find((name) => !known.includes(name))
  if (missing !== undefined)
    throw new FiqError('BAD_INPUT', `The table has no column ${quoted(missing)}.`, {
      facts: [`Columns: ${known.join(', ')}`],
    })
  const at = names.map((name) => table.columns.indexOf(name)).filter((index) => index >= 0)
  return {
    ...table,
    columns: at.map((index) => table.columns[index]!),
    constant: Object.fromEntries(
      Object.entries(table.constant).filter(([name]) => names.includes(name)),
    ),
    rows: table.rows.map((row) => at.map((index) => row[index])),
  }
}

function tablePage(table: Table, request: PageRequest, budget: number): Page {
  const { from = 0, rows: most = Number.POSITIVE_INFINITY, format = 'json' } = request
  const { columns, constant, rows } = table
  const isCsv = format === 'csv'
  const { head, cut } = headOf(table, from, budget)
  const constants = Object.values(constant)
  const lineOf = (row: readonly unknown[]) =>
    isCsv ? [...row, ...constants].map(cellOf).join(',') : JSON.stringify(row)
  const header = isCsv
    ? [...columns, ...Object.keys(constant)].map(cellOf).join(',')
    : JSON.stringify({ ...head, ...cutIn(cut), rows: [] })
  const sizeOf = isCsv ? escapedBytes : Buffer.byteLength
  const lines: string[] = []
  let bytes = sizeOf(header) + lineEndBytes
  let at = from
  for (; at < rows.length && lines.length < most; at += 1) {
    const line = lineOf(rows[at]!)
    bytes += sizeOf(line) + lineEndBytes
    if (bytes > budget) break
    lines.push(line)
  }
  if (lines.length === 0 && at < rows.length) {
    if (isCsv) throw onlyJson(`Row ${at} is larger than a page.`)
    return longRow({ table, head, cut }, at, budget)
  }
  const next = at < rows.length ? at : undefined
  if (isCsv) return { mimeType: 'text/csv', text: `${[header, ...lines].join('\n')}\n`, next }
  const text = `${header.slice(0, -2)}${lines.join(',')}]}`
  return { mimeType: 'application/json', text, next }
}

type Head = { head: Json; cut: readonly Cut[] }

/** Everything of a page but its rows. Long values that all rows share take half of it at most. */
function headOf({ path, of, owner, columns, constant, rows }: Table, from: number, budget: number) {
  const quarter = Math.floor(budget / 4)
  const owned = cutMembers(of, quarter, (name) => joinPath(owner, name))
  const shared = cutMembers(constant, quarter, (name) => `${path}.0.${name}`)
  const counts = { count: rows.length, from }
  const head = { path, of: owned.values, ...counts, columns, constant: shared.values }
  return { head, cut: [...owned.cut, ...shared.cut] }
}

function cutIn(cut: readonly Cut[]): { cut?: readonly Cut[] } {
  return cut.length === 0 ? {} : { cut }
}

/** A page of one row, without its largest values. */
function longRow(
  { table: { path, columns, rows }, head, cut }: { table: Table } & Head,
  at: number,
  budget: number,
): Page {
  const headBytes = Buffer.byteLength(JSON.stringify({ ...head, cut, rows: [[]] }))
  const row = cutValues(rows[at]!, budget - headBytes, (index) => `${path}.${at}.${columns[index]}`)
  const text = JSON.stringify({ ...head, ...cutIn([...cut, ...row.cut]), rows: [row.values] })
  if (Buffer.byteLength(text) > budget)
    throw onlyJson(`Row ${at} has ${columns.length} columns, which are larger than a page.`)
  const next = at + 1 < rows.length ? at + 1 : undefined
  return { mimeType: 'application/json', text, next }
}

function onlyJson(message: string): FiqError {
  return new FiqError('BAD_INPUT', message, {
    remedy: 'Read it as JSON, read fewer columns, or read the text without a table.',
  })
}

/** A comma, or an escaped line end. */
const lineEndBytes = 2

/** Bytes of a text within a JSON string. */
function escapedBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}

/** One CSV cell. A list or an object is written as JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return csvCell(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 200))
}
