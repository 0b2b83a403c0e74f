import type { Payment } from '@fiq/shared/payment/payment-signature'
import { describe, expect, test } from 'vitest'
import { keyOf, claimOf as storedClaim } from '../storage/payments/testing/payments.ts'
import type { Payer, PaymentPorts, Priced } from './ports.ts'
import { unproven } from './proof/payment-refusals.ts'
import { claimOf, keyIn, verifyPayment } from './verify-payment.ts'

const key = keyOf(1)
const secretHash = '5'.repeat(64)
const payment = { ...storedClaim(key).signed, secretHash } as Payment
const priced = { price: { amount: 15_000n } }

function scene({ isNonceUsed = false, consents = true, isValid = true, named = 0 } = {}) {
  const steps: string[] = []
  const ports = {
    payTo: key.payer,
    consents: async () => consents,
    nowMs: () => 1_000_000,
    facilitator: {
      async verify() {
        steps.push('verify')
        const refusal = { reason: 'invalid_exact_evm_signature', message: 'no' }
        return { isValid, payer: key.payer, ...(isValid ? {} : refusal) }
      },
      async authorizationState() {
        steps.push('nonce')
        return isNonceUsed
      },
    },
    record: {
      async findNamed() {
        steps.push('named')
        return named ? { ...storedClaim(keyOf(named)), state: 'owed' } : undefined
      },
    },
    proofs: { refusal: async () => unproven() },
    async admitPayer() {
      steps.push('admit')
    },
  } as unknown as PaymentPorts<Priced>
  const verify = (change: Partial<Payment> = {}, rest: Partial<Payer> = {}) =>
    verifyPayment(priced, { payment: { ...payment, ...change }, ...rest }, ports)
  return { ports, steps, verify }
}

test('keyIn, claimOf: default: return the recorded data of a payment', () => {
  expect(keyIn(payment)).toEqual(key)
  const { signed } = storedClaim(key)
  const terms = { request: 'r', bought: 'quotes', createdAt: 7 }
  expect(claimOf(payment, terms)).toEqual({
    ...key,
    request: 'r',
    bought: 'quotes',
    signed,
    createdAt: 7,
    secretHash,
  })
})

describe('verifyPayment', () => {
  test('default: checks the signature, then the consent and the chain if both are needed', async () => {
    const { steps, verify } = scene()
    await verify()
    expect(steps).toEqual(['verify', 'nonce', 'admit'])
  })

  test('behavior: a query needs neither', async () => {
    const { ports, steps, verify } = scene({ isNonceUsed: true })
    delete ports.consents
    await verify({ secretHash: undefined })
    expect(steps).toEqual(['verify', 'admit'])
  })

  test('error: without the consent of the payer, does not read the chain', async () => {
    const { steps, verify } = scene({ consents: false })
    await expect(verify()).rejects.toEqual(unproven())
    expect(steps).toEqual(['verify'])
  })

  test('error: does not adopt a settlement that this ledger did not claim', async () => {
    const { steps, verify } = scene({ isNonceUsed: true })
    await expect(verify()).rejects.toEqual(unproven())
    expect(steps).toEqual(['verify', 'nonce'])
  })

  test('error: an invalid payment that is used on the chain reveals nothing', async () => {
    const { verify } = scene({ isValid: false, isNonceUsed: true })
    await expect(verify()).rejects.toEqual(unproven())
  })

  test('error: reports a used identifier only for a payment that verifies', async () => {
    const unsigned = scene({ isValid: false, named: 2 })
    await expect(unsigned.verify({ identifier: 'n' })).rejects.toMatchObject({
      code: 'PAYMENT_INVALID',
    })
    expect(unsigned.steps).toEqual(['verify', 'nonce'])
    await expect(scene({ named: 2 }).verify({ identifier: 'n' })).rejects.toMatchObject({
      code: 'PAYMENT_BOUND_TO_OTHER_REQUEST',
    })
  })

  test('behavior: accepts an identifier that another instance has stored for this payment', async () => {
    const { steps, verify } = scene({ named: 1 })
    await verify({ identifier: 'n' })
    expect(steps).toEqual(['verify', 'named', 'nonce', 'admit'])
  })
})
