import { FiqError } from '@fiq/shared/errors'
import {
  applyFilter,
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
} from '../../sources/array-filter.ts'
import type { Connector } from '../../sources/connector.ts'
import type { FactorFrequency, FactorSet } from './factor-files.ts'
import { frenchLibrary, loadFactors } from './french-library.ts'

/** Returns of the Fama-French factors. */
export const factorReturns: Connector = {
  area: 'factor-returns',
  category: 'market',
  upstreams: [frenchLibrary],
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Factor returns of the US market in percent of the period, newest first unless sorted. The
      filter bounds the first day of the period.
      """
      factorReturns(
        "Which factors."
        set: FactorSet = THREE_FACTORS
        "Length of the period; WEEKLY only for THREE_FACTORS."
        frequency: FactorFrequency = MONTHLY
        filter: ArrayFilterInput
      ): [FactorReturn!]
    }

    "A set of factors."
    enum FactorSet {
      "Market, size and value, since 1926."
      THREE_FACTORS
      "Market, size, value, profitability and investment, since 1963."
      FIVE_FACTORS
      "Winners of the last year minus losers, since 1927."
      MOMENTUM
    }

    "Length of a period of returns."
    enum FactorFrequency {
      DAILY
      WEEKLY
      MONTHLY
      ANNUAL
    }

    "Factor returns of one period, percent. Null if the set has no such factor."
    type FactorReturn {
      "First day of the period, or the day, ISO 8601."
      date: String!
      "Market less the risk-free rate, percent."
      marketExcess: Float
      "Small less big companies (SMB), percent."
      smallMinusBig: Float
      "High less low book-to-market (HML), percent."
      highMinusLow: Float
      "Robust less weak profitability (RMW), percent."
      robustMinusWeak: Float
      "Conservative less aggressive investment (CMA), percent."
      conservativeMinusAggressive: Float
      "Winners less losers of the last year, percent."
      momentum: Float
      "Return of one-month Treasury bills, percent."
      riskFree: Float
    }
  `,
  fields: {
    'Query.factorReturns': {
      rate: { credits: 5, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds({ set, frequency, filter }) {
        arrayFilterBounds(filter)
        if (frequency === 'WEEKLY' && set !== 'THREE_FACTORS')
          throw new FiqError('BAD_INPUT', 'frequency WEEKLY is published for THREE_FACTORS only.', {
            facts: ['Argument: frequency', `Given: ${JSON.stringify(frequency)}`],
          })
      },
      async resolve(_parent, { set, frequency, filter }, context) {
        const { value, provenance } = await loadFactors(
          (set ?? 'THREE_FACTORS') as FactorSet,
          (frequency ?? 'MONTHLY') as FactorFrequency,
          context,
        )
        return { value: applyFilter(value, arrayFilterOf(filter), ({ date }) => date), provenance }
      },
    },
  },
}
