import { andNames } from '@fiq/shared/spelling/name-list'
import { refuse } from './checked-answer.ts'
import { csvRows } from './csv.ts'

/** One cell for each column. */
export type Cells<columns extends readonly string[]> = { -readonly [at in keyof columns]: string }

/** `|` separates the fields in files that never quote a field. */
export type Delimiter = ',' | ';' | '|'

export type CsvTable<columns extends readonly string[]> = {
  rows: Cells<columns>[]
  /** Cells of the other requested columns, by row. */
  others: string[][]
  /** All column names of the header, in order. */
  header: readonly string[]
  /** The text of the last line, if it is the only one: a count or a time in some files with `|`. */
  trailer: string | undefined
}

/** The header is one of the first lines. A date may precede it. */
const headerLinesMax = 5

/**
 * Parses a table with a header: the cells of `columns`, found by name, in the given order. All such
 * tables are parsed here, so a renamed column or a truncated file is an error and never a missing
 * value.
 *
 * A header may add a label to a name: SDMX writes `TIME_PERIOD: Time period`. Skips empty rows.
 *
 * @param url the URL object of the request
 * @param others further columns to read
 * @throws FiqError `UPSTREAM_CHANGED` naming the columns that the header lacks, or the row that is
 * shorter than the header
 */
export function csvTable<columns extends readonly string[]>(
  text: string,
  url: URL,
  columns: columns,
  delimiter: Delimiter = ',',
  others: (header: readonly string[]) => readonly string[] = () => [],
): CsvTable<columns> {
  const rows = delimiter === '|' ? pipeRows(text) : csvRows(text, delimiter)
  const named = rows.slice(0, headerLinesMax).map((row) => row.map(nameOf))
  const at = Math.max(
    0,
    named.findIndex((names) => columns.every((name) => names.includes(name))),
  )
  const header = named[at] ?? []
  const places = columnPlaces(header, columns, url)
  const otherPlaces = columnPlaces(header, others(header), url)
  const body = rows.slice(at + 1).filter((row) => row.some((cell) => cell.trim() !== ''))
  const last = body.at(-1)
  const hasTrailer =
    delimiter === '|' && last?.slice(1).every((cell) => cell.trim() === '') === true
  if (hasTrailer) body.pop()
  const short = body.findIndex((row) => row.length < header.length)
  if (short >= 0)
    refuse(url, 'a row that is cut short', {
      facts: [`Row ${short + 1}: ${body[short]!.length} cells`, `Columns: ${header.length}`],
    })
  return {
    rows: body.map((row) => places.map((place) => row[place]) as Cells<columns>),
    others: body.map((row) => otherPlaces.map((place) => row[place]!)),
    header,
    trailer: hasTrailer ? last![0] : undefined,
  }
}

/**
 * The rows of a table that `read` can parse, for tables whose rows are independent: one odd cell
 * must not fail the others.
 *
 * @param read returns `undefined` for a row of another form
 * @throws FiqError `UPSTREAM_CHANGED` if most rows have another form
 */
export function readableRows<row, value>(
  rows: readonly row[],
  url: URL,
  read: (row: row, index: number) => value | undefined,
): value[] {
  const found = rows.map(read)
  const readable = found.filter((value) => value !== undefined)
  if (2 * readable.length < rows.length) {
    const odd = JSON.stringify(rows[found.indexOf(undefined)]).slice(0, 80)
    refuse(url, `rows of another form, such as ${odd}`)
  }
  return readable
}

/**
 * A number in a cell; `null` for an empty one.
 *
 * @returns `undefined` for any other text
 */
export function numberCell(
  text: string,
  empty: readonly string[] = [''],
): number | null | undefined {
  if (empty.includes(text.trim())) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

/**
 * Indices of the columns in a header, for tables too long to parse at once.
 *
 * @throws FiqError `UPSTREAM_CHANGED` naming the columns that the header lacks
 */
export function columnPlaces(
  header: readonly string[],
  columns: readonly string[],
  url: URL,
): number[] {
  const places = columns.map((column) => header.indexOf(column))
  const missing = columns.filter((_, index) => places[index] === -1)
  if (missing.length > 0)
    refuse(url, `a table without ${andNames(missing)}`, {
      facts: [`Columns: ${header.slice(0, 10).join(', ')}`],
    })
  return places
}

function nameOf(cell: string): string {
  return cell.split(':')[0]!.trim()
}

function pipeRows(text: string): string[][] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.split('|'))
}
