/** One thing the sandbox has prices for. Figures are invented, names are not. */
export type Instrument = {
  /** As Yahoo writes it: `BRK-B`, `^GSPC`, `BTC-USD`. */
  symbol: string
  name: string
  /** `ABROAD`: shares of a company that are listed in another country. */
  kind: 'EQUITY' | 'ETF' | 'INDEX' | 'CRYPTOCURRENCY' | 'CURRENCY' | 'FUTURE' | 'ABROAD'
  /** SEC filer identifier; 0 for instruments without filings. */
  cik: number
  exchange: 'Nasdaq' | 'NYSE' | 'NYSE Arca' | 'Index' | 'CCC' | 'CCY' | 'CME' | 'Abroad'
  /** Currency of the prices as Yahoo writes it, `GBp` for pence; default USD. */
  currency?: string
  /** Price on the anchor day in that currency, or index points. */
  anchor: number
  /** Standard deviation of one day's return. */
  volatility: number
  /** How fast the price forgets: near 1 wanders for years, lower returns to its trend. */
  memory: number
  /** Trend of one day's log price. */
  drift: number
  /** Shares or coins outstanding; 0 for indices. */
  shares: number
  /** Usual volume of a day. */
  volume: number
}
