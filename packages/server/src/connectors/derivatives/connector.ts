import { FiqError } from '@fiq/shared/errors'
import {
  applyFilter,
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
} from '../../sources/array-filter.ts'
import { cboeOptions, loadCboeOptions } from '../../sources/cboe/cboe-options.ts'
import type { OptionContract } from '../../sources/cboe/option-contract.ts'
import type { Connector, ConnectorContext, Sourced } from '../../sources/connector.ts'
import { entityUpstreams } from '../../sources/entities/sec-tickers.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { fromSources, type Source } from '../../sources/sourced.ts'
import { cftc, hasFutures, loadPositions } from './cftc-positions.ts'
import { hasFuturesChain, loadFuturesChain, yahooFutures } from './yahoo-futures.ts'
import { loadYahooOptions, yahooOptions } from './yahoo-options.ts'

const area = 'options'

/** Options on an entity, and positions in the futures on it. */
export const derivatives: Connector = {
  area: 'derivatives',
  category: 'market',
  upstreams: [cftc, cboeOptions, yahooOptions, yahooFutures, ...entityUpstreams],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Options and futures written on the entity."
      derivatives: Derivatives
    }

    "Options and futures on one entity."
    type Derivatives {
      """
      Positions of large traders in the futures on an index, a Treasury yield or a coin, weekly,
      newest first. Empty for entities on which no futures are reported.
      """
      futures(filter: ArrayFilterInput): [FuturesPosition!]
      """
      Quoted futures on an index, a Treasury yield or a coin, nearest expiration first. Empty for
      entities on which none are quoted.
      """
      futuresChain: [FuturesContract!]
      """
      The option chain by day of expiration: the farthest first unless sorted ASC; within a day by
      strike. since and until bound the expiration.
      """
      options(
        "Keeps one day of expiration, YYYY-MM-DD."
        expiration: String
        "Keeps calls or puts."
        type: OptionType
        filter: ArrayFilterInput
      ): [OptionContract!]
    }

    "Right to buy or to sell."
    enum OptionType {
      CALL
      PUT
    }

    "Positions in one futures contract on one day, in contracts."
    type FuturesPosition {
      "Day of the positions, ISO 8601; published three days later."
      date: String!
      "Contract and exchange."
      market: String!
      "Open contracts."
      openInterest: Float
      "Long contracts of speculators."
      nonCommercialLong: Float
      "Short contracts of speculators."
      nonCommercialShort: Float
      "Long contracts of hedgers."
      commercialLong: Float
      "Short contracts of hedgers."
      commercialShort: Float
    }

    "One futures contract as its market quotes it."
    type FuturesContract {
      "Symbol with its exchange, e.g. ESZ26.CME."
      symbol: String!
      "Name of the contract."
      name: String
      "Day of expiration, ISO 8601."
      expiration: String!
      "Last price, in points or in the currency of the contract."
      price: Float
      "Settlement price of the previous session, same unit as price."
      previousClose: Float
      "Price minus previous close, same unit."
      change: Float
      "Change in percent of the previous close."
      changePercent: Float
    }

    "One option. Prices are per share."
    type OptionContract {
      "Symbol of the Options Clearing Corporation, e.g. AAPL261218C00250000."
      symbol: String!
      "Day of expiration, ISO 8601."
      expiration: String!
      "Strike price."
      strike: Float!
      "ISO 4217 currency of the strike and the prices."
      currency: String
      "CALL or PUT."
      type: OptionType!
      "Highest bid."
      bid: Float
      "Lowest ask."
      ask: Float
      "Price of the last trade."
      last: Float
      "Contracts traded in the session."
      volume: Float
      "Open contracts at the end of the previous day."
      openInterest: Float
      "Implied volatility a year, a fraction: 0.25 is 25 percent."
      impliedVolatility: Float
      "Change of the price with one unit of the underlying."
      delta: Float
      "Change of delta with one unit of the underlying."
      gamma: Float
      "Change of the price with one day."
      theta: Float
      "Change of the price with one point of volatility."
      vega: Float
      "Change of the price with one point of interest."
      rho: Float
    }
  `,
  fields: {
    'Entity.derivatives': {
      rate: { credits: 0 },
      sources: [],
      resolve: async (parent) => ({ value: parent, provenance: [] }),
    },
    'Derivatives.futures': {
      sources: [cftc],
      area: 'futures positions',
      rate: { credits: 2, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds: ({ filter }) => arrayFilterBounds(filter),
      async resolve(parent, { filter }, context) {
        const { ticker } = parent as EntityRecord
        if (!hasFutures(ticker)) return { value: [], provenance: [] }
        const { value, provenance } = await loadPositions(ticker, context)
        return { value: applyFilter(value, arrayFilterOf(filter), ({ date }) => date), provenance }
      },
    },
    'Derivatives.futuresChain': {
      sources: [yahooFutures],
      isPrice: true,
      rate: { credits: 2 },
      area: 'futures',
      async resolve(parent, _args, context) {
        const { ticker } = parent as EntityRecord
        if (!hasFuturesChain(ticker)) return { value: [], provenance: [] }
        const load = () => loadFuturesChain(ticker, context)
        return fromSources('futures', [{ upstream: yahooFutures, load }], context)
      },
    },
    'Derivatives.options': {
      sources: [cboeOptions, yahooOptions, ...entityUpstreams],
      isPrice: true,
      rate: { credits: 2, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds({ filter, expiration }) {
        arrayFilterBounds(filter)
        refuseNoDay(expiration)
      },
      answeredBy: [cboeOptions, yahooOptions],
      area,
      async resolve(parent, { filter, expiration, type }, context) {
        const { ticker } = parent as EntityRecord
        const day = expiration == null ? undefined : String(expiration)
        const { value, provenance } = await chainOf(ticker, day, context)
        const kept = value.filter(
          (option) =>
            (day === undefined || option.expiration === day) &&
            (type == null || option.type === type),
        )
        const page = applyFilter(kept, arrayFilterOf(filter), (option) => option.expiration)
        return { value: page, provenance }
      },
    },
  },
}

/** Cache time of a chain in seconds while the market is open. */
const cacheSeconds = 60

function chainOf(
  ticker: string,
  expiration: string | undefined,
  context: ConnectorContext,
): Promise<Sourced<readonly OptionContract[]>> {
  const sources: readonly Source<readonly OptionContract[]>[] = [
    { upstream: cboeOptions, load: () => wholeChain(ticker, context) },
    { upstream: yahooOptions, load: () => loadYahooOptions(ticker, expiration, context) },
  ]
  return fromSources(area, sources, context)
}

/** Loads the whole chain. Its thousands of contracts are parsed once for all pages. */
function wholeChain(ticker: string, context: ConnectorContext) {
  return context.cached(`options:${ticker}`, cacheSeconds, (context) =>
    loadCboeOptions(ticker, context),
  )
}

function refuseNoDay(expiration: unknown): void {
  if (expiration == null) return
  if (
    /^\d{4}-\d{2}-\d{2}$/.test(String(expiration)) &&
    !Number.isNaN(Date.parse(String(expiration)))
  )
    return
  throw new FiqError('BAD_INPUT', 'expiration must be a day, YYYY-MM-DD.', {
    facts: ['Argument: expiration', `Given: ${JSON.stringify(expiration)}`],
  })
}
