import type { ExchangeHours } from './exchange-hours.ts'

/** An instrument with sandbox prices. Figures are invented, names are real. */
export type Instrument = {
  /** In Yahoo's spelling: `BRK-B`, `^GSPC`, `BTC-USD`. */
  symbol: string
  name: string
  /** `ABROAD`: shares of a company that are listed in another country. */
  kind: 'EQUITY' | 'ETF' | 'INDEX' | 'CRYPTOCURRENCY' | 'CURRENCY' | 'FUTURE' | 'ABROAD'
  /** SEC filer identifier; 0 for instruments without filings. */
  cik: number
  exchange: 'Nasdaq' | 'NYSE' | 'NYSE Arca' | 'Index' | 'CCC' | 'CCY' | 'CME' | 'Abroad'
  /** Trading hours; default those of the New York Stock Exchange. */
  hours?: ExchangeHours
  /** Currency of the prices in Yahoo's spelling, `GBp` for pence; default USD. */
  currency?: string
  /** Price on the anchor day in that currency, or index points. */
  anchor: number
  /** Standard deviation of daily returns. */
  volatility: number
  /**
   * Autocorrelation of the price's deviation from its trend: near 1 it wanders for years, lower
   * values return sooner.
   */
  memory: number
  /** Daily trend of the log price. */
  drift: number
  /** Shares or coins outstanding; 0 for indices. */
  shares: number
  /** Usual daily volume. */
  volume: number
}
