import { FiqError } from '@fiq/shared/errors'
import { csvRows } from '../upstreams/csv.ts'

/** One row of a CSV file, with the number of its first line, counted from 1. */
export type CsvRecord = { line: number; fields: readonly string[] }

/** Maximum length of a record. A longer one has an unclosed quote or is not CSV. */
const recordLengthMax = 1_000_000

/**
 * Parses a stream of CSV, yielding the rows of each chunk, the header included. Quoted fields may
 * contain commas and line breaks.
 *
 * @throws FiqError `BAD_INPUT` for a record without end
 */
export async function* csvRecords(input: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord[]> {
  const decoder = new TextDecoder()
  let line = 1
  let rest = ''
  for await (const chunk of input) {
    rest += decoder.decode(chunk, { stream: true })
    const end = lastRecordEnd(rest)
    if (end === 0 && rest.length > recordLengthMax) throw endless(line)
    const { records, next } = split(rest.slice(0, end), line)
    yield records
    line = next
    rest = rest.slice(end)
  }
  rest += decoder.decode()
  if (rest.length > recordLengthMax && rest.includes('"')) throw endless(line)
  yield split(rest, line).records
}

/** End of the last complete record: after a line break outside quotes. */
function lastRecordEnd(text: string): number {
  if (!text.includes('"')) return text.lastIndexOf('\n') + 1
  let end = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') quoted = !quoted
    else if (character === '\n' && !quoted) end = at + 1
  }
  return end
}

function split(text: string, line: number): { records: CsvRecord[]; next: number } {
  const records: CsvRecord[] = []
  let next = line
  let pending = ''
  for (const part of text.split('\n')) {
    const record = pending === '' ? part : `${pending}\n${part}`
    if (record.includes('"') && openQuote(record)) {
      pending = record
      continue
    }
    pending = ''
    const fields = fieldsOf(record)
    if (fields) records.push({ line: next, fields })
    next += lineCount(record)
  }
  if (pending !== '') {
    const [fields] = csvRows(pending)
    if (fields) records.push({ line: next, fields })
  }
  // The text after the last line break begins the next record.
  return { records, next: next - 1 }
}

function fieldsOf(record: string): string[] | undefined {
  if (record.includes('"') || record.startsWith('\ufeff')) return csvRows(record)[0]
  const text = record.endsWith('\r') ? record.slice(0, -1) : record
  return text === '' ? undefined : text.split(',')
}

function openQuote(record: string): boolean {
  return record.split('"').length % 2 === 0
}

function lineCount(record: string): number {
  return record.includes('\n') ? record.split('\n').length : 1
}

function endless(line: number): FiqError {
  return new FiqError('BAD_INPUT', `Line ${line}: a quote is not closed.`)
}
