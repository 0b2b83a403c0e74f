import { z } from 'zod'
import { numberedCsvRows } from '../upstreams/csv.ts'
import type { Fault } from './check-file.ts'

type Prices = { open: number | null; high: number | null; low: number | null; close: number | null }

/**
 * Faults of a table: rows of another width, a day that comes twice, prices outside low and high. A
 * first row that names a date is a header; other files have none.
 */
export function tableFaults(text: string): { faults: Fault[]; records: number } {
  const end = text.indexOf('\n')
  const delimiter = delimiterOf(end < 0 ? text : text.slice(0, end))
  const rows = numberedCsvRows(text, delimiter).filter(({ fields }) => fields[0] !== '\u001a')
  const columns = (rows[0]?.fields ?? []).map((name) => name.trim().toLowerCase())
  const hasHeader = columns.some((name) => /date$|^symbol$/.test(name))
  const records = hasHeader ? rows.slice(1) : rows
  const width = usualWidth(rows.map(({ fields }) => fields.length))
  const uneven = rows
    .filter(({ fields }) => width !== undefined && fields.length !== width)
    .map(({ line, fields }) => ({
      line,
      what: `${fields.length} fields where others have ${width}`,
    }))
  const faults = hasHeader
    ? [...repeatedDays(columns, records), ...unordered(columns, records)]
    : []
  return { faults: [...uneven, ...faults].sort((a, b) => a.line - b.line), records: records.length }
}

const chart = z.object({
  chart: z.object({
    result: z.array(
      z.object({
        timestamp: z.array(z.number()),
        indicators: z.object({
          quote: z.array(z.record(z.string(), z.array(z.number().nullable()))),
        }),
      }),
    ),
  }),
})

/** Faults of a chart: times that do not rise, prices outside low and high. Any other JSON has none. */
export function chartFaults(value: unknown): Fault[] {
  const narrowed = chart.safeParse(value)
  if (!narrowed.success) return []
  return narrowed.data.chart.result.flatMap(({ timestamp, indicators }) => {
    const [quote = {}] = indicators.quote
    const at = (name: string, bar: number) => quote[name]?.[bar] ?? null
    return timestamp.flatMap((second, bar) => {
      const named = `bar ${bar + 1} (${new Date(second * 1_000).toISOString().slice(0, 10)})`
      const repeated = bar > 0 && second <= (timestamp[bar - 1] as number)
      const prices = { open: at('open', bar), high: at('high', bar), low: at('low', bar) }
      const wrong = orderFault({ ...prices, close: at('close', bar) })
      return [
        ...(repeated ? [{ line: 1, what: `${named} does not come after the one before` }] : []),
        ...(wrong ? [{ line: 1, what: `${named}: ${wrong}` }] : []),
      ]
    })
  })
}

/** Vendors round the four prices apart, so a difference in the fifth digit is none. */
const roundingMax = 1e-4

function orderFault({ open, high, low, close }: Prices): string | undefined {
  for (const [name, price] of Object.entries({ open, close })) {
    if (price === null) continue
    if (high !== null && price > high * (1 + roundingMax))
      return `${name} ${price} above high ${high}`
    if (low !== null && price < low * (1 - roundingMax)) return `${name} ${price} below low ${low}`
  }
  return high !== null && low !== null && low > high ? `low ${low} above high ${high}` : undefined
}

type Row = { line: number; fields: string[] }

function repeatedDays(columns: readonly string[], rows: readonly Row[]) {
  const day = columns.findIndex((name) => /date$/.test(name))
  if (day < 0) return []
  // A table of many securities, countries or measures names them beside the day.
  const beside = columns.flatMap((name, at) => (keyColumn.test(name) ? [at] : []))
  const seen = new Set<string>()
  return rows.flatMap(({ line, fields }) => {
    const key = [day, ...beside].map((at) => fields[at]).join('\n')
    const again = seen.has(key)
    seen.add(key)
    return again ? [{ line, what: `${fields[day]} comes twice` }] : []
  })
}

const keyColumn = /symbol|ticker|name|country|code|series|key|area|type|maturity|id$/

function unordered(columns: readonly string[], rows: readonly Row[]) {
  const places = ['open', 'high', 'low', 'close'].map((name) => columns.indexOf(name))
  if (places.includes(-1)) return []
  return rows.flatMap(({ line, fields }) => {
    const [open = null, high = null, low = null, close = null] = places.map((at) =>
      numberOrNull(fields[at]),
    )
    const wrong = orderFault({ open, high, low, close })
    return wrong ? [{ line, what: wrong }] : []
  })
}

function numberOrNull(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || Number.isNaN(Number(trimmed)) ? null : Number(trimmed)
}

/** The width of nearly all rows; a text with notes around its table has none. */
function usualWidth(widths: readonly number[]): number | undefined {
  const counts = [...Map.groupBy(widths, (width) => width)].map(
    ([width, all]) => [width, all.length] as const,
  )
  const [width, count] = counts.toSorted(([, a], [, b]) => b - a)[0] ?? [0, 0]
  return width > 1 && count >= widths.length * 0.9 ? width : undefined
}

function delimiterOf(line: string): string {
  const counts = [',', ';', '|', '\t'].map((each) => [each, line.split(each).length] as const)
  return counts.toSorted(([, a], [, b]) => b - a)[0]![0]
}
