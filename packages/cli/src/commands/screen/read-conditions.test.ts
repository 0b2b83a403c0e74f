import { defined } from '@fiq/shared/defined'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meets, numberOf, readConditions, serverBounds } from './read-conditions.ts'

describe('readConditions', () => {
  test('default: reads columns, operators and numbers as people write them', () => {
    expect(
      readConditions(['price>10 AND cap < 5B, change >= -2.5%', 'exchange = "NMS"; gap != 0']),
    ).toEqual([
      { field: 'price', operator: '>', value: 10 },
      { field: 'marketCap', operator: '<', value: 5e9 },
      { field: 'changePercent', operator: '>=', value: -2.5 },
      { field: 'exchange', operator: '=', value: 'NMS' },
      { field: 'gapPercent', operator: '!=', value: 0 },
    ])
  })

  test.each([
    ['price', 'not of the form'],
    ['price > ten', 'not a number'],
    ['name > 3', 'only = and !='],
    ['prize > 3', undefined],
  ])('error: refuses %s', (text, reason) => {
    expect(() => readConditions([text])).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        ...defined({ facts: reason ? [expect.stringContaining(reason)] : undefined }),
      }),
    )
  })

  test('error: any text is parsed or refused as usage', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          readConditions([text])
        } catch (error) {
          expect(error).toMatchObject({ code: 'USAGE' })
        }
      }),
    )
  })
})

test('behavior: the sent bounds include every row that meets the conditions', () => {
  const operators = ['>', '>=', '<', '<=', '=', '!='] as const
  const condition = fc.record({
    field: fc.constantFrom('price', 'marketCap', 'relativeVolume', 'volume'),
    operator: fc.constantFrom(...operators),
    value: fc.integer({ min: -5, max: 5 }),
  })
  const row = fc.record({
    price: fc.integer({ min: -5, max: 5 }),
    marketCap: fc.integer({ min: -5, max: 5 }),
    relativeVolume: fc.integer({ min: -5, max: 5 }),
    volume: fc.integer({ min: -5, max: 5 }),
  })
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 5 }), row, (conditions, held) => {
      if (!meets(held, conditions)) return
      const { minPrice, maxPrice, minMarketCap, maxMarketCap, minRelativeVolume } =
        serverBounds(conditions)
      expect(held.price).toBeGreaterThanOrEqual(minPrice ?? -Infinity)
      expect(held.price).toBeLessThanOrEqual(maxPrice ?? Infinity)
      expect(held.marketCap).toBeGreaterThanOrEqual(minMarketCap ?? -Infinity)
      expect(held.marketCap).toBeLessThanOrEqual(maxMarketCap ?? Infinity)
      expect(held.relativeVolume).toBeGreaterThanOrEqual(minRelativeVolume ?? -Infinity)
    }),
  )
})

test('behavior: reads numbers with their scale', () => {
  expect(['1.5K', '2m', '.5B', '3T', '-4%', '+7'].map((text) => numberOf(text))).toEqual([
    1_500, 2e6, 5e8, 3e12, -4, 7,
  ])
})
