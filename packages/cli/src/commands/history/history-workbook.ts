import type { Answer } from '../../query/answer.ts'
import type { Row } from '../../query/rows.ts'

/** A sheet as rows of cells. The first row is the header. */
export type SheetRows = readonly (readonly (string | number | Date | null)[])[]

/** The bars, one row each, with the columns of the CSV. Omits nested values. */
export function barsSheet(rows: readonly Row[]): SheetRows {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [
    columns,
    ...rows.map((row) =>
      columns.map((column) => {
        const value = row[column]
        if (column === 'date' && typeof value === 'string') return new Date(value)
        return typeof value === 'number' || typeof value === 'string' ? value : null
      }),
    ),
  ]
}

/** Describes each column with its source, and the sources with the age of their values. */
export function sourcesSheet(
  columns: readonly string[],
  { sources }: Pick<Answer, 'sources'>,
): SheetRows {
  const bars = [...new Set(sources.map(({ source }) => source))].join('; ')
  return [
    ['column', 'meaning', 'source'],
    ...columns.map((column) => {
      const meaning = meanings[column]
      return meaning === undefined
        ? [column, 'indicator over the bars of its ticker', 'computed by fiq from the bars']
        : [column, meaning, computed.has(column) ? 'computed by fiq from the bars' : bars]
    }),
    [],
    ['source', 'address', 'as of', 'mode'],
    ...sources.map(({ source, sourceUrl, asOf, mode }) => [
      source,
      sourceUrl ?? null,
      asOf ?? null,
      mode ?? null,
    ]),
  ]
}

const meanings: Readonly<Record<string, string>> = {
  ticker: 'requested ticker',
  date: 'day of the exchange, or start of the bar in UTC',
  open: 'first price, listing currency',
  high: 'highest price, listing currency',
  low: 'lowest price, listing currency',
  close: 'last price, listing currency, not adjusted for dividends',
  volume: 'shares or coins traded',
  currency: 'currency of the prices; empty for an index, which is in points',
  changePercent: 'change since the first day that all tickers have, percent',
}

const computed: ReadonlySet<string> = new Set(['changePercent'])

/**
 * Writes bars and their sources as a workbook of two sheets. Only this function loads the library.
 *
 * @returns The bytes of an .xlsx file.
 */
export async function writeWorkbook(
  rows: readonly Row[],
  answer: Pick<Answer, 'sources'>,
): Promise<Uint8Array> {
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const bars = barsSheet(rows)
  const sources = sourcesSheet(bars[0]!.map(String), answer)
  const cells = (sheet: SheetRows) =>
    sheet.map((row, place) => row.map((value) => cellOf(value, place === 0)))
  return writeExcelFile([
    { sheet: 'bars', data: cells(bars), columns: [{}, { width: 17 }], stickyRowsCount: 1 },
    { sheet: 'sources', data: cells(sources) },
  ]).toBuffer()
}

/** A bold header, or a value. A spreadsheet sorts and draws dates only if they are dates. */
function cellOf(value: SheetRows[number][number], isHeader: boolean) {
  if (isHeader) return { value: String(value), fontWeight: 'bold' as const }
  if (!(value instanceof Date)) return value
  const isDay = value.getTime() % dayMs === 0
  return { value, type: Date, format: isDay ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm' }
}

const dayMs = 86_400_000
