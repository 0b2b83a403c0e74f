import { describe, expect, test } from 'vitest'
import { realFiler, realFilerFiles } from './filers.ts'
import { checkStatements } from './statement-checks.ts'
import { openTally } from './tally.ts'

const files = realFilerFiles().filter((name) => name.startsWith('companyfacts'))
const reason = files.length > 0 ? '' : ' (skipped: ../shared/data/edgar/filers is absent)'

/** Properties without an exception. `pnpm run accuracy` counts the others. */
const exact = ['labels increase', 'periods are apart', 'each full year has a row']

describe.skipIf(reason !== '')(`whole facts of real filers${reason}`, () => {
  const tally = openTally()
  for (const file of files) checkStatements(realFiler(file), tally)

  test.each(exact)('behavior: %s', (property) => {
    const row = tally.rows().find((row) => row.property === property)
    expect(row?.wrong).toEqual([])
    expect(row?.cases).toBeGreaterThan(40)
  })
})
