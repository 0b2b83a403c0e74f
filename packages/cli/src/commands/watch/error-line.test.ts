import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { PaymentError } from '../../payment/delivery/payment-error.ts'
import { terms } from '../../payment/testing/test-terms.ts'
import { errorLine } from './error-line.ts'

test('default: an error after signing states the amount and its state', () => {
  const error = new PaymentError('PAYMENT_OUTCOME_UNKNOWN', 'No proof.', terms(1), 'unknown')
  expect(errorLine(error)).toBe('0.015 USDC at-risk (0x00000000): No proof.')
})

test('behavior: another error is its message', () => {
  expect(errorLine(new Error('No.'))).toBe('No.')
  expect(errorLine('no')).toBe('no')
})

test('behavior: an error of a query on credits states where they are', () => {
  const refused = new FiqError('RATE_LIMITED', 'The server answered HTTP 429.', {
    funds: 'at-risk',
  })
  expect(errorLine(refused)).toBe('credits at-risk: The server answered HTTP 429.')
  expect(errorLine(refused.withFunds('untouched'))).toBe('The server answered HTTP 429.')
})
