import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { sectionSums } from './section-sums.ts'
import type { Section } from './sections/section.ts'

const section: Section = {
  total: ['Assets'],
  less: 'AssetsCurrent',
  chances: 20,
  parts: ['Plant', 'Goodwill', 'Intangibles', 'Other', 'Leases'],
  negative: ['Reserve'],
}

function factsOf(values: Readonly<Record<string, number>>): Map<string, Fact[]> {
  const filing = { accession: 'a', form: '10-K', filed: '2025-02-01' }
  const named = { fiscalYear: 2024, fiscalPeriod: 'FY' }
  return new Map(
    Object.entries(values).map(([concept, value]) => [
      concept,
      [{ start: null, end: '2024-12-31', value, ...filing, ...named }],
    ]),
  )
}

function linesOf(values: Readonly<Record<string, number>>): string[] | undefined {
  const [sum] = sectionSums(section, factsOf(values))
  return sum?.lines && [...sum.lines]
}

const face = { Assets: 90_017, AssetsCurrent: 10_000, Plant: 50_003, Goodwill: 20_014 }

test('default: the lines are those that sum to the total, without notes', () => {
  expect(linesOf({ ...face, Other: 10_000, Leases: 4_321, Intangibles: 777 })).toEqual([
    'Plant',
    'Goodwill',
    'Other',
  ])
})

test('behavior: handles a part that reduces the total', () => {
  expect(linesOf({ ...face, Intangibles: 11_111, Reserve: 1_111 })).toEqual([
    'Plant',
    'Goodwill',
    'Intangibles',
    'Reserve',
  ])
})

test('behavior: of two concepts with one value, the preferred one is the line', () => {
  expect(linesOf({ ...face, Intangibles: 10_000, Leases: 10_000 })).toEqual([
    'Plant',
    'Goodwill',
    'Intangibles',
  ])
})

test('behavior: finds no lines if nothing sums, or if arbitrary figures would', () => {
  expect(linesOf({ ...face, Other: 9_999 })).toBeUndefined()
  expect(linesOf({ Assets: 30, AssetsCurrent: 10, Plant: 10, Goodwill: 10, Other: 5 })).toBe(
    undefined,
  )
})

test('behavior: finds no sum without the total or the figure it is subtracted from', () => {
  expect(sectionSums(section, factsOf({ Assets: 5, Plant: 5 }))).toEqual([])
})

/** Facts of one report with a value for each of two years. */
function factsOfYears(values: Readonly<Record<string, readonly [number, number]>>) {
  const years = ['2023-12-31', '2024-12-31'] as const
  const filing = { accession: 'a', form: '10-K', filed: '2025-02-01' }
  const named = { fiscalYear: 2024, fiscalPeriod: 'FY' }
  return new Map(
    Object.entries(values).map(([concept, ofYears]): [string, Fact[]] => [
      concept,
      years.map((end, index) => ({
        start: null,
        end,
        value: ofYears[index]!,
        ...filing,
        ...named,
      })),
    ]),
  )
}

const cash: Section = {
  total: ['Operations'],
  chances: 10,
  oneOf: ['ProfitLoss', 'NetIncome'],
  parts: ['Depreciation', 'Payables', 'Impairment'],
  negative: ['Receivables'],
}

test('behavior: the lines are those that sum in each year, and one of several net incomes', () => {
  const sums = sectionSums(
    cash,
    factsOfYears({
      Operations: [160, 217],
      ProfitLoss: [104, 151],
      NetIncome: [100, 150],
      Depreciation: [40, 50],
      // Of the first year alone, 104 + 40 + 26 - 10 would sum.
      Impairment: [26, 3],
      Payables: [30, 10],
      Receivables: [10, -7],
    }),
  )
  const lines = ['NetIncome', 'Depreciation', 'Payables', 'Receivables']
  expect(sums.map((sum) => [...(sum.lines ?? [])])).toEqual([lines, lines])
})

test('behavior: a line without a value in one year is none of that year', () => {
  const sums = sectionSums(
    cash,
    factsOfYears({
      Operations: [130_007, 207_013],
      NetIncome: [100_003, 150_004],
      Depreciation: [40_009, 50_007],
      Impairment: [0, 9_001],
      Receivables: [10_005, 1_999],
    }),
  )
  expect(sums.map(({ lines }) => lines?.has('Impairment'))).toEqual([false, true])
})

test('behavior: names a figure that is the sum of lines in each year', () => {
  const values: Readonly<Record<string, readonly [number, number]>> = {
    Assets: [90_017, 95_029],
    AssetsCurrent: [10_000, 10_000],
    Plant: [50_003, 51_004],
    Goodwill: [20_014, 23_025],
    Intangibles: [9_000, 9_500],
    Other: [1_000, 1_500],
    Leases: [10_000, 11_000],
  }
  const [sum] = sectionSums(section, factsOfYears(values))
  expect([...(sum?.lines ?? [])]).toEqual(['Plant', 'Goodwill', 'Intangibles', 'Other'])
  expect([...(sum?.subtotals ?? [])]).toEqual(['Leases'])
})

test('behavior: one exact figure in a note does not refine the unit of the statement', () => {
  const thousands = { Operations: 8_531_000, NetIncome: 5_188_000, Depreciation: 2_489_000 }
  // Of 16 choices, one sums by chance: too many for a total of 8,531 thousands.
  const notes = { Payables: 854_000, Impairment: 3_333, Receivables: 31_000 }
  const [sum] = sectionSums({ ...cash, chances: 1_000 }, factsOf({ ...thousands, ...notes }))
  expect(sum?.lines).toBeUndefined()
})
