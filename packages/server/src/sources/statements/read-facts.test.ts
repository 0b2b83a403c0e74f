import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { mayHaveMinorities } from './read-facts.ts'

const fact = (value: number, part: Partial<Fact> = {}): Fact => ({
  start: '2025-01-01',
  end: '2025-12-31',
  value,
  accession: '1',
  form: '10-K',
  filed: '2026-02-01',
  fiscalYear: 2025,
  fiscalPeriod: 'FY',
  ...part,
})

test.each<[string, Record<string, Fact[]>, boolean]>([
  ['income of the parent alone', { NetIncomeLoss: [fact(5)] }, false],
  ['the same income of all owners', { NetIncomeLoss: [fact(5)], ProfitLoss: [fact(5)] }, false],
  ['another income of all owners', { NetIncomeLoss: [fact(5)], ProfitLoss: [fact(6)] }, true],
  ['income of all owners alone', { ProfitLoss: [fact(6)] }, false],
  [
    'income of all owners of another year',
    {
      NetIncomeLoss: [fact(5)],
      ProfitLoss: [fact(6, { start: '2024-01-01', end: '2024-12-31' })],
    },
    false,
  ],
  ['the part of minority owners', { MinorityInterest: [fact(3, { start: null })] }, true],
  ['no part of minority owners', { MinorityInterest: [fact(0, { start: null })] }, false],
  ['their part by IFRS', { NoncontrollingInterests: [fact(3, { start: null })] }, true],
])('default: decides by %s', (_, facts, expected) => {
  expect(mayHaveMinorities(new Map(Object.entries(facts)))).toBe(expected)
})
