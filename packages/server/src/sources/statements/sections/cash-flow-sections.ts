import { additions, subtractions } from './cash-flow-adjustments.ts'
import { assets, liabilities } from './cash-flow-working-capital.ts'
import type { Section } from './section.ts'

/** Net income of the statement; the other lines adjust it. */
const incomes = ['ProfitLoss', 'NetIncomeLoss', 'IncomeLossFromContinuingOperations']

const operations: Section = {
  total: [
    'NetCashProvidedByUsedInOperatingActivities',
    'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
  ],
  chances: 1_000,
  oneOf: incomes,
  parts: [...additions, ...liabilities],
  negative: [...subtractions, ...assets],
}

/** Sections of the cash flow statement. */
export const cashFlowSections: readonly Section[] = [operations]
