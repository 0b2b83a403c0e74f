import { describe, expect, test } from 'vitest'
import { balanceSheet } from '../../packages/server/src/sources/statements/balance-sheet-items.ts'
import { incomeStatement } from '../../packages/server/src/sources/statements/income-items.ts'
import { statementRows } from '../../packages/server/src/sources/statements/statement-rows.ts'
import { realFiler, realFilerFiles } from './filers.ts'
import { checkStatements } from './statement-checks.ts'
import { createTally } from './tally.ts'

const files = realFilerFiles().filter((name) => name.startsWith('companyfacts'))
const reason = files.length > 0 ? '' : ' (skipped: ../shared/data/edgar/filers is absent)'

/** Properties without an exception. `pnpm run accuracy` counts the others. */
const exact = [
  'labels increase',
  'periods are apart',
  'each full year has a row',
  'a figure is that of its report, or is derived',
  'a year has the name of its last day',
  'current assets hold their parts',
  'assets hold their parts',
  'current liabilities hold their parts',
  'liabilities hold their parts',
  'revenue less its cost is gross profit',
]

describe.skipIf(reason !== '')(`whole facts of real filers${reason}`, () => {
  const tally = createTally()
  for (const file of files) checkStatements(realFiler(file), tally)

  test.each(exact)('behavior: %s', (property) => {
    const row = tally.rows().find((row) => row.property === property)
    expect(row?.wrong).toEqual([])
    expect(row?.cases).toBeGreaterThan(40)
  })

  test.each([
    ['CIK0001997711', balanceSheet, '2022-12-31', ['longTermDebt']],
    ['AAOI_10Q_20140630', balanceSheet, '2014-06-30', ['longTermDebt']],
    ['CIK0000018230', incomeStatement, '2018-03-31', ['grossProfit']],
  ] as const)(
    'behavior: %s marks the line that its totals contradict',
    (name, statement, end, marked) => {
      const file = realFilerFiles().find((each) => each.includes(name))!
      const rows = statementRows(realFiler(file).facts, statement, 'QUARTERLY')
      expect(rows.find(({ endDate }) => endDate === end)?.unsupported).toEqual(marked)
    },
  )
})
