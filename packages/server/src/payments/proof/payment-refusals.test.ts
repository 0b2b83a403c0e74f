import { expect, test } from 'vitest'
import type { PaymentRow } from '../../storage/payments/payment-record.ts'
import { claimOf, keyOf } from '../../storage/payments/testing/payments.ts'
import {
  boundElsewhere,
  invalid,
  namedElsewhere,
  noLongerStored,
  pending,
  refused,
  unproven,
} from './payment-refusals.ts'

const row: PaymentRow = { ...claimOf(keyOf(1)), state: 'answered', identifier: 'pay_1' }

test.each([
  [invalid('reason', 'why'), 'PAYMENT_INVALID', 402, 'at-risk'],
  [noLongerStored(row, 0), 'PAYMENT_INVALID', 402, 'spent'],
  [pending(row), 'SETTLEMENT_PENDING', 503, 'at-risk'],
  [refused('reason', 'why'), 'SETTLEMENT_FAILED', 402, 'at-risk'],
  [
    refused('invalid_exact_evm_payload_authorization_valid_before', 'over'),
    'SETTLEMENT_FAILED',
    402,
    'untouched',
  ],
  [boundElsewhere(row), 'PAYMENT_BOUND_TO_OTHER_REQUEST', 409, 'spent'],
  [
    boundElsewhere({ ...row, state: 'broadcast' }),
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    409,
    'at-risk',
  ],
  [boundElsewhere({ ...row, state: 'owed' }), 'PAYMENT_BOUND_TO_OTHER_REQUEST', 409, 'owed'],
  [boundElsewhere({ ...row, state: 'failed' }), 'PAYMENT_BOUND_TO_OTHER_REQUEST', 409, 'at-risk'],
  [unproven(), 'PAYMENT_BOUND_TO_OTHER_REQUEST', 409, 'at-risk'],
  [namedElsewhere(row), 'PAYMENT_BOUND_TO_OTHER_REQUEST', 409, 'at-risk'],
])('error: %s states where the money is', (error, code, status, funds) => {
  expect({ code: error.code, status: error.status, funds: error.funds }).toEqual({
    code,
    status,
    funds,
  })
})

test('default: an answer after its retention states the date of its end', () => {
  expect(noLongerStored(row, Date.UTC(2023, 10, 15, 22)).facts).toEqual([
    `Nonce: ${row.nonce}`,
    'Stored until: 2023-11-15T22:00:00.000Z',
  ])
})

test.each([
  [{ validBefore: 1_700_000_060n }, 'Can move until: 1700000060 (Unix seconds)'],
  [{ validBefore: 2n ** 256n - 1n }, `Can move until: ${2n ** 256n - 1n} (Unix seconds)`],
])('behavior: a pending payment states how long it may move: %o', (times, fact) => {
  const { nonce } = row
  expect(pending(claimOf(row, times)).facts).toEqual([`Nonce: ${nonce}`, fact])
  expect(pending({ payer: row.payer, nonce }).facts).toEqual([`Nonce: ${nonce}`])
})

test('behavior: a pending payment that the token refuses now has the reason, and may still move', () => {
  const refusal = { reason: 'insufficient_balance', message: 'The payer holds too little USDC.' }
  expect(pending(claimOf(row), refusal)).toMatchObject({
    message: 'The chain currently refuses the transfer: The payer holds too little USDC.',
    facts: expect.arrayContaining(['Reason: insufficient_balance']),
    remedy: expect.stringMatching(/send the same payment again. Do not sign a new one/),
    funds: 'at-risk',
  })
})
