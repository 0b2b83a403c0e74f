import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fewestThatSum } from './fewest-that-sum.ts'

const oneOf = (values: readonly number[], sum: number, oddsMax = Infinity) =>
  fewestThatSum(
    values.map((value) => [value]),
    [[sum]],
    [0.5],
    oddsMax,
  )?.indices

test('default: the fewest values that sum, and the later ones of equal choices', () => {
  expect(oneOf([1, 2, 4, 7], 7)).toEqual([3])
  expect(oneOf([5, 3, 5, 9], 8)?.sort()).toEqual([1, 2])
  expect(oneOf([1, 2, 4], 0)).toEqual([])
  expect(oneOf([1, 2, 4], 8)).toBeUndefined()
})

test('behavior: a choice must sum in each period, for one of several sums', () => {
  const values = [
    [3, 1],
    [2, 2],
    [1, 5],
  ]
  expect(fewestThatSum(values, [[3, 7]], [0.5, 0.5], Infinity)?.indices.sort()).toEqual([1, 2])
  const sums = [
    [9, 9],
    [3, 1],
  ]
  expect(fewestThatSum(values, sums, [0.5, 0.5], Infinity)).toEqual({ indices: [0], sum: 1 })
})

test('behavior: refuses a choice among so many that one could sum by chance', () => {
  expect(oneOf([1, 2, 4, 7], 3, 10)).toBeUndefined()
  expect(oneOf([1, 2, 4, 7], 3, 11)?.sort()).toEqual([0, 1])
})

test('property: finds as few values as a search of all sets', () => {
  const period = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 }))
  fc.assert(
    fc.property(fc.array(period, { minLength: 1, maxLength: 9 }), period, (values, sum) => {
      const sizes = Array.from({ length: 2 ** values.length }, (_, mask) => {
        const chosen = values.filter((_value, index) => (mask >> index) & 1)
        const isSum = [0, 1].every(
          (at) => chosen.reduce((all, value) => all + value[at]!, 0) === sum[at],
        )
        return isSum ? chosen.length : Infinity
      })
      const found = fewestThatSum(values, [sum], [0.5, 0.5], Infinity)
      expect(found?.indices.length ?? Infinity).toBe(Math.min(...sizes))
      for (const at of found ? [0, 1] : [])
        expect(found!.indices.reduce((all, index) => all + values[index]![at]!, 0)).toBe(sum[at])
    }),
  )
})

test('behavior: finds many omitted values among forty, and gives up above sixty', () => {
  const values = Array.from({ length: 40 }, (_, index) => [1_000 * 1.3 ** index])
  const few = values[3]![0]! + values[17]![0]! + values[31]![0]! + values[38]![0]!
  expect(fewestThatSum(values, [[few]], [0.5], Infinity)?.indices.sort((a, b) => a - b)).toEqual([
    3, 17, 31, 38,
  ])
  expect(
    oneOf(
      Array.from({ length: 61 }, () => 1),
      1,
    ),
  ).toBeUndefined()
})
