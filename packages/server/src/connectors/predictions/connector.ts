import { FiqError } from '@fiq/shared/errors'
import { plainCompanyName } from '../../names/company-name.ts'
import { foldText } from '../../names/fold-text.ts'
import type { Connector, ConnectorContext } from '../../sources/connector.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { everySource } from '../../sources/every-source.ts'
import { listField } from '../../sources/list-field.ts'
import { kalshi, loadFromKalshi } from './kalshi.ts'
import { loadFromManifold, manifold } from './manifold.ts'
import { loadFromPolymarket, polymarket } from './polymarket.ts'

const queryLengthMax = 200
const upstreams = [polymarket, kalshi, manifold]

const area = 'prediction markets'

/** Open prediction markets about an entity, or about any words. */
export const predictions: Connector = {
  area: 'predictions',
  category: 'market',
  upstreams,
  sdl: /* GraphQL */ `
    extend type Query {
      "Open prediction markets that contain every word, by the time they close. At most ${queryLengthMax} characters."
      predictions(query: String!, filter: ArrayFilterInput): [PredictionMarket!]
    }

    extend type Entity {
      "Open prediction markets about the entity by its trade name, by the time they close."
      predictions(filter: ArrayFilterInput): [PredictionMarket!]
    }

    "A prediction market. Prices are those of its traders, not our forecasts."
    type PredictionMarket {
      "Question as the market states it."
      question: String!
      "Polymarket, Kalshi or Manifold (play money)."
      source: String!
      "Outcomes with their prices; empty if the source prices each answer separately."
      outcomes: [PredictionOutcome!]!
      "Traded so far, in currency."
      volume: Float
      "USD, or MANA: play money."
      currency: String!
      "Whether the market uses play money."
      isPlayMoney: Boolean!
      "When the market closes, ISO 8601."
      closesAt: String
      "Address of the market."
      url: String!
    }

    "One outcome of a market."
    type PredictionOutcome {
      "Outcome as the market states it."
      name: String!
      "Price as a probability, 0 to 1; null without trades."
      probability: Float
    }
  `,
  fields: {
    'Query.predictions': listField({
      credits: 1,
      bounds: ({ query }) => {
        const isText = String(query).length <= queryLengthMax && foldText(String(query)) !== ''
        if (!isText)
          throw new FiqError(
            'BAD_INPUT',
            `query must be text of 1 to ${queryLengthMax} characters.`,
            {
              facts: ['Argument: query'],
            },
          )
      },
      area,
      load: (_parent, { query }, _filter, context) => load(String(query), context),
      dateOf: ({ closesAt }) => closesAt,
    }),
    'Entity.predictions': listField({
      credits: 1,
      area,
      load: (parent, _args, _filter, context) =>
        load(plainCompanyName((parent as EntityRecord).name), context),
      dateOf: ({ closesAt }) => closesAt,
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
