/**
 * What the terms of a source allow for personal use. `A`: open to everyone. `P`: personal use is
 * allowed, with the user's own key if one is needed. `U`: the terms forbid programs or do not say
 * whether they allow them, so the user decides. `X`: never queried.
 */
export type Grade = 'A' | 'P' | 'U' | 'X'

/**
 * How long a response may stay on disk. `free`: as long as it is useful. `day`: 24 hours. `none`:
 * in memory only. `with-key`: until the owner's key is removed.
 */
export type StorageRule = 'free' | 'day' | 'none' | 'with-key'

/** One owner of sources and its terms. The user switches a whole owner on or off. */
export type SourceOwner = {
  /** Name for `fiq-server sources allow`. */
  id: string
  name: string
  grade: Grade
  storage: StorageRule
  /** Ids of its upstreams. */
  sources: readonly string[]
  /** For `U`: the owner's terms in plain words, shown before the user decides. */
  words?: string
}

/** Text shown before the terms of an owner that the user wants to switch on. */
export const ownDecision =
  'These sources are off. Their owners forbid programs, or do not say whether they allow them. ' +
  'Nobody has given us or you permission. You may switch them on for yourself, on this computer. ' +
  'The owner may slow or block your address, or ask you to stop. Do not publish or pass on what ' +
  'you get. You can switch off at any time; what was stored is then deleted.'

/** Open data, which everyone may use and store. */
function open(id: string, name: string, sources: string[]): SourceOwner {
  return { id, name, grade: 'A', storage: 'free', sources }
}

function personal(id: string, name: string, storage: StorageRule, sources: string[]): SourceOwner {
  return { id, name, grade: 'P', storage, sources }
}

function unclear(id: string, name: string, source: string): SourceOwner {
  const words = 'We found no terms that clearly allow this.'
  return { id, name, grade: 'U', storage: 'day', sources: [source], words }
}

/**
 * All sources by owner. The grades are our reading of the terms, not legal advice. A source without
 * a row is never queried in personal mode.
 */
export const sourceOwners: readonly SourceOwner[] = [
  open('sec', 'U.S. Securities and Exchange Commission', [
    'sec-tickers',
    'sec-fund-tickers',
    'sec-fund-names',
    'sec-companyfacts',
    'sec-submissions',
    'sec-xbrl-instances',
    'sec-relationships',
    'sec-13f',
    'sec-13f-data-sets',
    'sec-fails-to-deliver',
    'sec-frames',
    'sec-litigation-releases',
    'sec-press',
  ]),
  open('ofac', 'Office of Foreign Assets Control', ['ofac-sdn', 'ofac-consolidated']),
  open('trade-gov', 'U.S. International Trade Administration', ['us-csl']),
  open('us-treasury', 'U.S. Department of the Treasury', ['us-treasury']),
  open('fed', 'Board of Governors of the Federal Reserve System', ['fed-press']),
  open('fec', 'Federal Election Commission', ['fec-bulk', 'open-fec']),
  open('cftc', 'Commodity Futures Trading Commission', ['cftc-cot']),
  open('fda', 'U.S. Food and Drug Administration', ['open-fda']),
  open('nlm', 'U.S. National Library of Medicine', ['clinical-trials']),
  open('usaspending', 'USAspending.gov', ['usaspending']),
  open('un', 'United Nations', ['un-sanctions']),
  open('uk', 'UK Foreign, Commonwealth & Development Office', ['uk-sanctions']),
  open('eu', 'European Commission', ['eu-sanctions']),
  open('gleif', 'GLEIF', ['gleif']),
  open('openalex', 'OpenAlex', ['openalex']),
  open('crossref', 'Crossref', ['crossref']),
  open('arxiv', 'arXiv', ['arxiv']),
  open('world-bank', 'World Bank', ['world-bank']),
  open('oecd', 'OECD', ['oecd-kei']),
  open('ecb', 'European Central Bank', ['ecb', 'ecb-reference-rates']),
  open('frankfurter', 'Frankfurter', ['frankfurter']),
  open('imf', 'International Monetary Fund', ['imf-weo']),
  open('french', 'Kenneth R. French', ['french-library']),
  open('shiller', 'Robert Shiller', ['shiller']),
  open('gdelt', 'GDELT Project', ['gdelt']),
  open('hacker-news', 'Hacker News', ['hacker-news']),
  open('bis', 'Bank for International Settlements', ['bis-policy-rates']),
  personal('fred', 'Federal Reserve Bank of St. Louis', 'day', [
    'fred-api',
    'fred-graph',
    'fred-copyrighted',
    'fred-index',
  ]),
  personal('dbnomics', 'DBnomics', 'day', ['dbnomics']),
  personal('finra', 'FINRA', 'free', ['finra-short-interest', 'finra-short-interest-files']),
  personal('courtlistener', 'Free Law Project', 'free', ['courtlistener']),
  personal('finnhub', 'Finnhub', 'with-key', [
    'finnhub-quote',
    'finnhub-news',
    'finnhub-analyst',
    'finnhub-calendar',
  ]),
  personal('alpha-vantage', 'Alpha Vantage', 'free', [
    'alpha-vantage-quote',
    'alpha-vantage-bars',
    'alpha-vantage-calendar',
    'alphavantage-news',
  ]),
  personal('alpaca', 'Alpaca', 'day', [
    'alpaca-quote',
    'alpaca-bars',
    'alpaca-actions',
    'alpaca-options',
    'alpaca-screen',
  ]),
  personal('twelve-data', 'Twelve Data', 'day', ['twelve-data-quote', 'twelve-data-bars']),
  // Its terms of 2026-08-05 forbid "any persistent or durable storage" on a free plan.
  personal('tiingo', 'Tiingo', 'none', ['tiingo-bars', 'tiingo-quote']),
  personal('coinbase', 'Coinbase', 'day', ['coinbase', 'coinbase-bars']),
  personal('coingecko', 'CoinGecko', 'none', ['coingecko']),
  personal('kraken', 'Kraken', 'free', ['kraken']),
  personal('google', 'Google', 'day', ['google-news']),
  personal('reddit', 'Reddit', 'none', ['reddit']),
  personal('polymarket', 'Polymarket', 'free', ['polymarket']),
  personal('manifold', 'Manifold', 'free', ['manifold']),
  {
    id: 'cboe',
    name: 'Cboe',
    grade: 'U',
    storage: 'day',
    sources: ['cboe-quote', 'cboe-options'],
    words:
      "Cboe's terms allow viewing and downloading one copy for personal, non-commercial use. A " +
      'notice on its quote pages (seen 21 August 2026) strictly prohibits programs that extract ' +
      'delayed quotes, and says Cboe blocks addresses that try.',
  },
  {
    id: 'yahoo',
    name: 'Yahoo',
    grade: 'U',
    storage: 'day',
    sources: [
      ...['yahoo-quote', 'yahoo-chart', 'yahoo-news', 'yahoo-screener', 'yahoo-options'],
      ...['yahoo-futures', 'yahoo-analyst'],
    ],
    words:
      "Yahoo's terms (4 August 2026) forbid collecting data 'using any automated means' without " +
      'permission. The addresses are undocumented and change without notice.',
  },
  {
    id: 'kalshi',
    name: 'Kalshi',
    grade: 'U',
    storage: 'none',
    sources: ['kalshi'],
    words:
      'Kalshi allows personal, non-commercial use, but excludes developing software without its ' +
      'consent.',
  },
  {
    id: 'dxfeed',
    name: 'dxFeed',
    grade: 'U',
    storage: 'day',
    sources: ['dxfeed-demo', 'dxfeed-bars'],
    words:
      'dxFeed publishes this server without a password, for testing. It does not say that it may ' +
      'be used every day, and may close it.',
  },
  unclear('binance', 'Binance', 'binance'),
  unclear('nasdaq-trader', 'Nasdaq Trader', 'nasdaq-trader'),
  unclear('multpl', 'multpl.com', 'multpl'),
  { id: 'nasdaq', name: 'Nasdaq', grade: 'X', storage: 'none', sources: ['nasdaq-screener'] },
]

const ownerById = new Map(
  sourceOwners.flatMap((owner) => owner.sources.map((id) => [id, owner] as const)),
)

/** The owner of a source; `undefined` if the source has no grade. */
export function ownerOf({ id }: { id: string }): SourceOwner | undefined {
  return ownerById.get(id)
}

/** Days that the responses of a source may stay on disk; 0 for memory only. */
export function diskDaysMax(source: { id: string }): number {
  const rule = ownerOf(source)?.storage ?? 'free'
  if (rule === 'none') return 0
  return rule === 'day' ? 1 : Infinity
}
