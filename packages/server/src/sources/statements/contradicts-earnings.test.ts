import { expect, test } from 'vitest'
import { contradictsEarnings } from './contradicts-earnings.ts'

const perShare = ['income', 'shares', 'earnings'] as const

function contradicts(income: number, shares: number, earnings: number, sharesFiled = 'a'): boolean {
  const found = new Map([
    ['income', { value: income, filed: 'a' }],
    ['shares', { value: shares, filed: sharesFiled }],
    ['earnings', { value: earnings, filed: 'a' }],
  ])
  return contradictsEarnings(perShare, found)
}

test('default: income over shares is the earnings per share, within a cent', () => {
  expect(contradicts(1_234, 1_000, 1.23)).toBe(false)
  expect(contradicts(1_234, 1_000, 1.5)).toBe(true)
})

test('behavior: continuing operations and a wrong sign contradict', () => {
  expect(contradicts(10_727, 2_900, 4.32)).toBe(true)
  expect(contradicts(137, 46, -2.99)).toBe(true)
})

test('behavior: does not judge shares of another report, no shares or a missing figure', () => {
  expect(contradicts(1_234, 500, 1.23, 'b')).toBe(false)
  expect(contradicts(1_234, 0, 1.23)).toBe(false)
  expect(contradictsEarnings(perShare, new Map())).toBe(false)
  expect(contradictsEarnings(undefined, new Map())).toBe(false)
})
