import type { NamedSymbol } from './crypto-assets.ts'
import { normalTicker } from './normal-ticker.ts'

/** Market indices by symbol; their ticker is `^SYMBOL`. */
export const indices: readonly NamedSymbol[] = [
  ['GSPC', 'S&P 500', 'sp500 spx standard and poors 500'],
  ['DJI', 'Dow Jones Industrial Average', 'dow jones djia'],
  ['IXIC', 'NASDAQ Composite'],
  ['NDX', 'NASDAQ-100', 'nasdaq 100'],
  ['RUT', 'Russell 2000'],
  ['VIX', 'Cboe Volatility Index', 'vix fear index'],
  ['OEX', 'S&P 100', 'sp100'],
  ['MID', 'S&P MidCap 400', 'sp400'],
  ['RUI', 'Russell 1000'],
  ['RUA', 'Russell 3000'],
  ['NYA', 'NYSE Composite'],
  ['SOX', 'PHLX Semiconductor', 'philadelphia semiconductor'],
  ['DJT', 'Dow Jones Transportation Average'],
  ['DJU', 'Dow Jones Utility Average'],
  ['W5000', 'Wilshire 5000 Total Market', 'wilshire5000'],
  ['TNX', '10-Year Treasury Note Yield', 'cboe interest rate 10 year'],
  ['TYX', '30-Year Treasury Bond Yield'],
  ['FVX', '5-Year Treasury Note Yield'],
  ['IRX', '13-Week Treasury Bill Yield'],
  ['FTSE', 'FTSE 100'],
  ['GDAXI', 'DAX', 'dax 40'],
  ['FCHI', 'CAC 40'],
  ['STOXX50E', 'EURO STOXX 50', 'eurostoxx'],
  ['N225', 'Nikkei 225', 'nikkei225'],
  ['HSI', 'Hang Seng Index'],
  ['KS11', 'KOSPI Composite'],
  ['BSESN', 'S&P BSE Sensex', 'sensex'],
  ['NSEI', 'Nifty 50'],
  ['AXJO', 'S&P/ASX 200', 'asx200'],
  ['GSPTSE', 'S&P/TSX Composite', 'tsx'],
  ['BVSP', 'Ibovespa', 'bovespa'],
  ['MXX', 'IPC Mexico'],
]

const symbols: ReadonlySet<string> = new Set(indices.map(([symbol]) => symbol))

/**
 * The ticker of the index whose price a row has; `undefined` for any other row. A symbol alone may
 * be a share's too, which has a currency.
 *
 * @example indexTickerOf({ ticker: 'vix', currency: null }) // '^VIX'
 */
export function indexTickerOf({
  ticker,
  currency,
}: {
  readonly ticker?: unknown
  readonly currency?: unknown
}): string | undefined {
  if (typeof ticker !== 'string') return undefined
  const normal = normalTicker(ticker)
  if (normal.startsWith('^')) return normal
  return currency === null && symbols.has(normal) ? `^${normal}` : undefined
}
