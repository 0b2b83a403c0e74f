import { FiqError } from '@fiq/shared/errors'
import {
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
  pageOf,
} from '../../sources/array-filter.ts'
import { cboeOptions, loadCboeOptions } from '../../sources/cboe/cboe-options.ts'
import type { OptionContract } from '../../sources/cboe/option-contract.ts'
import type { Connector, ConnectorContext, Sourced } from '../../sources/connector.ts'
import { entityUpstreams } from '../../sources/entities/sec-tickers.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { fromSources, type Source } from '../../sources/sourced.ts'
import { hasPlainSpelling } from '../../sources/symbols/share-symbol.ts'
import { alpacaOptions, loadAlpacaOptions } from './alpaca-options.ts'
import { cftc, hasFutures, loadPositions } from './cftc-positions.ts'
import { optionPage } from './option-page.ts'
import { hasFuturesChain, loadFuturesChain, yahooFutures } from './yahoo-futures.ts'
import { loadYahooOptions, yahooOptions } from './yahoo-options.ts'

const area = 'options'
/** Expirations of a futures chain. Exchanges list contracts of at most ten years. */
const expirationsMax = 120

/** Sources of option chains, in order of preference. */
const optionSources = [alpacaOptions, cboeOptions, yahooOptions]

/** Options on an entity, and positions in the futures on it. */
export const derivatives: Connector = {
  area: 'derivatives',
  category: 'market',
  upstreams: [cftc, ...optionSources, yahooFutures, ...entityUpstreams],
  sdl: /* GraphQL */ `
    extend type Entity {
      "Options and futures on the entity."
      derivatives: Derivatives
    }

    "Options and futures on one entity."
    type Derivatives {
      """
      Positions of large traders in the futures on an index, a Treasury yield or a crypto asset, from the
      weekly Commitments of Traders report of the CFTC, newest first. Empty for entities without
      reported futures.
      """
      futures(filter: ArrayFilterInput): [FuturesPosition!]
      """
      Futures on an index, a Treasury yield or a crypto asset with their prices, nearest expiration
      first. Empty for entities without quoted futures.
      """
      futuresChain: [FuturesContract!]
      """
      Option chain, sorted by expiration, the farthest first by default; within a day by strike. since
      and until bound the expiration.
      """
      options(
        "Returns only options with this expiration, YYYY-MM-DD."
        expiration: String
        "Returns only calls or only puts."
        type: OptionType
        "Lowest strike price, inclusive, in the currency of the underlying."
        minStrike: Float
        "Highest strike price, inclusive, in the currency of the underlying."
        maxStrike: Float
        filter: ArrayFilterInput
      ): [OptionContract!]
    }

    "CALL is the right to buy, PUT the right to sell."
    enum OptionType {
      CALL
      PUT
    }

    "Positions in one futures contract on one day. All numbers are contracts; null if not reported."
    type FuturesPosition {
      "Day of the positions (a Tuesday, as a rule), ISO 8601. The CFTC publishes them on the Friday after it."
      date: String!
      "Name of the contract and the exchange."
      market: String!
      "Number of open contracts."
      openInterest: Float
      "Long positions of non-commercial traders (speculators)."
      nonCommercialLong: Float
      "Short positions of non-commercial traders (speculators)."
      nonCommercialShort: Float
      "Long positions of commercial traders (hedgers)."
      commercialLong: Float
      "Short positions of commercial traders (hedgers)."
      commercialShort: Float
    }

    "One futures contract with its quoted price. A value is null if the source does not state it."
    type FuturesContract {
      "Symbol of the contract with its exchange, e.g. ESZ26.CME."
      symbol: String!
      "Name of the contract."
      name: String
      "Expiration date, ISO 8601."
      expiration: String!
      "Last price, in points or in the currency of the contract."
      price: Float
      "Settlement price of the previous session, in the unit of price."
      previousClose: Float
      "Price minus previousClose, in the unit of price."
      change: Float
      "Change in percent of previousClose."
      changePercent: Float
    }

    "One option contract. Prices are per share of the underlying, in currency. A value is null if the source does not state it."
    type OptionContract {
      "Symbol of the Options Clearing Corporation, e.g. AAPL261218C00250000."
      symbol: String!
      "Expiration date, ISO 8601."
      expiration: String!
      "Strike price, in currency."
      strike: Float!
      "Currency of the strike and the prices, ISO 4217. Null if the source does not state it."
      currency: String
      "CALL or PUT."
      type: OptionType!
      "Highest bid, per share."
      bid: Float
      "Lowest ask, per share."
      ask: Float
      "Price of the last trade, per share."
      last: Float
      "Number of contracts traded in the session."
      volume: Float
      "Number of open contracts at the end of the previous day."
      openInterest: Float
      "Implied volatility per year, as a fraction: 0.25 is 25 percent."
      impliedVolatility: Float
      "Change of the price if the price of the underlying rises by 1. Null if the source states no sensitivities."
      delta: Float
      "Change of delta if the price of the underlying rises by 1. Null as for delta."
      gamma: Float
      "Change of the price in one day. Null as for delta."
      theta: Float
      "Change of the price if volatility rises by one percentage point. Null as for delta."
      vega: Float
      "Change of the price if the interest rate rises by one percentage point. Null as for delta."
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
        const positions = await loadPositions(ticker, context)
        return pageOf(positions, arrayFilterOf(filter), ({ date }) => date)
      },
    },
    'Derivatives.futuresChain': {
      sources: [yahooFutures],
      isPrice: true,
      rate: { credits: 2 },
      rowsMax: expirationsMax,
      area: 'futures',
      async resolve(parent, _args, context) {
        const { ticker } = parent as EntityRecord
        if (!hasFuturesChain(ticker)) return { value: [], provenance: [] }
        const load = () => loadFuturesChain(ticker, context)
        return fromSources('futures', [{ upstream: yahooFutures, load }], context)
      },
    },
    'Derivatives.options': {
      sources: [...optionSources, ...entityUpstreams],
      isPrice: true,
      rate: { credits: 2, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds({ filter, expiration }) {
        arrayFilterBounds(filter)
        refuseNoDay(expiration)
      },
      answeredBy: optionSources,
      area,
      async resolve(parent, args, context) {
        const { ticker } = parent as EntityRecord
        const day = args['expiration'] == null ? undefined : String(args['expiration'])
        return optionPage(await chainOf(ticker, day, context), day, args)
      },
    },
  },
}

/** Cache time of a chain in seconds while the market is open. */
const cacheSeconds = 60

/** The options of one expiration, or the whole chain from a source that has it in few requests. */
function chainOf(
  ticker: string,
  expiration: string | undefined,
  context: ConnectorContext,
): Promise<Sourced<readonly OptionContract[]>> {
  const sources: readonly Source<readonly OptionContract[]>[] = [
    {
      upstream: alpacaOptions,
      load: async () =>
        hasPlainSpelling(ticker) ? loadAlpacaOptions(ticker, expiration, context) : undefined,
    },
    {
      upstream: cboeOptions,
      // Thousands of contracts are parsed once for all pages of an answer.
      load: () =>
        context.cached(`options:cboe:${ticker}`, cacheSeconds, (context) =>
          loadCboeOptions(ticker, context),
        ),
    },
    { upstream: yahooOptions, load: () => loadYahooOptions(ticker, expiration, context) },
  ]
  return fromSources(area, sources, context)
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
