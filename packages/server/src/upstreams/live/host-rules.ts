/** Limits and authentication of one host. */
export type HostRule = {
  /** Requests a second, and the size of a burst. */
  perSecond: number
  burst: number
  /** Requests a day, counted from midnight UTC. */
  perDay?: number
  /** How many of these only the tables that are sent a few times a day may use. */
  ofTablesPerDay?: number
  /** Hosts of one group share the limits; default: the host itself. */
  group?: string
  /**
   * Maximum wait for a turn, in addition to the request itself, if no other source has the data.
   */
  patienceMs?: number
  /** Time limit of a request to a slow source. */
  timeoutMs?: number
  /** The host answers 429 unless `User-Agent` begins like a browser's. */
  isCompatible?: true
  /** Variable of the operator's key. Without a key, only hosts with an optional key are fetched. */
  key?: HostKey
  /** Variable of the second half of a two-part key. */
  secret?: HostKey
  /** Variables of a sign-in that precedes the request. */
  signsInWith?: readonly string[]
}

/** The position of a key in a request. */
export type HostKey = {
  variable: string
  in: 'query' | 'header'
  name: string
  optional?: true
  /** Prefix of the key, e.g. `Token `. */
  before?: string
}

/**
 * The SEC blocks clients without a contact, and counts ten requests a second over all their
 * machines.
 */
const sec: HostRule = {
  group: 'sec.gov',
  perSecond: 8,
  burst: 8,
  // Enough for fifty companies with their facts and filings.
  patienceMs: 15_000,
  key: { variable: 'SEC_USER_AGENT', in: 'header', name: 'user-agent' },
}
const yahoo: HostRule = { perSecond: 2, burst: 4, isCompatible: true }

/** Alpaca accepts 200 requests a minute at each host. */
const alpaca: HostRule = {
  perSecond: 2,
  burst: 10,
  key: { variable: 'ALPACA_API_KEY_ID', in: 'header', name: 'apca-api-key-id' },
  secret: { variable: 'ALPACA_API_SECRET_KEY', in: 'header', name: 'apca-api-secret-key' },
}

/** The limits of a host without a rule. */
export const defaultRule: HostRule = { perSecond: 2, burst: 5 }

export const hostRules: Readonly<Record<string, HostRule>> = {
  'www.sec.gov': sec,
  'data.sec.gov': sec,
  'efts.sec.gov': sec,
  'api.stlouisfed.org': {
    perSecond: 2,
    burst: 10,
    key: { variable: 'FRED_API_KEY', in: 'query', name: 'api_key' },
  },
  'fred.stlouisfed.org': { perSecond: 1, burst: 5 },
  'api.worldbank.org': { perSecond: 5, burst: 10 },
  'api.imf.org': {
    perSecond: 1,
    burst: 5,
    key: {
      variable: 'IMF_API_KEY',
      in: 'header',
      name: 'ocp-apim-subscription-key',
      optional: true,
    },
  },
  // Sixty downloads an hour for each address.
  'sdmx.oecd.org': { perSecond: 1 / 60, burst: 20 },
  'stats.bis.org': { perSecond: 0.5, burst: 5 },
  'finnhub.io': {
    perSecond: 1,
    burst: 30,
    key: { variable: 'FINNHUB_API_KEY', in: 'header', name: 'x-finnhub-token' },
  },
  'www.alphavantage.co': {
    perSecond: 1,
    burst: 5,
    key: { variable: 'ALPHAVANTAGE_API_KEY', in: 'query', name: 'apikey' },
  },
  'api.coingecko.com': {
    perSecond: 0.4,
    burst: 5,
    key: { variable: 'COINGECKO_API_KEY', in: 'header', name: 'x-cg-demo-api-key', optional: true },
  },
  'api.open.fec.gov': {
    // A thousand requests an hour.
    perSecond: 0.25,
    burst: 60,
    key: { variable: 'FEC_API_KEY', in: 'query', name: 'api_key' },
  },
  // 240 a minute; a key raises the limit of a thousand a day.
  'api.fda.gov': {
    perSecond: 4,
    burst: 12,
    key: { variable: 'FDA_API_KEY', in: 'query', name: 'api_key', optional: true },
  },
  // Five a minute, 125 a day.
  'www.courtlistener.com': {
    perSecond: 1 / 12,
    burst: 5,
    key: { variable: 'COURTLISTENER_TOKEN', in: 'header', name: 'authorization', before: 'Token ' },
  },
  'data.alpaca.markets': alpaca,
  'paper-api.alpaca.markets': alpaca,
  // Eight a minute, 800 a day.
  'api.twelvedata.com': {
    perSecond: 0.12,
    burst: 6,
    perDay: 750,
    key: { variable: 'TWELVE_DATA_API_KEY', in: 'query', name: 'apikey' },
  },
  // Fifty an hour, 1,000 a day.
  'api.tiingo.com': {
    perSecond: 0.0125,
    burst: 8,
    perDay: 900,
    key: { variable: 'TIINGO_API_KEY', in: 'header', name: 'authorization', before: 'Token ' },
  },
  'api.exchange.coinbase.com': { perSecond: 3, burst: 5 },
  'api.kraken.com': { perSecond: 1, burst: 2 },
  'api.frankfurter.dev': { perSecond: 1, burst: 2 },
  // One request in five seconds, which takes up to 38 seconds.
  'api.gdeltproject.org': { perSecond: 0.2, burst: 1, patienceMs: 20_000, timeoutMs: 40_000 },
  // Later pages of a list take many seconds.
  'api.usaspending.gov': { perSecond: 2, burst: 5, timeoutMs: 15_000 },
  'api.openalex.org': {
    perSecond: 2,
    burst: 5,
    key: { variable: 'OPENALEX_API_KEY', in: 'query', name: 'api_key', optional: true },
  },
  'oauth.reddit.com': {
    perSecond: 1.5,
    burst: 10,
    signsInWith: ['REDDIT_CLIENT_ID', 'REDDIT_CLIENT_SECRET'],
  },
  'gamma-api.polymarket.com': { perSecond: 1.5, burst: 10 },
  'api.elections.kalshi.com': { perSecond: 1.5, burst: 10 },
  // One request in three seconds.
  'export.arxiv.org': { perSecond: 1 / 3, burst: 1 },
  'webgate.ec.europa.eu': {
    perSecond: 0.2,
    burst: 2,
    key: { variable: 'EU_SANCTIONS_TOKEN', in: 'query', name: 'token' },
  },
  'clinicaltrials.gov': { perSecond: 0.8, burst: 8 },
  'query1.finance.yahoo.com': yahoo,
  'query2.finance.yahoo.com': yahoo,
  'finance.yahoo.com': yahoo,
  'fc.yahoo.com': yahoo,
}

/** The group of hosts whose requests count together. The SEC's limit covers all its hosts. */
export function limitGroup(
  host: string,
  rules: Readonly<Record<string, HostRule>> = hostRules,
): string {
  return rules[host]?.group ?? host
}

/**
 * Requests that a host accepts within one query: a burst, and those that can wait within its
 * patience.
 */
export function requestsWithin({ perSecond, burst, patienceMs = 0 }: HostRule): number {
  return burst + Math.floor((patienceMs / 1_000) * perSecond)
}

/** All variables with a key or a contact, required or not. */
export function variablesOfHosts(): readonly string[] {
  const variables = Object.values(hostRules).flatMap(({ key, secret, signsInWith = [] }) => [
    ...[key, secret].flatMap((part) => part?.variable ?? []),
    ...signsInWith,
  ])
  return [...new Set(variables)]
}

/** Required variables of these hosts. Without them no request is sent. */
export function variablesNeeded(hosts: readonly string[]): readonly string[] {
  const needed = hosts.flatMap((host) => {
    const { key, secret, signsInWith = [] } = hostRules[host] ?? defaultRule
    const keys = [key, secret].flatMap((each) => (each && !each.optional ? [each.variable] : []))
    return [...keys, ...signsInWith]
  })
  return [...new Set(needed)]
}
