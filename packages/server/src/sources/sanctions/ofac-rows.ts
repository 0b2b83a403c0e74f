import { FiqError } from '@fiq/shared/errors'
import { eachCsvRow } from '../../upstreams/csv.ts'

/** One row of an OFAC file. `-0-` becomes `null`. */
export type OfacRow = readonly (string | null)[]

/** The format of a file of the list. */
export type OfacShape = {
  /** File name, for error messages. */
  file: string
  columns: number
  /** Number of leading columns that must be identifiers (digits). */
  identifiers: number
  /** Minimum number of rows; fewer mean a truncated file. */
  rowsMin: number
}

/** DOS end-of-file mark, 0x1A, as the last byte. */
const endOfFile = String.fromCharCode(0x1a)

/**
 * Rows of an OFAC CSV file: no header, quoted by `"`, `-0- ` for no value, possibly a final 0x1A. A
 * row with fewer columns or without an identifier means that the format changed; then the file is
 * refused, because screening a part of it would be wrong. Yields one row at a time, because all
 * rows take ten times the size of the file.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
export function* readOfacRows(text: string, shape: OfacShape): Generator<OfacRow> {
  let rows = 0
  for (const fields of eachCsvRow(text)) {
    if (fields.length === 1 && fields[0]!.replace(endOfFile, '').trim() === '') continue
    const row = fields.map(cellOf)
    const identified = row.slice(0, shape.identifiers).every((id) => /^\d{1,12}$/.test(id ?? ''))
    if (row.length < shape.columns || !identified) {
      throw changed(shape, `Row ${rows + 1} has ${row.length} columns, or no identifier.`)
    }
    rows += 1
    yield row
  }
  if (rows < shape.rowsMin) {
    throw changed(shape, `It has ${rows} rows; at least ${shape.rowsMin} are expected.`)
  }
  return rows
}

function cellOf(field: string): string | null {
  const value = field.trim()
  return value === '-0-' || value === '' ? null : value
}

function changed({ file }: OfacShape, fact: string): FiqError {
  return new FiqError('UPSTREAM_CHANGED', `${file} of OFAC has an unknown format.`, {
    facts: [fact],
  })
}
