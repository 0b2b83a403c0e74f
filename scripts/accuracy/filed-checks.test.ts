import { expect, test } from 'vitest'
import { balanceSheet } from '../../packages/server/src/sources/statements/balance-sheet-items.ts'
import { checkFiled } from './filed-checks.ts'
import { factsOf } from './filers.ts'
import { createTally } from './tally.ts'

const of = { end: '2025-12-31', accn: 'a', fy: 2025, fp: 'FY', form: '10-K', filed: '2026-02-01' }
const rawWith = (concepts: Record<string, number>) => ({
  'us-gaap': Object.fromEntries(
    Object.entries(concepts).map(([concept, val]) => [
      concept,
      { units: { USD: [{ ...of, val }] } },
    ]),
  ),
})
const raw = rawWith({ Assets: 500, Goodwill: 40, AssetsCurrent: 200 })

test('default: counts figures that are in their report, and others that are not', () => {
  const tally = createTally()
  checkFiled('A', { facts: factsOf(raw), raw }, balanceSheet, tally)
  const other = rawWith({ Assets: 500, Goodwill: 41, AssetsCurrent: 200 })
  checkFiled('B', { facts: factsOf(raw), raw: other }, balanceSheet, tally)
  const [row] = tally.rows()
  expect([row?.cases, row?.right]).toEqual([6, 5])
  expect(row?.wrong).toEqual(['B 2025-12-31 goodwill 40'])
})
