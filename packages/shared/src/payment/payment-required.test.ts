import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired as StockPaymentRequired } from '@x402/core/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FiqError } from '../errors.ts'
import { decodeHeader, encodeHeader } from './header-codec.ts'
import { identifierOffer } from './payment-identifier.ts'
import {
  discoveryHeaderMax,
  offerOf,
  paymentRequiredHeader,
  readPaymentRequired,
  secretPlace,
} from './payment-required.ts'
import type { ItemisedQuote } from './quote.ts'
import { blankSecret } from './quote-secret.ts'

const payTo = '0x000000000000000000000000000000000000dEaD'
const quote: ItemisedQuote = {
  version: 1,
  tariff: 'abc',
  credits: 1,
  unitPrice: '3000',
  total: '15000',
  rows: [
    ['quotes', 1, 1],
    ['minimum', 1, 4, '12000'],
  ],
  digest: 'f'.repeat(64),
}
const input = {
  url: 'http://127.0.0.1:4020/api/graphql',
  description: 'd',
  amount: 15_000n,
  payTo,
  maxTimeoutSeconds: 60,
  quote,
}
const offer = offerOf(input)
const json = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each))
const required = (change: Record<string, unknown> = {}) =>
  encodeHeader({ x402Version: 2, resource: { url: input.url }, accepts: [{ ...offer, ...change }] })

describe('readPaymentRequired', () => {
  test('default: the client reads back the quote of the server', () => {
    const quoted = readPaymentRequired(paymentRequiredHeader(input))
    expect(quoted.requirements).toMatchObject({ amount: 15_000n, payTo, maxTimeoutSeconds: 60 })
    expect(quoted).toMatchObject({ quote, offer, resource: { url: input.url } })
  })

  test('behavior: sends the first text for directories that fits, or none', () => {
    const long = `"bazaar":"${'x'.repeat(discoveryHeaderMax)}"`
    const extensionsOf = (discovery: readonly string[]) =>
      readPaymentRequired(paymentRequiredHeader({ ...input, discovery })).extensions
    expect(extensionsOf([long, '"bazaar":{"info":1}', '"bazaar":{}'])).toMatchObject({
      bazaar: { info: 1 },
    })
    expect(extensionsOf([long])).toEqual(extensionsOf([]))
  })

  test('behavior: a written quote is a PaymentRequired of the stock types, for any text', () => {
    const texts = { url: 'http://h/"\\', description: '"é\n', error: '</a>"\u2028' }
    const required = {
      x402Version: 2,
      error: texts.error,
      resource: { url: texts.url, description: texts.description, mimeType: 'application/json' },
      accepts: [offer],
      extensions: {
        'itemised-quote': { secret: blankSecret, info: quote, schema: {} },
        'payment-identifier': identifierOffer,
      },
    } satisfies StockPaymentRequired
    expect(decodeHeader(paymentRequiredHeader({ ...input, ...texts }))).toEqual(required)
    const { error: _, ...first } = required
    const { error: __, ...others } = texts
    expect(decodeHeader(paymentRequiredHeader({ ...input, ...others }))).toEqual(first)
  })

  test('behavior: a secret changes only itself in the quote', () => {
    const secret = `${'b'.repeat(21)}A`
    const before = readPaymentRequired(paymentRequiredHeader(input))
    const spliced = secretPlace.write(paymentRequiredHeader(input), secret)
    expect(paymentRequiredHeader({ ...input, secret })).toBe(spliced)
    const after = readPaymentRequired(spliced)
    expect(after.quote).toEqual(before.quote)
    expect(after.extensions?.['itemised-quote']).toMatchObject({ secret })
    const masked = json(after).replace(secret, blankSecret)
    expect(JSON.parse(masked)).toEqual(JSON.parse(json(before)))
  })

  test('behavior: the stock decoder reads it too, and the header stays small', () => {
    const header = paymentRequiredHeader(input)
    expect(decodePaymentRequiredHeader(header)).toMatchObject({
      x402Version: 2,
      accepts: [
        { amount: '15000', extra: { name: 'USD Coin', version: '2', paymentFlow: 'upfront' } },
      ],
    })
    expect(header.length).toBeLessThan(4_096)
  })

  test('behavior: forty rows of long paths fit into one header of Node', () => {
    const rows = Array.from(
      { length: 41 },
      (_, i) => [`entitiesByTickers.regulatory.campaignFinance${i}`, 50, 100] as const,
    )
    expect(paymentRequiredHeader({ ...input, quote: { ...quote, rows } }).length).toBeLessThan(
      8_192,
    )
  })

  test('behavior: uses the first offer that can be paid, whatever precedes it', () => {
    const header = encodeHeader({
      x402Version: 2,
      resource: { url: 'u' },
      accepts: [{ scheme: 'upto' }, null, { ...offer, network: 'eip155:1' }, offer],
    })
    expect(readPaymentRequired(header).offer).toEqual(offer)
  })

  test('behavior: accepts base64url and an asset in lower case', () => {
    const header = required({ asset: offer.asset.toLowerCase() })
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '')
    expect(readPaymentRequired(header).requirements.amount).toBe(15_000n)
  })

  test.each([
    { amount: '-5' },
    { amount: '1.5' },
    { amount: '0' },
    { amount: '015' },
    { amount: 15_000 },
    { amount: '1e9' },
    { amount: '9'.repeat(16) },
    { network: 'eip155:1' },
    { network: 'base' },
    { scheme: 'upto' },
    { payTo: 'bob' },
    { payTo: `${payTo}00` },
    { asset: payTo },
    { maxTimeoutSeconds: 0 },
    { maxTimeoutSeconds: 121 },
    { maxTimeoutSeconds: 1.5 },
    { maxTimeoutSeconds: { toString: false } },
    { extra: { name: 'USDC', version: '2' } },
    { extra: { name: 'USD Coin', version: '1' } },
    { extra: undefined },
    { extra: { name: 'USD Coin', version: '2', assetTransferMethod: 'permit2' } },
  ])('error: refuses to pay an offer with %j', (change) => {
    expect(() => readPaymentRequired(required(change))).toThrow(
      expect.objectContaining({ code: 'QUOTE_UNSUPPORTED', funds: 'untouched' }),
    )
  })

  test.each([
    undefined,
    null,
    '',
    '%%%',
    encodeHeader('text'),
    encodeHeader({ x402Version: 1, accepts: [offer] }),
    encodeHeader({ x402Version: 2, resource: { url: 'u' }, accepts: [] }),
    'A'.repeat(20_000),
    Buffer.from([0xff, 0xfe]).toString('base64'),
  ])('error: %j is not a quote', (header) => {
    expect(() => readPaymentRequired(header)).toThrow(
      expect.objectContaining({ code: 'QUOTE_MALFORMED' }),
    )
  })

  test('error: fuzz: any JSON is read or refused with a code', () => {
    const mutated = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom('x402Version', 'resource', 'accepts', 'extensions'),
        fc.jsonValue(),
      ),
      fc.dictionary(fc.constantFrom(...Object.keys(offer)), fc.jsonValue()).map((change) => ({
        x402Version: 2,
        resource: { url: 'u' },
        accepts: [{ ...offer, ...change }],
      })),
    )
    fc.assert(
      fc.property(mutated, (value) => {
        try {
          const { requirements } = readPaymentRequired(encodeHeader(value))
          expect(requirements.amount > 0n).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
        }
      }),
      { numRuns: 500 },
    )
  })
})
