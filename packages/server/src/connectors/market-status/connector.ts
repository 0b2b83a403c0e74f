import { marketClock } from '../../market-clock/market-clock.ts'
import type { Connector, ConnectorContext, Provenance } from '../../sources/connector.ts'

/** State of the US market: sessions, holidays and early closes by rule, without any upstream. */
export const marketStatus: Connector = {
  area: 'market-status',
  category: 'market',
  upstreams: [],
  sdl: /* GraphQL */ `
    extend type Query {
      "Current session of the US market, and its next open and close."
      marketStatus: MarketStatus
    }

    "State of the US market, by the calendar of the New York Stock Exchange."
    type MarketStatus {
      "The regular session runs."
      isOpen: Boolean!
      "PRE from 04:00, REGULAR from 09:30, POST from 16:00, CLOSED from 20:00, New York time."
      session: MarketSession!
      "PREPRE, PRE, REGULAR, POST, POSTPOST or CLOSED: as session, with the night as its own states."
      marketState: String!
      "Next start of a regular session, ISO 8601 with offset."
      nextOpen: String!
      "Next end of a regular session, ISO 8601 with offset."
      nextClose: String!
      "Zone of the exchange."
      timezone: String!
    }

    "Session of a trading day."
    enum MarketSession {
      PRE
      REGULAR
      POST
      CLOSED
    }
  `,
  fields: {
    'Query.marketStatus': {
      rate: { credits: 1 },
      async resolve(_parent, _args, context) {
        return { value: marketClock(context.now()), provenance: [byRule(context)] }
      },
    },
  },
}

function byRule({ now, upstreams }: ConnectorContext): Provenance {
  const computedAt = now().toISOString()
  return {
    source: 'NYSE calendar by rule',
    sourceUrl: 'https://www.nyse.com/markets/hours-calendars',
    asOf: computedAt,
    retrievedAt: computedAt,
    mode: upstreams.mode,
    stale: false,
    licence: 'own computation',
  }
}
