import { boundsOf } from '../bounds.ts'
import type { Connector } from '../connector.ts'
import { notConfigured } from '../not-configured.ts'

/** Valuation of the large-cap US equity index. No source yet. */
export const sp500Multiples: Connector = {
  area: 'sp500-multiples',
  category: 'market',
  upstreams: [],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Valuation of the large-cap US equity index, newest first. series is one of pe-ratio,
      pe-ratio-ttm, shiller-pe, price-to-book, price-to-sales, dividend-yield, earnings-yield.
      """
      sp500Multiples(series: String!): [MultiplePoint!]
    }

    "One observation of a multiple."
    type MultiplePoint {
      "Day, or first day of the period, ISO 8601."
      date: String!
      "Ratio, or percent for the two yields."
      value: Float
    }
  `,
  fields: {
    'Query.sp500Multiples': notConfigured('S&P 500 multiples', {
      rate: { credits: 1 },
      bounds: boundsOf('sp500Multiples'),
    }),
  },
}
