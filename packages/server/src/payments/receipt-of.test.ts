import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import { expect, test } from 'vitest'
import { claimOf, keyOf, settlement } from '../storage/payments/testing/payments.ts'
import { receiptOf } from './receipt-of.ts'

test('default: only an answered and settled payment has its transaction', () => {
  const row = { ...claimOf(keyOf(1)), ...settlement }
  const { paymentResponse } = receiptOf({ ...row, state: 'answered' })
  expect(readPaymentResponse(paymentResponse)).toMatchObject({
    success: true,
    transaction: settlement.transaction,
    payer: row.payer,
  })
  expect(receiptOf({ ...row, state: 'advanced' })).toEqual({})
  expect(receiptOf({ ...claimOf(keyOf(1)), state: 'answered' })).toEqual({})
})
