/** One thing that `fiq setup` asks for. */
export type SetupEntry = {
  name: string
  /** Variables of the server, each with its prompt. A secret is not echoed. */
  variables: readonly { name: string; prompt: string; isSecret: boolean }[]
  /** What it adds. */
  adds: string
  /** Where it is had. */
  where: string
}

const key = (name: string, variable: string, adds: string, where: string): SetupEntry => ({
  ...{ name, adds, where },
  variables: [{ name: variable, prompt: `${name} key`, isSecret: true }],
})

/** The contact for the SEC, then optional keys, the most useful first. */
export const setupEntries: readonly SetupEntry[] = [
  {
    name: 'SEC contact',
    variables: [
      {
        name: 'SEC_USER_AGENT',
        prompt: 'Your name and e-mail, e.g. Ann Example ann@example.org',
        isSecret: false,
      },
    ],
    adds: 'filings, financials, holders, insiders, and the names of companies',
    where:
      'No account is needed: the SEC wants to know who asks, and is sent this with each request.',
  },
  {
    name: 'Alpaca',
    variables: [
      { name: 'ALPACA_API_KEY_ID', prompt: 'Alpaca key ID', isSecret: true },
      { name: 'ALPACA_API_SECRET_KEY', prompt: 'Alpaca secret key', isSecret: true },
    ],
    adds: 'prices of US shares 15 minutes late, history, options, the whole-market screen',
    where: 'Free, a paper-only account, for private persons: https://app.alpaca.markets/signup',
  },
  key(
    ...(['Finnhub', 'FINNHUB_API_KEY'] as const),
    'prices of US shares, company news, analysts, dates of earnings',
    'Free: https://finnhub.io/register',
  ),
  key(
    ...(['Twelve Data', 'TWELVE_DATA_API_KEY'] as const),
    'prices and long history of US shares, currencies',
    'Free: https://twelvedata.com/register',
  ),
  key(
    ...(['FRED', 'FRED_API_KEY'] as const),
    'every economic series of the Federal Reserve Bank of St. Louis',
    'Free: https://fredaccount.stlouisfed.org/apikeys',
  ),
  key(
    ...(['Tiingo', 'TIINGO_API_KEY'] as const),
    'thirty years of daily prices, splits and dividends',
    'Free: https://www.tiingo.com/account/api/token',
  ),
  key(
    ...(['Alpha Vantage', 'ALPHAVANTAGE_API_KEY'] as const),
    'dates of earnings, daily prices, news; 25 requests a day',
    'Free: https://www.alphavantage.co/support/#api-key',
  ),
  key(
    ...(['CoinGecko', 'COINGECKO_API_KEY'] as const),
    'more requests for prices of coins',
    'Free, the demo plan: https://www.coingecko.com/en/developers/dashboard',
  ),
  key(
    ...(['openFEC', 'FEC_API_KEY'] as const),
    'campaign finance by name, up to date',
    'Free: https://api.data.gov/signup/',
  ),
  key(
    ...(['CourtListener', 'COURTLISTENER_TOKEN'] as const),
    'court cases; 125 requests a day',
    'Free: https://www.courtlistener.com/profile/api-token/',
  ),
  {
    name: 'Reddit',
    variables: [
      { name: 'REDDIT_CLIENT_ID', prompt: 'Reddit client ID', isSecret: true },
      { name: 'REDDIT_CLIENT_SECRET', prompt: 'Reddit client secret', isSecret: true },
    ],
    adds: 'posts and comments about a company',
    where: 'Needs the approval of Reddit: https://www.reddit.com/prefs/apps',
  },
  key(
    ...(['FDA', 'FDA_API_KEY'] as const),
    'more requests for events of drugs and devices',
    'Free: https://open.fda.gov/apis/authentication/',
  ),
  key(
    ...(['OpenAlex', 'OPENALEX_API_KEY'] as const),
    'more requests for research',
    'Free: https://openalex.org/settings/api',
  ),
]
