import type { CompanyFacts } from '../../packages/server/src/sources/statements/company-facts.ts'
import { sectionSums } from '../../packages/server/src/sources/statements/section-sums.ts'
import { cashFlowSections } from '../../packages/server/src/sources/statements/sections/cash-flow-sections.ts'
import type { StatementRow } from '../../packages/server/src/sources/statements/statement-rows.ts'
import type { Tally } from './tally.ts'

/** Lines of the cash flow statement above the cash flow of operations. */
const operatingLines = [
  'depreciationAndAmortization',
  'stockBasedCompensation',
  'deferredIncomeTax',
  'changeInReceivables',
  'changeInInventory',
  'changeInPayables',
]

/**
 * If the stated lines of a report sum to its operating cash flow, the answer must be one line, the
 * sum of two, or unsupported.
 */
export function checkOperations(
  name: string,
  { byConcept }: CompanyFacts,
  rows: readonly StatementRow[],
  tally: Tally,
): void {
  const sums = cashFlowSections.flatMap((section) => sectionSums(section, byConcept))
  for (const row of rows) {
    const sum = sums.findLast(({ accession, end, start }) => {
      return accession === row.accession && end === row.endDate && start === row.startDate
    })
    if (!sum) continue
    const at = `${name} ${row.endDate}`
    tally.count('lines sum to the cash flow of operations', !!sum.lines, at)
    const known = [...(sum.lines ?? [])].map((concept) => sum.facts.get(concept)!.value)
    const either = new Set(
      known.flatMap((one, at) => [one, ...known.slice(at + 1).map((two) => one + two)]),
    )
    for (const line of operatingLines) {
      const value = row[line]
      if (!sum.lines || typeof value !== 'number' || value === 0) continue
      const isRight = either.has(value) || row.unsupported.includes(line)
      const property = 'a line of operations is one that sums, or is marked'
      tally.count(property, isRight, `${at}: ${line} ${value}`)
    }
  }
}
