import { expect, test } from 'vitest'
import { defaultLimits } from '../budget/limits.ts'
import { checkLimits } from './check-limits.ts'

const perPayment = 60_000n

test.each([
  ['the cap of the budget', {}, 60_000n, 'fiq budget set --per-payment'],
  ['a lower --max-spend', { maxPrice: 50_000n }, 50_000n, 'Raise --max-spend'],
  ['a --max-spend above it', { maxPrice: 70_000n }, 60_000n, 'fiq budget set --per-payment'],
])('default: pays exactly %s, and refuses an atomic unit more', (_, change, most, remedy) => {
  const limits = { ...defaultLimits, perPayment, ...change }
  expect(() => checkLimits(most, limits)).not.toThrow()
  expect(() => checkLimits(most + 1n, limits)).toThrow(
    expect.objectContaining({ code: 'OVER_LIMIT', remedy: expect.stringContaining(remedy) }),
  )
})

test('error: names the limit in a fact of the form label and value', () => {
  const limits = { ...defaultLimits, perPayment, maxPrice: 10_000n }
  expect(() => checkLimits(15_000n, limits)).toThrow(
    expect.objectContaining({ facts: ['Price: 0.015 USDC', 'Limit: 0.01 USDC, --max-spend'] }),
  )
})
