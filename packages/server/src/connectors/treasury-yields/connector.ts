import { FiqError } from '@fiq/shared/errors'
import {
  applyFilter,
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
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
      Par yield curve of US Treasury securities, percent a year, a row a trading day since 1990,
      newest first unless sorted. Without since it reads this year and the one before.
      """
      treasuryYields(filter: ArrayFilterInput): [TreasuryYields!]
    }

    "Par yields of one day, percent a year. Null for maturities that were not issued then."
    type TreasuryYields {
      "Trading day, ISO 8601."
      date: String!
      "One month, percent a year."
      month1: Float
      "Six weeks, percent a year."
      weeks6: Float
      "Two months, percent a year."
      month2: Float
      "Three months, percent a year."
      month3: Float
      "Four months, percent a year."
      month4: Float
      "Six months, percent a year."
      month6: Float
      "One year, percent a year."
      year1: Float
      "Two years, percent a year."
      year2: Float
      "Three years, percent a year."
      year3: Float
      "Five years, percent a year."
      year5: Float
      "Seven years, percent a year."
      year7: Float
      "Ten years, percent a year."
      year10: Float
      "Twenty years, percent a year."
      year20: Float
      "Thirty years, percent a year."
      year30: Float
    }
  `,
  fields: {
    'Query.treasuryYields': {
      rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
      bounds: ({ filter }) => arrayFilterBounds(filter),
      async resolve(_parent, { filter }, context) {
        const wanted = arrayFilterOf(filter)
        const { value, provenance } = await loadYears(
          yearsOf(wanted, context.now().getUTCFullYear()),
          context,
        )
        return { value: applyFilter(value, wanted, ({ date }) => date), provenance }
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
