import { FiqError } from '@fiq/shared/errors'
import { boundsOf } from '../../sources/bounds.ts'
import type { Connector } from '../../sources/connector.ts'
import type { EntityDirectory } from '../../sources/entities/entity-directory.ts'
import { citedFor } from '../../sources/entities/listed-funds.ts'
import { entityUpstreams, loadDirectory, secTickers } from '../../sources/entities/sec-tickers.ts'
import { refuseUnknownTickers, unknownTickers } from '../../sources/entities/unknown-tickers.ts'

/** Entities by ticker. They are the parents of other areas' fields. */
export const entities: Connector = {
  area: 'entities',
  category: 'market',
  upstreams: entityUpstreams,
  sdl: /* GraphQL */ `
    extend type Query {
      "One company, fund, crypto asset or index by ticker. The server refuses an unknown ticker before it charges anything."
      entityByTicker("Ticker, e.g. AAPL, BRK.B, ^GSPC, BTC-USD." ticker: String!): Entity

      "Several entities by ticker, in the requested order. Each field below them is fetched, and charged, for each ticker. An unknown ticker is null, with an error at its path. The server refuses a query of unknown tickers only, before it charges anything."
      entitiesByTickers("Tickers, 1 to 50." tickers: [String!]!): [Entity]
    }
  `,
  fields: {
    'Query.entityByTicker': {
      answeredBy: [secTickers],
      rate: { credits: 1 },
      bounds: boundsOf('entityByTicker'),
      check: ({ ticker }, context) => refuseUnknownTickers([String(ticker)], context),
      async resolve(_, { ticker }, context) {
        const { value: directory, provenance } = await loadDirectory(context)
        const entity = recordOf(directory, String(ticker))
        return { value: entity, provenance: citedFor([entity], provenance) }
      },
    },
    'Query.entitiesByTickers': {
      answeredBy: [secTickers],
      rate: { credits: 1, timesOf: 'tickers' },
      bounds: boundsOf('entitiesByTickers'),
      check: ({ tickers }, context) => refuseUnknownTickers(tickers as string[], context),
      async resolve(_, { tickers }, context) {
        const { value: directory, provenance } = await loadDirectory(context)
        const unknown = await unknownTickers(tickers as string[], context)
        const found = (tickers as string[]).map((ticker) => directory.findTicker(ticker))
        const failed = (tickers as string[]).flatMap((ticker, at) =>
          found[at] ? [] : [{ at, error: unknown.get(ticker) ?? notFound(ticker) }],
        )
        const cited = citedFor(
          found.filter((entity) => entity !== undefined),
          provenance,
        )
        return { value: found.map((entity) => entity ?? null), provenance: cited, failed }
      },
    },
  },
}

/** @throws FiqError `NOT_FOUND` for a ticker that only the operator's imports contain. */
function recordOf(directory: EntityDirectory, ticker: string) {
  const entity = directory.findTicker(ticker)
  if (entity) return entity
  throw notFound(ticker)
}

function notFound(ticker: string): FiqError {
  return new FiqError(
    'NOT_FOUND',
    `The directory has no entity with the ticker ${JSON.stringify(ticker)}.`,
  )
}
