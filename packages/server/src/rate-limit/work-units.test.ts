import { bounds } from '@fiq/shared/bounds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planUnits, workBurstMin, workUnitCharacters, workUnits } from './work-units.ts'

test('default: a unit for each 500 characters of query and variables that begin', () => {
  const units = (length: number, variables = {}) =>
    workUnits({ query: 'x'.repeat(length), variables })
  expect([0, 498, 499, 998, 999].map((length) => units(length))).toEqual([1, 1, 2, 2, 3])
  expect(units(400, { tickers: ['A'.repeat(600)] })).toBe(3)
})

test('behavior: a larger request never counts for less', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.jsonValue(), (query, more, value) => {
      const small = workUnits({ query, variables: {} })
      expect(workUnits({ query: query + more, variables: { value } })).toBeGreaterThanOrEqual(small)
    }),
  )
})

test('behavior: the largest request fits into the burst', () => {
  expect(Math.ceil(bounds.bodyBytesMax / workUnitCharacters)).toBeLessThan(workBurstMin)
})

test('default: fields count too, because a fragment is planned at each spread', () => {
  expect([1, 99, 100, bounds.fieldsMax].map(planUnits)).toEqual([0, 0, 1, 40])
})
