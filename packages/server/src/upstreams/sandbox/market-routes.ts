import { alphaVantage } from './alpha-vantage.ts'
import { coinGeckoMarkets } from './coin-gecko.ts'
import { dbNomicsSeries } from './db-nomics.ts'
import { binanceTickers, cboeQuote, krakenTickers } from './exchange-prices.ts'
import { factorArchive } from './factors.ts'
import { finnhub } from './finnhub.ts'
import { finraFile, finraQuery } from './finra.ts'
import { fredApi } from './fred.ts'
import { bisRates, ecbRates, oecdRates } from './interest-rates.ts'
import { cboeChain } from './option-chain.ts'
import type { PriceBook } from './price-book.ts'
import type { Route } from './route.ts'
import { nasdaqTable, symbolDirectory } from './screener.ts'
import { commitments } from './traders.ts'
import { treasuryYields } from './treasury.ts'
import { multplTable, shillerTable } from './valuation.ts'

/** The hosts of market and macro data beside those every sandbox knows. */
export function marketRoutes(book: PriceBook, seed: number): Readonly<Record<string, Route>> {
  return {
    'api.finra.org': (request, now) => finraQuery(request, now, seed),
    'finnhub.io': finnhub(book),
    'www.alphavantage.co': alphaVantage(book),
    'api.stlouisfed.org': fredApi(seed),
    'cdn-api.cboe.com': (request, now) =>
      request.url.pathname.startsWith('/api/global/delayed_quotes/quotes/')
        ? cboeQuote(book, request, now)
        : cboeChain(book, request, now),
    'data-api.binance.vision': (request, now) => binanceTickers(book, request, now),
    'api.kraken.com': (request, now) => krakenTickers(book, request, now),
    'publicreporting.cftc.gov': (request, now) => commitments(request, now, seed),
    'cdn.finra.org': (request, now) => finraFile(request, now, seed),
    'api.coingecko.com': (request, now) => coinGeckoMarkets(book, request, now),
    'api.db.nomics.world': (request, now) => dbNomicsSeries(request, now, seed),
    'home.treasury.gov': (request, now) => treasuryYields(request, now, seed),
    'api.nasdaq.com': (request, now) => nasdaqTable(book, request, now),
    'www.nasdaqtrader.com': symbolDirectory,
    'data-api.ecb.europa.eu': (request, now) => ecbRates(request, now, seed),
    'sdmx.oecd.org': (request, now) => oecdRates(request, now, seed),
    'stats.bis.org': (request, now) => bisRates(request, now, seed),
    'mba.tuck.dartmouth.edu': (request, now) => factorArchive(request, now, seed),
    'raw.githubusercontent.com': (request, now) => shillerTable(request, now, seed),
    'www.multpl.com': (request, now) => multplTable(request, now, seed),
  }
}
