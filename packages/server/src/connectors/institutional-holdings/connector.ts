import { boundsOf } from '../bounds.ts'
import type { Connector } from '../connector.ts'
import { notConfigured } from '../not-configured.ts'

/** Holdings an institution reported on form 13F. No source yet. */
export const institutionalHoldings: Connector = {
  area: 'institutional-holdings',
  category: 'regulatory',
  upstreams: [],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Holdings of the newest form 13F of one institution, largest first. cik is the SEC filer
      identifier, ten digits; limit is 1 to 500.
      """
      institutionalHoldings(cik: String!, limit: Int = 50): [InstitutionalHolding!]
    }

    "One security in a 13F report."
    type InstitutionalHolding {
      "Ticker of the security; null where the CUSIP has none."
      ticker: String
      "Shares held at the end of the period."
      shares: Float
      "Value at the end of the period, USD."
      value: Float
      "End of the period reported, ISO 8601 date."
      reportedAt: String
    }
  `,
  fields: {
    'Query.institutionalHoldings': notConfigured('institutional holdings', {
      rate: { credits: 1, pagesOf: 'limit', limitMax: 500 },
      bounds: boundsOf('institutionalHoldings'),
    }),
  },
}
