import { boundsOf } from '../bounds.ts'
import type { Connector } from '../connector.ts'
import { notConfigured } from '../not-configured.ts'

/** Screens over predefined universes of US equities. No source yet. */
export const screen: Connector = {
  area: 'screen',
  category: 'market',
  upstreams: [],
  sdl: /* GraphQL */ `
    extend type Query {
      "Equities of a predefined universe within bounds, as the market stands now."
      screen(filter: ScreenFilterInput = {}): [ScreenResult!]
    }

    "Predefined universe, each capped at about 250 names."
    enum ScreenUniverse {
      MOST_ACTIVES
      DAY_GAINERS
      DAY_LOSERS
      AGGRESSIVE_SMALL_CAPS
      GROWTH_TECHNOLOGY_STOCKS
      UNDERVALUED_LARGE_CAPS
      UNDERVALUED_GROWTH_STOCKS
      MOST_SHORTED
    }

    "A universe and bounds on its names."
    input ScreenFilterInput {
      "Names to start from."
      universe: ScreenUniverse = MOST_ACTIVES
      "Lowest share price, USD."
      minPrice: Float
      "Highest share price, USD."
      maxPrice: Float
      "Lowest pre-market gap, percent of previous close; names without pre-market data are excluded."
      minGapPercent: Float
      "Highest pre-market gap, percent of previous close; names without pre-market data are excluded."
      maxGapPercent: Float
      "Lowest regular-session change, percent."
      minChangePercent: Float
      "Highest regular-session change, percent."
      maxChangePercent: Float
      "Lowest ratio of today's volume to the 3-month average; names without an average are excluded."
      minRelativeVolume: Float
      "Lowest volume times price, USD."
      minDollarVolume: Float
      "Lowest market capitalization, USD."
      minMarketCap: Float
      "Highest market capitalization, USD."
      maxMarketCap: Float
      "Most names returned, 1 to 100."
      limit: Int = 25
      "Names skipped."
      offset: Int = 0
    }

    "One name that passed the screen."
    type ScreenResult {
      "Ticker, share classes by hyphen."
      ticker: String!
      "Name of the company."
      name: String
      "Exchange it is listed on."
      exchange: String
      "Last regular price, USD."
      price: Float
      "Close of the previous session, USD."
      previousClose: Float
      "Regular-session change, percent of previous close."
      changePercent: Float
      "Shares traded today."
      volume: Float
      "Mean of daily volume over three months, shares."
      averageDailyVolume3M: Float
      "Volume divided by the three-month average."
      relativeVolume: Float
      "Last pre-market price, USD."
      preMarketPrice: Float
      "Pre-market change, percent of previous close."
      preMarketChangePercent: Float
      "Pre-market gap, percent of previous close."
      gapPercent: Float
      "Volume times price, USD."
      dollarVolume: Float
      "Market capitalization, USD."
      marketCap: Float
      "PREPRE, PRE, REGULAR, POST, POSTPOST or CLOSED."
      marketState: String
    }
  `,
  fields: {
    'Query.screen': notConfigured('stock screens', {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: 100 },
      bounds: boundsOf('screen'),
    }),
  },
}
