import { expect, test } from 'vitest'
import type { Purchase } from '../paying/purchases.ts'
import { receiptText } from './pay-bench.ts'

const purchase: Purchase = {
  id: '1',
  at: '2026-11-22T14:00:00Z',
  operation: { query: '', variables: {} },
  amount: '54000',
  validBefore: 0,
  state: 'answered',
  transaction: `0x796a8b3a${'0'.repeat(50)}696447`,
}

test('default: shows amount, kind of money, transaction', () => {
  expect(receiptText(purchase, 'play money')).toBe('Paid 0.054 USDC, play money, 0x796a8b3a…696447')
  expect(receiptText({ ...purchase, credits: 5 }, '')).toBe('Paid 5 credits')
  expect(receiptText(undefined, '')).toBe('Free')
})
