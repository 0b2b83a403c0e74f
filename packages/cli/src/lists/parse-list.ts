import { FiqError } from '@fiq/shared/errors'

/** Shares of one purchase. The cost is for one share, in the currency of the listing. */
export type Lot = { ticker: string; shares: number; cost: number }

/** Contents of a list's file. */
export type ListContent = { tickers: readonly string[]; lots: readonly Lot[] }

/** Maximum tickers or lots of a list. */
export const entriesMax = 1_000

/** The form of a ticker in a list. */
export const tickerPattern = /^[A-Za-z0-9^][A-Za-z0-9.^=_-]{0,31}$/

/**
 * Parses a list in TOML: `tickers = ["AAPL", "MSFT"]`, also over several lines and with comments.
 *
 * @throws FiqError `CONFIGURATION_INVALID` naming the line.
 */
export function parseTomlList(text: string, path: string): ListContent {
  // Tickers contain no `#`.
  const bare = text.split('\n').map((line) => line.replace(/#.*$/, '').trimEnd())
  const tickers: string[] = []
  let isInside = false
  for (const [place, line] of bare.entries()) {
    const opened: string | undefined = isInside ? line : /^\s*tickers\s*=\s*\[(.*)$/.exec(line)?.[1]
    if (opened === undefined) {
      if (line.trim() !== '')
        throw unreadable(
          path,
          place,
          'a TOML list holds only a line like tickers = ["AAPL", "MSFT"]',
        )
      continue
    }
    const [items = ''] = opened.split(']')
    isInside = !opened.includes(']')
    for (const item of items
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)) {
      const [, ticker] = /^["'](.*)["']$/.exec(item) ?? []
      tickers.push(tickerIn(ticker ?? '', path, place))
    }
  }
  if (isInside) throw unreadable(path, bare.length - 1, 'the closing ] is missing')
  return checked({ tickers: distinct(tickers), lots: [] }, path)
}

/**
 * Parses a list in CSV with a header: `ticker`, and for lots `shares` and `cost`, in any order.
 *
 * @throws FiqError `CONFIGURATION_INVALID` naming the line.
 */
export function parseCsvList(text: string, path: string): ListContent {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = cellsOf(header).map((name) => name.toLowerCase())
  const [ticker, shares, cost] = ['ticker', 'shares', 'cost'].map((name) => names.indexOf(name))
  if (ticker === -1) throw unreadable(path, 0, 'its header has no column "ticker"')
  const rows = lines.flatMap((line, place) => {
    if (line.trim() === '') return []
    const cells = cellsOf(line)
    const numberAt = (column: number | undefined) => {
      const cell = cells[column ?? -1] ?? ''
      if (cell === '') return undefined
      const value = /^\d{1,15}(\.\d{1,10})?$/.test(cell) ? Number(cell) : Number.NaN
      if (Number.isNaN(value))
        throw unreadable(path, place + 1, `"${cell.slice(0, 20)}" is not a number`)
      return value
    }
    const named = tickerIn(cells[ticker!] ?? '', path, place + 1)
    return [{ ticker: named, shares: numberAt(shares), cost: numberAt(cost) }]
  })
  const lots = rows.flatMap(({ ticker: named, shares: count, cost: paid }) =>
    count === undefined || paid === undefined ? [] : [{ ticker: named, shares: count, cost: paid }],
  )
  return checked({ tickers: distinct(rows.map((row) => row.ticker)), lots }, path)
}

function cellsOf(line: string): string[] {
  return line.split(',').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
}

function tickerIn(text: string, path: string, place: number): string {
  if (tickerPattern.test(text)) return text.toUpperCase()
  throw unreadable(path, place, `"${text.slice(0, 40)}" is not a ticker`)
}

function distinct(tickers: readonly string[]): readonly string[] {
  return [...new Set(tickers)]
}

function checked(content: ListContent, path: string): ListContent {
  if (content.tickers.length === 0) throw unreadable(path, 0, 'it has no tickers')
  if (content.tickers.length > entriesMax || content.lots.length > entriesMax)
    throw unreadable(path, 0, `it has more than ${entriesMax} entries`)
  return content
}

function unreadable(path: string, place: number, reason: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', `The list ${path} cannot be read: ${reason}.`, {
    facts: [`Line: ${place + 1}`],
  })
}
