import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext, Sourced } from '../../sources/connector.ts'
import { entityUpstreams } from '../../sources/entities/sec-tickers.ts'
import { finraFiles } from '../../sources/finra/finra-files.ts'
import { fromSources, refuseWhenOff, type Source } from '../../sources/sourced.ts'
import { alpacaTable, loadAlpacaTable } from './alpaca-table.ts'
import { loadLocalUniverse } from './local-universe.ts'
import { loadNasdaqTable, nasdaqTable } from './nasdaq-table.ts'
import { applyScreenFilter, refuseCrossedBounds, screenFilterOf } from './screen-filter.ts'
import type { ScreenRow } from './screen-row.ts'
import { secFrames } from './sec-frames.ts'
import { type Universe, universes } from './universes.ts'
import { loadYahooScreen, yahooScreener } from './yahoo-screener.ts'

const area = 'stock screens'

/** Sources of the prices of all shares, in order of preference. */
const screens = [alpacaTable, yahooScreener, nasdaqTable]

/** Screens over predefined universes of US equities. */
export const screen: Connector = {
  area: 'screen',
  category: 'market',
  upstreams: [...screens, secFrames, finraFiles, ...entityUpstreams],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      US shares of a predefined universe that satisfy all bounds of the filter, in the order of the
      universe, e.g. by volume, by change, or by short interest. A bound excludes shares without its
      value. If the source does not state the growth of earnings, the server computes it from fiscal
      years as filed with the SEC.
      """
      screen(filter: ScreenFilterInput = {}): [ScreenResult!]
    }

    "Predefined universe of US shares. Each has at most about 250 shares."
    enum ScreenUniverse {
      "Market capitalization of at least 2 billion USD, and more than 5 million shares traded. Sorted by volume."
      MOST_ACTIVES
      "Price up more than 3 percent. At least 2 billion USD of market capitalization and 5 USD per share, and more than 15,000 shares traded. Sorted by change, largest gain first."
      DAY_GAINERS
      "Price down more than 2.5 percent. At least 2 billion USD of market capitalization and 5 USD per share, and more than 20,000 shares traded. Sorted by change, largest loss first."
      DAY_LOSERS
      "Companies of any size on Nasdaq and NYSE whose earnings per share grow by less than 15 percent. Sorted by volume."
      AGGRESSIVE_SMALL_CAPS
      "Technology companies on Nasdaq and NYSE whose revenue and earnings per share grow by at least 25 percent. Sorted by volume."
      GROWTH_TECHNOLOGY_STOCKS
      "Market capitalization of 10 to 100 billion USD. Price-earnings ratio of 0 to 20, and below the growth of earnings in percent. On Nasdaq and NYSE, sorted by volume."
      UNDERVALUED_LARGE_CAPS
      "Earnings growth of at least 25 percent. Price-earnings ratio of 0 to 20, and below that growth in percent. On Nasdaq and NYSE, sorted by volume."
      UNDERVALUED_GROWTH_STOCKS
      "More than 1 USD per share and 200,000 shares per day. Sorted by shares sold short per share outstanding."
      MOST_SHORTED
    }

    "A universe, and bounds on its shares. A share must satisfy all bounds."
    input ScreenFilterInput {
      "Universe to select from."
      universe: ScreenUniverse = MOST_ACTIVES
      "Minimum share price, USD."
      minPrice: Float
      "Maximum share price, USD."
      maxPrice: Float
      "Minimum of gapPercent. Excludes shares without pre-market data."
      minGapPercent: Float
      "Maximum of gapPercent. Excludes shares without pre-market data."
      maxGapPercent: Float
      "Minimum of changePercent."
      minChangePercent: Float
      "Maximum of changePercent."
      maxChangePercent: Float
      "Minimum of relativeVolume. Excludes shares without a three-month average."
      minRelativeVolume: Float
      "Minimum of dollarVolume, USD."
      minDollarVolume: Float
      "Minimum market capitalization, USD."
      minMarketCap: Float
      "Maximum market capitalization, USD."
      maxMarketCap: Float
      "Maximum number of shares, 1 to 100."
      limit: Int = 25
      "Number of shares to skip."
      offset: Int = 0
    }

    "One share that satisfies the screen. A value is null if the source does not state it."
    type ScreenResult {
      "Ticker, with the share class after a hyphen, e.g. BRK-B."
      ticker: String!
      "Name of the company."
      name: String
      "Exchange of the listing."
      exchange: String
      "Last price of a regular session, USD."
      price: Float
      "Close of the previous regular session, USD."
      previousClose: Float
      "Change in the regular session, in percent of previousClose."
      changePercent: Float
      "Number of shares traded in the session."
      volume: Float
      "Mean of the daily volume of the last three months, in shares."
      averageDailyVolume3M: Float
      "volume divided by averageDailyVolume3M."
      relativeVolume: Float
      "Last pre-market price, USD."
      preMarketPrice: Float
      "Equals gapPercent."
      preMarketChangePercent: Float
      "Pre-market gap: change of preMarketPrice against the last close, in percent. The last close is price before the open, and previousClose after it."
      gapPercent: Float
      "volume times price, USD."
      dollarVolume: Float
      "Market capitalization, USD."
      marketCap: Float
      "Session of the market: PREPRE and POSTPOST (night), PRE, REGULAR, POST or CLOSED."
      marketState: String
    }
  `,
  fields: {
    'Query.screen': {
      isPrice: true,
      answeredBy: screens,
      area,
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: 100 },
      bounds(args) {
        boundsOf('screen')(args)
        refuseCrossedBounds(args['filter'])
      },
      async check({ filter }, context) {
        const { needs, needsSector } = universes[screenFilterOf(filter).universe]
        if (needs === 'short interest') refuseWhenOff(area, [yahooScreener, finraFiles], context)
        if (needsSector) refuseWhenOff(area, [yahooScreener, nasdaqTable], context)
        // Alpaca has no names and no numbers of shares.
        refuseWhenOff(area, [yahooScreener, nasdaqTable, secFrames], context)
      },
      async resolve(_parent, { filter }, context) {
        const conditions = screenFilterOf(filter)
        const { value, provenance } = await load(conditions.universe, context)
        const { page, matches } = applyScreenFilter(value, conditions)
        return { value: page, provenance, matches }
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
      {
        upstream: alpacaTable,
        load: async () =>
          universes[universe].needsSector
            ? undefined
            : loadLocalUniverse(universe, await loadAlpacaTable(context), context),
      },
      { upstream: yahooScreener, load: () => loadYahooScreen(universe, context) },
      {
        upstream: nasdaqTable,
        load: async () => loadLocalUniverse(universe, await loadNasdaqTable(context), context),
      },
    ]
    return fromSources(area, sources, context)
  })
}
