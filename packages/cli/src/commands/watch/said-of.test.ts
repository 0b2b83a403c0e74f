import { expect, test } from 'vitest'
import { PaymentError } from '../../payment/delivery/payment-error.ts'
import { terms } from '../../payment/testing/test-terms.ts'
import { saidOf } from './said-of.ts'

test('default: an error after signing states the amount and its state', () => {
  const error = new PaymentError('PAYMENT_OUTCOME_UNKNOWN', 'No proof.', terms(1), 'unknown')
  expect(saidOf(error)).toBe('0.015 USDC at-risk (0x00000000): No proof.')
})

test('behavior: another error is its message', () => {
  expect(saidOf(new Error('No.'))).toBe('No.')
  expect(saidOf('no')).toBe('no')
})
