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
    adds: false,
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

test('behavior: sums the reports of one holder, with the day of the newest one', () => {
  const positions = positionTable(10)
  const report = { name: 'S', cik: '7', period: '2026-06-30', adds: false, unit: 1 as const }
  for (const [cusip, holder] of [
    ['A', 0],
    ['B', 0],
    ['B', 1],
  ] as const)
    positions.add(cusip, { holder, kind: 'SHARES', amount: 1, value: 10 })
  const holders = ['2026-08-14', '2026-11-02'].map((filed) => ({ ...report, filed }))
  const rows = holdersOf({ positions, holders, provenance: {} as never }, ['A', 'B'])
  expect(rows.map(({ cusip, amount, filed }) => [cusip, amount, filed])).toEqual([
    ['B', 2, '2026-11-02'],
    ['A', 1, '2026-08-14'],
  ])
})
