import { describe, expect, test } from 'vitest'
import { cashFlow } from '../../packages/server/src/sources/statements/cash-flow-items.ts'
import { statementRows } from '../../packages/server/src/sources/statements/statement-rows.ts'
import { realFiler, realFilerFiles } from './filers.ts'
import { checkOperations } from './operations-checks.ts'
import { createTally } from './tally.ts'

const files = realFilerFiles().filter((name) => name.startsWith('companyfacts'))
const reason = files.length > 0 ? '' : ' (skipped: ../shared/data/edgar/filers is absent)'

describe.skipIf(reason !== '')(`operations of real filers${reason}`, () => {
  test('property: a line of operations sums, or is marked', () => {
    const tally = createTally()
    for (const file of files) {
      const { name, facts } = realFiler(file)
      checkOperations(name, facts, statementRows(facts, cashFlow, 'ANNUAL'), tally)
    }
    const row = tally.rows().find(({ property }) => property.startsWith('a line of operations'))
    expect(row?.wrong).toEqual([])
    expect(row?.cases).toBeGreaterThan(80)
    // The other reports have lines of their own taxonomy, which company facts omit.
    const sums = tally.rows().find(({ property }) => property.startsWith('lines sum'))
    expect(sums?.right).toBeGreaterThanOrEqual(14)
  })
})
