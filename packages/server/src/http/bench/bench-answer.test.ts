import { expect, test } from 'vitest'
import { benchAnswer, citedValues } from './bench-answer.ts'

const cited = (path: string, source: string, asOf: string | null = '2026-11-20') => ({
  path,
  source,
  asOf,
  retrievedAt: '2026-11-22T14:00:00Z',
  licence: 'public',
})
const textOf = (body: unknown) =>
  String(benchAnswer(body))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const answer = {
  data: {
    priceHistory: [
      {
        ticker: 'AAPL',
        bars: [
          { date: '2025-11-24', close: 100 },
          { date: '2026-11-16', close: 140.7 },
        ],
      },
    ],
    entitiesByTickers: [
      {
        name: 'Apple Inc.',
        ticker: 'AAPL',
        market: { price: 531.05, changePercent: -0.079, currency: 'USD' },
        financials: { income: [{ revenue: 287186000000, fiscalYear: 2025 }] },
        risk: { sanctions: { matched: false } },
      },
    ],
  },
  extensions: {
    sources: [
      cited('entitiesByTickers', 'SEC company tickers', '2026-11-22'),
      cited('entitiesByTickers.0.market', 'Yahoo Finance quotes'),
      cited('entitiesByTickers.0.financials.income', 'SEC EDGAR', null),
    ],
  },
}

test('default: each column has its source and age, each change its sign', () => {
  const text = textOf(answer)
  expect(text).toContain('One company, three sources')
  expect(text).toContain('AAPL +40.7%')
  expect(text).toContain('Price, USD Day Revenue 2025 Sanctions')
  expect(text).toContain('SEC tickers, today Yahoo quotes, 2 days old SEC EDGAR, age unknown')
  expect(text).toContain('AAPL Apple 531.05 −0.08% 287B no match')
})

test.each([undefined, {}, { data: null }, { data: { entitiesByTickers: [null, 3] } }])(
  'error: draws %j without a figure',
  (body) => expect(textOf(body)).toMatch(/(No|Two) companies, no sources/),
)

test('error: markup in an answer is shown as text', () => {
  const body = { data: { entitiesByTickers: [{ ticker: '<script>', name: '"&' }] } }
  expect(String(benchAnswer(body))).toContain('&lt;script&gt;')
})

test('default: names values of different sources with their day', () => {
  expect(citedValues(answer)).toEqual([
    { name: 'price', source: 'Yahoo quotes', asOf: '2026-11-20' },
    { name: 'revenue', source: 'SEC EDGAR', asOf: null },
  ])
  expect(citedValues(undefined)).toEqual([])
})
