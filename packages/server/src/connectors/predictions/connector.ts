import { plainCompanyName } from '../../names/company-name.ts'
import { checkSearchText, searchTextMax } from '../../sources/bounds.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { everySource } from '../../sources/every-source.ts'
import { listField } from '../../sources/list-field.ts'
import { kalshi, loadFromKalshi } from './kalshi.ts'
import { loadFromManifold, manifold } from './manifold.ts'
import { loadFromPolymarket, polymarket } from './polymarket.ts'

const upstreams = [polymarket, kalshi, manifold]

const area = 'prediction markets'
/** Markets with more outcomes have a market of its own for each. */
const rowsBelow = () => ({ outcomes: 10 })

/** Open prediction markets about an entity, or about any words. */
export const predictions: Connector = {
  area: 'predictions',
  category: 'market',
  upstreams,
  sdl: /* GraphQL */ `
    extend type Query {
      "Open prediction markets that contain every word of query, at most ${searchTextMax} characters. Sorted by closing time, latest first by default."
      predictions(query: String!, filter: ArrayFilterInput): [PredictionMarket!]
    }

    extend type Entity {
      "Open prediction markets that contain the trade name of the entity. Sorted by closing time, latest first by default."
      predictions(filter: ArrayFilterInput): [PredictionMarket!]
    }

    "An open prediction market. Its prices are made by its traders. They are no forecast of this service."
    type PredictionMarket {
      "Question of the market, as published."
      question: String!
      "Source of the market: Polymarket, Kalshi or Manifold (play money)."
      source: String!
      "Outcomes with their prices. Empty if the source prices each answer in a market of its own."
      outcomes: [PredictionOutcome!]!
      "Amount traded so far, in currency; for Kalshi the number of contracts, which pay one dollar each. Null if not stated."
      volume: Float
      "Currency of volume: USD, or MANA, which is play money."
      currency: String!
      "Whether the market uses play money."
      isPlayMoney: Boolean!
      "Closing time of the market, ISO 8601. Null if not stated."
      closesAt: String
      "URL of the market."
      url: String!
    }

    "One outcome of a market."
    type PredictionOutcome {
      "Name of the outcome, as published."
      name: String!
      "Price of the outcome as a probability, 0 to 1: of the last trade, or else the mean of bid and ask. Null if there is neither."
      probability: Float
    }
  `,
  fields: {
    'Query.predictions': listField({
      credits: 1,
      bounds: ({ query }) => checkSearchText('query', query),
      area,
      rowsBelow,
      load: (_parent, { query }, _filter, context) => load(String(query), context),
      dateOf: ({ closesAt }) => closesAt,
      statedOn: () => null,
    }),
    'Entity.predictions': listField({
      credits: 1,
      area,
      rowsBelow,
      load: (parent, _args, _filter, context) =>
        load(plainCompanyName((parent as EntityRecord).name), context),
      dateOf: ({ closesAt }) => closesAt,
      statedOn: () => null,
    }),
  },
}

function load(text: string, context: ConnectorContext) {
  const sources = [
    { upstream: polymarket, load: () => loadFromPolymarket(text, context) },
    { upstream: kalshi, load: () => loadFromKalshi(text, context) },
    { upstream: manifold, load: () => loadFromManifold(text, context) },
  ]
  return everySource(area, sources, context)
}
