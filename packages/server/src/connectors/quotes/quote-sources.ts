import type { QuoteSource } from '../../sources/prices/quote-source.ts'
import { yahooQuotes } from '../../sources/prices/yahoo-quotes.ts'
import { alpacaQuotes } from './alpaca-quotes.ts'
import { alphaVantageQuotes } from './alpha-vantage-quotes.ts'
import { cboeQuotes } from './cboe-quotes.ts'
import { indexCloses, tiingoQuotes } from './closes.ts'
import { coinGeckoQuotes } from './coin-gecko-quotes.ts'
import { coinbaseQuotes } from './coinbase-quotes.ts'
import { dxFeedQuotes } from './dx-feed-quotes.ts'
import { binanceQuotes, krakenQuotes } from './exchange-quotes.ts'
import { finnhubQuotes } from './finnhub-quotes.ts'
import { oldCloses } from './old-closes.ts'
import { ecbRates, frankfurterRates } from './reference-rates.ts'
import { twelveDataQuotes } from './twelve-data-quotes.ts'
import { yahooLastPrices } from './yahoo-last-prices.ts'

/**
 * All sources of quotes, in order of preference: those with the operator's keys, then other enabled
 * ones; last those with a daily quota, and closes that are weeks old.
 */
export const quoteSources: readonly QuoteSource[] = [
  alpacaQuotes,
  finnhubQuotes,
  twelveDataQuotes,
  coinbaseQuotes,
  coinGeckoQuotes,
  yahooQuotes,
  binanceQuotes,
  krakenQuotes,
  dxFeedQuotes,
  cboeQuotes,
  yahooLastPrices,
  alphaVantageQuotes,
  tiingoQuotes,
  indexCloses,
  ecbRates,
  frankfurterRates,
  oldCloses,
]
