import { expect, test } from 'vitest'
import { balanceSheetSections } from './balance-sheet-sections.ts'
import { cashFlowSections } from './cash-flow-sections.ts'
import { conceptsOf } from './section.ts'

test('behavior: no section names a concept twice', () => {
  for (const section of [...balanceSheetSections, ...cashFlowSections]) {
    const concepts = conceptsOf(section)
    expect(new Set(concepts).size).toBe(concepts.length)
  }
})
