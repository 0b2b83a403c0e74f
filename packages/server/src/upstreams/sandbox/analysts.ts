import { FiqError } from '@fiq/shared/errors'
import type { UpstreamRequest } from '../transport.ts'
import { futuresChain, futuresHeads } from './futures-chain.ts'
import type { PriceBook } from './price-book.ts'
import { hashText, uniform } from './random.ts'
import { unknownAddress } from './route.ts'

/** Yahoo `/v10/finance/quoteSummary/AAPL?modules=financialData,recommendationTrend`. */
export function quoteSummary(book: PriceBook, request: UpstreamRequest, now: number): string {
  const symbol = decodeURIComponent(request.url.pathname.split('/').pop() ?? '')
  const underlying = futuresHeads[symbol]
  const instrument = book.find(underlying ?? symbol)
  if (!instrument) throw new FiqError('NOT_FOUND', `Quote not found for symbol: ${symbol}`)
  if (underlying !== undefined) return futuresChain(symbol, book.quote(instrument, now), now)
  if (instrument.kind !== 'EQUITY') return unknownAddress(request)
  const { price } = book.quote(instrument, now)
  const key = hashText(instrument.symbol)
  const cents = (value: number) => Math.round(100 * value) / 100
  const target = cents(price * (0.95 + 0.3 * uniform(key, 31)))
  const strongBuy = Math.floor(12 * uniform(key, 32))
  const counts = { strongBuy, buy: 14, hold: 3 + Math.floor(15 * uniform(key, 33)), sell: 1 }
  const trend = [{ period: '0m', ...counts, strongSell: 0 }]
  const financialData = {
    currentPrice: price,
    targetHighPrice: cents(1.25 * target),
    targetLowPrice: cents(0.75 * target),
    targetMeanPrice: target,
    targetMedianPrice: target,
    recommendationKey: counts.hold > 12 ? 'hold' : 'buy',
    numberOfAnalystOpinions: strongBuy + 14 + counts.hold + 1,
    financialCurrency: 'USD',
  }
  const summary = { financialData, recommendationTrend: { trend, maxAge: 86400 } }
  return JSON.stringify({ quoteSummary: { result: [summary], error: null } })
}
