/** Cache time of a response in seconds: while the market is open, and while it is closed. */
type Ttl = { host: string; path?: string; query?: string; open: number; closed: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const ttls: readonly Ttl[] = [
  { host: 'query1.finance.yahoo.com', path: '/v7/finance/quote', open: 10, closed: minute },
  { host: 'query1.finance.yahoo.com', path: '/v1/finance/screener', open: 15, closed: hour },
  {
    ...{ host: 'query2.finance.yahoo.com', path: '/v10/', query: 'futuresChain' },
    ...{ open: minute, closed: 10 * minute },
  },
  { host: 'query2.finance.yahoo.com', path: '/v10/', open: day, closed: day },
  { host: 'query2.finance.yahoo.com', open: minute, closed: 10 * minute },
  {
    host: 'cdn-api.cboe.com',
    path: '/api/global/delayed_quotes/quotes/',
    open: 10,
    closed: minute,
  },
  { host: 'cdn-api.cboe.com', open: minute, closed: 10 * minute },
  { host: 'finnhub.io', path: '/api/v1/quote', open: 10, closed: minute },
  { host: 'finnhub.io', path: '/api/v1/company-news', open: 5 * minute, closed: 10 * minute },
  { host: 'finnhub.io', open: day, closed: day },
  { host: 'data.alpaca.markets', path: '/v2/stocks/snapshots', open: minute, closed: minute },
  { host: 'data.alpaca.markets', path: '/v1/corporate-actions', open: day, closed: day },
  { host: 'data.alpaca.markets', open: minute, closed: 10 * minute },
  // The open interest of the previous day.
  { host: 'paper-api.alpaca.markets', open: hour, closed: hour },
  { host: 'api.twelvedata.com', path: '/quote', open: minute, closed: minute },
  { host: 'api.twelvedata.com', open: minute, closed: 10 * minute },
  { host: 'api.tiingo.com', open: hour, closed: hour },
  { host: 'api.exchange.coinbase.com', open: 10, closed: 10 },
  { host: 'demo.dxfeed.com', open: minute, closed: 10 * minute },
  // A free key allows 25 calls a day.
  { host: 'www.alphavantage.co', open: 10 * minute, closed: hour },
  // Coins trade around the clock.
  { host: 'api.coingecko.com', open: 10, closed: 10 },
  { host: 'data-api.binance.vision', open: 10, closed: 10 },
  { host: 'api.kraken.com', open: 10, closed: 10 },
  { host: 'api.nasdaq.com', open: 15, closed: hour },
  { host: 'www.nasdaqtrader.com', open: day, closed: day },
  { host: 'cdn.finra.org', open: day, closed: day },
  { host: 'data.sec.gov', path: '/submissions/', open: 10 * minute, closed: 10 * minute },
  { host: 'data.sec.gov', open: day, closed: day },
  { host: 'www.sec.gov', path: '/news/', open: 10 * minute, closed: 10 * minute },
  { host: 'www.sec.gov', path: '/rss/', open: 10 * minute, closed: 10 * minute },
  { host: 'www.sec.gov', open: day, closed: day },
  ...[
    'api.gdeltproject.org',
    'www.federalreserve.gov',
    'news.google.com',
    'finance.yahoo.com',
    'hn.algolia.com',
    'oauth.reddit.com',
    'gamma-api.polymarket.com',
    'api.elections.kalshi.com',
    'api.manifold.markets',
  ].map((host) => ({ host, open: 5 * minute, closed: 10 * minute })),
  // Its quota is per day.
  { host: 'www.courtlistener.com', open: day, closed: day },
  ...[
    'scsanctions.un.org',
    'sanctionslist.fcdo.gov.uk',
    'webgate.ec.europa.eu',
    'data.trade.gov',
  ].map((host) => ({ host, open: day, closed: day })),
  { host: 'sanctionslistservice.ofac.treas.gov', open: day, closed: day },
]

/** Economic series are published at most once a month. */
const macroSeconds = 6 * hour

/**
 * Minimum cache times of a personal server in seconds, by host and start of the path. They spare
 * the quotas of free plans and the servers of owners who do not want programs.
 */
const personalSeconds: readonly (readonly [host: string, path: string, seconds: number])[] = [
  ['finnhub.io', '/api/v1/quote', minute],
  ['api.coingecko.com', '/', minute],
  ['api.exchange.coinbase.com', '/', 15],
  ['api.kraken.com', '/', 15],
  ['cdn-api.cboe.com', '/api/global/delayed_quotes/quotes/', 5 * minute],
  ['cdn-api.cboe.com', '/', 15 * minute],
  ['demo.dxfeed.com', '/', 5 * minute],
  ['query1.finance.yahoo.com', '/', 5 * minute],
  ['query2.finance.yahoo.com', '/', 5 * minute],
  ['finance.yahoo.com', '/', 5 * minute],
  ['news.google.com', '/', 15 * minute],
  // Prices of the end of the day, 24 requests a day.
  ['www.alphavantage.co', '/', 6 * hour],
]

/** Cache time of a response from this address, in seconds. */
export function ttlSeconds(url: URL, marketOpen: boolean, isPersonal = false): number {
  const isAt = (host: string, path: string) => url.host === host && url.pathname.startsWith(path)
  const ttl = ttls.find(
    ({ host, path = '/', query = '' }) => isAt(host, path) && url.search.includes(query),
  )
  const seconds = !ttl ? macroSeconds : marketOpen ? ttl.open : ttl.closed
  const [, , least = 0] =
    (isPersonal && personalSeconds.find(([host, path]) => isAt(host, path))) || []
  return Math.max(seconds, least)
}
