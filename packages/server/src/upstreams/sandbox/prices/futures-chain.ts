import { dayOf } from '../market/newest-first.ts'
import type { BookQuote } from '../market/price-book.ts'
import { dayMs } from '../market/sessions.ts'

/** Months of the quarterly contracts, with the letter in their symbols. */
const quarters: readonly [month: number, letter: string][] = [
  [3, 'H'],
  [6, 'M'],
  [9, 'U'],
  [12, 'Z'],
]
const contracts = 4
/** Yearly cost of carry: later contracts have higher prices. */
const carryYearly = 0.04
const yearMs = 365 * dayMs

/** Underlyings of futures, by the head of the chain. */
export const futuresHeads: Readonly<Record<string, string>> = {
  'ES=F': '^GSPC',
  'NQ=F': '^NDX',
  'YM=F': '^DJI',
  'RTY=F': '^RUT',
  'NKD=F': '^N225',
  'ZN=F': '^TNX',
  'ZF=F': '^FVX',
  'ZB=F': '^TYX',
  'BTC=F': 'BTC-USD',
  'ETH=F': 'ETH-USD',
}

/** Yahoo `/v10/finance/quoteSummary/ES=F?modules=futuresChain`: the next quarterly contracts. */
export function futuresChain(head: string, quote: BookQuote, now: number): string {
  const root = head.replace('=F', '')
  const listed = expirations(now).map(({ instant, letter }) => {
    const carry = 1 + (carryYearly * (instant - now)) / yearMs
    const cents = (value: number) => Math.round(100 * value * carry) / 100
    const [price, before] = [cents(quote.price), cents(quote.previousClose)]
    const expireIsoDate = `${dayOf(instant)}T00:00:00Z`
    return {
      symbol: `${root}${letter}${expireIsoDate.slice(2, 4)}.CME`,
      shortName: `${quote.instrument.name} future`,
      quoteType: 'FUTURE',
      expireIsoDate,
      regularMarketPrice: price,
      regularMarketPreviousClose: before,
      regularMarketChange: price - before,
      regularMarketChangePercent: (100 * (price - before)) / before,
      regularMarketTime: Math.floor(quote.time / 1_000),
    }
  })
  const chain = {
    futures: listed.map(({ symbol }) => symbol),
    futuresChainDetails: Object.fromEntries(listed.map((each) => [each.symbol, each])),
  }
  return JSON.stringify({ quoteSummary: { result: [{ futuresChain: chain }], error: null } })
}

/** Third Fridays of the next quarters. */
function expirations(now: number) {
  const year = new Date(now).getUTCFullYear()
  return [year, year + 1]
    .flatMap((each) =>
      quarters.map(([month, letter]) => ({ instant: thirdFriday(each, month), letter })),
    )
    .filter(({ instant }) => instant > now)
    .slice(0, contracts)
}

function thirdFriday(year: number, month: number): number {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return Date.UTC(year, month - 1, 15 + ((12 - first) % 7))
}
