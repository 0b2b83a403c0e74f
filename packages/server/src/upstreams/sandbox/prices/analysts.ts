import { FiqError } from '@fiq/shared/errors'
import type { UpstreamRequest } from '../../transport.ts'
import type { BookQuote, PriceBook } from '../market/price-book.ts'
import { hashText, uniform } from '../market/random.ts'
import { unknownAddress } from '../market/route.ts'
import { futuresChain, futuresHeads } from './futures-chain.ts'

/** Yahoo `/v10/finance/quoteSummary/AAPL?modules=financialData,price,recommendationTrend`. */
export function quoteSummary(book: PriceBook, request: UpstreamRequest, now: number): string {
  const symbol = decodeURIComponent(request.url.pathname.split('/').pop() ?? '')
  const underlying = futuresHeads[symbol]
  const instrument = book.find(underlying ?? symbol)
  if (!instrument) throw new FiqError('NOT_FOUND', `Quote not found for symbol: ${symbol}`)
  if (underlying !== undefined) return futuresChain(symbol, book.quote(instrument, now), now)
  if (instrument.kind !== 'EQUITY') return unknownAddress(request)
  const quote = book.quote(instrument, now)
  const { votes, targets } = opinionsOn(quote)
  const trend = [{ period: '0m', ...votes }]
  const financialData = {
    currentPrice: quote.price,
    targetHighPrice: targets.high,
    targetLowPrice: targets.low,
    targetMeanPrice: targets.mean,
    targetMedianPrice: targets.mean,
    recommendationKey: votes.hold > 12 ? 'hold' : 'buy',
    numberOfAnalystOpinions: analystsOf(votes),
    financialCurrency: 'USD',
  }
  const summary = {
    financialData,
    price: { currency: 'USD' },
    recommendationTrend: { trend, maxAge: 86400 },
  }
  return JSON.stringify({ quoteSummary: { result: [summary], error: null } })
}

/** Invented opinions of analysts on a share, the same at every vendor. Targets in USD. */
export function opinionsOn({ instrument, price }: BookQuote) {
  const key = hashText(instrument.symbol)
  const cents = (value: number) => Math.round(100 * value) / 100
  const mean = cents(price * (0.95 + 0.3 * uniform(key, 31)))
  const votes = {
    strongBuy: Math.floor(12 * uniform(key, 32)),
    buy: 14,
    hold: 3 + Math.floor(15 * uniform(key, 33)),
    sell: 1,
    strongSell: 0,
  }
  return { votes, targets: { mean, high: cents(1.25 * mean), low: cents(0.75 * mean) } }
}

type Votes = ReturnType<typeof opinionsOn>['votes']

export const analystsOf = (votes: Votes): number =>
  Object.values(votes).reduce((sum, count) => sum + count, 0)
