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
])('error: %s says where the money is', (error, code, status, funds) => {
  expect({ code: error.code, status: error.status, funds: error.funds }).toEqual({
    code,
    status,
    funds,
  })
})

test('default: an answer past its retention names the date of its end', () => {
  expect(noLongerStored(row, Date.UTC(2023, 10, 15, 22)).facts).toEqual([
    `Nonce: ${row.nonce}`,
    'Kept until: 2023-11-15T22:00:00.000Z',
  ])
})

test.each([
  [{ validBefore: 1_700_000_060n }, 'Can move until: 1700000060 (Unix seconds)'],
  [{ validBefore: 2n ** 256n - 1n }, `Can move until: ${2n ** 256n - 1n} (Unix seconds)`],
])('behavior: a pending payment names how long it may move: %o', (times, fact) => {
  const { nonce } = row
  expect(pending(claimOf(row, times)).facts).toEqual([`Nonce: ${nonce}`, fact])
  expect(pending({ payer: row.payer, nonce }).facts).toEqual([`Nonce: ${nonce}`])
  expect(pending(claimOf(row, times), 'why').facts).toEqual([
    `Nonce: ${nonce}`,
    fact,
    'Reason: why',
  ])
})
