import { decodePaymentSignatureHeader } from '@x402/core/http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FiqError } from '../errors.ts'
import { encodeHeader } from './header-codec.ts'
import {
  offerOf,
  paymentRequiredHeader,
  readPaymentRequired,
  secretPlace,
} from './payment-required.ts'
import { paymentSignatureHeader, readPayment, readPaymentSignature } from './payment-signature.ts'
import { secretHashOf } from './quote-secret.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const authorization = {
  from: address('A'),
  to: address('b'),
  value: 15_000n,
  validAfter: 0n,
  validBefore: 1_800_000_000n,
  nonce: `0x${'Cd'.repeat(32)}` as const,
}
const signature = `0x${'aB'.repeat(65)}` as const
const quote = {
  version: 1 as const,
  tariff: 't',
  credits: 5,
  unitPrice: '3000',
  total: '15000',
  rows: [['quotes', 5, 5] as const],
  digest: 'e'.repeat(64),
}
const blank = paymentRequiredHeader({
  url: 'http://h/api/graphql',
  description: '',
  amount: 15_000n,
  payTo: authorization.to,
  maxTimeoutSeconds: 60,
  quote,
})
const secret = `${'s'.repeat(21)}A`
const quoted = readPaymentRequired(secretPlace.write(blank, secret))
const header = paymentSignatureHeader(quoted, { authorization, signature })
const wire = decodePaymentSignatureHeader(header) as unknown as {
  payload: { authorization: Record<string, unknown> }
} & Record<string, unknown>

describe('readPaymentSignature', () => {
  test('default: the server reads back the payment of the client, in one spelling', () => {
    expect(readPaymentSignature(header)).toMatchObject({
      authorization: { ...authorization, from: address('a'), nonce: `0x${'cd'.repeat(32)}` },
      signature: `0x${'ab'.repeat(65)}`,
      resourceUrl: 'http://h/api/graphql',
      quoteDigest: quote.digest,
    })
  })

  test('behavior: echoes the secret, of which only the hash is read', () => {
    expect(wire).toMatchObject({
      extensions: { 'itemised-quote': { info: { digest: quote.digest }, secret } },
    })
    const payment = readPaymentSignature(header)
    expect(payment.secretHash).toBe(secretHashOf(secret))
    const text = JSON.stringify(payment, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(text).not.toContain(secret)
  })

  test('behavior: without the extension, or with a blank secret, there is no hash', () => {
    const unnamed = readPaymentRequired(blank)
    for (const each of [unnamed, { ...unnamed, quote: undefined, extensions: undefined }])
      expect(
        readPaymentSignature(paymentSignatureHeader(each, { authorization, signature })).secretHash,
      ).toBeUndefined()
  })

  test('error: a secret of another form is malformed', () => {
    const extensions = { 'itemised-quote': { secret: 'short' } }
    expect(() => readPaymentSignature(encodeHeader({ ...wire, extensions }))).toThrow(
      expect.objectContaining({ code: 'PAYMENT_MALFORMED' }),
    )
  })

  test('behavior: echoes the offer exactly, because servers compare it', () => {
    expect(wire['accepted']).toEqual(
      offerOf({ amount: 15_000n, payTo: authorization.to, maxTimeoutSeconds: 60 }),
    )
  })

  test.each<[string, string]>([
    ['not base64', '%%%'],
    ['not JSON', Buffer.from('{').toString('base64')],
    ['another version', encodeHeader({ ...wire, x402Version: 1 })],
    ['no payload', encodeHeader({ ...wire, payload: undefined })],
    ['a signed amount below zero', withAuthorization({ value: '-1' })],
    ['a fractional amount', withAuthorization({ value: '1.5' })],
    ['an amount as a number', withAuthorization({ value: 15_000 })],
    ['a short nonce', withAuthorization({ nonce: '0x12' })],
    ['a name as payer', withAuthorization({ from: 'bob' })],
    ['a time that is no number', withAuthorization({ validBefore: 'soon' })],
    [
      'another network',
      encodeHeader({ ...wire, accepted: { ...(wire['accepted'] as object), network: 'eip155:1' } }),
    ],
    ['a megabyte', 'A'.repeat(1_000_000)],
  ])('error: %s is malformed', (_, text) => {
    expect(() => readPaymentSignature(text)).toThrow(
      expect.objectContaining({ code: 'PAYMENT_MALFORMED', status: 400, funds: 'at-risk' }),
    )
  })

  test('error: fuzz: any bytes and any change are read or refused with a code', () => {
    const path = fc.constantFrom('x402Version', 'resource', 'accepted', 'payload', 'extensions')
    const anything = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.tuple(path, fc.jsonValue()).map(([key, value]) => encodeHeader({ ...wire, [key]: value })),
      fc
        .tuple(fc.constantFrom(...Object.keys(wire.payload.authorization)), fc.jsonValue())
        .map(([key, value]) => withAuthorization({ [key]: value })),
    )
    fc.assert(
      fc.property(anything, (text) => {
        try {
          expect(readPaymentSignature(text).authorization.value >= 0n).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
        }
      }),
      { numRuns: 500 },
    )
  })
})

function withAuthorization(change: Record<string, unknown>): string {
  return encodeHeader({
    ...wire,
    payload: { ...wire.payload, authorization: { ...wire.payload.authorization, ...change } },
  })
}

describe('readPayment', () => {
  test('default: the header and its payload as JSON are the same payment', () => {
    expect(readPayment(wire)).toEqual(readPayment(header))
    expect(readPayment(header)).toEqual(readPaymentSignature(header))
  })

  test('error: refuses a malformed payment with a reason', () => {
    fc.assert(
      fc.property(fc.anything(), (presented) => {
        expect(() => readPayment(presented)).toThrow(FiqError)
      }),
    )
  })
})
