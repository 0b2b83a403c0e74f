import { expect, test } from 'vitest'
import { alignPoints } from './align-points.ts'

test('default: pads shorter fractions, so that right-aligned decimal points align', () => {
  expect(alignPoints(['0.015', '12', '-1.5', '–'])).toEqual(['0.015', '12    ', '-1.5  ', '–'])
})

test('behavior: does not change whole numbers', () => {
  expect(alignPoints(['1', '20'])).toEqual(['1', '20'])
  expect(alignPoints([])).toEqual([])
})
