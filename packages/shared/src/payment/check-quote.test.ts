import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkQuote, type ExpectedPrice } from './check-quote.ts'
import { offerOf, type Quoted } from './payment-required.ts'
import { type ItemisedQuote, quoteDigest, requestDigest } from './quote.ts'

const url = new URL('https://fiq.example/api/graphql')
const payTo = '0x00000000000000000000000000000000000000aa'

describe('checkQuote', () => {
  test('default: returns the terms to sign, with rows computed by the client', () => {
    const { quoted, expected } = honest(['AAPL', 'MSFT'])
    expect(checkQuote(quoted, url, expected)).toEqual({
      amount: 30_000n,
      credits: 10,
      rows: [['quotes', 2, 10]],
      payTo,
      origin: 'https://fiq.example',
      maxTimeoutSeconds: 60,
      tariffVersion: 'test-1',
      itemised: quoted.quote,
      resourceUrl: url.href,
    })
  })

  test('behavior: accepts honest quotes of any number of tickers, and refuses one atomic unit more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.constantFrom(-1n, 1n), (count, off) => {
        const { quoted, expected } = honest(Array.from({ length: count }, (_, i) => `T${i}`))
        const { amount } = checkQuote(quoted, url, expected)
        expect(amount).toBe(expected.price.amount)
        const bent = {
          ...quoted,
          quote: undefined,
          requirements: { ...quoted.requirements, amount: amount + off },
        }
        expect(() => checkQuote(bent, url, expected)).toThrow(
          expect.objectContaining({ code: 'QUOTE_MISMATCH' }),
        )
      }),
      { numRuns: 40 },
    )
  })

  test('behavior: accepts no amount but the expected one, itemised or not', () => {
    const { quoted, expected } = honest(['AAPL'])
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.boolean(), (amount, rows) => {
        const quote: ItemisedQuote = {
          ...quoted.quote!,
          total: String(amount),
          rows: [['minimum', 1, 0, String(amount)]],
        }
        const bent = {
          ...quoted,
          quote: rows ? quote : undefined,
          requirements: { ...quoted.requirements, amount },
        }
        const check = () => checkQuote(bent, url, expected)
        if (amount === 15_000n) expect(check).not.toThrow()
        else expect(check).toThrow(expect.objectContaining({ code: 'QUOTE_MISMATCH' }))
      }),
    )
  })

  test('error: a mismatch shows both prices, the rows that differ and the tariffs', () => {
    const { expected } = honest(['AAPL'])
    const { quoted } = honest(['AAPL', 'MSFT'])
    const other = { ...quoted, quote: { ...quoted.quote!, tariff: 'test-\u001b[31m2' } }
    expect(() => checkQuote(other, url, expected)).toThrow(
      expect.objectContaining({
        code: 'QUOTE_MISMATCH',
        facts: [
          'The server requests: 0.03 USDC',
          'This client computes: 0.015 USDC',
          'Only in the quote: quotes x2: 10 credits',
          'Only in our price: quotes x1: 5 credits',
          'Tariff of the server: test-2; of this client: test-1',
        ],
      }),
    )
  })

  test('error: refuses a quote of another request for the same price', () => {
    const { expected } = honest(['AAPL'])
    const { quoted } = honest(['MSFT'])
    expect(() => checkQuote(quoted, url, expected)).toThrow('another request')
  })

  test('behavior: a server without digests is compared only by price', () => {
    const { quoted, expected } = honest(['AAPL'])
    const { price, tariffVersion } = expected
    expect(checkQuote(quoted, url, { price, tariffVersion }).amount).toBe(15_000n)
  })

  test.each<[string, Lie]>([
    ['another path', { resource: { url: 'https://fiq.example/api/other' } }],
    ['another origin', { resource: { url: 'https://evil.example/api/graphql' } }],
    ['another total than it asks for', { quote: { total: '12000', rows: [['quotes', 1, 4]] } }],
  ])('error: refuses a quote that names %s', (_, { resource, quote }) => {
    const { quoted, expected } = honest(['AAPL'])
    const lying = {
      ...quoted,
      resource: resource ?? quoted.resource,
      quote: { ...quoted.quote!, ...quote },
    }
    expect(() => checkQuote(lying, url, expected)).toThrow(
      expect.objectContaining({ code: 'QUOTE_MISMATCH' }),
    )
  })

  test('error: refuses plain HTTP to another machine', () => {
    const { expected } = honest(['AAPL'])
    for (const [origin, passes] of [
      ['http://fiq.example', false],
      ['http://127.0.0.1:4020', true],
    ] as const) {
      const at = new URL('/api/graphql', origin)
      const { quoted } = honest(['AAPL'], at)
      const check = () => checkQuote(quoted, at, expected)
      if (passes) expect(check).not.toThrow()
      else expect(check).toThrow('without TLS')
    }
  })
})

/** Changes to an honest quote. */
type Lie = { resource?: Quoted['resource']; quote?: Partial<NonNullable<Quoted['quote']>> }

/**
 * The quote of an honest server for a query of these tickers, and the price that a client expects.
 */
function honest(tickers: readonly string[], at = url): { quoted: Quoted; expected: ExpectedPrice } {
  const credits = 5 * tickers.length
  const amount = BigInt(credits) * 3_000n
  const rows = [['quotes', tickers.length, credits]] as const
  const operation = 'query($tickers:[String!]!){quotes(tickers:$tickers){price}}'
  const digest = requestDigest({ operation, operationName: undefined, variables: { tickers } })
  const tariff = 'test-1'
  const offer = offerOf({ amount, payTo, maxTimeoutSeconds: 60 })
  return {
    expected: { price: { amount, credits, rows }, digest, tariffVersion: tariff },
    quoted: {
      requirements: { ...offer, amount, payTo },
      offer,
      resource: { url: at.href },
      error: undefined,
      quote: {
        version: 1,
        tariff,
        credits,
        unitPrice: '3000',
        total: String(amount),
        rows,
        digest: quoteDigest({ request: digest, tariff, amount, payTo }),
      },
      extensions: undefined,
    },
  }
}
