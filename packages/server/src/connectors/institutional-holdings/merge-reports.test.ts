import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Holding, HoldingsReport } from './holdings-report.ts'
import { mergeReports } from './merge-reports.ts'

const holding = (cusip: string, value: number, more: Partial<Holding> = {}): Holding => ({
  issuer: 'X',
  titleOfClass: 'COM',
  cusip,
  value,
  shares: value,
  principal: null,
  putCall: null,
  valueWarning: null,
  ...more,
})
const report = (
  amendment: HoldingsReport['amendment'],
  ...holdings: readonly Holding[]
): HoldingsReport => ({
  manager: 'M',
  period: '2026-06-30',
  filed: '2026-08-14',
  amendment,
  holdings,
})
const values = (reports: HoldingsReport[]) =>
  mergeReports(reports).map(({ cusip, value, putCall }) =>
    `${cusip} ${value} ${putCall ?? ''}`.trim(),
  )

test('default: merges rows of one security, the largest first', () => {
  expect(values([report(null, holding('A', 1), holding('B', 5), holding('A', 2))])).toEqual([
    'B 5',
    'A 3',
  ])
})

test('behavior: a position is doubtful if one of its rows is', () => {
  const rows = [holding('A', 1), holding('A', 2, { valueWarning: 'Doubtful.' })]
  expect(mergeReports([report(null, ...rows)])[0]?.valueWarning).toBe('Doubtful.')
})

test('behavior: keeps options and debt separate', () => {
  const rows = [
    holding('A', 3),
    holding('A', 2, { putCall: 'PUT' }),
    holding('A', 1, { putCall: 'CALL' }),
    holding('A', 9, { shares: null, principal: 9 }),
  ]
  expect(values([report(null, ...rows)])).toEqual(['A 9', 'A 3', 'A 2 PUT', 'A 1 CALL'])
})

test('behavior: a restatement replaces, new holdings are added', () => {
  const original = report(null, holding('A', 1))
  const added = report('NEW HOLDINGS', holding('B', 2))
  const restated = report('RESTATEMENT', holding('C', 3))
  expect(values([original, added])).toEqual(['B 2', 'A 1'])
  expect(values([original, added, restated])).toEqual(['C 3'])
  expect(values([original, restated, added])).toEqual(['C 3', 'B 2'])
  expect(values([added])).toEqual(['B 2'])
})

test('behavior: a position has the day of the newest report with it', () => {
  const original = report(null, holding('A', 1), holding('C', 1))
  const added = { ...report('NEW HOLDINGS', holding('B', 2), holding('C', 3)), filed: '2026-11-02' }
  expect(mergeReports([original, added]).map(({ cusip, filedAt }) => [cusip, filedAt])).toEqual([
    ['C', '2026-11-02'],
    ['B', '2026-11-02'],
    ['A', '2026-08-14'],
  ])
})

test('behavior: loses nothing, and counts nothing twice', () => {
  const rows = fc.array(fc.record({ cusip: fc.constantFrom('A', 'B', 'C'), value: fc.nat(1000) }))
  fc.assert(
    fc.property(rows, (found) => {
      const merged = mergeReports([
        report(null, ...found.map(({ cusip, value }) => holding(cusip, value))),
      ])
      const sum = (list: readonly { value: number }[]) =>
        list.reduce((all, { value }) => all + value, 0)
      expect(sum(merged)).toBe(sum(found))
      expect(new Set(merged.map(({ cusip }) => cusip)).size).toBe(merged.length)
    }),
  )
})
