import { expect, test } from 'vitest'
import { type TradeFilter, tradeFilterBounds, tradeFilterOf } from './trade-filter.ts'

const sale = {
  code: 'S',
  acquiredDisposed: 'D',
  ownerName: 'Adams Katherine L.',
  isDirector: false,
  isOfficer: true,
  isTenPercentOwner: false,
  value: 1000,
  isDerivative: false,
}

test.each<[TradeFilter, boolean]>([
  [{}, true],
  [{ codes: ['P', 'S'] }, true],
  [{ codes: ['P'] }, false],
  [{ acquiredDisposed: 'D' }, true],
  [{ acquiredDisposed: 'A' }, false],
  [{ owner: 'katherine adams' }, true],
  [{ owner: 'adams k' }, true],
  [{ owner: 'dams' }, false],
  [{ role: 'OFFICER' }, true],
  [{ role: 'DIRECTOR' }, false],
  [{ minValue: 1000 }, true],
  [{ minValue: 1000.01 }, false],
  [{ derivative: false }, true],
  [{ derivative: true }, false],
])('default: %j keeps the sale: %s', (given, kept) => {
  expect(tradeFilterOf(given).passes(sale)).toBe(kept)
})

test('behavior: a trade without a price has no value to compare', () => {
  expect(tradeFilterOf({ minValue: 0 }).passes({ ...sale, value: null })).toBe(false)
})

test.each([
  { codes: [] },
  { codes: ['SALE'] },
  { acquiredDisposed: 'X' },
  { owner: ' ' },
  { minValue: -1 },
  { limit: 201 },
  { since: 'yesterday' },
])('error: %j', (filter) => {
  expect(() => tradeFilterBounds(filter, 200)).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT' }),
  )
})
