import { describe, expect, test } from 'vitest'
import { realFiler, realFilerFiles } from './filers.ts'
import { checkKnownOn } from './known-on-checks.ts'
import { createTally } from './tally.ts'

const file = realFilerFiles().find((name) => name.includes('0001835632'))
const reason = file ? '' : ' (skipped: ../shared/data/edgar/filers is absent)'

describe.skipIf(!file)(`whole facts of a real filer${reason}`, () => {
  test.each(['2021-12-31', '2023-06-30', '2025-03-11'])('behavior: as known on %s', (day) => {
    const tally = createTally()
    checkKnownOn(realFiler(file!), day, tally)
    expect(tally.rows().flatMap(({ wrong }) => wrong)).toEqual([])
    expect(tally.rows().map(({ cases }) => cases)).toEqual([6, 6])
  })
})
