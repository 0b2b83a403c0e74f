import { expect, test } from 'vitest'
import { contradictsEarnings, contradictsTotals } from './contradictions.ts'

const statement = {
  wholes: [{ total: 'liabilities', less: 'current', parts: ['debt', 'leases', 'others'] }],
  differences: [{ field: 'gross', from: 'revenue', less: 'cost' }],
}
const contradicted = (row: object, unsupported: string[] = []) =>
  contradictsTotals(statement, { ...row, unsupported })

test('default: nothing contradicts lines that fit into their total', () => {
  expect(contradicted({ liabilities: 400, current: 100, debt: 200, leases: 50 })).toEqual([])
  expect(contradicted({ liabilities: 400, debt: 300, leases: 100, others: null })).toEqual([])
})

test('behavior: the one line without which the others fit', () => {
  expect(contradicted({ liabilities: 400, current: 370, debt: 200, leases: 20 })).toEqual(['debt'])
})

test('behavior: each line that may be the wrong one; all if one is not enough', () => {
  const row = { liabilities: 400, current: 100, debt: 200, leases: 150, others: 10 }
  expect(contradicted(row)).toEqual(['debt', 'leases'])
  expect(contradicted({ ...row, current: 390 })).toEqual(['debt', 'leases', 'others'])
})

test('behavior: does not judge without the total, nor lines that are marked already', () => {
  expect(contradicted({ current: 370, debt: 200 })).toEqual([])
  expect(contradicted({ liabilities: 400, current: 370, debt: 200 }, ['debt'])).toEqual([])
})

test('behavior: figures in thousands or millions are rounded', () => {
  expect(contradicted({ liabilities: 4_000_000, debt: 2_000_000, leases: 2_001_000 })).toEqual([])
  const millions = { liabilities: 4e9, debt: 2e9, leases: 2.002e9 }
  expect(contradicted(millions)).toEqual([])
  expect(contradicted({ ...millions, leases: 2.1e9 })).toEqual(['debt', 'leases'])
})

test('behavior: a difference that is not that of its figures', () => {
  expect(contradicted({ revenue: 12_859, cost: 8_566, gross: 4_293 })).toEqual([])
  expect(contradicted({ revenue: 12_859, cost: 8_566, gross: 3_584 })).toEqual(['gross'])
  expect(contradicted({ revenue: 12_859, cost: null, gross: 3_584 })).toEqual([])
})

test('behavior: a total that is not the sum of its parts', () => {
  const sums = [{ total: 'change', parts: ['operating', 'investing'], also: 'exchange' }]
  const contradictedSum = (row: object) =>
    contradictsTotals({ sums, differences: [] }, { ...row, unsupported: [] })
  expect(contradictedSum({ operating: 700, investing: -300, change: 400 })).toEqual([])
  const withExchange = { operating: 700, investing: -300, exchange: -50 }
  expect(contradictedSum({ ...withExchange, change: 350 })).toEqual([])
  expect(contradictedSum({ ...withExchange, change: 400 })).toEqual(['change'])
  expect(contradictedSum({ operating: 700, investing: null, change: 400 })).toEqual([])
})

const perShare = ['income', 'shares', 'earnings'] as const

function contradicts(income: number, shares: number, earnings: number, sharesFiled = 'a'): boolean {
  const found = new Map([
    ['income', { value: income, filed: 'a' }],
    ['shares', { value: shares, filed: sharesFiled }],
    ['earnings', { value: earnings, filed: 'a' }],
  ])
  return contradictsEarnings(perShare, found)
}

test('default: income over shares is the earnings per share, within a cent', () => {
  expect(contradicts(1_234, 1_000, 1.23)).toBe(false)
  expect(contradicts(1_234, 1_000, 1.5)).toBe(true)
})

test('behavior: continuing operations and a wrong sign contradict', () => {
  expect(contradicts(10_727, 2_900, 4.32)).toBe(true)
  expect(contradicts(137, 46, -2.99)).toBe(true)
})

test('behavior: does not judge shares of another report, no shares or a missing figure', () => {
  expect(contradicts(1_234, 500, 1.23, 'b')).toBe(false)
  expect(contradicts(1_234, 0, 1.23)).toBe(false)
  expect(contradictsEarnings(perShare, new Map())).toBe(false)
  expect(contradictsEarnings(undefined, new Map())).toBe(false)
})
