import { bounds } from '@fiq/shared/bounds'
import { expect, test } from 'vitest'
import {
  bodyUnits,
  planUnits,
  queryUnits,
  workBurstMin,
  workUnitBodyCharacters,
  workUnitCharacters,
} from './work-units.ts'

test('default: one unit per 500 characters of the query and 5,000 of the body', () => {
  const ofQuery = [0, 500, 501, 1_000, 1_001].map((length) =>
    queryUnits({ query: 'x'.repeat(length) }),
  )
  expect(ofQuery).toEqual([1, 1, 2, 2, 3])
  expect([0, 1, 5_000, 5_001, 10_000, 10_001].map(bodyUnits)).toEqual([0, 0, 0, 1, 1, 2])
})

test('behavior: the quote and the payment of the largest body fit into the burst', () => {
  const units = 1 + Math.ceil(bounds.bodyBytesMax / workUnitBodyCharacters)
  expect(2 * units).toBeLessThan(workBurstMin)
  expect(units).toBeGreaterThan(bounds.bodyBytesMax / workUnitCharacters / 10)
})

test('default: fields count too, because a fragment is planned at each spread', () => {
  expect([1, 99, 100, bounds.selectionsMax].map(planUnits)).toEqual([0, 0, 1, 40])
})
