import type { Hex } from '@fiq/shared/payment/wire'
import { describe, expect, test } from 'vitest'
import { answerLimits, type PaymentRow } from '../../storage/payments/payment-record.ts'
import { claimOf, createdAt, keyOf } from '../../storage/payments/testing/payments.ts'
import { unproven } from './payment-refusals.ts'
import { isOpenWithoutSecret, isSecretOf, requireProof } from './prove-payment.ts'

const key = keyOf(1)
const secretHash = '5'.repeat(64)
const row: PaymentRow = { ...claimOf(key), state: 'answered' }
const answer = { status: 200, body: '{}' }
const same = { signature: row.signed.signature }
const proof = { message: 'm', signature: '0x01' } as const
const proofs = (isOfPayer = false) => ({
  isOfPayer: async () => isOfPayer,
  refusal: async () => unproven(),
})

describe('requireProof', () => {
  test('default: accepts the secret, for any payment', async () => {
    const secret = { ...row, secretHash }
    const payment = { signature: '0x02' as Hex, secretHash }
    expect(await requireProof(secret, key, { payment }, proofs())).toBe(secret)
  })

  test('default: accepts a new signature of the payer, for any payment', async () => {
    for (const known of [row, { ...row, secretHash }])
      expect(await requireProof(known, key, { payment: same, proof }, proofs(true))).toBe(known)
  })

  test('behavior: a proof that was checked at a limit counts, only for a known payment', async () => {
    const known = { ...row, secretHash }
    const shown = { payment: same, isProven: true }
    expect(await requireProof(known, key, shown, proofs())).toBe(known)
    await expect(requireProof(undefined, key, shown, proofs())).rejects.toEqual(unproven())
  })

  test.each([
    [undefined, { ...same, secretHash }],
    [row, { ...same, secretHash }],
    [row, same],
    [{ ...row, secretHash }, same],
    [
      { ...row, secretHash },
      { ...same, secretHash: '6'.repeat(64) },
    ],
    [
      { ...row, secretHash, identifier: 'n' },
      { ...same, identifier: 'n' },
    ],
  ])('error: gives the same refusal for %#', async (known, payment) => {
    await expect(requireProof(known, key, { payment, proof }, proofs())).rejects.toEqual(unproven())
  })

  test('error: for an unknown payment no signature proves anything', async () => {
    const shown = { payment: same, proof }
    await expect(requireProof(undefined, key, shown, proofs(true))).rejects.toEqual(unproven())
  })
})

test('isSecretOf: default: only equal hashes match, and never two absent ones', () => {
  expect(isSecretOf({ secretHash }, secretHash)).toBe(true)
  expect(isSecretOf({ secretHash }, '6'.repeat(64))).toBe(false)
  expect(isSecretOf({ secretHash }, undefined)).toBe(false)
  expect(isSecretOf({}, secretHash)).toBe(false)
  expect(isSecretOf({}, undefined)).toBe(false)
})

describe('isOpenWithoutSecret', () => {
  const open = (known: PaymentRow, afterMs: number, payment: object = {}, request = row.request) =>
    isOpenWithoutSecret(known, { ...same, ...payment }, request, {
      nowMs: createdAt + afterMs,
      limits: answerLimits,
    })
  const day = 24 * 60 * 60_000

  test('default: a stored answer is open for one minute after it was produced', () => {
    const answered = { ...row, answer, answeredAt: createdAt + 5_000 }
    expect(open(answered, 65_000)).toBe(true)
    expect(open(answered, 65_001)).toBe(false)
  })

  test('default: an answer that is executed again has the same rule', () => {
    const answered = { ...row, answeredAt: createdAt }
    expect([open(answered, 60_000), open(answered, 60_001)]).toEqual([true, false])
  })

  test.each(['claimed', 'broadcast', 'settled', 'owed', 'failed'] as const)(
    'behavior: a %s payment has no time limit',
    (state) => {
      expect(open({ ...row, state }, 29 * day)).toBe(true)
    },
  )

  test.each([
    ['advanced', {}],
    ['settled', { answer }],
    ['settled', { isWithheld: true }],
  ] as const)('behavior: a payment that is %s with %j is open for a minute', (state, kept) => {
    const answered = { ...row, state, ...kept, answeredAt: createdAt }
    expect([open(answered, 60_000), open(answered, 60_001)]).toEqual([true, false])
  })

  test('behavior: an identifier has no effect on a payment that was claimed without one', () => {
    expect(open(row, 0, { identifier: 'n' })).toBe(true)
  })

  test('behavior: a payment of an earlier version is open for a minute after it was claimed', () => {
    expect(open({ ...row, answer }, 60_000)).toBe(true)
    expect(open({ ...row, answer }, 60_001)).toBe(false)
  })

  test('behavior: one of an earlier version with an identifier is open as long as it is stored', () => {
    const named = { ...row, answer, identifier: 'known to both' }
    expect(open(named, day, { identifier: 'known to both' })).toBe(true)
    expect(open(named, day + 1, { identifier: 'known to both' })).toBe(false)
    expect(open(named, 0)).toBe(false)
  })

  test('behavior: an identifier of this version gives no more than the minute', () => {
    const named = { ...row, answer, identifier: 'n', answeredAt: createdAt }
    expect(open(named, 60_000, { identifier: 'n' })).toBe(true)
    expect(open(named, 60_001, { identifier: 'n' })).toBe(false)
  })

  test('error: refuses another signature, identifier or request, or a payment that has a secret', () => {
    expect(open(row, 0, { signature: '0x02' })).toBe(false)
    expect(open({ ...row, identifier: 'n' }, 0, { identifier: 'm' })).toBe(false)
    expect(open(row, 0, {}, 'another request')).toBe(false)
    expect(open({ ...row, secretHash }, 0, { secretHash })).toBe(false)
  })
})
