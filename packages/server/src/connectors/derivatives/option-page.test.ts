import { expect, test } from 'vitest'
import type { OptionContract } from '../../sources/cboe/option-contract.ts'
import { optionPage } from './option-page.ts'

const chain = ['2026-12-04', '2026-12-18'].flatMap((expiration) =>
  [90, 100, 110].flatMap((strike) =>
    (['CALL', 'PUT'] as const).map((type) => ({ expiration, strike, type }) as OptionContract),
  ),
)
const pageOf = (args: object, day?: string) =>
  optionPage({ value: chain, provenance: [] }, day, { ...args })

test('default: bounds of the strike are inclusive, beside day and type', () => {
  const { value, total } = pageOf({ type: 'CALL', minStrike: 100, maxStrike: 110 }, '2026-12-18')
  expect(value.map(({ strike }) => strike)).toEqual([100, 110])
  expect(total).toBe(2)
  expect(pageOf({ minStrike: 110 }).value).toHaveLength(4)
  expect(pageOf({ maxStrike: 90, minStrike: null }).value).toHaveLength(4)
})

test('behavior: a page knows how many options there are', () => {
  expect(pageOf({ filter: { limit: 2 } })).toMatchObject({ total: 12, warnings: [] })
})

test('behavior: a day without options has a warning that lists the expirations', () => {
  expect(pageOf({}, '2026-12-11')).toMatchObject({
    value: [],
    warnings: ['no option expires on 2026-12-11; expirations: 2026-12-04, 2026-12-18'],
  })
})

test('behavior: an empty chain has no warning', () => {
  const { warnings } = optionPage({ value: [], provenance: [] }, '2026-12-11', {})
  expect(warnings).toEqual([])
})
