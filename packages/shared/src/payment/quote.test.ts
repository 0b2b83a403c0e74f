import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canonicalJson,
  type ItemisedQuote,
  quoteDigest,
  readQuoteExtension,
  requestDigest,
  rowsAddUp,
} from './quote.ts'

const quote: ItemisedQuote = {
  version: 1,
  tariff: 't',
  credits: 3_400,
  unitPrice: '3000',
  total: '10000000',
  rows: [
    ['entities', 1_700, 3_400],
    ['cap', 1, -66, '-200000'],
  ],
  digest: '0'.repeat(64),
}

describe('readQuoteExtension', () => {
  test('default: a quote is read', () =>
    expect(readQuoteExtension({ info: quote, schema: {} })).toEqual(quote))
  test.each([
    undefined,
    null,
    1,
    {},
    { info: { ...quote, version: 2 } },
    { info: { ...quote, total: '-1' } },
    { info: { ...quote, rows: [['p', 1]] } },
    { info: { ...quote, rows: Array(50).fill(['p', 1, 1]) } },
    { info: { ...quote, digest: 'x' } },
  ])('error: %j is none', (extension) => expect(readQuoteExtension(extension)).toBeUndefined())
})

describe('rowsAddUp', () => {
  test('default: credits times the unit price, adjustments in atomic units', () =>
    expect(rowsAddUp(quote)).toBe(true))
  test.each([
    { total: '9999999' },
    { unitPrice: '2999' },
    { unitPrice: '0030' },
    { rows: [['entities', 1_700, 3_400] as const] },
    { rows: [...quote.rows, ['sneaky', 1, 1] as const] },
    { rows: [['entities', 1_700, 3_400.5] as const, ['cap', 1, -66, '-200000'] as const] },
  ])('error: with %j they do not', (change) =>
    expect(rowsAddUp({ ...quote, ...change })).toBe(false),
  )
})

describe('digests', () => {
  const request = {
    operation: '{a}',
    operationName: undefined,
    variables: { b: 1, a: { d: [2, 1], c: null } },
  }
  const terms = { request: requestDigest(request), tariff: 't', amount: 1n, payTo: '0xAB' }

  test('default: the order of keys and the case of the payee do not matter, all else does', () => {
    expect(requestDigest({ ...request, variables: { a: { c: null, d: [2, 1] }, b: 1 } })).toBe(
      terms.request,
    )
    expect(quoteDigest({ ...terms, payTo: '0xab' })).toBe(quoteDigest(terms))
    const others = [{ request: 'x' }, { tariff: 'u' }, { amount: 2n }, { payTo: '0xAC' }].map(
      (change) => quoteDigest({ ...terms, ...change }),
    )
    expect(new Set([...others, quoteDigest(terms)]).size).toBe(5)
    expect(
      requestDigest({ ...request, variables: { ...request.variables, a: { d: [1, 2], c: null } } }),
    ).not.toBe(terms.request)
  })

  test('behavior: equal values have equal canonical texts, and they parse back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
