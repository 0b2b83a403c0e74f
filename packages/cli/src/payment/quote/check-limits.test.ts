import { expect, test } from 'vitest'
import { checkLimits } from './check-limits.ts'

test.each([
  [{ perPayment: 14_999n }, 'limit per payment: 0.014999'],
  [{ perPayment: 20_000n, maxPrice: 14_999n }, '--max-spend: 0.014999'],
  [{ perPayment: 14_999n, maxPrice: 99_000n }, 'limit per payment: 0.014999'],
])('error: over the limits, case %#', (given, words) => {
  expect(() => checkLimits(15_000n, given)).toThrow(
    expect.objectContaining({
      code: 'OVER_LIMIT',
      facts: ['Price: 0.015 USDC', expect.stringContaining(words)],
    }),
  )
})
