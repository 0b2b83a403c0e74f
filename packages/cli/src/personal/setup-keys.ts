/** One entry of `fiq setup`. */
export type SetupEntry = {
  name: string
  /** Variables of the server, each with its prompt. Secrets are not echoed. */
  variables: readonly { name: string; prompt: string; isSecret: boolean }[]
  /** The areas that the key adds. */
  adds: string
  /** Where to get it. */
  instructions: string
  /** An area in which the server checks it, and the source there that uses it. */
  check: { area: string; source: string }
}

const key = (
  [name, variable]: readonly [name: string, variable: string],
  adds: string,
  instructions: string,
  [area, source]: readonly [area: string, source: string],
): SetupEntry => ({
  name,
  adds,
  instructions,
  check: { area, source },
  variables: [{ name: variable, prompt: `${name} key`, isSecret: true }],
})

/** The word that selects an entry. @example setupWord('SEC contact') // 'sec' */
export function setupWord(name: string): string {
  return (name.split(' ')[0] ?? name).toLowerCase()
}

/** The contact that the SEC requires. */
export const contactVariable = 'SEC_USER_AGENT'

/** The contact for the SEC, then optional keys, the most useful first. */
export const setupEntries: readonly SetupEntry[] = [
  {
    name: 'SEC contact',
    variables: [
      {
        name: contactVariable,
        prompt: 'Your name and e-mail, e.g. Ann Example ann@example.org',
        isSecret: false,
      },
    ],
    adds: 'filings, financials, holders, insiders, and the names of companies',
    instructions:
      'No account is needed: the SEC requires a contact, and the server sends this contact with each request.',
    check: { area: 'search-entities', source: 'sec-tickers' },
  },
  {
    name: 'Alpaca',
    variables: [
      { name: 'ALPACA_API_KEY_ID', prompt: 'Alpaca key ID', isSecret: true },
      { name: 'ALPACA_API_SECRET_KEY', prompt: 'Alpaca secret key', isSecret: true },
    ],
    adds: 'prices of US shares 15 minutes late, history with splits and dividends, options, screens',
    instructions:
      'Free, a paper-only account, for private persons: https://app.alpaca.markets/signup',
    check: { area: 'quotes', source: 'alpaca-quote' },
  },
  key(
    ['Finnhub', 'FINNHUB_API_KEY'],
    'prices of US shares, company news, analysts, days of results',
    'Free: https://finnhub.io/register',
    ['quotes', 'finnhub-quote'],
  ),
  key(
    ['Twelve Data', 'TWELVE_DATA_API_KEY'],
    'prices and long history of US shares',
    'Free: https://twelvedata.com/register',
    ['quotes', 'twelve-data-quote'],
  ),
  key(
    ['FRED', 'FRED_API_KEY'],
    'every economic series of the Federal Reserve Bank of St. Louis',
    'Free: https://fredaccount.stlouisfed.org/apikeys',
    ['macro-series', 'fred-api'],
  ),
  key(
    ['Tiingo', 'TIINGO_API_KEY'],
    'thirty years of daily prices, splits and dividends',
    'Free: https://www.tiingo.com/account/api/token',
    ['price-history', 'tiingo-bars'],
  ),
  key(
    ['Alpha Vantage', 'ALPHAVANTAGE_API_KEY'],
    'daily prices, news, days of results; 25 requests a day',
    'Free: https://www.alphavantage.co/support/#api-key',
    ['quotes', 'alpha-vantage-quote'],
  ),
  key(
    ['CoinGecko', 'COINGECKO_API_KEY'],
    'more requests for prices of coins',
    'Free, the demo plan: https://www.coingecko.com/en/developers/dashboard',
    ['quotes', 'coingecko'],
  ),
  key(
    ['openFEC', 'FEC_API_KEY'],
    'campaign finance by name, up to date',
    'Free: https://api.data.gov/signup/',
    ['campaign-finance', 'open-fec'],
  ),
  key(
    ['CourtListener', 'COURTLISTENER_TOKEN'],
    'court cases; 125 requests a day',
    'Free: https://www.courtlistener.com/profile/api-token/',
    ['litigation', 'courtlistener'],
  ),
  {
    name: 'Reddit',
    variables: [
      { name: 'REDDIT_CLIENT_ID', prompt: 'Reddit client ID', isSecret: true },
      { name: 'REDDIT_CLIENT_SECRET', prompt: 'Reddit client secret', isSecret: true },
    ],
    adds: 'posts and comments about a company',
    instructions: 'Needs the approval of Reddit: https://www.reddit.com/prefs/apps',
    check: { area: 'social', source: 'reddit' },
  },
  key(
    ['FDA', 'FDA_API_KEY'],
    'more requests for events of drugs and devices',
    'Free: https://open.fda.gov/apis/authentication/',
    ['fda-events', 'open-fda'],
  ),
  key(
    ['OpenAlex', 'OPENALEX_API_KEY'],
    'more requests for research',
    'Free: https://openalex.org/settings/api',
    ['research', 'openalex'],
  ),
]
