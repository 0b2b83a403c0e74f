import { FiqError } from '@fiq/shared/errors'
import {
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
  pageOf,
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
      Factor returns of the US stock market by Fama and French, in percent of the period (not per year),
      newest first by default. since and until bound date.
      """
      factorReturns(
        "Factors to return."
        set: FactorSet = THREE_FACTORS
        "Length of the period. WEEKLY exists only for THREE_FACTORS."
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
      "Winners minus losers of the last year, since 1927."
      MOMENTUM
    }

    "Length of a period of returns."
    enum FactorFrequency {
      DAILY
      WEEKLY
      MONTHLY
      ANNUAL
    }

    "Factor returns of one period, in percent. Factors that are not in the set are null."
    type FactorReturn {
      "First day of the month or year; last trading day of the week for WEEKLY; the day for DAILY. ISO 8601."
      date: String!
      "Market return minus the risk-free rate, percent."
      marketExcess: Float
      "Return of small minus big companies (SMB), percent."
      smallMinusBig: Float
      "Return of companies with high minus low book-to-market ratio (HML), percent."
      highMinusLow: Float
      "Return of companies with robust minus weak profitability (RMW), percent."
      robustMinusWeak: Float
      "Return of companies that invest conservatively minus aggressively (CMA), percent."
      conservativeMinusAggressive: Float
      "Return of the winners minus the losers of the last year, percent."
      momentum: Float
      "Risk-free rate: return of one-month US Treasury bills, percent."
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
        const found = await loadFactors(
          (set ?? 'THREE_FACTORS') as FactorSet,
          (frequency ?? 'MONTHLY') as FactorFrequency,
          context,
        )
        return pageOf(found, arrayFilterOf(filter), ({ date }) => date)
      },
    },
  },
}
