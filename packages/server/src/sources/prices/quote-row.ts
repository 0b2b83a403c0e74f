import type { Bar } from '../connector.ts'
import { tidy } from '../tidy.ts'

/** The quote of one ticker: a row of `Quote`, and the fields of `Market`. */
export type QuoteRow = {
  /** The ticker of the query. */
  ticker: string
  /** Name as stated by the source; `null` if it states none. */
  name: string | null
  exchange: string | null
  /** Last price of a regular session in `currency`; `null` if no source has one. */
  price: number | null
  /** Price minus previous close. */
  change: number | null
  /** Change in percent of the previous close. */
  changePercent: number | null
  /** Shares or coins traded in the session. */
  volume: number | null
  marketCap: number | null
  previousClose: number | null
  /** First price of the session, and its extremes so far. */
  open: number | null
  dayLow: number | null
  dayHigh: number | null
  /** Extremes of the last 52 weeks. */
  low52w: number | null
  high52w: number | null
  currency: string | null
  /** Time of the price, ISO 8601: an instant, or the day of a daily bar. */
  asOf: string | null
  marketState: string | null
  /** Last price before or after the regular session; `null` within it. */
  extendedPrice: number | null
  /** Change of `extendedPrice` in percent of `price`. */
  extendedChangePercent: number | null
  /** Time of `extendedPrice`. */
  extendedAsOf: string | null
}

/** A row without a price. */
export function emptyRow(ticker: string): QuoteRow {
  return {
    ticker,
    name: null,
    exchange: null,
    price: null,
    change: null,
    changePercent: null,
    volume: null,
    marketCap: null,
    previousClose: null,
    open: null,
    dayLow: null,
    dayHigh: null,
    low52w: null,
    high52w: null,
    currency: null,
    asOf: null,
    marketState: null,
    ...noExtended,
  }
}

const noExtended = { extendedPrice: null, extendedChangePercent: null, extendedAsOf: null }

/**
 * The last price outside the regular session, with its change against the last price within it.
 * Nothing if that price is newer.
 *
 * @param last - Price and time within the regular session.
 */
export function extendedOf(
  last: Pick<QuoteRow, 'price' | 'asOf'>,
  price: number | null | undefined,
  asOf: string | null,
): Pick<QuoteRow, 'extendedPrice' | 'extendedChangePercent' | 'extendedAsOf'> {
  const isNewer = asOf !== null && last.asOf !== null && asOf > last.asOf
  if (price == null || last.price === null || !isNewer) return noExtended
  const { changePercent } = changeOf(price, last.price)
  return { extendedPrice: price, extendedChangePercent: changePercent, extendedAsOf: asOf }
}

/** A row from daily bars, oldest first: the last close, and its change. `undefined` without bars. */
export function rowOfBars(ticker: string, bars: readonly Bar[]) {
  const last = bars.at(-1)
  if (!last) return undefined
  const previousClose = bars.at(-2)?.close ?? null
  return {
    ...emptyRow(ticker),
    price: last.close,
    previousClose,
    ...changeOf(last.close, previousClose),
    open: last.open,
    dayLow: last.low,
    dayHigh: last.high,
    volume: last.volume,
    asOf: last.date,
  }
}

/** Change against the previous close, rounded to ten significant digits; sources have fewer. */
export function changeOf(price: number, previousClose: number | null) {
  if (previousClose === null) return { change: null, changePercent: null }
  const change = tidy(price - previousClose)
  const changePercent = change === null ? null : tidy((100 * change) / previousClose)
  return { change, changePercent }
}
