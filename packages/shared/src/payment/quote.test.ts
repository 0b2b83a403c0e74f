import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canonicalJson,
  creditsOf,
  foldRows,
  type ItemisedQuote,
  type QuoteRow,
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
  test('default: reads a quote', () =>
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
  ])('error: %j is not a quote', (extension) =>
    expect(readQuoteExtension(extension)).toBeUndefined(),
  )
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
  ])('error: false with %j', (change) => expect(rowsAddUp({ ...quote, ...change })).toBe(false))
})

describe('foldRows', () => {
  const minimum: QuoteRow = ['minimum', 1, 2, '6000']

  test('default: rows that have room do not change', () => {
    const rows: QuoteRow[] = [['quotes', 1, 3], minimum]
    expect(foldRows(rows)).toBe(rows)
  })

  test('behavior: sums the cheapest rows, and those too long to send; the adjustment is last', () => {
    const long = 'a'.repeat(401)
    expect(foldRows([['quotes', 1, 1], [long, 2, 2], [`${long}b`, 1, 1], minimum])).toEqual([
      ['quotes', 1, 1],
      ['other', 2, 3],
      minimum,
    ])
    const many = Array.from({ length: 41 }, (_, i): QuoteRow => [`a${i}`, 1, i + 1])
    expect(foldRows(many)).toEqual([...many.slice(1), ['other', 1, 1]])
  })

  test('behavior: for any aliases, credits and order do not change, and the result fits into a header', () => {
    const path = fc.integer({ min: 1, max: 800 }).map((length) => 'p'.repeat(length))
    const row = fc.tuple(path, fc.constant(1), fc.integer({ min: 1, max: 500 }))
    fc.assert(
      fc.property(fc.array(row, { maxLength: 80 }), (rows) => {
        const folded = foldRows(rows)
        expect(creditsOf(folded)).toBe(creditsOf(rows))
        const kept = folded.filter(([name]) => name !== 'other')
        expect(rows.filter((known) => kept.includes(known))).toEqual(kept)
        const extension = { info: { ...quote, rows: folded } }
        expect(readQuoteExtension(extension)).toEqual(extension.info)
        expect(JSON.stringify(extension).length).toBeLessThan(6_000)
      }),
    )
  })
})

describe('digests', () => {
  const request = {
    operation: '{a}',
    operationName: undefined,
    variables: { b: 1, a: { d: [2, 1], c: null } },
  }
  const terms = { request: requestDigest(request), tariff: 't', amount: 1n, payTo: '0xAB' }

  test('default: ignores the order of keys and the case of the payee, and nothing else', () => {
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

  test('behavior: equal values have equal canonical texts, which parse back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

test('behavior: canonical JSON keeps every own key, in the order of a sorted object', () => {
  const value = JSON.parse('{"b":1,"__proto__":{"z":1,"a":2},"10":"x","9":"y","constructor":null}')
  expect(canonicalJson(value)).toBe(
    '{"9":"y","10":"x","__proto__":{"a":2,"z":1},"b":1,"constructor":null}',
  )
})
