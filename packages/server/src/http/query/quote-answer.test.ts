import { FiqError } from '@fiq/shared/errors'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { quoteDigest } from '@fiq/shared/payment/quote'
import { blankSecret } from '@fiq/shared/payment/quote-secret'
import { describe, expect, test } from 'vitest'
import type { Payer, PaymentPorts } from '../../payments/ports.ts'
import { unproven } from '../../payments/proof/payment-refusals.ts'
import type { PaymentRow } from '../../storage/payments/payment-record.ts'
import { quoteAnswer, refuseForeign, withoutSecret, withSecret } from './quote-answer.ts'

const secret = `${'s'.repeat(21)}A`
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
  test('default: has an empty body first, and the reason after a tried payment', () => {
    const first = quoteAnswer(undefined, offer, secret)
    expect([first.status, first.body]).toEqual([402, '{}'])
    expect(readPaymentRequired(first.headers['payment-required']).quote).toEqual(offer.quote)
    const again = quoteAnswer(new FiqError('PAYMENT_INVALID', 'Wrong payee.'), offer, secret)
    expect(again.body).toContain('PAYMENT_INVALID')
    expect(readPaymentRequired(again.headers['payment-required']).error).toBe('Wrong payee.')
  })
})

describe('withSecret', () => {
  const first = quoteAnswer(undefined, offer, secret)
  const secretOf = ({ headers }: typeof first) =>
    readPaymentRequired(headers['payment-required']).extensions?.['itemised-quote']

  test('default: adds another secret to the same quote, and the stored quote has none', () => {
    const other = `${'t'.repeat(21)}A`
    const secretless = withoutSecret(first)
    const again = withSecret(secretless, other)
    expect(secretOf(again)).toEqual({ ...(secretOf(first) as object), secret: other })
    expect(secretOf(secretless)).toMatchObject({ secret: blankSecret })
    expect(secretless).toEqual({ ...first, headers: secretless.headers })
    expect(again).toEqual({
      ...first,
      headers: again.headers,
      quoted: { secretless, secret: other },
    })
  })

  test('behavior: does not change an answer without a quote', () => {
    const answer = { status: 200, headers: {}, body: '{}' }
    expect(withSecret(answer, secret)).toBe(answer)
  })
})

describe('refuseForeign', () => {
  const authorization = { from: payTo, nonce: `0x${'1'.repeat(64)}` }
  const paid = (change: { resourceUrl?: string; quoteDigest?: string }) =>
    ({ payment: { authorization, accepted: { amount: 15_000n }, ...change } }) as unknown as Payer
  const asked = { url: offer.url, terms: () => [{ ...terms, tariff: 'u' }, terms] }
  const paymentPorts = ({
    isUsed = false,
    find = async (_: unknown): Promise<unknown> => undefined,
  } = {}) =>
    ({
      record: { find },
      facilitator: { authorizationState: async () => isUsed },
      proofs: { refusal: async () => unproven() },
    }) as unknown as PaymentPorts
  const unknown = paymentPorts()
  const foreign = [
    { resourceUrl: 'http://fiq.test/b' },
    { resourceUrl: 'http://other.test/a' },
    { resourceUrl: 'https://fiq.test/a' },
    { resourceUrl: 'x' },
    { quoteDigest: 'f'.repeat(64) },
  ]

  test('default: accepts a payment that names nothing, or this, by any tariff whose quotes are valid', async () => {
    await refuseForeign(paid({}), asked, unknown)
    const named = { resourceUrl: `${offer.url}?x`, quoteDigest: offer.quote.digest }
    await refuseForeign(paid(named), asked, unknown)
  })

  test.each(foreign)('error: refuses %j as another request', async (change) => {
    await expect(refuseForeign(paid(change), asked, unknown)).rejects.toThrow(
      expect.objectContaining({ code: 'PAYMENT_BOUND_TO_OTHER_REQUEST', funds: 'at-risk' }),
    )
  })

  test.each(foreign)(
    'error: with %j, a payment that is used on the chain reveals nothing',
    async (change) => {
      await expect(
        refuseForeign(paid(change), asked, paymentPorts({ isUsed: true })),
      ).rejects.toEqual(unproven())
    },
  )

  test.each([true, false])(
    'behavior: accepts one that another instance claimed after the first look, used on the chain: %s',
    async (isUsed) => {
      let looks = 0
      const find = async () => {
        looks += 1
        return looks === 1 ? undefined : ({} as PaymentRow)
      }
      await refuseForeign(paid(foreign[1]!), asked, paymentPorts({ isUsed, find }))
      expect(looks).toBe(2)
    },
  )

  test.each(foreign)(
    'behavior: leaves a payment in the record to the record: %j',
    async (change) => {
      const find = async (key: unknown) => {
        expect(key).toEqual({ payer: payTo, nonce: authorization.nonce })
        return {} as PaymentRow
      }
      await refuseForeign(paid(change), asked, paymentPorts({ find }))
    },
  )
})
