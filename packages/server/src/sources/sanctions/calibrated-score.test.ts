import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calibratedScore, defaultMinScore, strongScore } from './calibrated-score.ts'

test('default: 1 only for equal names, 0 for nothing in common', () => {
  expect([0, 1].map(calibratedScore)).toEqual([0, 1])
  expect(calibratedScore(0.99)).toBeLessThan(1)
  expect(calibratedScore(0.99)).toBeGreaterThan(strongScore)
})

test('behavior: a more similar name never scores lower', () => {
  const likeness = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(likeness, likeness, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one]
      expect(calibratedScore(low)).toBeLessThanOrEqual(calibratedScore(high))
    }),
  )
})

test('default: the threshold of similarity is the default score', () => {
  expect(defaultMinScore).toBe(0.26)
  expect(strongScore).toBe(0.95)
})
