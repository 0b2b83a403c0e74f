import type { SeriesPoint } from '../../sources/connector.ts'

/** Frequency of a table of factors. */
export type FactorFrequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'ANNUAL'

/** Sets of factors of the data library. */
export type FactorSet = 'THREE_FACTORS' | 'FIVE_FACTORS' | 'MOMENTUM'

/** Factors of one period in percent; `null` for a missing value. */
export type FactorRow = { date: string } & Readonly<Record<FactorField, number | null>>

/** Field of the answer, by the column name in the files. */
const columns = {
  'mkt-rf': 'marketExcess',
  smb: 'smallMinusBig',
  hml: 'highMinusLow',
  rmw: 'robustMinusWeak',
  cma: 'conservativeMinusAggressive',
  mom: 'momentum',
  rf: 'riskFree',
} as const
export type FactorField = (typeof columns)[keyof typeof columns]

/** Factors of each set. A table without one of them has renamed columns. */
export const factorsOf: Readonly<Record<FactorSet, readonly FactorField[]>> = {
  THREE_FACTORS: ['marketExcess', 'smallMinusBig', 'highMinusLow', 'riskFree'],
  FIVE_FACTORS: [
    ...(['marketExcess', 'smallMinusBig', 'highMinusLow', 'robustMinusWeak'] as const),
    ...(['conservativeMinusAggressive', 'riskFree'] as const),
  ],
  MOMENTUM: ['momentum'],
}

/** Digits of a period by frequency: 20260131, 202601, 2026. */
const digits: Readonly<Record<FactorFrequency, number>> = {
  DAILY: 8,
  WEEKLY: 8,
  MONTHLY: 6,
  ANNUAL: 4,
}

/** The library writes a missing value as -99.99 or -999. */
const missing: ReadonlySet<number> = new Set([-99.99, -999])

const nothing = Object.fromEntries(Object.values(columns).map((field) => [field, null])) as Record<
  FactorField,
  SeriesPoint['value']
>

/**
 * The first table of a frequency in a file of the data library, oldest first. In the file, prose
 * precedes and follows the tables, the annual table follows the monthly one, and lines end in LF,
 * CRLF or a lone CR. A line of a table has a comma, and prose has none.
 *
 * @returns no rows if the file has no such table
 */
export function parseFactorFile(text: string, frequency: FactorFrequency): FactorTable {
  const rows: FactorRow[] = []
  const odd: string[] = []
  let fields: (FactorField | undefined)[] | undefined
  for (const line of text.split(/\r\n|\r|\n/)) {
    const cells = line.split(',').map((cell) => cell.trim())
    const period = cells[0] ?? ''
    const header = headerOf(cells)
    if (rows.length > 0 && (header || cells.length < 2)) break
    fields = header ?? fields
    const isOurs = rows.length > 0 || period.length === digits[frequency]
    if (header || !fields || !isOurs) continue
    const row = rowOf(period, cells, fields, frequency)
    if (row) rows.push(row)
    else if (rows.length > 0) odd.push(line.trim())
  }
  return { rows, odd }
}

/** The rows of a table, and its lines of another form, such as one that is cut short. */
export type FactorTable = { rows: readonly FactorRow[]; odd: readonly string[] }

/** Whether a file has rows of a frequency, whatever their header. */
export function hasRows(text: string, frequency: FactorFrequency): boolean {
  return new RegExp(`(?:^|[\\r\\n])\\s*\\d{${digits[frequency]}}\\s*,`).test(text)
}

function headerOf(cells: readonly string[]): (FactorField | undefined)[] | undefined {
  const fields = cells.map((cell) => columns[cell.toLowerCase() as keyof typeof columns])
  return fields.some((field) => field !== undefined) ? fields : undefined
}

/** Parses a row; `undefined` for any other line. Ignores text attached to the last number. */
function rowOf(
  period: string,
  cells: readonly string[],
  fields: readonly (FactorField | undefined)[],
  frequency: FactorFrequency,
): FactorRow | undefined {
  const date = dateOf(period)
  const isPeriod = /^\d+$/.test(period) && period.length === digits[frequency]
  if (date === undefined || !isPeriod || cells.length < fields.length) return undefined
  const row = { date, ...nothing }
  for (const [index, field] of fields.entries()) {
    if (field === undefined) continue
    const cell = cells[index]!
    const [number] = /^-?\d*\.?\d+/.exec(cell) ?? []
    if (number === undefined && cell !== '') return undefined
    const value = Number(number)
    row[field] = number === undefined || missing.has(value) ? null : value
  }
  return row
}

/** First day of the month or year, or the day as stated, which for a week is its last trading day. */
function dateOf(period: string): string | undefined {
  const date = `${period.slice(0, 4)}-${period.slice(4, 6) || '01'}-${period.slice(6, 8) || '01'}`
  const instant = Date.parse(`${date}T00:00:00Z`)
  const exists = Number.isFinite(instant) && new Date(instant).toISOString().startsWith(date)
  return exists ? date : undefined
}
