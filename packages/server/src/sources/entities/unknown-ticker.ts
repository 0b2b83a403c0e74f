import { ownValue } from '@fiq/shared/own-value'
import { commonSymbol } from '../symbols/common-symbol.ts'
import { marketSymbol } from '../symbols/market-symbol.ts'
import type { EntityDirectory } from './entity-directory.ts'

/** Marks of the US market, which other services write before or after a ticker. */
const beforeTicker = /^[A-Z]{1,9}:(?=.)|^[#.]/
const afterTicker = /(?<=.)[.:](?:US|O|N|OQ|UN|UW|UQ)$/

/** The end of a pair of a crypto asset. Prices are in US dollars. */
const inOtherMoney = /[-/]?(?:EUR|GBP|JPY|BTC|ETH|USDT|USDC)$/

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
  const listed = text.replace(afterTicker, '').replace(beforeTicker, '')
  const found =
    directory.findTicker(listed) ??
    directory.findTicker(listed.replace(inOtherMoney, '-USD')) ??
    (/^\d{5,10}$/.test(text) ? directory.findFiler(text) : undefined)
  const known = found?.ticker ?? (hasPrice ? (commonSymbol(listed) ?? listingOf(text)) : undefined)
  if (known !== undefined) return `${ticker}: did you mean ${known}?`
  const kind = kindOf(text)
  if (kind !== undefined) return `${ticker}: ${kind}, not a ticker`
  if (marketSymbol(text) !== undefined)
    return `${ticker}: has prices only: quotes, history and technical indicators`
  const alike = directory.suggest(listed)
  const near = alike.length > 0 ? alike : directory.suggest(text.split(/\s/)[0] ?? '')
  return near.length > 0 ? `${ticker}: did you mean ${near.join(', ')}?` : `${ticker}: unknown`
}

/** Suffixes of exchanges by the codes that other services write before or after a ticker. */
const suffixes: Readonly<Record<string, string>> = {
  LON: 'L',
  LSE: 'L',
  ETR: 'DE',
  XETRA: 'DE',
  EPA: 'PA',
  AMS: 'AS',
  TYO: 'T',
  HKG: 'HK',
  ASX: 'AX',
  TSX: 'TO',
}

/** @example listingOf('LON:VOD') // 'VOD.L', like VOD:LON */
function listingOf(text: string): string | undefined {
  const [one = '', other = ''] = text.split(':')
  const suffix = ownValue(suffixes, one) ?? ownValue(suffixes, other)
  const ticker = ownValue(suffixes, one) === undefined ? one : other
  return suffix === undefined ? undefined : marketSymbol(`${ticker}.${suffix}`)
}

function kindOf(text: string): string | undefined {
  const [, share] = /^(?:O:)?([A-Z]{1,6})\d{6}[CP]\d{8}$/.exec(text) ?? []
  if (share !== undefined) return `an option of ${share}`
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return 'an ISIN'
  if (/^\d{3}[A-Z0-9]{5}\d$/.test(text)) return 'a CUSIP'
  return undefined
}
