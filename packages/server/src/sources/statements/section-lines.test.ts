import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { moneyLine, withParts } from './line-item.ts'
import { sectionLines } from './section-lines.ts'
import type { Section } from './sections/section.ts'

const section: Section = {
  total: ['AssetsCurrent'],
  chances: 20,
  parts: ['Cash', 'Receivables', 'PrepaidAndOther', 'Other'],
}
const other = withParts(moneyLine('other', 'Other.', ['Other']), 'PrepaidAndOther', 'Other')

/** Facts of reports about one day, by filing day. */
function factsOf(reports: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const facts = new Map<string, Fact[]>()
  for (const [filed, values] of Object.entries(reports))
    for (const [concept, value] of Object.entries(values)) {
      const filing = { accession: filed, form: '10-Q', filed, fiscalYear: null, fiscalPeriod: null }
      const fact = { start: null, end: '2025-01-26', value, ...filing }
      facts.set(concept, [...(facts.get(concept) ?? []), fact])
    }
  return facts
}

const face = { AssetsCurrent: 80_126, Cash: 8_589, Receivables: 67_766, PrepaidAndOther: 3_771 }

test('default: uses the line that sums to the total, not the figure of a note', () => {
  const lines = sectionLines([section], factsOf({ '2025-02-26': { ...face, Other: 152 } }))
  expect(lines.factsOf(other).map(({ value }) => value)).toEqual([3_771])
  expect(lines.isSupported(other, '2025-01-26')).toBe(true)
})

test('behavior: adds concepts of one line if both are lines of the statement', () => {
  const apart = { ...face, AssetsCurrent: 80_278, Other: 152 }
  const lines = sectionLines([section], factsOf({ '2025-02-26': apart }))
  expect(lines.factsOf(other)).toMatchObject([{ value: 3_923, isSum: true }])
})

test('behavior: a report that does not sum uses the lines of the next in time', () => {
  const lines = sectionLines(
    [section],
    factsOf({
      '2025-02-26': { ...face, Other: 152 },
      '2025-05-26': { ...face, AssetsCurrent: 99_999, PrepaidAndOther: 3_800, Other: 150 },
    }),
  )
  expect(lines.factsOf(other).map(({ value }) => value)).toEqual([3_771, 3_800])
  expect(lines.isSupported(other, '2025-01-26')).toBe(false)
})

test('behavior: a figure only in notes is not supported; one of a day without sums is not judged', () => {
  const { PrepaidAndOther: _, ...rest } = face
  const whole = { ...rest, AssetsCurrent: 76_355, Other: 152 }
  const lines = sectionLines([section], factsOf({ '2025-02-26': whole }))
  expect(lines.factsOf(other)).toEqual([])
  expect(lines.isSupported(other, '2025-01-26')).toBe(false)
  expect(lines.isSupported(other, '2024-01-28')).toBe(true)
})

test('behavior: a single figure that no sum of the filer counts is not supported', () => {
  const { AssetsCurrent, Cash, Receivables, PrepaidAndOther } = face
  const summing = { AssetsCurrent: AssetsCurrent - PrepaidAndOther, Cash, Receivables }
  const odd = { AssetsCurrent: 99_999, Cash, Receivables, Other: 152 }
  const isSupported = (filed: string, values: Readonly<Record<string, number>>) =>
    sectionLines([section], factsOf({ [filed]: values, '2025-05-26': odd })).isSupported(
      other,
      '2025-01-26',
    )
  expect(isSupported('2025-02-26', { ...summing, Other: 152 })).toBe(false)
  expect(isSupported('2025-02-26', face)).toBe(true)
  // The sum of another year does not decide.
  expect(isSupported('2024-02-26', { ...summing, Other: 152 })).toBe(true)
})

test('behavior: a figure of a note that splits into lines of the statement is supported', () => {
  const day = (values: Readonly<Record<string, number>>, end: string) =>
    Object.entries(values).map(([concept, value]): [string, Fact] => [
      concept,
      {
        start: null,
        end,
        value,
        accession: 'a',
        form: '10-K',
        filed: '2025-02-26',
        fiscalYear: null,
        fiscalPeriod: null,
      },
    ])
  const now = { AssetsCurrent: 80_126, Cash: 8_589, Receivables: 67_766, PrepaidAndOther: 3_771 }
  const before = { AssetsCurrent: 70_115, Cash: 7_089, Receivables: 60_066, PrepaidAndOther: 2_960 }
  const facts = [
    ...day({ ...now, Other: 12_360 }, '2025-01-26'),
    ...day({ ...before, Other: 10_049 }, '2024-01-28'),
  ]
  const lines = sectionLines(
    [section],
    new Map(
      [...Map.groupBy(facts, ([concept]) => concept)].map(([concept, found]) => [
        concept,
        found.map(([, fact]) => fact),
      ]),
    ),
  )
  const noted = withParts(moneyLine('noted', 'Noted.', ['Other']), 'Other')
  expect(lines.factsOf(noted)).toEqual([])
  expect(lines.isSupported(noted, '2025-01-26')).toBe(true)
})

test('behavior: of two lines with one figure, that of the preferred concept is supported', () => {
  const { AssetsCurrent, Cash } = face
  const lines = sectionLines(
    [section],
    factsOf({ '2025-02-26': { AssetsCurrent, Cash, PrepaidAndOther: 152, Other: 152 } }),
  )
  const prepaid = withParts(
    moneyLine('prepaid', 'Prepaid.', ['PrepaidAndOther']),
    'PrepaidAndOther',
  )
  const rest = withParts(moneyLine('rest', 'Rest.', ['Other']), 'Other')
  expect([prepaid, rest].map((item) => lines.isSupported(item, '2025-01-26'))).toEqual([
    true,
    false,
  ])
})
