import { type CsvReader, csvReader, type NumberedRow } from '../../upstreams/csv.ts'
import type { Fault } from './fault.ts'
import { orderFault } from './price-faults.ts'

/** Faults of a table: the first ones by line, and their number. */
export type TableFaults = { faults: readonly Fault[]; count: number; records: number }

/** Maximum reported faults of one kind; all are counted. */
const reportedMax = 20
/** Maximum number of days compared with later ones, so that memory does not grow with the table. */
const daysMax = 500_000
/** Maximum length of a row. */
const rowCharactersMax = 2 ** 22

type LineFault = Fault & { line: number }

/**
 * Checks a table in pieces: rows with another number of cells, duplicate days, prices outside low
 * and high. A first row that names a date is a header; some files have none. Memory does not depend
 * on the length of the table.
 */
export function tableCheck() {
  let reader: CsvReader | undefined
  let columns: Columns | undefined
  let isEndless = false
  const widths = new Map<number, { rows: number; first: LineFault[] }>()
  const found: LineFault[] = []
  const seen = new Set<string>()
  let [rows, count] = [0, 0]

  const look = ({ line, fields }: NumberedRow) => {
    if (fields[0] === '\u001a') return
    rows += 1
    const width = widths.get(fields.length) ?? { rows: 0, first: [] }
    widths.set(fields.length, width)
    width.rows += 1
    if (width.first.length < reportedMax)
      width.first.push({ line, what: `${fields.length} fields` })
    if (rows === 1) columns = columnsOf(fields)
    if (rows === 1 || !columns?.hasHeader) return
    for (const what of [repeatedDay(columns, fields, seen), wrongPrices(columns, fields)]) {
      if (what === undefined) continue
      count += 1
      if (found.length < reportedMax) found.push({ line, what })
    }
  }

  return {
    read(piece: string): void {
      reader ??= csvReader(delimiterOf(piece))
      if (isEndless) return
      for (const row of reader.rows(piece)) look(row)
      isEndless = reader.pending().length > rowCharactersMax
    },
    end(): TableFaults {
      if (!isEndless) for (const row of reader?.lastRow() ?? []) look(row)
      const usual = usualWidth(widths, rows)
      const uneven = [...widths].filter(([width]) => usual !== undefined && width !== usual)
      const others = uneven.flatMap(([, { first }]) =>
        first.map(({ line, what }) => ({ line, what: `${what}; the other rows have ${usual}` })),
      )
      const all = [...others, ...found].sort((a, b) => a.line - b.line)
      const endless = {
        what: `a row longer than ${rowCharactersMax} characters; the rest was not read`,
      }
      return {
        faults: isEndless ? [endless, ...all] : all,
        count: uneven.reduce((sum, [, width]) => sum + width.rows, count) + (isEndless ? 1 : 0),
        records: rows - (columns?.hasHeader ? 1 : 0),
      }
    },
  }
}

type Columns = { hasHeader: boolean; day: number; keys: number[]; prices: number[] }

function columnsOf(fields: readonly string[]): Columns {
  const names = fields.map((name) => name.trim().toLowerCase())
  const prices = ['open', 'high', 'low', 'close'].map((name) => names.indexOf(name))
  return {
    hasHeader: names.some((name) => /date$|^symbol$/.test(name)),
    day: names.findIndex((name) => /date$/.test(name)),
    // A table of many securities, countries or measures has a column for them beside the day.
    keys: names.flatMap((name, at) => (keyColumn.test(name) ? [at] : [])),
    prices: prices.includes(-1) ? [] : prices,
  }
}

const keyColumn = /symbol|ticker|name|country|code|series|key|area|type|maturity|id$/

function repeatedDay({ day, keys }: Columns, fields: readonly string[], seen: Set<string>) {
  if (day < 0) return undefined
  const key = [day, ...keys].map((at) => fields[at]).join('\n')
  if (seen.has(key)) return `${fields[day]} appears twice`
  if (seen.size < daysMax) seen.add(key)
  return undefined
}

function wrongPrices({ prices }: Columns, fields: readonly string[]): string | undefined {
  if (prices.length === 0) return undefined
  const [open = null, high = null, low = null, close = null] = prices.map((at) =>
    numberOrNull(fields[at]),
  )
  return orderFault({ open, high, low, close })
}

function numberOrNull(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || Number.isNaN(Number(trimmed)) ? null : Number(trimmed)
}

/** The number of cells in nearly all rows; `undefined` for a text with notes around its table. */
function usualWidth(
  widths: ReadonlyMap<number, { rows: number }>,
  rows: number,
): number | undefined {
  const counts = [...widths].toSorted(([, a], [, b]) => b.rows - a.rows)
  const [width, most] = counts[0] ?? [0, { rows: 0 }]
  return width > 1 && most.rows >= rows * 0.9 ? width : undefined
}

function delimiterOf(text: string): string {
  const end = text.indexOf('\n')
  const line = end < 0 ? text : text.slice(0, end)
  const counts = [',', ';', '|', '\t'].map((each) => [each, line.split(each).length] as const)
  return counts.toSorted(([, a], [, b]) => b - a)[0]![0]
}
