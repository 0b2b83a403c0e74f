import { FiqError } from '../errors.ts'
import { divideTables, type Table } from './tables.ts'

/** The requested part of an answer. */
export type PageRequest = {
  /** Path of a table. Without it, the page is part of the JSON text. */
  table?: string | undefined
  /** First row of the page, or first character of the text. */
  from?: number | undefined
  /** Maximum rows. */
  rows?: number | undefined
  /** Columns of the table; all by default. */
  columns?: readonly string[] | undefined
  format?: 'json' | 'csv' | undefined
}

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
 * @param budget - Maximum bytes of the page within a JSON message, where text is escaped. A single
 * row may be larger.
 * @throws FiqError `BAD_INPUT` for a table or a column that the answer does not have.
 */
export function readPage(text: string, request: PageRequest, budget: number): Page {
  if (request.table === undefined) return textPage(text, request, budget)
  const { tables } = divideTables((JSON.parse(text) as { data: unknown }).data)
  const table = tables.find(({ path }) => path === request.table)
  if (!table)
    throw new FiqError('BAD_INPUT', `The answer has no table ${quoted(request.table)}.`, {
      facts: [
        `Tables: ${tables
          .slice(0, 20)
          .map(({ path }) => path)
          .join(', ')}`,
      ],
    })
  return tablePage(chosen(table, request.columns), request, budget)
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
  const { path, of, columns, constant, rows } = table
  const isCsv = format === 'csv'
  const head = { path, of, count: rows.length, from, columns, constant }
  const constants = Object.values(constant)
  const lineOf = (row: readonly unknown[]) =>
    isCsv ? [...row, ...constants].map(csvCell).join(',') : JSON.stringify(row)
  const header = isCsv
    ? [...columns, ...Object.keys(constant)].map(csvCell).join(',')
    : JSON.stringify({ ...head, rows: [] })
  const sizeOf = isCsv ? escapedBytes : Buffer.byteLength
  const lines: string[] = []
  let bytes = sizeOf(header) + lineEndBytes
  let at = from
  for (; at < rows.length && lines.length < most; at += 1) {
    const line = lineOf(rows[at]!)
    bytes += sizeOf(line) + lineEndBytes
    if (bytes > budget && lines.length > 0) break
    lines.push(line)
  }
  const next = at < rows.length ? at : undefined
  if (isCsv) return { mimeType: 'text/csv', text: `${[header, ...lines].join('\n')}\n`, next }
  const text = `${header.slice(0, -2)}${lines.join(',')}]}`
  return { mimeType: 'application/json', text, next }
}

/** A comma, or an escaped line end. */
const lineEndBytes = 2

/** Bytes of a text within a JSON string. */
function escapedBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2
}

/** One CSV cell (RFC 4180). A list or an object is written as JSON. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 200))
}
