import { expect, test } from 'vitest'
import { alignPoints } from './align-points.ts'

test('default: shorter fractions are filled up, so that right-aligned points meet', () => {
  expect(alignPoints(['0.015', '12', '-1.5', '–'])).toEqual(['0.015', '12    ', '-1.5  ', '–'])
})

test('behavior: whole numbers stay as they are', () => {
  expect(alignPoints(['1', '20'])).toEqual(['1', '20'])
  expect(alignPoints([])).toEqual([])
})
