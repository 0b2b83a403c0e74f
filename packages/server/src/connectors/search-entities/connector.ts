import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { foldText } from '../../names/fold-text.ts'
import type { Connector } from '../../sources/connector.ts'
import type { EntityType } from '../../sources/entities/entity-directory.ts'
import type { EntityHit } from '../../sources/entities/entity-search.ts'
import { citedFor } from '../../sources/entities/listed-funds.ts'
import {
  entityUpstreams,
  loadEntitySearch,
  secTickers,
} from '../../sources/entities/sec-tickers.ts'

/** Maximum characters of a query. */
export const queryLengthMax = 200
const limitMax = 50

type Args = { query: string; type?: EntityType | null; limit?: number | null }

/** Finds companies, funds, crypto assets and indices by name or ticker. Tolerates typing errors. */
export const searchEntities: Connector = {
  area: 'search-entities',
  category: 'market',
  upstreams: entityUpstreams,
  warm: loadEntitySearch,
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Searches companies, exchange-traded funds, mutual funds, crypto assets and indices by name or
      ticker, the best match first. An exact ticker in any spelling (BRK.B, brk-b) comes first, and so
      does the company with an SEC filer identifier (CIK0000320193, 320193). The search tolerates
      misspelt names.
      """
      searchEntities(
        "Name, part of a name, or ticker, 1 to ${queryLengthMax} characters."
        query: String!
        "Returns only entities of this kind."
        type: EntityType
        "Maximum number of results, 1 to ${limitMax}."
        limit: Int = 10
      ): [EntitySearchResult!]
    }

    "One result of an entity search."
    type EntitySearchResult {
      "Stable identifier, e.g. cik:0000320193, fund:VOO, crypto:BTC, index:GSPC."
      id: ID!
      "Name, as the source of the entry writes it."
      name: String!
      "EQUITY for companies and funds, CRYPTO or INDEX."
      type: EntityType!
      "All tickers of the entity, the main one first."
      tickers: [String!]!
      "How well the entity matches the query, 0 to 1. An exact ticker has 1."
      confidence: Float!
      "Directory with the entity: sec (companies), sec-fund-tickers (mutual funds), nasdaq-trader (other funds), or builtin (crypto assets and indices)."
      source: String!
    }
  `,
  fields: {
    'Query.searchEntities': {
      answeredBy: [secTickers],
      rate: { credits: 1, pagesOf: 'limit', limitMax },
      bounds: (args) => checkArgs(args as Args),
      async check(args, context) {
        checkArgs(args as Args)
        await loadEntitySearch(context)
      },
      async resolve(_parent, args, context) {
        const { query, type, limit } = args as Args
        const { value: entities, provenance, ...origin } = await loadEntitySearch(context)
        const hits = entities.search(query, {
          ...defined({ type: type || undefined }),
          limit: limit ?? 10,
        })
        const found = hits.map(({ entity }) => entity)
        return { ...origin, value: hits.map(searchResult), provenance: citedFor(found, provenance) }
      },
    },
  },
}

/** @throws FiqError `BAD_INPUT` naming the argument. */
function checkArgs({ query, limit }: Args): void {
  if (query.length > queryLengthMax) {
    throw new FiqError('BAD_INPUT', `query is longer than ${queryLengthMax} characters.`, {
      facts: [`Length: ${query.length}`],
    })
  }
  if (foldText(query) === '') {
    throw new FiqError('BAD_INPUT', 'query has no letter or digit to search for.')
  }
  if (limit != null && (!Number.isInteger(limit) || limit < 1 || limit > limitMax)) {
    throw new FiqError('BAD_INPUT', `limit must be 1 to ${limitMax}.`, {
      facts: [`Given: ${limit}`],
    })
  }
}

/** Converts a match to `EntitySearchResult` of the schema. */
function searchResult({ entity: { id, name, type, tickers, source }, confidence }: EntityHit) {
  return { id, name, type, tickers, confidence: Math.round(confidence * 1_000) / 1_000, source }
}
