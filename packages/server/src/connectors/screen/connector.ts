import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, Sourced } from '../../sources/connector.ts'
import { entityUpstreams } from '../../sources/entities/sec-tickers.ts'
import { finraFiles } from '../../sources/finra/finra-files.ts'
import { fromSources, refuseWhenOff, type Source } from '../../sources/sourced.ts'
import { loadLocalUniverse } from './local-universe.ts'
import { nasdaqTable } from './nasdaq-table.ts'
import { applyScreenFilter, refuseCrossedBounds, screenFilterOf } from './screen-filter.ts'
import type { ScreenRow } from './screen-row.ts'
import { secFrames } from './sec-frames.ts'
import { type Universe, universes } from './universes.ts'
import { loadYahooScreen, yahooScreener } from './yahoo-screener.ts'

const area = 'stock screens'

/** Screens over predefined universes of US equities. */
export const screen: Connector = {
  area: 'screen',
  category: 'market',
  upstreams: [yahooScreener, nasdaqTable, secFrames, finraFiles, ...entityUpstreams],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Shares of a predefined universe within every bound of the filter, in the order of the
      universe: actives and small caps by volume, gainers and losers by change, the shorted by
      short interest. A share without a value for a bound is excluded. Where the growth of
      earnings is not the market's own figure it is that of fiscal years, as filed with the SEC.
      """
      screen(filter: ScreenFilterInput = {}): [ScreenResult!]
    }

    "Predefined universe, each capped at about 250 names."
    enum ScreenUniverse {
      "Market capitalization from 2 billion USD, more than 5 million shares traded."
      MOST_ACTIVES
      "Up more than 3 percent; from 2 billion USD and 5 USD a share, over 15,000 shares traded."
      DAY_GAINERS
      "Down more than 2.5 percent; from 2 billion USD and 5 USD a share, over 20,000 shares traded."
      DAY_LOSERS
      "Nasdaq and NYSE, growth of earnings per share under 15 percent."
      AGGRESSIVE_SMALL_CAPS
      "Technology on Nasdaq and NYSE, revenue and earnings per share up at least 25 percent."
      GROWTH_TECHNOLOGY_STOCKS
      "10 to 100 billion USD, price to earnings 0 to 20 and less than the growth of earnings."
      UNDERVALUED_LARGE_CAPS
      "Price to earnings 0 to 20 and less than the growth of earnings, which is at least 25 percent."
      UNDERVALUED_GROWTH_STOCKS
      "Over 1 USD a share and 200,000 shares a day, by shares sold short per share outstanding."
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
    'Query.screen': {
      isPrice: true,
      answeredBy: [yahooScreener, nasdaqTable],
      area,
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: 100 },
      bounds(args) {
        boundsOf('screen')(args)
        refuseCrossedBounds(args['filter'])
      },
      async check({ filter }, context) {
        const { universe } = screenFilterOf(filter)
        if (universes[universe].needs === 'short interest')
          refuseWhenOff(area, [yahooScreener, finraFiles], context)
      },
      async resolve(_parent, { filter }, context) {
        const wanted = screenFilterOf(filter)
        const { value, provenance } = await load(wanted.universe, context)
        return { value: applyScreenFilter(value, wanted), provenance }
      },
    },
  },
}

/** Cache time of a screen in seconds while the market is open. */
const cacheSeconds = 15

function load(
  universe: Universe,
  context: ConnectorContext,
): Promise<Sourced<readonly ScreenRow[]>> {
  return context.cached(`screen:${universe}`, cacheSeconds, (context) => {
    const sources: readonly Source<readonly ScreenRow[]>[] = [
      { upstream: yahooScreener, load: () => loadYahooScreen(universe, context) },
      { upstream: nasdaqTable, load: () => loadLocalUniverse(universe, context) },
    ]
    return fromSources(area, sources, context)
  })
}
