import type { CompanyFacts } from '../../packages/server/src/sources/statements/company-facts.ts'
import { daysBetween } from '../../packages/server/src/sources/statements/days.ts'
import type { Statement } from '../../packages/server/src/sources/statements/line-item.ts'
import { statementPeriods } from '../../packages/server/src/sources/statements/statement-rows.ts'
import type { RawFacts } from './filers.ts'
import type { Tally } from './tally.ts'

/** A 52-week filer may state the end of the month. */
const sameDayWithin = 6

/**
 * Checks that each amount and each figure per share, as filed, is a fact of the named report about
 * that day, unless the row lists it as derived. Shares are not checked, because reports state them
 * in several units.
 */
export function checkFiled(
  name: string,
  { facts, raw }: { facts: CompanyFacts; raw: RawFacts },
  statement: Statement,
  tally: Tally,
): void {
  const filed = Map.groupBy(
    [raw['us-gaap'], raw['ifrs-full']].flatMap((taxonomy) =>
      Object.values(taxonomy ?? {}).flatMap(({ units }) => Object.values(units).flat()),
    ),
    ({ accn, val }) => `${accn} ${val}`,
  )
  const unitOf = new Map(statement.items.map(({ field, unit }) => [field, unit]))
  for (const period of ['ANNUAL', 'QUARTERLY'] as const)
    for (const { row, values } of statementPeriods(facts, statement, period, 'as-filed'))
      for (const [field, { value, end, accession, derived }] of values) {
        if (derived || unitOf.get(field) === 'shares') continue
        const found = filed.get(`${accession} ${value}`) ?? []
        tally.count(
          'a figure is that of its report, or is derived',
          found.some((fact) => Math.abs(daysBetween(fact.end, end)) <= sameDayWithin),
          `${name} ${row.endDate} ${field} ${value}`,
        )
      }
}
