import type { CompanyFacts } from './company-facts.ts'
import type { Statement } from './line-item.ts'
import { readFacts } from './read-facts.ts'
import { sharesSince } from './share-splits.ts'
import type { Split } from './stated-splits.ts'
import {
  onBasis,
  type Restatement,
  type ShareBasis,
  type SourcedRow,
  type StatementPeriod,
  type StatementRow,
  statementPeriods,
  statementRows,
} from './statement-rows.ts'

/** Facts up to a day, and all facts known today. */
export type FactsOfDay = { cut: CompanyFacts; whole: CompanyFacts; knownOn: string }

/**
 * The rows of a statement as known on a day, computed only from the facts up to that day. Later
 * facts are only used to list restatements.
 */
export function rowsKnownOn(
  { cut, whole, knownOn }: FactsOfDay,
  statement: Statement,
  period: StatementPeriod,
  basis: ShareBasis,
): StatementRow[] {
  const later = new Map(
    statementPeriods(whole, statement, period, 'today').map((found) => [found.row.endDate, found]),
  )
  const { splits } = readFacts(whole)
  const restatedOf = new Map(
    statementPeriods(cut, statement, period, 'today').map(({ row }) => [
      row.endDate,
      restatements(row, later.get(row.endDate), { statement, knownOn, splits }),
    ]),
  )
  return statementRows(cut, statement, period, basis).map((row) => ({
    ...row,
    restatements: restatedOf.get(row.endDate) ?? [],
  }))
}

type Since = { statement: Statement; knownOn: string; splits: readonly Split[] }

/** Rounding differences of figures per share on two bases. */
const roundingOf = { money: 0, shares: 0.001, 'per-share': 0.006 } as const

function restatements(
  known: StatementRow,
  later: SourcedRow | undefined,
  { statement, knownOn, splits }: Since,
): Restatement[] {
  return statement.items.flatMap(({ field, unit }) => {
    const source = later?.values.get(field)
    const before = known[field]
    if (!source || source.filed <= knownOn || typeof before !== 'number') return []
    const splitSince = sharesSince(splits, knownOn) / sharesSince(splits, source.filed)
    const value = onBasis(source.value, unit, 1 / splitSince)
    const slack = unit === 'shares' ? roundingOf.shares * before : roundingOf[unit] * splitSince
    if (Math.abs(value - before) <= slack) return []
    const { filed, form, accession } = source
    return [{ field, value, filed, form, accession }]
  })
}
