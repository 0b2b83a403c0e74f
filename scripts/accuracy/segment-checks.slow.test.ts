import { describe, expect, test } from 'vitest'
import { checkSegments, reportFiles } from './segment-checks.ts'
import { createTally } from './tally.ts'

const files = reportFiles()
const reason = files.length > 0 ? '' : ' (skipped: ../shared/data/edgar/filers is absent)'

describe.skipIf(reason !== '')(`segments of real reports${reason}`, () => {
  test('property: rows that are marked as complete sum to the revenue of the income statement', () => {
    const tally = createTally()
    const filers = new Set<string>()
    for (const file of files) {
      const before = casesOf(tally)
      checkSegments(file, tally)
      if (casesOf(tally) > before) filers.add(/instance_([A-Z]+)/.exec(file)?.[1] ?? '')
    }
    const [whole] = tally.rows().filter(({ property }) => property.startsWith('rows with addsUp'))
    expect(whole?.wrong).toEqual([])
    expect(filers.size).toBeGreaterThanOrEqual(20)
  })
})

const casesOf = (tally: ReturnType<typeof createTally>): number =>
  tally.rows().find(({ property }) => property.startsWith('rows with addsUp'))?.cases ?? 0
