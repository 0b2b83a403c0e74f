import { FiqError } from '@fiq/shared/errors'
import { type CsvRecord, csvRecords } from './csv-records.ts'

/** Reading stops after this many refused rows. */
const problemsMax = 20

/** Reads fields of one row by column name. */
export type RowReader = {
  /** @throws string naming the column and the fault */
  date(column: number): string
  number(column: number): number | null
  text(column: number): string
}

/**
 * Reads a CSV file by its header and passes each row on. One unreadable row refuses the file; the
 * error lists all such lines.
 *
 * @param start returns the reader of a row for a header
 * @returns The number of rows.
 * @throws FiqError `BAD_INPUT` naming the lines and their faults
 */
export async function importRows(
  input: AsyncIterable<Uint8Array>,
  start: (columns: readonly string[]) => (row: RowReader) => void,
): Promise<number> {
  const problems: string[] = []
  let accept: ((row: RowReader) => void) | undefined
  let width = 0
  let count = 0
  for await (const records of csvRecords(input))
    for (const record of records) {
      if (!accept) {
        width = record.fields.length
        accept = start(record.fields.map((name) => name.trim().toLowerCase()))
        continue
      }
      const problem = acceptRow(record, width, accept)
      if (problem === undefined) count += 1
      else if (problems.push(problem) >= problemsMax) throw refused(problems)
    }
  if (problems.length > 0) throw refused(problems)
  if (count === 0) throw new FiqError('BAD_INPUT', 'The file has no rows.')
  return count
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
    throw new FiqError('BAD_INPUT', `Line 1: the header has no column ${missing.join(', ')}.`, {
      facts: [`Columns: ${columns.join(', ').slice(0, 300)}`],
    })
}

class RowProblem extends Error {}

function acceptRow(
  { line, fields }: CsvRecord,
  width: number,
  accept: (row: RowReader) => void,
): string | undefined {
  if (fields.length !== width)
    return `Line ${line} has ${fields.length} fields, and the header has ${width}.`
  try {
    accept(readerOf(fields))
    return undefined
  } catch (error) {
    if (error instanceof RowProblem) return `Line ${line}: ${error.message}`
    throw error
  }
}

const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/
const missing = new Set(['', '.', 'NA', 'NaN', 'null', 'NULL', '-'])

function readerOf(fields: readonly string[]): RowReader {
  const text = (column: number) => (fields[column] ?? '').trim()
  return {
    text,
    date: (column) => isoDate(text(column)),
    number(column) {
      const field = text(column)
      if (missing.has(field)) return null
      const value = Number(field)
      if (!Number.isFinite(value)) throw new RowProblem(`${quoted(field)} is not a number.`)
      return value
    },
  }
}

function isoDate(text: string): string {
  if (day.test(text)) return text
  if (/^\d{4}$/.test(text)) return `${text}-01-01`
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return `${text}-01`
  if (!instant.test(text)) throw new RowProblem(`${quoted(text)} is not an ISO 8601 date.`)
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`
  const time = Date.parse(zoned.replace(' ', 'T'))
  if (Number.isNaN(time)) throw new RowProblem(`${quoted(text)} is not an ISO 8601 date.`)
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}

/** The error of a row with a required cell that is missing or out of bounds. */
export function rowProblem(message: string): Error {
  return new RowProblem(message)
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

function refused(problems: readonly string[]): FiqError {
  return new FiqError('BAD_INPUT', `The file was not imported: ${problems[0]}`, {
    facts: problems,
    remedy: 'Correct these lines and import the file again. Nothing of it was imported.',
  })
}
