import { FiqError } from '@fiq/shared/errors'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { quoteDigest } from '@fiq/shared/payment/quote'
import { describe, expect, test } from 'vitest'
import { quoteAnswer, refuseForeign } from './quote-answer.ts'

const payTo = `0x${'b'.repeat(40)}`
const terms = { request: 'r', tariff: 't', payTo }
const offer = {
  url: 'http://fiq.test/a',
  description: 'd',
  amount: 15_000n,
  payTo,
  maxTimeoutSeconds: 60,
  quote: {
    version: 1,
    tariff: 't',
    credits: 5,
    unitPrice: '3000',
    total: '15000',
    rows: [['a', 1, 5]],
    digest: quoteDigest({ ...terms, amount: 15_000n }),
  },
} as const

describe('quoteAnswer', () => {
  test('default: an empty body at first, the reason when a payment was tried', () => {
    const first = quoteAnswer(undefined, offer)
    expect([first.status, first.body]).toEqual([402, '{}'])
    expect(readPaymentRequired(first.headers['payment-required']).quote).toEqual(offer.quote)
    const again = quoteAnswer(new FiqError('PAYMENT_INVALID', 'Wrong payee.'), offer)
    expect(again.body).toContain('PAYMENT_INVALID')
    expect(readPaymentRequired(again.headers['payment-required']).error).toBe('Wrong payee.')
  })
})

describe('refuseForeign', () => {
  const paid = (change: { resourceUrl?: string; quoteDigest?: string }) =>
    ({ accepted: { amount: 15_000n }, ...change }) as unknown as Payment
  const asked = { url: offer.url, terms: () => terms }

  test('default: a payment that names nothing, or this', () => {
    refuseForeign(paid({}), asked)
    refuseForeign(paid({ resourceUrl: `${offer.url}?x`, quoteDigest: offer.quote.digest }), asked)
  })

  test.each([
    { resourceUrl: 'http://fiq.test/b' },
    { resourceUrl: 'x' },
    { quoteDigest: 'f'.repeat(64) },
  ])('error: %j is another request', (change) => {
    expect(() => refuseForeign(paid(change), asked)).toThrow(
      expect.objectContaining({ code: 'PAYMENT_BOUND_TO_OTHER_REQUEST', funds: 'untouched' }),
    )
  })
})
