import { tidy } from '../../sources/tidy.ts'

/** One listed share with the figures of a screen. Prices in USD; `null` if unknown. */
export type ScreenRow = {
  /** Ticker with the share class after a hyphen. */
  ticker: string
  name: string | null
  exchange: string | null
  price: number | null
  previousClose: number | null
  /** Change in the regular session, percent of the previous close. */
  changePercent: number | null
  volume: number | null
  averageDailyVolume3M: number | null
  /** Volume divided by its three-month average. */
  relativeVolume: number | null
  preMarketPrice: number | null
  preMarketChangePercent: number | null
  /** Pre-market price compared with the last regular close, percent. */
  gapPercent: number | null
  /** Volume times price. */
  dollarVolume: number | null
  marketCap: number | null
  marketState: string | null
}

/** The figures that sources state. The server computes the others. */
export type StatedRow = Omit<
  ScreenRow,
  'relativeVolume' | 'gapPercent' | 'dollarVolume' | 'preMarketChangePercent'
>

/** A row of a table of all listed shares, unchanged. */
export type TableRow = StatedRow & { sector: string | null }

/**
 * Computes the remaining figures of a row. Before the session opens, a pre-market price is compared
 * with the last regular price. From then on, it is compared with the previous close.
 */
export function screenRow(stated: StatedRow): ScreenRow {
  const { price, previousClose, volume, averageDailyVolume3M, preMarketPrice } = stated
  const before = stated.marketState === 'PRE' || stated.marketState === 'PREPRE'
  const lastClose = before ? price : previousClose
  const gap =
    preMarketPrice !== null && lastClose !== null && lastClose > 0
      ? tidy((100 * (preMarketPrice - lastClose)) / lastClose)
      : null
  return {
    ...stated,
    changePercent: stated.changePercent === null ? null : tidy(stated.changePercent),
    relativeVolume:
      volume !== null && averageDailyVolume3M !== null && averageDailyVolume3M > 0
        ? tidy(volume / averageDailyVolume3M)
        : null,
    preMarketChangePercent: gap,
    gapPercent: gap,
    dollarVolume: volume !== null && price !== null ? tidy(volume * price) : null,
  }
}
