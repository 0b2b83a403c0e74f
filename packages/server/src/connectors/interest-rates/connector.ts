import { boundsOf } from '../bounds.ts'
import type { Connector } from '../connector.ts'
import { notConfigured } from '../not-configured.ts'

/** Policy and interbank rates of a country. No source yet. */
export const interestRates: Connector = {
  area: 'interest-rates',
  category: 'macro',
  upstreams: [],
  sdl: /* GraphQL */ `
    extend type Query {
      "Policy and interbank rates of a country in percent, newest first. country is an ISO 3166 code."
      interestRates(country: String!): [MacroPoint!]
    }
  `,
  fields: {
    'Query.interestRates': notConfigured('interest rates', {
      rate: { credits: 1 },
      bounds: boundsOf('interestRates'),
    }),
  },
}
