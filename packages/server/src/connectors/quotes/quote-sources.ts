import type { QuoteSource } from '../../sources/prices/quote-source.ts'
import { yahooLastPrices } from '../../sources/prices/yahoo-last-prices.ts'
import { yahooQuotes } from '../../sources/prices/yahoo-quotes.ts'
import { alphaVantageQuotes } from './alpha-vantage-quotes.ts'
import { cboeQuotes } from './cboe-quotes.ts'
import { coinGeckoQuotes } from './coin-gecko-quotes.ts'
import { binanceQuotes, krakenQuotes } from './exchange-quotes.ts'
import { finnhubQuotes } from './finnhub-quotes.ts'

/**
 * Every source of quotes in order of preference: those with the operator's keys, then the enabled
 * ones.
 */
export const quoteSources: readonly QuoteSource[] = [
  finnhubQuotes,
  alphaVantageQuotes,
  coinGeckoQuotes,
  yahooQuotes,
  binanceQuotes,
  krakenQuotes,
  cboeQuotes,
  yahooLastPrices,
]
