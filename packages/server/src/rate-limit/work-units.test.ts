import { bounds } from '@fiq/shared/bounds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  planUnits,
  workBurstMin,
  workUnitCharacters,
  workUnits,
  workUnitVariableCharacters,
} from './work-units.ts'

test('default: one unit per 500 characters of the query and 5,000 of the variables', () => {
  const units = (length: number, variables = {}) =>
    workUnits({ query: 'x'.repeat(length), variables })
  expect([0, 500, 501, 1_000, 1_001].map((length) => units(length))).toEqual([1, 1, 2, 2, 3])
  const around = '{"a":""}'.length
  expect(units(400, { a: 'A'.repeat(5_000 - around) })).toBe(1)
  expect(units(400, { a: 'A'.repeat(5_001 - around) })).toBe(2)
})

test('behavior: a larger request never counts less', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.jsonValue(), (query, more, value) => {
      const small = workUnits({ query, variables: {} })
      expect(workUnits({ query: query + more, variables: { value } })).toBeGreaterThanOrEqual(small)
    }),
  )
})

test('behavior: the quote and the payment of the largest variables fit into the burst', () => {
  const units = 1 + Math.ceil(bounds.bodyBytesMax / workUnitVariableCharacters)
  expect(2 * units).toBeLessThan(workBurstMin)
  expect(units).toBeGreaterThan(bounds.bodyBytesMax / workUnitCharacters / 10)
})

test('default: fields count too, because a fragment is planned at each spread', () => {
  expect([1, 99, 100, bounds.selectionsMax].map(planUnits)).toEqual([0, 0, 1, 40])
})
