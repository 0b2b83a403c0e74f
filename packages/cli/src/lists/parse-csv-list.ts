import {
  checked,
  distinct,
  type ListContent,
  type Lot,
  tickerIn,
  unreadable,
} from './parse-list.ts'

/** The names of the columns of a file, in lower case, and what separates its cells. */
export function csvHeader(text: string): { names: readonly string[]; separator: string } {
  const [header = ''] = text.replace(/^\uFEFF/, '').split(lineEnd)
  const dialect = dialectOf(header, [])
  return { names: cellsOf(header, dialect).map((name) => name.toLowerCase()), ...dialect }
}

/** Names of the column of tickers. */
export const tickerColumns: readonly string[] = ['ticker', 'symbol']
const lineEnd = /\r\n|\n|\r/

/** What separates the cells of a spreadsheet's file, and the decimals of its numbers. */
type Dialect = { separator: ',' | ';' | '\t'; hasDecimalComma: boolean }

/**
 * Parses a list in CSV with a header: `ticker` or `symbol`, and for lots `shares` and `cost`, in
 * any order. Cells are separated by commas, semicolons or tabs, and may be quoted. A lot without a
 * cost has no gain; negative shares are a sale.
 *
 * @throws FiqError `CONFIGURATION_INVALID` naming the line.
 */
export function parseCsvList(text: string, path: string): ListContent {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(lineEnd)
  const dialect = dialectOf(header, lines)
  const { names } = csvHeader(text)
  const ticker = names.findIndex((name) => tickerColumns.includes(name))
  const [shares, cost] = ['shares', 'cost'].map((name) => names.indexOf(name))
  if (ticker === -1) throw unreadable(path, 0, 'its header has no column "ticker"')
  const rows = lines.flatMap((line, place) => {
    const cells = cellsOf(line, dialect)
    if (cells.every((cell) => cell === '')) return []
    const numberAt = (column: number | undefined) =>
      numberIn(cells[column ?? -1] ?? '', dialect, (reason) => unreadable(path, place + 1, reason))
    const named = tickerIn(cells[ticker] ?? '', path, place + 1)
    return [{ ticker: named, shares: numberAt(shares), cost: numberAt(cost) }]
  })
  const lots = rows.flatMap(({ shares: count, ...lot }) =>
    count === null ? [] : [{ ...lot, shares: count }],
  )
  for (const [named, count] of sums(lots))
    if (count < 0) throw unreadable(path, 0, `it sells more of ${named} than it buys`)
  return checked({ tickers: distinct(rows.map((row) => row.ticker)), lots }, path)
}

function dialectOf(header: string, lines: readonly string[]): Dialect {
  const separator = ([';', '\t'] as const).find((each) => header.includes(each)) ?? ','
  const hasDecimalComma = separator === ';' && lines.some((line) => /\d,\d/.test(line))
  return { separator, hasDecimalComma }
}

/** The cells of one line. A quoted cell may hold the separator, and `""` for a quotation mark. */
function cellsOf(line: string, { separator }: Dialect): string[] {
  const cells = ['']
  let isQuoted = false
  for (const part of line.split(new RegExp(`("|${separator})`))) {
    if (part === '"') isQuoted = !isQuoted
    if (part === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += part
  }
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  )
}

/** @returns `null` for an empty cell. */
function numberIn(
  cell: string,
  { hasDecimalComma }: Dialect,
  fault: (reason: string) => Error,
): number | null {
  if (cell === '') return null
  const [thousands, point] = hasDecimalComma ? ['.', ','] : [',', '.']
  const grouped = new RegExp(`^-?\\d{1,3}(\\${thousands}\\d{3})+(\\${point}\\d{1,10})?$`)
  if (hasDecimalComma && grouped.test(cell) && !cell.includes(point))
    throw fault(`"${cell.slice(0, 20)}" may be a fraction or thousands: write it without the point`)
  const plain = grouped.test(cell) ? cell.replaceAll(thousands, '') : cell
  const text = plain.replace(point, '.')
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) throw fault(`"${cell.slice(0, 20)}" is not a number`)
  return Number(text)
}

/** The shares of each ticker. Fractions are compared without their binary noise. */
function sums(lots: readonly Lot[]): readonly (readonly [ticker: string, shares: number])[] {
  return [...Map.groupBy(lots, ({ ticker }) => ticker)].map(([ticker, own]) => {
    const sum = own.reduce((all, { shares }) => all + shares, 0)
    return [ticker, Math.abs(sum) < 1e-9 ? 0 : sum] as const
  })
}
