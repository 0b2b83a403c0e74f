/** Commands, each with the words under which users of other tools look for it. */
export const wordsOf: Readonly<Record<string, string>> = {
  'fiq quote AAPL': 'stock stocks ticker etf index',
  'fiq quote BTC-USD': 'crypto coin bitcoin btc',
  'fiq quote EURUSD=X': 'fx forex currency exchange',
  'fiq history AAPL --range 6mo': 'chart charts candles bars ohlc prices intraday',
  'fiq technicals AAPL': 'indicators indicator rsi macd bollinger sma ema ta',
  'fiq search apple': 'find lookup symbol symbols isin cik',
  'fiq entity AAPL': 'company info overview fundamentals about',
  'fiq entity AAPL --with financials':
    'financials statements income balance-sheet cashflow revenue',
  'fiq entity AAPL --with news': 'news headlines',
  'fiq entity AAPL --with filings': 'filings filing sec edgar 10-k 10-q 8-k',
  'fiq entity AAPL --with insiderTrades': 'insiders insider insider-trades insidertrades form4',
  'fiq entity AAPL --with executives': 'executives officers management ceo',
  'fiq entity AAPL --with topHolders': 'holders owners ownership topholders',
  'fiq entity AAPL --with derivatives.options': 'options option puts calls derivatives',
  'fiq entity AAPL --with analyst': 'analyst analysts estimates target targets',
  'fiq entity AAPL --with litigation': 'litigation lawsuits court',
  'fiq entity AAPL --with research': 'research papers',
  'fiq entity AAPL --with predictions': 'predictions polymarket',
  'fiq calendar AAPL': 'earnings dividends dividend splits split events',
  'fiq holdings berkshire': '13f funds institutions',
  'fiq screen --universe day-gainers': 'screener filter filters gainers losers movers',
  'fiq sanctions "NAME"': 'ofac sanction kyc screening',
  'fiq inflation USA': 'cpi',
  'fiq rates USA': 'rate fed fedfunds interest ecb sofr',
  'fiq series DGS10': 'treasury yields yield fred macro unemployment jobs',
  'fiq multiples shiller-pe': 'valuation pe cape',
  'fiq short-interest AAPL': 'short shorts',
  'fiq list': 'portfolio watchlist watchlists lots',
  'fiq payments list': 'receipts receipt spent',
  'fiq wallet balance': 'balance fund',
  'fiq wallet --help': 'key address account unlock lock',
  'fiq budget --help': 'limit limits cap',
  'fiq query --help': 'graphql gql api',
  'fiq mcp install --help': 'install agent claude cursor',
  'fiq up': 'start serve server run',
  'fiq down': 'stop kill',
  'fiq setup': 'init configure settings',
  'fiq login': 'auth signin sign-in',
}

const commandOf = new Map(
  Object.entries(wordsOf).flatMap(([command, words]) =>
    words.split(' ').map((word) => [word, command] as const),
  ),
)

/** The command that answers a word which is not one, e.g. `fiq inflation USA` for `cpi`. */
export function commandFor(word: string): string | undefined {
  return commandOf.get(word.toLowerCase())
}
