import { marketClock } from '../../market-clock/market-clock.ts'
import type { Connector, ConnectorContext, Provenance } from '../../sources/connector.ts'

/** State of the US market: sessions, holidays and early closes by rule, without any upstream. */
export const marketStatus: Connector = {
  area: 'market-status',
  category: 'market',
  upstreams: [],
  sdl: /* GraphQL */ `
    extend type Query {
      "Current session of the US stock market, and the times of its next open and close."
      marketStatus: MarketStatus
    }

    "State of the US stock market now, computed from the calendar of the New York Stock Exchange with its holidays and early closes."
    type MarketStatus {
      "Whether the regular session is open now."
      isOpen: Boolean!
      "Session now. On a full trading day, in New York time: PRE from 04:00, REGULAR from 09:30, POST from 16:00, CLOSED from 20:00."
      session: MarketSession!
      "Session now in the names of quotes: PRE, REGULAR, POST or CLOSED, and PREPRE or POSTPOST for the night before or after a session."
      marketState: String!
      "Next start of a regular session, ISO 8601 in New York time with its offset."
      nextOpen: String!
      "Next end of a regular session, ISO 8601 in New York time with its offset."
      nextClose: String!
      "IANA time zone of the exchange."
      timezone: String!
    }

    "Session of a trading day: PRE before the open, REGULAR, POST after the close, CLOSED."
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
