import { FiqError } from '@fiq/shared/errors'

/**
 * Shares of one purchase; negative for a sale. The cost is for one share, in the currency of the
 * listing; `null` if the file states none.
 */
export type Lot = { ticker: string; shares: number; cost: number | null }

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
  const bare = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').trimEnd())
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

/** @throws FiqError `CONFIGURATION_INVALID` naming the line, counted from 0. */
export function tickerIn(text: string, path: string, place: number): string {
  if (tickerPattern.test(text)) return text.toUpperCase()
  throw unreadable(path, place, `"${text.slice(0, 40)}" is not a ticker`)
}

/** Each ticker once. */
export function distinct(tickers: readonly string[]): readonly string[] {
  return [...new Set(tickers)]
}

/** @throws FiqError `CONFIGURATION_INVALID` for an empty list, and for one that is too long. */
export function checked(content: ListContent, path: string): ListContent {
  if (content.tickers.length === 0) throw unreadable(path, 0, 'it has no tickers')
  if (content.tickers.length > entriesMax || content.lots.length > entriesMax)
    throw unreadable(path, 0, `it has more than ${entriesMax} entries`)
  return content
}

/** The error of a file that cannot be read, with its line, counted from 0. */
export function unreadable(path: string, place: number, reason: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', `The list ${path} cannot be read: ${reason}.`, {
    facts: [`Line: ${place + 1}`],
    remedy: 'Correct the file; fiq list --help shows its form.',
  })
}
