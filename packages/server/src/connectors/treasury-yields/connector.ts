import { FiqError } from '@fiq/shared/errors'
import {
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
  pageOf,
} from '../../sources/array-filter.ts'
import type { Connector } from '../../sources/connector.ts'
import { firstYear, loadYears, usTreasury, yearsMax } from './par-yields.ts'
import { sandboxYields } from './sandbox.ts'

/** Par yields of US Treasury securities by maturity. */
export const treasuryYields: Connector = {
  area: 'treasury-yields',
  category: 'macro',
  upstreams: [usTreasury],
  sandbox: { 'home.treasury.gov': sandboxYields },
  sdl: /* GraphQL */ `
    extend type Query {
      """
      Par yield curve of US Treasury securities: one row for each trading day since 1990, newest first by
      default. Without since, only the year of until, or else this year, and the year before are read.
      """
      treasuryYields(filter: ArrayFilterInput): [TreasuryYields!]
    }

    "Par yields of one day, in percent per year. A yield is null if the Treasury published none for the maturity on that day."
    type TreasuryYields {
      "Trading day of the yields, ISO 8601."
      date: String!
      "Yield of a maturity of one month, percent per year."
      month1: Float
      "Yield of a maturity of six weeks, percent per year."
      weeks6: Float
      "Yield of a maturity of two months, percent per year."
      month2: Float
      "Yield of a maturity of three months, percent per year."
      month3: Float
      "Yield of a maturity of four months, percent per year."
      month4: Float
      "Yield of a maturity of six months, percent per year."
      month6: Float
      "Yield of a maturity of one year, percent per year."
      year1: Float
      "Yield of a maturity of two years, percent per year."
      year2: Float
      "Yield of a maturity of three years, percent per year."
      year3: Float
      "Yield of a maturity of five years, percent per year."
      year5: Float
      "Yield of a maturity of seven years, percent per year."
      year7: Float
      "Yield of a maturity of ten years, percent per year."
      year10: Float
      "Yield of a maturity of twenty years, percent per year."
      year20: Float
      "Yield of a maturity of thirty years, percent per year."
      year30: Float
    }
  `,
  fields: {
    'Query.treasuryYields': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds: ({ filter }) => arrayFilterBounds(filter),
      async resolve(_parent, { filter }, context) {
        const page = arrayFilterOf(filter)
        const years = yearsOf(page, context.now().getUTCFullYear())
        const { total, ...found } = pageOf(
          await loadYears(years, context),
          page,
          ({ date }) => date,
        )
        // Without since, years before these were not read.
        return page.since === undefined || total === undefined ? found : { ...found, total }
      },
    },
  },
}

/** The years that a filter covers, newest first. */
export function yearsOf(
  { since, until }: { since?: string; until?: string },
  thisYear: number,
): number[] {
  const last = Math.min(thisYear, until === undefined ? thisYear : Number(until.slice(0, 4)))
  const first = Math.max(firstYear, since === undefined ? last - 1 : Number(since.slice(0, 4)))
  if (first > last)
    throw new FiqError('NOT_FOUND', `Treasury yields reach from ${firstYear} to ${thisYear}.`)
  const count = Math.min(yearsMax, last - first + 1)
  return Array.from({ length: count }, (_, back) => last - back)
}
