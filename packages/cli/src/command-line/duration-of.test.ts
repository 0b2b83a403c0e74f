import { expect, test } from 'vitest'
import { durationOf } from './duration-of.ts'

const read = (every: string) =>
  durationOf({ arguments: {}, options: { every } }, 'every', { min: 5_000, max: 86_400_000 })

test('default: reads a number with a unit; without one, seconds', () => {
  expect(['60s', '3min', '2h', '1d', '2 m'].map((text) => read(text)?.ms)).toEqual([
    60_000, 180_000, 7_200_000, 86_400_000, 120_000,
  ])
  expect(read('60')).toEqual({ ms: 60_000, isBare: true })
  expect(durationOf({ arguments: {}, options: {} }, 'every', { min: 0, max: 1 })).toBeUndefined()
})

test.each(['', '0', '4s', '2d', 'soon', '-5s', '1.5h', '1e9s'])('error: refuses %j', (text) => {
  expect(() => read(text)).toThrow('--every must be a time from 5s to 1d.')
})
