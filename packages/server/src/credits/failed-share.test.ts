import type { QuoteRow } from '@fiq/shared/payment/quote'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExecutionOutcome } from '../execution/execute.ts'
import { failedShare } from './failed-share.ts'

const pricedWith = (rows: QuoteRow[]) => ({ price: { rows } }) as unknown as PricedRequest
const failing = (
  data: ExecutionOutcome['data'],
  ...errors: [path: (string | number)[], code: string][]
): ExecutionOutcome => ({
  data,
  errors: errors.map(([path, code]) => ({ message: 'm', path, extensions: { code } })),
  sources: [],
  warnings: [],
})

const twoFields = pricedWith([
  ['quotes', 10, 10],
  ['gdp', 1, 10],
])
const entities = pricedWith([
  ['entities', 3, 3],
  ['entities.market', 3, 3],
  ['entities.news', 3, 6],
])

describe('failedShare', () => {
  test('default: counts the rows of the failed field', () => {
    const outcome = failing({ quotes: [], gdp: null }, [['gdp'], 'UPSTREAM_UNAVAILABLE'])
    expect(failedShare(twoFields, outcome, 20)).toBe(10)
  })

  test("behavior: does not refund the caller's own mistakes and the plan's denials", () => {
    for (const code of ['BAD_INPUT', 'NOT_FOUND', 'TIER_DENIED'])
      expect(failedShare(twoFields, failing({ gdp: null }, [['gdp'], code]), 20)).toBe(0)
    expect(failedShare(twoFields, failing({ gdp: [] }), 20)).toBe(0)
  })

  test('behavior: in a list, counts the share of the failed items', () => {
    const data = { entities: [{ market: {} }, { market: null }, { market: {} }] }
    const outcome = failing(data, [['entities', 1, 'market'], 'INTERNAL'])
    expect(failedShare(entities, outcome, 12)).toBe(1)
  })

  test('behavior: counts fields lost to a null as failed, once, for any number of errors', () => {
    const data = { entities: [null, { market: null, news: [] }, { market: {}, news: [] }] }
    const outcome = failing(
      data,
      [['entities', 0, 'market', 'price'], 'INTERNAL'],
      [['entities', 0, 'news'], 'INTERNAL'],
      [['entities', 1, 'market'], 'DATA_STALE'],
    )
    expect(failedShare(entities, outcome, 12)).toBe(5)
  })

  test('behavior: uses the same share of a minimum or a cap', () => {
    const minimum = pricedWith([
      ['a', 1, 1],
      ['b', 1, 1],
      ['minimum', 1, 3, '9000'],
    ])
    expect(failedShare(minimum, failing({ a: 1, b: null }, [['b'], 'INTERNAL']), 5)).toBe(3)
  })

  test('behavior: thirds sum to the whole', () => {
    const data = { entities: [{ market: null }, { market: null }, { market: null }] }
    const errors = [0, 1, 2].map((at) => [['entities', at, 'market'], 'INTERNAL'] as const)
    const outcome = failing(
      data,
      ...errors.map(([path, code]) => [[...path], code] as [(string | number)[], string]),
    )
    expect(failedShare(entities, outcome, 12)).toBe(3)
  })

  test('behavior: is never negative, and never above the charge', () => {
    const path = fc.array(fc.oneof(fc.constantFrom('entities', 'market', 'news', 'x'), fc.nat(3)), {
      maxLength: 4,
    })
    const data = fc.constantFrom(null, {}, { entities: null }, { entities: [{ market: null }] })
    fc.assert(
      fc.property(fc.array(path, { maxLength: 5 }), data, fc.nat(50), (paths, value, charged) => {
        const outcome = failing(
          value,
          ...paths.map((each) => [each, 'INTERNAL'] as [(string | number)[], string]),
        )
        const share = failedShare(entities, outcome, charged)
        expect(Number.isInteger(share)).toBe(true)
        expect(share >= 0 && share <= charged).toBe(true)
      }),
    )
  })
})
