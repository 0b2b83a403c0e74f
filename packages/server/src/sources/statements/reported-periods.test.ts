import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { daysBetween } from './days.ts'
import { reportedPeriods } from './reported-periods.ts'

/** A fact of 2024, filed a month after its period on the form for its length. */
function fact(start: string | null, end: string, value: number, more: Partial<Fact> = {}): Fact {
  const isYear = start !== null && daysBetween(start, end) > 300
  return {
    start,
    end,
    value,
    accession: `${end}`,
    form: isYear ? '10-K' : '10-Q',
    filed: '2025-01-31',
    fiscalYear: 2024,
    fiscalPeriod: isYear ? 'FY' : 'Q1',
    ...more,
  }
}

const ends = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31'] as const
const yearToDate = (values: readonly number[]) =>
  values.map((value, index) => fact('2024-01-01', ends[index]!, value))

test('default: cash flows are reported from the start of the year, so quarters are differences', () => {
  const { quarters, years } = reportedPeriods([yearToDate([10, 30, 60, 100])], true)
  expect(
    [...quarters.values()].map(({ start, end, value, derived }) => [start, end, value, derived]),
  ).toEqual([
    ['2024-01-01', '2024-03-31', 10, false],
    ['2024-04-01', '2024-06-30', 20, true],
    ['2024-07-01', '2024-09-30', 30, true],
    ['2024-10-01', '2024-12-31', 40, true],
  ])
  expect(years.get('2024-12-31')).toMatchObject({ value: 100, form: '10-K', derived: false })
})

test('behavior: does not derive a reported value', () => {
  const reported = fact('2024-10-01', '2024-12-31', 41)
  const { quarters } = reportedPeriods([[...yearToDate([10, 30, 60, 100]), reported]], true)
  expect(quarters.get('2024-12-31')).toMatchObject({ value: 41, derived: false })
})

test('behavior: does not derive a value if the year is repeated in a later filing', () => {
  const year = fact('2024-01-01', '2024-12-31', 100, { filed: '2026-01-31' })
  const reported = fact('2024-10-01', '2024-12-31', 41)
  const { quarters } = reportedPeriods([[...yearToDate([10, 30, 60]), year, reported]], true)
  expect(quarters.get('2024-12-31')).toMatchObject({ value: 41, derived: false })
})

test.each([
  [
    'the year was restated alone',
    [
      ['2025-02', 100],
      ['2026-02', 150],
    ],
    [['2024-11', 60]],
    40,
  ],
  [
    'its nine months were repeated after it',
    [
      ['2025-02', 100],
      ['2026-02', 150],
    ],
    [
      ['2024-11', 60],
      ['2026-11', 60],
    ],
    90,
  ],
  [
    'both were',
    [
      ['2025-02', 100],
      ['2026-02', 150],
    ],
    [
      ['2024-11', 60],
      ['2025-11', 80],
    ],
    70,
  ],
  [
    'the nine months were before there was a year',
    [['2025-02', 100]],
    [
      ['2024-11', 60],
      ['2024-12', 70],
    ],
    30,
  ],
  [
    'the nine months were after',
    [['2025-02', 100]],
    [
      ['2024-11', 60],
      ['2025-11', 70],
    ],
    40,
  ],
  [
    'and the year was repeated then',
    [
      ['2025-02', 100],
      ['2026-02', 100],
    ],
    [
      ['2024-11', 60],
      ['2025-11', 70],
    ],
    30,
  ],
  [
    'nine months are known from the next report alone',
    [
      ['2025-02', 100],
      ['2026-02', 150],
    ],
    [['2025-11', 80]],
    70,
  ],
] as const)('behavior: a difference uses one basis if %s', (_, year, nineMonths, left) => {
  const filed = (end: string, months: readonly (readonly [string, number])[]) =>
    months.map(([month, value]) => fact('2024-01-01', end, value, { filed: `${month}-01` }))
  const facts = [...filed('2024-12-31', year), ...filed('2024-09-30', nineMonths)]
  const { quarters } = reportedPeriods([facts], true)
  expect(quarters.get('2024-12-31')?.value).toBe(left)
})

test('behavior: does not derive averages and values per share', () => {
  const { quarters } = reportedPeriods([yearToDate([10, 30, 60, 100])], false)
  expect([...quarters.keys()]).toEqual(['2024-03-31'])
})

test('behavior: the latest filing has priority, and within one filing the first concept', () => {
  const first = [
    fact(null, '2024-12-31', 1, { filed: '2025-02-01' }),
    fact(null, '2023-12-31', 1, { filed: '2025-02-01' }),
  ]
  const second = [
    fact(null, '2024-12-31', 2, { filed: '2025-02-01' }),
    fact(null, '2023-12-31', 2, { filed: '2026-02-01' }),
  ]
  const { instants } = reportedPeriods([first, second], true)
  expect(instants.get('2024-12-31')?.value).toBe(1)
  expect(instants.get('2023-12-31')?.value).toBe(2)
})

test('behavior: twelve months in a quarterly report are not a fiscal year', () => {
  const trailing = fact('2023-07-01', '2024-06-30', 9, { form: '10-Q' })
  expect(reportedPeriods([[trailing]], true).years.size).toBe(0)
})

test.each([
  ['2024-01-01', '2024-03-19', 'neither'],
  ['2024-01-01', '2024-03-20', 'quarter'],
  ['2024-01-01', '2024-04-29', 'quarter'],
  ['2024-01-01', '2024-04-30', 'neither'],
  ['2024-01-01', '2024-12-14', 'neither'],
  ['2024-01-01', '2024-12-15', 'year'],
  ['2024-01-01', '2025-01-14', 'year'],
  ['2024-01-01', '2025-01-15', 'neither'],
])('behavior: %s to %s is %s', (start, end, kind) => {
  const { quarters, years } = reportedPeriods([[fact(start, end, 1, { form: '10-K' })]], true)
  expect({ quarter: quarters.size, year: years.size }).toEqual({
    quarter: kind === 'quarter' ? 1 : 0,
    year: kind === 'year' ? 1 : 0,
  })
})

test('behavior: four quarters sum to the year, for any order of the facts', () => {
  const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  const amounts = fc.tuple(amount, amount, amount, amount)
  fc.assert(
    fc.property(amounts, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (values, order) => {
      const facts = yearToDate(values)
        .map((value, index) => ({ value, at: order[index]! }))
        .sort((a, b) => a.at - b.at)
        .map(({ value }) => value)
      const { quarters } = reportedPeriods([facts], true)
      const sum = [...quarters.values()].reduce((total, { value }) => total + value, 0)
      expect(quarters.size).toBe(4)
      expect(sum).toBe(values[3])
    }),
  )
})
