import { expect, test } from 'vitest'
import { paidBefore } from './paid-before.ts'
import type { Purchase } from './purchases.ts'

const purchase = (at: string, more: Partial<Purchase> = {}): Purchase => ({
  id: at,
  at,
  operation: { query: '', variables: {} },
  amount: '15000',
  validBefore: 0,
  state: 'answered',
  ...more,
})

test('default: counts payments, sums those of the last day, and ignores credits', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const purchases = [
    purchase('2026-11-22T11:00:00Z'),
    purchase('2026-11-21T13:00:00Z', { state: 'refused' }),
    purchase('2026-11-20T11:00:00Z'),
    purchase('2026-11-22T10:00:00Z', { credits: 5, amount: '0' }),
  ]
  expect(paidBefore(purchases, now)).toEqual({ times: 3, lastDay: 30_000n })
})
