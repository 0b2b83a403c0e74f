import { FiqError } from '@fiq/shared/errors'
import type { EntityRecord } from '../../schema/entity.ts'
import type { Connector, ConnectorContext } from '../connector.ts'
import { loadDirectory, searchEntities } from '../search-entities/connector.ts'

/** Entities by ticker: the roots that data areas nest below. */
export const entities: Connector = {
  area: 'entities',
  category: 'market',
  upstreams: searchEntities.upstreams,
  sdl: /* GraphQL */ `
    extend type Query {
      "One company, crypto asset or index by ticker. An unknown ticker is refused before it is charged."
      entityByTicker("Ticker, e.g. AAPL, BRK.B, ^GSPC, BTC-USD." ticker: String!): Entity

      "Several entities by ticker, in the order asked; 1 to 50. Everything below is fetched for each."
      entitiesByTickers("Tickers, 1 to 50." tickers: [String!]!): [Entity!]!
    }
  `,
  fields: {
    'Query.entityByTicker': {
      rate: { credits: 1 },
      check: ({ ticker }, context) => refuseUnknown([String(ticker)], context),
      async resolve(_, { ticker }, context) {
        const { value, provenance } = await loadDirectory(context)
        return { value: recordOf(value.findTicker(String(ticker)), String(ticker)), provenance }
      },
    },
    'Query.entitiesByTickers': {
      rate: { credits: 1, timesOf: 'tickers' },
      check: ({ tickers }, context) => refuseUnknown(tickers as string[], context),
      async resolve(_, { tickers }, context) {
        const { value, provenance } = await loadDirectory(context)
        const records = (tickers as string[]).map((ticker) =>
          recordOf(value.findTicker(ticker), ticker),
        )
        return { value: records, provenance }
      },
    },
  },
}

async function refuseUnknown(tickers: readonly string[], context: ConnectorContext): Promise<void> {
  const { value } = await loadDirectory(context)
  const unknown = tickers.filter((ticker) => value.findTicker(ticker) === undefined)
  if (unknown.length === 0) return
  throw new FiqError(
    'NOT_FOUND',
    `No entity has the ticker ${unknown
      .slice(0, 10)
      .map((ticker) => JSON.stringify(ticker.slice(0, 32)))
      .join(', ')}.`,
    {
      facts: unknown.slice(0, 10).map((ticker) => {
        const near = value.suggest(ticker)
        return near.length > 0
          ? `${ticker.slice(0, 32)}: did you mean ${near.join(', ')}?`
          : `${ticker.slice(0, 32)}: nothing alike`
      }),
    },
  )
}

type Found = Omit<EntityRecord, 'ticker' | 'cik'> & { cik?: string | undefined; ticker?: string }

function recordOf(found: Found | undefined, asked: string): EntityRecord {
  if (!found) throw new FiqError('NOT_FOUND', `No entity has the ticker "${asked.slice(0, 32)}".`)
  const { id, name, type, tickers, cik, ticker } = found
  return {
    id,
    name,
    type,
    tickers,
    ticker: ticker ?? asked.toUpperCase(),
    ...(cik === undefined ? {} : { cik }),
  }
}
