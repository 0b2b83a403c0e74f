import { describe, expect, test } from 'vitest'
import { checkKnownAnswer, daysOfArea, knownAreas } from './known-answers.ts'
import { hasRealFiles } from './real-upstream.ts'
import { createTally } from './tally.ts'

/** Each run reads all facts of a large filer twice. One day for each filer. */
const days = 6
const reason = hasRealFiles ? '' : ' (skipped: ../shared/data is absent)'

describe.skipIf(!hasRealFiles)(`the answer of a day${reason}`, () => {
  test.each(Object.keys(knownAreas))('property: %s, from files cut at that day', async (area) => {
    const tally = createTally()
    let withData = 0
    for (const known of daysOfArea(area, days))
      if (await checkKnownAnswer(area, known, tally)) withData += 1
    expect(withData).toBeGreaterThanOrEqual(days / 2)
    expect(
      tally.rows().flatMap(({ property, wrong }) => wrong.map((at) => [property, at])),
    ).toEqual([])
    expect(tally.rows().map(({ cases }) => cases)).toEqual([days, days])
  })
})
