import { expect, test } from 'vitest'
import { holdersOf } from './holders-of.ts'
import { positionTable } from './position-table.ts'

test('default: sums the rows of one holder, separates options, sorts the largest first', () => {
  const positions = positionTable(10)
  const add = (cusip: string, holder: number, kind: 'SHARES' | 'PUT', amount: number) =>
    positions.add(cusip, { holder, kind, amount, value: amount * 10 })
  add('A', 0, 'SHARES', 5)
  add('A', 1, 'SHARES', 8)
  add('A', 0, 'SHARES', 4)
  add('A', 1, 'PUT', 8)
  add('B', 0, 'SHARES', 99)
  const holder = (cik: string) => ({
    name: cik,
    cik,
    period: '2026-06-30',
    filed: '2026-08-14',
    unit: 1 as const,
  })
  const provenance = {} as never
  const index = { positions, holders: [holder('1'), holder('2')], provenance }
  expect(
    holdersOf(index, ['A']).map(({ cik, kind, amount, value }) => [cik, kind, amount, value]),
  ).toEqual([
    ['1', 'SHARES', 9, 90],
    ['2', 'PUT', 8, 80],
    ['2', 'SHARES', 8, 80],
  ])
  expect(holdersOf(index, [])).toEqual([])
})
