import { expect, test } from 'vitest'
import { memberLabel, ownPeriod } from './own-period.ts'
import type { SegmentFact } from './segment-facts.ts'

const fact = (
  member: string,
  start: string,
  end: string,
  value: number,
  axis: SegmentFact['axis'] = 'PRODUCT',
): SegmentFact => ({
  axis,
  member,
  start,
  end,
  value,
  currency: 'USD',
  revenue: null,
})

const facts = [
  fact('b', '2025-01-01', '2025-06-30', 9),
  fact('g', '2025-04-01', '2025-06-30', 9, 'GEOGRAPHY'),
  fact('a', '2025-04-01', '2025-06-30', 4),
  fact('b', '2025-04-01', '2025-06-30', 5),
  fact('b', '2024-04-01', '2024-06-30', 3),
  fact('b', '2024-07-01', '2025-06-30', 18),
]

test('default: returns the quarter itself, by axis, the largest first', () => {
  expect(ownPeriod(facts, 'QUARTERLY').map(({ member, value }) => [member, value])).toEqual([
    ['b', 5],
    ['a', 4],
    ['g', 9],
  ])
})

test('behavior: a quarter of sixteen weeks is a quarter, as in the statements', () => {
  const long = fact('a', '2025-02-02', '2025-05-24', 4)
  expect(ownPeriod([long, fact('a', '2025-02-02', '2025-08-16', 7)], 'QUARTERLY')).toEqual([long])
})

test('behavior: returns the year of an annual report, and nothing if no period fits', () => {
  expect(ownPeriod(facts, 'ANNUAL')).toEqual([facts[5]])
  expect(ownPeriod(facts.slice(0, 1), 'ANNUAL')).toEqual([])
})

test.each([
  ['aapl:IPhoneMember', 'IPhone'],
  ['aapl:AmericasSegmentMember', 'Americas'],
  ['country:US', 'US'],
  ['us-gaap:ServiceMember', 'Service'],
])('behavior: classifies %s as %s', (member, label) => {
  expect(memberLabel(member)).toBe(label)
})
