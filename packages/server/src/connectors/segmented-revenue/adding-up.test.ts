import { expect, test } from 'vitest'
import { addingUp } from './adding-up.ts'
import type { SegmentFact } from './segment-facts.ts'

function rowsOf(revenue: number | null, values: Readonly<Record<string, number>>): SegmentFact[] {
  return Object.entries(values).map(([member, value]) => ({
    axis: 'PRODUCT',
    member,
    value,
    revenue,
    currency: 'USD',
    start: '2022-09-25',
    end: '2023-09-30',
  }))
}
const million = 1_000_000
const membersOf = (rows: readonly SegmentFact[]) => {
  const found = addingUp(rows)
  return found && [...found].map(({ member }) => member)
}

test('default: returns all rows that sum to the total', () => {
  expect(membersOf(rowsOf(7 * million, { a: 4 * million, b: 3 * million }))).toEqual(['a', 'b'])
})

test('behavior: returns the parts without the subtotal beside them', () => {
  const rows = rowsOf(383_285 * million, {
    product: 298_085 * million,
    iPhone: 200_583 * million,
    service: 85_200 * million,
    wearables: 39_845 * million,
    mac: 29_357 * million,
    iPad: 28_300 * million,
    new: 0,
  })
  expect(membersOf(rows)).toEqual(['iPhone', 'service', 'wearables', 'mac', 'iPad', 'new'])
})

test('behavior: subtracts eliminations, and allows rounding of one unit', () => {
  const rows = rowsOf(99_999_000, { a: 80_000_000, b: 30_000_000, eliminations: -10_000_000 })
  expect(membersOf(rows)).toEqual(['a', 'b', 'eliminations'])
})

test('behavior: rows rounded to tenths of a million sum to a revenue in thousands', () => {
  const rows = rowsOf(78_424_000, { cable: 35_100_000, center: 37_500_000, home: 5_900_000 })
  expect(membersOf(rows)).toEqual(['cable', 'center', 'home'])
  expect(membersOf(rowsOf(79_424_000, { a: 35_100_000, b: 43_400_000 }))).toBeUndefined()
  expect(membersOf(rowsOf(8_400_000, { a: 5_000_000, b: 3_000_000 }))).toBeUndefined()
})

test.each([
  ['segments before reconciling items', rowsOf(2_070_611, { a: 1_109_415, b: 832_006 })],
  ['a report without its revenue', rowsOf(null, { a: 1 })],
  // Some selection of 14 round figures sums to nearly any total.
  [
    'rows so many and so round that chance adds them up',
    rowsOf(
      100 * million,
      Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`r${at}`, (at + 1) * million])),
    ),
  ],
  ['no rows', []],
])('behavior: returns nothing for %s', (_what, rows) => {
  expect(addingUp(rows)).toBeUndefined()
})
