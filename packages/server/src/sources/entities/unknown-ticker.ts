import { commonSymbol } from '../symbols/common-symbol.ts'
import { marketSymbol } from '../symbols/market-symbol.ts'
import type { EntityDirectory } from './entity-directory.ts'

/** Marks of the US market, which other services write before or after a ticker. */
const beforeTicker = /^[A-Z]{2,9}:(?=.)|^#/
const afterTicker = /(?<=.)[.:](?:US|O|N|OQ|UN|UW|UQ)$/

/**
 * What is known about an unknown ticker, for an error: similar tickers, or which kind of identifier
 * it is.
 *
 * @param hasPrice whether prices are queried, which currencies and futures also have
 * @example describeUnknown('NASDAQ:AAPL', directory, true) // 'NASDAQ:AAPL: did you mean AAPL?'
 */
export function describeUnknown(
  ticker: string,
  directory: Pick<EntityDirectory, 'findTicker' | 'findFiler' | 'suggest'>,
  hasPrice: boolean,
): string {
  const text = ticker.normalize('NFKC').trim().toUpperCase()
  const listed = text.replace(beforeTicker, '').replace(afterTicker, '')
  const found =
    directory.findTicker(listed) ??
    (/^\d{5,10}$/.test(text) ? directory.findFiler(text) : undefined)
  const known = found?.ticker ?? (hasPrice ? commonSymbol(text) : undefined)
  if (known !== undefined) return `${ticker}: did you mean ${known}?`
  const kind = kindOf(text)
  if (kind !== undefined) return `${ticker}: ${kind}, not a ticker`
  if (marketSymbol(text) !== undefined) return `${ticker}: has prices only: quotes and history`
  const alike = directory.suggest(text)
  const near = alike.length > 0 ? alike : directory.suggest(text.split(/\s/)[0] ?? '')
  return near.length > 0 ? `${ticker}: did you mean ${near.join(', ')}?` : `${ticker}: unknown`
}

function kindOf(text: string): string | undefined {
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return 'an ISIN'
  if (/^\d{3}[A-Z0-9]{5}\d$/.test(text)) return 'a CUSIP'
  return undefined
}
