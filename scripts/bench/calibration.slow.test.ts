import { expect, test } from 'vitest'
import { buildScreeningIndex } from '../../packages/server/src/sources/sanctions/screening-index.ts'
import { judgedBins, measureCalibration } from './calibration.ts'
import { hasLists, readLists } from './screening-lists.ts'

test.skipIf(!hasLists)(
  'property: the share of matches is within ten points of the score (needs ../shared/data)',
  async () => {
    const bins = judgedBins(measureCalibration(await buildScreeningIndex(readLists())))
    expect(bins.length).toBeGreaterThan(10)
    expect(bins.filter(({ isNear }) => !isNear)).toEqual([])
  },
  600_000,
)
