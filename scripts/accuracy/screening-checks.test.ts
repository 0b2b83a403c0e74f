import { describe, expect, test } from 'vitest'
import { buildScreeningIndex } from '../../packages/server/src/sources/sanctions/screening-index.ts'
import { measureScripts, measureVariants } from '../bench/screening-cases.ts'
import { hasLists, readLists } from '../bench/screening-lists.ts'

/** Number of cases of each kind; `pnpm run accuracy` uses all. */
const sample = 60
/** One case in sixty is 1.7 percentage points. */
const sampling = 0.025

const reason = hasLists ? '' : ' (skipped: ../shared/data/ofac is absent)'
const lists = hasLists ? readLists() : []
const tallies = hasLists
  ? [
      ...(await measureScripts(lists, sample)),
      ...measureVariants(await buildScreeningIndex(lists), sample),
    ]
  : []

describe.skipIf(!hasLists)(`screening against the real lists${reason}`, () => {
  test.each(tallies)('behavior: $kind', ({ kind, cases, right, goal, wrong }) => {
    expect(cases, kind).toBeGreaterThan(8)
    expect(right / cases, wrong.join(', ')).toBeGreaterThanOrEqual(goal - sampling)
  })
})

test.skipIf(hasLists)('SKIPPED: the real lists are absent from ../shared/data', () => undefined)
