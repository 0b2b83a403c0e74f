import type { ScreenRow } from './screen-row.ts'

/** The universes of the contract. */
export type Universe =
  | 'MOST_ACTIVES'
  | 'DAY_GAINERS'
  | 'DAY_LOSERS'
  | 'AGGRESSIVE_SMALL_CAPS'
  | 'GROWTH_TECHNOLOGY_STOCKS'
  | 'UNDERVALUED_LARGE_CAPS'
  | 'UNDERVALUED_GROWTH_STOCKS'
  | 'MOST_SHORTED'

/**
 * A row with the further figures that some universes need. Growth and ratios are of fiscal years.
 */
export type Candidate = ScreenRow & {
  sector: string | null
  /** Growth of earnings per share against the previous year, percent. */
  earningsGrowth: number | null
  /** Growth of revenue against the previous year, percent. */
  revenueGrowth: number | null
  /** Price divided by earnings per share. */
  priceToEarnings: number | null
  /** Price-earnings ratio divided by the growth of earnings. */
  priceToGrowth: number | null
  /** Shares sold short in percent of shares outstanding. */
  shortPercent: number | null
  /** Mean daily volume up to the settlement day of the short interest. */
  settlementVolume: number | null
}

/** One universe: its predicate, its order, and the figures it needs besides prices. */
export type UniverseRule = {
  /** Yahoo's identifier of the screen. */
  screenId: string
  needs: 'prices' | 'fundamentals' | 'short interest'
  /** Whether it selects by sector, which not every table of shares has. */
  needsSector?: true
  holds(candidate: Candidate): boolean
  /** Largest first; rows without a rank come last. */
  rank(candidate: Candidate): number | null
}

/** Maximum names of a universe. */
export const universeMax = 250

/** Comparisons that are false for an unknown value. */
const over = (value: number | null, limit: number) => value !== null && value > limit
const from = (value: number | null, limit: number) => value !== null && value >= limit
const under = (value: number | null, limit: number) => value !== null && value < limit
const within = (value: number | null, low: number, high: number) =>
  value !== null && value >= low && value <= high

const mainBoards: ReadonlySet<string | null> = new Set(['Nasdaq', 'NYSE'])
const byVolume = ({ volume }: Candidate) => volume
const negative = (value: number | null) => (value === null ? null : -value)

/** The eight universes, by the predicates of the market's predefined screens. */
export const universes: Readonly<Record<Universe, UniverseRule>> = {
  MOST_ACTIVES: {
    screenId: 'most_actives',
    needs: 'prices',
    holds: (row) => from(row.marketCap, 2e9) && over(row.volume, 5e6),
    rank: byVolume,
  },
  DAY_GAINERS: {
    screenId: 'day_gainers',
    needs: 'prices',
    holds: (row) =>
      over(row.changePercent, 3) &&
      from(row.marketCap, 2e9) &&
      from(row.price, 5) &&
      over(row.volume, 15_000),
    rank: ({ changePercent }) => changePercent,
  },
  DAY_LOSERS: {
    screenId: 'day_losers',
    needs: 'prices',
    holds: (row) =>
      under(row.changePercent, -2.5) &&
      from(row.marketCap, 2e9) &&
      from(row.price, 5) &&
      over(row.volume, 20_000),
    rank: ({ changePercent }) => negative(changePercent),
  },
  AGGRESSIVE_SMALL_CAPS: {
    screenId: 'aggressive_small_caps',
    needs: 'fundamentals',
    holds: (row) => mainBoards.has(row.exchange) && under(row.earningsGrowth, 15),
    rank: byVolume,
  },
  GROWTH_TECHNOLOGY_STOCKS: {
    screenId: 'growth_technology_stocks',
    needs: 'fundamentals',
    needsSector: true,
    holds: (row) =>
      mainBoards.has(row.exchange) &&
      row.sector === 'Technology' &&
      from(row.revenueGrowth, 25) &&
      from(row.earningsGrowth, 25),
    rank: byVolume,
  },
  UNDERVALUED_LARGE_CAPS: {
    screenId: 'undervalued_large_caps',
    needs: 'fundamentals',
    holds: (row) =>
      mainBoards.has(row.exchange) &&
      within(row.priceToEarnings, 0, 20) &&
      under(row.priceToGrowth, 1) &&
      within(row.marketCap, 1e10, 1e11),
    rank: byVolume,
  },
  UNDERVALUED_GROWTH_STOCKS: {
    screenId: 'undervalued_growth_stocks',
    needs: 'fundamentals',
    holds: (row) =>
      mainBoards.has(row.exchange) &&
      within(row.priceToEarnings, 0, 20) &&
      under(row.priceToGrowth, 1) &&
      from(row.earningsGrowth, 25),
    rank: byVolume,
  },
  MOST_SHORTED: {
    screenId: 'most_shorted_stocks',
    needs: 'short interest',
    holds: (row) =>
      over(row.price, 1) &&
      over(row.averageDailyVolume3M ?? row.settlementVolume, 200_000) &&
      over(row.shortPercent, 0),
    rank: ({ shortPercent }) => shortPercent,
  },
}

/** The names of a universe, in its order, at most {@link universeMax}. */
export function membersOf(universe: Universe, candidates: readonly Candidate[]): Candidate[] {
  const { holds, rank } = universes[universe]
  return candidates
    .filter(holds)
    .sort((a, b) => (rank(b) ?? -Infinity) - (rank(a) ?? -Infinity))
    .slice(0, universeMax)
}
