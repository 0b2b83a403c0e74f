import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import type { Section } from './section.ts'
import { sectionSums } from './section-sums.ts'

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
