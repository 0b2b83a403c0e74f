import { finraFile, finraQuery } from './agencies/finra.ts'
import { dbNomicsSeries } from './macro/db-nomics.ts'
import { ecbExchangeRates, frankfurterLatest } from './macro/exchange-rates.ts'
import { factorArchive } from './macro/factors.ts'
import { fredApi } from './macro/fred.ts'
import { bisRates, ecbRates, oecdRates } from './macro/interest-rates.ts'
import { commitments } from './macro/traders.ts'
import { multplTable, shillerTable } from './macro/valuation.ts'
import type { PriceBook } from './market/price-book.ts'
import type { SandboxHosts } from './market/route.ts'
import { alpaca } from './prices/alpaca.ts'
import { alphaVantage } from './prices/alpha-vantage.ts'
import { coinGeckoMarkets } from './prices/coin-gecko.ts'
import { binanceTickers, cboeQuote, krakenTickers } from './prices/exchange-prices.ts'
import { finnhub } from './prices/finnhub.ts'
import { alpacaChain, cboeChain } from './prices/option-chain.ts'
import { coinbase, dxFeed, tiingo, twelveData } from './prices/personal-vendors.ts'
import { nasdaqTable, symbolDirectory } from './prices/screener.ts'

/** Hosts of market and macro data. */
export function marketRoutes(book: PriceBook): SandboxHosts {
  return {
    'api.finra.org': finraQuery,
    'finnhub.io': finnhub(book),
    'www.alphavantage.co': alphaVantage(book),
    'api.stlouisfed.org': fredApi,
    'cdn-api.cboe.com': (request, now) =>
      request.url.pathname.startsWith('/api/global/delayed_quotes/quotes/')
        ? cboeQuote(book, request, now)
        : cboeChain(book, request, now),
    'data-api.binance.vision': (request, now) => binanceTickers(book, request, now),
    'api.kraken.com': (request, now) => krakenTickers(book, request, now),
    'publicreporting.cftc.gov': commitments,
    'cdn.finra.org': finraFile,
    'api.coingecko.com': (request, now) => coinGeckoMarkets(book, request, now),
    'api.db.nomics.world': dbNomicsSeries,
    'api.nasdaq.com': (request, now) => nasdaqTable(book, request, now),
    'www.nasdaqtrader.com': symbolDirectory,
    'data-api.ecb.europa.eu': (...order) =>
      (order[0].url.pathname.includes('/EXR/') ? ecbExchangeRates : ecbRates)(...order),
    'api.frankfurter.dev': frankfurterLatest,
    'data.alpaca.markets': (request, now) =>
      request.url.pathname.startsWith('/v1beta1/options/')
        ? alpacaChain(book, request, now)
        : alpaca(book)(request, now),
    'paper-api.alpaca.markets': (request, now) => alpacaChain(book, request, now),
    'api.twelvedata.com': twelveData(book),
    'api.tiingo.com': tiingo(book),
    'api.exchange.coinbase.com': coinbase(book),
    'demo.dxfeed.com': dxFeed(book),
    'sdmx.oecd.org': oecdRates,
    'stats.bis.org': bisRates,
    'mba.tuck.dartmouth.edu': factorArchive,
    'raw.githubusercontent.com': shillerTable,
    'www.multpl.com': multplTable,
  }
}
