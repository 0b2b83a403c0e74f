import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildEntityDirectory } from './entity-directory.ts'
import { buildEntitySearch } from './entity-search.ts'

const rows = [
  ['Apple Inc.', 'AAPL'],
  ['MICROSOFT CORP', 'MSFT'],
  ['BERKSHIRE HATHAWAY INC', 'BRK-B'],
  ['ExxonMobil Holdings Corp', 'XOM'],
  ['AT&T INC.', 'T'],
  ['BANK OF AMERICA CORP /DE/', 'BAC'],
  ['FORD MOTOR CO', 'F'],
  ['Apple Hospitality REIT, Inc.', 'APLE'],
  ['Franklin Resources Inc', 'BEN'],
] as const
const search = await buildEntitySearch(
  buildEntityDirectory(
    rows.map(([name, ticker], at) => ({ cik: String(at + 1).padStart(10, '0'), name, ticker })),
  ),
)
const tickers = (query: string, more = {}) =>
  search.search(query, { limit: 10, ...more }).map(({ entity }) => entity.tickers[0])

test.each([
  ['apple', 'AAPL'],
  ['appl', 'AAPL'],
  ['microsft', 'MSFT'],
  ['exon mobil', 'XOM'],
  ['brk.b', 'BRK-B'],
  ['at&t', 'T'],
  ['f', 'F'],
  ['bank of amercia', 'BAC'],
  ['bitcoin', 'BTC-USD'],
  ['s&p 500', '^GSPC'],
])('default: %j finds %s first', (query, ticker) => {
  expect(tickers(query)[0]).toBe(ticker)
})

test('behavior: the exact ticker has confidence 1 and comes first', () => {
  expect(search.search('BEN', { limit: 1 })).toEqual([
    { entity: expect.objectContaining({ name: 'Franklin Resources Inc' }), confidence: 1 },
  ])
})

test.each(['CIK0000000009', 'cik:9', 'cik 9', '9', '0000000009'])(
  'behavior: %j finds the filer, first and with confidence 1',
  (query) => {
    expect(search.search(query, { limit: 1 })).toEqual([
      { entity: expect.objectContaining({ id: 'cik:0000000009' }), confidence: 1 },
    ])
  },
)

test('behavior: applies type and limit', () => {
  expect(tickers('apple', { type: 'CRYPTO' })).not.toContain('AAPL')
  expect(tickers('bitcoin', { type: 'EQUITY' })).not.toContain('BTC-USD')
  expect(tickers('dow', { type: 'INDEX' })[0]).toBe('^DJI')
  expect(tickers('F', { type: 'CRYPTO' })).not.toContain('F')
  expect(tickers('apple', { limit: 1 })).toHaveLength(1)
})

test('behavior: any query gives distinct matches, best first, with confidence from 0 to 1', () => {
  const query = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.stringMatching(/^[a-z &.]{0,20}$/),
  )
  fc.assert(
    fc.property(query, fc.integer({ min: 1, max: 50 }), (text, limit) => {
      const hits = search.search(text, { limit })
      expect(hits.length).toBeLessThanOrEqual(limit)
      expect(new Set(hits.map(({ entity }) => entity.id)).size).toBe(hits.length)
      for (const [at, { confidence }] of hits.entries()) {
        expect(confidence).toBeGreaterThan(0)
        expect(confidence).toBeLessThanOrEqual(at === 0 ? 1 : hits[at - 1]!.confidence)
      }
    }),
  )
})

test('error: no similar name gives no match', () => {
  expect(tickers('qqqqqqqq')).toEqual([])
})
