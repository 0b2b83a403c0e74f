/** Cache time of the responses of a host in seconds. The first row that fits the address counts. */
type Ttl = readonly [
  /** Host and start of the path. */
  start: string,
  whileOpen: number,
  whileClosed: number,
  /** A part of the query. */
  query?: string,
]

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const ttls: readonly Ttl[] = [
  ['query1.finance.yahoo.com/v7/finance/quote', 10, minute],
  ['query1.finance.yahoo.com/v1/finance/screener', 15, hour],
  ['query2.finance.yahoo.com/v10/', minute, 10 * minute, 'futuresChain'],
  ['query2.finance.yahoo.com/v10/', day, day],
  ['query2.finance.yahoo.com/', minute, 10 * minute],
  ['cdn-api.cboe.com/api/global/delayed_quotes/quotes/', 10, minute],
  ['cdn-api.cboe.com/', minute, 10 * minute],
  ['finnhub.io/api/v1/quote', 10, minute],
  ['finnhub.io/api/v1/company-news', 5 * minute, 10 * minute],
  ['finnhub.io/', day, day],
  ['data.alpaca.markets/v2/stocks/snapshots', minute, minute],
  ['data.alpaca.markets/v1/corporate-actions', day, day],
  ['data.alpaca.markets/', minute, 10 * minute],
  // The open interest of the previous day.
  ['paper-api.alpaca.markets/', hour, hour],
  ['api.twelvedata.com/quote', minute, minute],
  ['api.twelvedata.com/', minute, 10 * minute],
  ['api.tiingo.com/', hour, hour],
  ['api.exchange.coinbase.com/products/', minute, minute, 'granularity='],
  ['api.exchange.coinbase.com/', 10, 10],
  ['demo.dxfeed.com/', minute, 10 * minute],
  // A free key allows 25 calls a day.
  ['www.alphavantage.co/', 10 * minute, hour],
  // Coins trade around the clock.
  ['api.coingecko.com/', 10, 10],
  ['data-api.binance.vision/', 10, 10],
  ['api.kraken.com/', 10, 10],
  ['api.nasdaq.com/', 15, hour],
  ['www.nasdaqtrader.com/', day, day],
  ['cdn.finra.org/', day, day],
  ['data.sec.gov/submissions/', 10 * minute, 10 * minute],
  ['data.sec.gov/', day, day],
  ['www.sec.gov/news/', 10 * minute, 10 * minute],
  ['www.sec.gov/rss/', 10 * minute, 10 * minute],
  ['www.sec.gov/', day, day],
  ['api.gdeltproject.org/', 5 * minute, 10 * minute],
  ['www.federalreserve.gov/', 5 * minute, 10 * minute],
  ['news.google.com/', 5 * minute, 10 * minute],
  ['finance.yahoo.com/', 5 * minute, 10 * minute],
  ['hn.algolia.com/', 5 * minute, 10 * minute],
  ['oauth.reddit.com/', 5 * minute, 10 * minute],
  ['gamma-api.polymarket.com/', 5 * minute, 10 * minute],
  ['api.elections.kalshi.com/', 5 * minute, 10 * minute],
  ['api.manifold.markets/', 5 * minute, 10 * minute],
  // Its quota is per day.
  ['www.courtlistener.com/', day, day],
  ['scsanctions.un.org/', day, day],
  ['sanctionslist.fcdo.gov.uk/', day, day],
  ['webgate.ec.europa.eu/', day, day],
  ['data.trade.gov/', day, day],
  ['sanctionslistservice.ofac.treas.gov/', day, day],
]

/** Economic series are published at most once a month. */
const macroSeconds = 6 * hour

/**
 * Minimum cache times of a personal server in seconds, by host and start of the path. They spare
 * the quotas of free plans and the servers of owners who do not want programs.
 */
const personalSeconds: readonly (readonly [start: string, seconds: number])[] = [
  ['finnhub.io/api/v1/quote', minute],
  ['api.coingecko.com/', minute],
  ['api.exchange.coinbase.com/', 15],
  ['api.kraken.com/', 15],
  ['cdn-api.cboe.com/api/global/delayed_quotes/quotes/', 5 * minute],
  ['cdn-api.cboe.com/', 15 * minute],
  ['demo.dxfeed.com/', 5 * minute],
  ['query1.finance.yahoo.com/', 5 * minute],
  ['query2.finance.yahoo.com/', 5 * minute],
  ['finance.yahoo.com/', 5 * minute],
  ['news.google.com/', 15 * minute],
  // Prices of the end of the day, 24 requests a day.
  ['www.alphavantage.co/', 6 * hour],
]

/** Cache time of a response from this address, in seconds. */
export function ttlSeconds(url: URL, marketOpen: boolean, isPersonal = false): number {
  const isAt = (start: string) => `${url.host}${url.pathname}`.startsWith(start)
  const ttl = ttls.find(([start, , , query = '']) => isAt(start) && url.search.includes(query))
  const seconds = ttl?.[marketOpen ? 1 : 2] ?? macroSeconds
  const least = isPersonal ? personalSeconds.find(([start]) => isAt(start))?.[1] : undefined
  return Math.max(seconds, least ?? 0)
}
