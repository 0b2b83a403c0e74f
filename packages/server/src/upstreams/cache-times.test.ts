import { expect, test } from 'vitest'
import { ttlSeconds } from './cache-times.ts'

test.each([
  ['https://query1.finance.yahoo.com/v7/finance/quote', 10, 60],
  ['https://query2.finance.yahoo.com/v8/finance/chart/A', 60, 600],
  ['https://data.sec.gov/submissions/CIK0.json', 600, 600],
  ['https://data.sec.gov/api/xbrl/companyfacts/CIK0.json', 86_400, 86_400],
  ['https://api.worldbank.org/v2', 21_600, 21_600],
  ['https://finnhub.io/api/v1/quote?symbol=AAPL', 10, 60],
  ['https://finnhub.io/api/v1/company-news?symbol=AAPL', 300, 600],
  ['https://finnhub.io/api/v1/stock/recommendation?symbol=AAPL', 86_400, 86_400],
  ['https://query1.finance.yahoo.com/v1/finance/screener/predefined/saved', 15, 3_600],
  [
    'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.CSV',
    86_400,
    86_400,
  ],
  ['https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDP', 21_600, 21_600],
  ['https://cdn-api.cboe.com/api/global/delayed_quotes/quotes/_SPX.json', 10, 60],
  ['https://cdn-api.cboe.com/api/global/delayed_quotes/options/_SPX.json', 60, 600],
  ['https://api.coingecko.com/api/v3/coins/markets?ids=bitcoin', 10, 10],
  ['https://api.nasdaq.com/api/screener/stocks?exchange=nyse', 15, 3_600],
  ['https://query2.finance.yahoo.com/v7/finance/options/OXY', 60, 600],
  ['https://query2.finance.yahoo.com/v10/finance/quoteSummary/AAPL', 86_400, 86_400],
  ['https://query2.finance.yahoo.com/v10/finance/quoteSummary/A?modules=futuresChain', 60, 600],
  ['https://data.alpaca.markets/v2/stocks/snapshots?symbols=AAPL', 60, 60],
  ['https://data.alpaca.markets/v2/stocks/bars?symbols=AAPL', 60, 600],
  ['https://data.alpaca.markets/v1/corporate-actions?symbols=AAPL', 86_400, 86_400],
])('default: caches %s for %i s, or %i s', (url, whenOpen, whenClosed) => {
  expect([ttlSeconds(new URL(url), true), ttlSeconds(new URL(url), false)]).toEqual([
    whenOpen,
    whenClosed,
  ])
})

test.each([
  ['https://cdn-api.cboe.com/api/global/delayed_quotes/quotes/AAPL.json', 300],
  ['https://cdn-api.cboe.com/api/global/delayed_quotes/options/AAPL.json', 900],
  ['https://query1.finance.yahoo.com/v7/finance/quote?symbols=AAPL', 300],
  ['https://demo.dxfeed.com/webservice/rest/events.json?events=Trade', 300],
  ['https://finnhub.io/api/v1/quote?symbol=AAPL', 60],
  ['https://finnhub.io/api/v1/stock/recommendation?symbol=AAPL', 86_400],
  ['https://data.alpaca.markets/v2/stocks/snapshots?symbols=AAPL', 60],
  ['https://api.exchange.coinbase.com/products/BTC-USD/ticker', 15],
  ['https://news.google.com/rss/search?q=A', 900],
  ['https://www.alphavantage.co/query?function=GLOBAL_QUOTE', 21_600],
])('behavior: a personal server caches %s for at least %i s', (url, seconds) => {
  expect(ttlSeconds(new URL(url), true, true)).toBe(seconds)
})
