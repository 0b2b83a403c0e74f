import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { unexpected } from '../../terminal/report-error.ts'
import type { Purchase } from '../journal/purchase.ts'
import { terms } from '../testing/test-terms.ts'
import { aboutPurchase } from './about-purchase.ts'
import { PaymentError } from './payment-error.ts'

const signed: Purchase = { ...terms(1), state: 'signed', signed: 'header' }
const cancelled = new FiqError('CANCELLED', 'Interrupted.')

describe('aboutPurchase', () => {
  test('default: an interruption with an open purchase names it, with the money at risk', () => {
    expect(aboutPurchase(cancelled, signed)).toMatchObject({
      code: 'CANCELLED',
      message: 'Interrupted.',
      funds: 'at-risk',
      remedy: expect.stringContaining('it resumes this payment and signs nothing new'),
      payment: { state: 'signed', id: signed.id, amount: '0.015' },
    })
  })

  test('behavior: an answer that arrived but was not printed is spent with a receipt, and stored', () => {
    const fault = unexpected(new TypeError('x is not a function'))
    const answered: Purchase = { ...signed, state: 'answered' }
    expect(aboutPurchase(fault, { ...answered, transaction: '0xab' })).toMatchObject({
      code: 'INTERNAL',
      message: 'Unexpected: TypeError: x is not a function',
      funds: 'spent',
      remedy: expect.stringMatching(
        /^Run the same command again: nothing new is paid\. .*fiq payments resume 0x\w{16}$/,
      ),
    })
    expect(aboutPurchase(fault, answered)).toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
      funds: 'at-risk',
    })
  })

  test('behavior: one that settled without an answer is spent', () => {
    const settled = { ...signed, state: 'settled' } as const
    expect(aboutPurchase(cancelled, settled)).toMatchObject({ code: 'CANCELLED', funds: 'spent' })
    const fault = unexpected(new TypeError('x is not a function'))
    expect(aboutPurchase(fault, settled)).toMatchObject({ code: 'ANSWER_OWED', funds: 'spent' })
  })

  test.each([
    new FiqError('PARTIAL_DATA', 'One field.'),
    new FiqError('JOURNAL_UNAVAILABLE', 'The disk is full.'),
    unexpected(new TypeError('x is not a function')),
  ])('error: %s after signing reports an unknown outcome', (error) => {
    const about = aboutPurchase(error, signed)
    expect(about).toBeInstanceOf(PaymentError)
    expect(about).toMatchObject({ code: 'PAYMENT_OUTCOME_UNKNOWN', funds: 'at-risk' })
  })

  test('behavior: without a purchase, or for an error that states it, changes nothing', () => {
    expect(aboutPurchase(cancelled, undefined)).toBe(cancelled)
    const known = aboutPurchase(cancelled, signed)
    expect(aboutPurchase(known, signed)).toBe(known)
  })
})
