import { FiqError } from '@fiq/shared/errors'
import { andNames } from '@fiq/shared/spelling/name-list'
import { csvReader, type NumberedRow } from '../upstreams/csv.ts'

/** Reading stops after this many refused rows. */
const problemsMax = 20
/** Enough to find what is wrong; counts of millions would fill the memory. */
const remarksMax = 1_000

/** Reads fields of one row by column name. */
export type RowReader = {
  /** The day as written, without its time and zone; the first day of a month or year. */
  day(column: number): string
  /** An instant in UTC. The cell must name its zone. */
  instant(column: number): string
  number(column: number): number | null
  text(column: number): string
}

/**
 * Reads a CSV file by its header and passes each row on. One unreadable row refuses the file; the
 * error lists all such lines.
 *
 * @param start returns the reader of a row for a header; the reader may return a remark
 * @returns The number of rows, and the remarks with their lines.
 * @throws FiqError `BAD_INPUT` naming the lines and their faults
 */
export async function importRows(
  input: AsyncIterable<Uint8Array>,
  start: (columns: readonly string[]) => AcceptRow,
): Promise<{ rows: number; remarks: readonly string[] }> {
  const problems: string[] = []
  const remarks: string[] = []
  let accept: AcceptRow | undefined
  let width = 0
  let count = 0
  for await (const records of csvRecords(input))
    for (const record of records) {
      if (!accept) {
        width = record.fields.length
        accept = start(record.fields.map((name) => name.trim().toLowerCase()))
        continue
      }
      const { problem, remark } = acceptRow(record, width, accept)
      count += 1
      if (remark !== undefined && remarks.length < remarksMax) remarks.push(remark)
      if (problem !== undefined && problems.push(problem) >= problemsMax) throw refused(problems)
    }
  if (problems.length > 0) throw refused(problems)
  if (count === 0)
    throw new FiqError('BAD_INPUT', 'The file has no rows.', {
      remedy: 'Name a CSV file with a header and at least one row.',
    })
  return { rows: count, remarks }
}

/** Index of the first column that has one of the names, or -1. */
export function columnOf(columns: readonly string[], names: readonly string[]): number {
  return columns.findIndex((column) => names.includes(column))
}

/** @throws FiqError `BAD_INPUT` naming the missing columns and those of the header */
export function requireColumns(
  columns: readonly string[],
  required: Readonly<Record<string, number>>,
): void {
  const missing = Object.keys(required).filter((name) => (required[name] ?? -1) < 0)
  if (missing.length > 0)
    throw new FiqError('BAD_INPUT', `Line 1: the header lacks ${andNames(missing)}.`, {
      facts: [`Columns: ${columns.join(', ').slice(0, 300)}`],
      remedy: /[;\t|]/.test(columns[0] ?? '')
        ? 'Separate the columns by commas, and write decimals with a point.'
        : 'Name the columns in the first line.',
    })
}

type AcceptRow = (row: RowReader) => string | undefined

class RowProblem extends Error {}

function acceptRow(
  { line, fields }: NumberedRow,
  width: number,
  accept: AcceptRow,
): { problem?: string; remark?: string } {
  if (fields.length !== width)
    return { problem: `Line ${line} has ${fields.length} fields, and the header has ${width}.` }
  try {
    const remark = accept(readerOf(fields))
    return remark === undefined ? {} : { remark: `Line ${line}: ${remark}` }
  } catch (error) {
    if (error instanceof RowProblem) return { problem: `Line ${line}: ${error.message}` }
    throw error
  }
}

const instant =
  /^(?<day>\d{4}-\d{2}-\d{2})[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?<zone>Z|[+-]\d{2}:?\d{2})?$/
const missing = new Set(['', '.', 'NA', 'NaN', 'null', 'NULL', '-'])

function readerOf(fields: readonly string[]): RowReader {
  const text = (column: number) => (fields[column] ?? '').trim()
  return {
    text,
    day: (column) => isoDay(text(column)),
    instant: (column) => isoInstant(text(column)),
    number(column) {
      const field = text(column)
      if (missing.has(field)) return null
      const value = Number(field)
      if (!Number.isFinite(value)) throw new RowProblem(`${quoted(field)} is not a number.`)
      return value
    },
  }
}

function isoDay(text: string): string {
  if (/^\d{4}$/.test(text)) return `${text}-01-01`
  const day = /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text.replace(instant, '$<day>')
  // A date that does not exist, such as 30 February, becomes another one.
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && isoOf(day)?.startsWith(day)) return day
  throw new RowProblem(`${quoted(text)} is not an ISO 8601 date.`)
}

function isoInstant(text: string): string {
  const { day = '', time, zone } = instant.exec(text)?.groups ?? {}
  const iso = isoOf(day)?.startsWith(day) ? isoOf(`${day}T${time}${zone ?? 'Z'}`) : undefined
  if (iso === undefined) throw new RowProblem(`${quoted(text)} is not an ISO 8601 time.`)
  if (zone === undefined)
    throw new RowProblem(`${quoted(text)} has no time zone; write Z or an offset after it.`)
  return `${iso.slice(0, 19)}Z`
}

function isoOf(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** The error of a row with a required cell that is missing or out of bounds. */
export function rowProblem(message: string): Error {
  return new RowProblem(message)
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

function refused(problems: readonly string[]): FiqError {
  const lines = problems.length === 1 ? 'a line is' : `${problems.length} lines are`
  return new FiqError('BAD_INPUT', `The file was not imported: ${lines} wrong.`, {
    facts: problems,
    remedy: 'Correct these lines and import the file again. Nothing of it was imported.',
  })
}

/** Maximum length of a row. A longer one has an unclosed quote or is not CSV. */
const rowLengthMax = 1_000_000

/**
 * Parses a stream of CSV, yielding the rows that end in each chunk, the header included. Quoted
 * fields may contain commas and line breaks.
 *
 * @throws FiqError `BAD_INPUT` for a row without end
 */
export async function* csvRecords(input: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedRow[]> {
  const decoder = new TextDecoder()
  const reader = csvReader(',')
  for await (const chunk of input) {
    yield [...reader.rows(decoder.decode(chunk, { stream: true }))]
    const { line, length } = reader.pending()
    if (length > rowLengthMax)
      throw new FiqError('BAD_INPUT', `Line ${line}: a quote is not closed.`)
  }
  yield [...reader.rows(decoder.decode()), ...reader.lastRow()]
}
