import { minorityConcepts } from './balance-sheet-items.ts'
import { type Fact, periodOf } from './company-facts.ts'

/** Income of the parent's owners. */
const ownIncome = ['NetIncomeLoss', 'ProfitLossAttributableToOwnersOfParent']

/**
 * Whether a filer may have, or have had, minority owners of subsidiaries: it reports their part, or
 * an income of all owners without the same income of the parent's owners.
 */
export function mayHaveMinorities(byConcept: ReadonlyMap<string, readonly Fact[]>): boolean {
  const factsOf = (concept: string) => byConcept.get(concept) ?? []
  if (minorityConcepts.flatMap(factsOf).some(({ value }) => value !== 0)) return true
  const own = new Set(ownIncome.flatMap(factsOf).map(valueOfPeriod))
  return factsOf('ProfitLoss').some((fact) => !own.has(valueOfPeriod(fact)))
}

const valueOfPeriod = (fact: Fact) => `${periodOf(fact)} ${fact.value}`
