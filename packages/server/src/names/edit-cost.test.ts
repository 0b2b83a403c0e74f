import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editCost } from './edit-cost.ts'

const word = fc.stringMatching(/^[a-z0-9]{0,14}$/)

test('default: equal words cost nothing, unrelated letters one each', () => {
  expect(editCost('lavrov', 'lavrov')).toBe(0)
  expect(editCost('bat', 'lat')).toBe(1)
  expect(editCost('', 'tk')).toBe(2)
})

test('behavior: common spelling variants cost less than a full edit', () => {
  expect(editCost('usama', 'osama')).toBeLessThan(1)
  expect(editCost('mohamed', 'mohammed')).toBeLessThan(1)
  expect(editCost('asasd', 'assad')).toBeLessThan(editCost('astkd', 'assad'))
  expect(editCost('katherine', 'katerine')).toBeLessThan(1)
})

test('behavior: is symmetric, zero only for equal words, and at most the longer length', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      const cost = editCost(one, other)
      expect(cost).toBeCloseTo(editCost(other, one), 10)
      expect(cost === 0).toBe(one === other)
      expect(cost).toBeLessThanOrEqual(Math.max(one.length, other.length) + 1e-9)
    }),
    { numRuns: 500 },
  )
})

test('behavior: compares long words by their first 48 letters', () => {
  expect(editCost('a'.repeat(500), 'a'.repeat(900))).toBe(0)
})

test('behavior: a limit changes no cost up to it, and gives more than it above', () => {
  fc.assert(
    fc.property(word, word, fc.double({ min: 0, max: 8, noNaN: true }), (one, other, costMax) => {
      const cost = editCost(one, other)
      const limited = editCost(one, other, costMax)
      if (cost <= costMax) expect(limited).toBe(cost)
      else expect(limited).toBeGreaterThan(costMax)
    }),
    { numRuns: 500 },
  )
})
