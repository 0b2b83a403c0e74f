import { expect, test } from 'vitest'
import type { StatementRow } from '../../packages/server/src/sources/statements/statement-rows.ts'
import { checkLabels, checkYearName } from './label-checks.ts'
import { createTally } from './tally.ts'

const year = (fiscalYear: number | null, startDate: string, endDate: string) =>
  ({ fiscalYear, fiscalPeriod: 'FY', startDate, endDate }) as StatementRow

test('default: counts labels that do not increase, and periods that overlap', () => {
  const tally = createTally()
  const rows = [
    year(2023, '2023-01-01', '2023-12-31'),
    year(2024, '2024-01-01', '2024-12-31'),
    year(2024, '2024-12-31', '2025-12-31'),
  ]
  checkLabels('A', rows, tally)
  expect(tally.rows().map(({ property, right, cases }) => [property, right, cases])).toEqual([
    ['labels increase', 1, 2],
    ['periods are apart', 1, 2],
  ])
})

test.each([
  [2024, '2024-09-28', true],
  [2024, '2025-02-01', true],
  [2025, '2025-02-01', true],
  [2026, '2024-12-31', false],
  [2023, '2024-12-31', false],
  [null, '2024-12-31', false],
])('behavior: %s as the name of a year that ends on %s', (fiscalYear, end, isRight) => {
  const tally = createTally()
  checkYearName('A', year(fiscalYear, '2024-01-01', end), tally)
  expect(tally.rows()[0]?.right).toBe(Number(isRight))
})
