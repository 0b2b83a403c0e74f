import { filterLimitMax } from '../array-filter.ts'
import { boundsOf } from '../bounds.ts'
import type { Connector } from '../connector.ts'
import { notConfigured } from '../not-configured.ts'

/** Short interest of a US equity by settlement date. No source yet. */
export const shortInterest: Connector = {
  area: 'short-interest',
  category: 'regulatory',
  upstreams: [],
  sdl: /* GraphQL */ `
    extend type Query {
      "Short interest of a US equity, twice a month, newest first unless sorted."
      shortInterest(ticker: String!, filter: ArrayFilterInput = {}): [ShortInterestRecord!]
    }

    "Short positions in one security at one settlement date."
    type ShortInterestRecord {
      "Settlement date, ISO 8601."
      settlementDate: String!
      "Shares sold short."
      sharesShort: Float
      "Shares short divided by the average daily volume, days."
      daysToCover: Float
    }
  `,
  fields: {
    'Query.shortInterest': notConfigured('short interest', {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds: boundsOf('shortInterest'),
    }),
  },
}
