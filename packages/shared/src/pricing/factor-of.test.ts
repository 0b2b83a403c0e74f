import { expect, test } from 'vitest'
import { factorOf } from './factor-of.ts'

const factors = {
  arguments: ['range', 'interval'],
  defaults: ['1y', '1d'],
  table: { '1y': { '1d': 1, '1m': 9 }, max: { '1d': 100, '1m': 400 } },
} as const
const rate = { credits: 1, factors }

test('default: returns the cell of both values, where null means the defaults', () => {
  expect(factorOf({ range: 'max', interval: '1d' }, rate)).toBe(100)
  expect(factorOf({ range: null, interval: '1m' }, rate)).toBe(9)
  expect(factorOf({}, rate)).toBe(1)
})

test('default: without a table the factor is 1', () => {
  expect(factorOf({ range: 'max' }, { credits: 3 })).toBe(1)
})

test.each([['3y'], ['toString'], ['__proto__'], [7]])(
  'error: %s, which the table lacks, gives the most expensive cell',
  (range) => expect(factorOf({ range, interval: '1d' }, rate)).toBe(400),
)
