import { tidy } from '../tidy.ts'

/** What a market says about one ticker: a row of `Quote`, and the fields of `Market`. */
export type QuoteRow = {
  /** The ticker as it was asked for. */
  ticker: string
  /** Last regular price in `currency`; `null` where no source has one. */
  price: number | null
  /** Price minus previous close. */
  change: number | null
  /** Change in percent of the previous close. */
  changePercent: number | null
  /** Shares or coins traded in the session. */
  volume: number | null
  marketCap: number | null
  previousClose: number | null
  currency: string | null
  /** When the price was made, ISO 8601: an instant, or the day of a daily bar. */
  asOf: string | null
  marketState: string | null
}

/** A row without a price. */
export function emptyRow(ticker: string): QuoteRow {
  return {
    ticker,
    price: null,
    change: null,
    changePercent: null,
    volume: null,
    marketCap: null,
    previousClose: null,
    currency: null,
    asOf: null,
    marketState: null,
  }
}

/**
 * Change against the previous close, with the noise of binary fractions cut off: figures of a
 * source have far fewer than ten significant digits.
 */
export function changeOf(price: number, previousClose: number | null) {
  if (previousClose === null) return { change: null, changePercent: null }
  const change = tidy(price - previousClose)
  const changePercent = change === null ? null : tidy((100 * change) / previousClose)
  return { change, changePercent }
}
