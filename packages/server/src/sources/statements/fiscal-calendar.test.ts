import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { addDays } from './days.ts'
import { fiscalCalendar } from './fiscal-calendar.ts'

function fact(end: string, more: Partial<Fact>): Fact {
  return {
    start: '2000-01-01',
    end,
    value: 1,
    accession: end,
    form: '10-K',
    filed: end,
    fiscalYear: null,
    fiscalPeriod: 'FY',
    ...more,
  }
}

/** Name of the quarter that ends on each day, e.g. `2025 Q1`. */
function names(facts: readonly Fact[], ...ends: string[]): (string | null)[] {
  const { quarterEnding } = fiscalCalendar(facts)
  return ends
    .map(quarterEnding)
    .map((found) => found && `${found.fiscalYear} ${found.fiscalPeriod}`)
}

function yearOf(end: string, fiscalYear: number, more: Partial<Fact> = {}): Fact {
  return fact(end, { start: addDays(end, -363), fiscalYear, ...more })
}

test('default: fy is the year of the filing, so earlier periods are placed by their distance', () => {
  const facts = [
    yearOf('2022-09-24', 2024, { accession: 'a' }),
    yearOf('2023-09-30', 2024, { accession: 'a' }),
    yearOf('2024-09-28', 2024, { accession: 'a' }),
  ]
  expect(fiscalCalendar(facts).years.map(({ fiscalYear }) => fiscalYear)).toEqual([
    2022, 2023, 2024,
  ])
  expect(names(facts, '2007-09-29', '2022-09-24', '2024-12-28', '2025-06-28')).toEqual([
    '2007 Q4',
    '2022 Q4',
    '2025 Q1',
    '2025 Q3',
  ])
})

test("behavior: a year that ends in January has the filer's own name", () => {
  expect(names([yearOf('2025-02-01', 2024)], '2024-05-04', '2026-01-31')).toEqual([
    '2024 Q1',
    '2025 Q4',
  ])
})

test('behavior: the majority of reports decides if one names its year differently', () => {
  const stated = [
    ['2010-01-31', 2010],
    ['2011-01-30', 2010],
    ['2012-01-29', 2012],
    ['2013-01-27', 2013],
  ] as const
  const { years } = fiscalCalendar(stated.map(([end, fiscalYear]) => yearOf(end, fiscalYear)))
  expect(years.map(({ fiscalYear }) => fiscalYear)).toEqual([2010, 2011, 2012, 2013])
})

test('behavior: years of 52 and 53 weeks around the new year have ascending names', () => {
  const facts = [yearOf('2010-01-02', 2009), yearOf('2011-01-01', 2010), yearOf('2011-12-31', 2011)]
  expect(fiscalCalendar(facts).years.map(({ fiscalYear }) => fiscalYear)).toEqual([
    2009, 2010, 2011,
  ])
})

test('behavior: of overlapping periods, those with the most facts are the years', () => {
  const trailing = fact('2023-03-31', { start: '2022-04-01', fiscalYear: 2022 })
  const { years } = fiscalCalendar([
    ...[1, 2].map(() => fact('2022-12-31', { start: '2022-01-01', fiscalYear: 2022 })),
    trailing,
    fact('2023-12-31', { start: '2023-01-01', fiscalYear: 2023 }),
  ])
  expect(years.map(({ end }) => end)).toEqual(['2022-12-31', '2023-12-31'])
})

test('behavior: a change of year end; omits a name that the new year uses again', () => {
  const facts = [yearOf('2020-06-30', 2020), yearOf('2021-12-31', 2021), yearOf('2022-12-31', 2022)]
  expect(names(facts, '2020-03-31', '2020-09-30', '2021-03-31', '2022-09-30')).toEqual([
    '2020 Q3',
    null,
    '2021 Q1',
    '2022 Q3',
  ])
})

test('behavior: a change of year end without a repeated name', () => {
  const facts = [yearOf('2019-12-31', 2019), yearOf('2021-06-30', 2021)]
  expect(names(facts, '2020-03-31', '2020-06-30', '2020-09-30')).toEqual([
    '2020 Q1',
    '2020 Q2',
    '2021 Q1',
  ])
})

test('behavior: reads quarters of 12, 12, 12 and 16 weeks', () => {
  const ends = ['2022-11-20', '2023-02-12', '2023-05-07', '2023-09-03']
  expect(names([yearOf('2023-09-03', 2023)], ...ends)).toEqual([
    '2023 Q1',
    '2023 Q2',
    '2023 Q3',
    '2023 Q4',
  ])
})

test('behavior: without an annual report uses the quarterly ones', () => {
  const quarterly = { form: '10-Q', fiscalYear: 2026, fiscalPeriod: 'Q2' }
  const facts = [fact('2026-06-30', quarterly)]
  expect(names(facts, '2026-03-31', '2026-09-30')).toEqual(['2026 Q1', '2026 Q3'])
  expect(fiscalCalendar(facts).years).toEqual([])
})

test('behavior: null if no filing determines it', () => {
  expect(names([], '2026-03-31')).toEqual([null])
})

test('edge: a comparative does not name its year, without the newest year of its report', () => {
  const comparatives = [2019, 2020, 2021].map((year) =>
    yearOf(`${year}-12-31`, year + 2, { filed: `${year + 3}-02-16` }),
  )
  const { years } = fiscalCalendar([
    ...comparatives,
    yearOf('2022-12-31', 2022, { filed: '2023-02-15' }),
  ])
  expect(years.map(({ fiscalYear }) => fiscalYear)).toEqual([2019, 2020, 2021, 2022])
  expect(names(comparatives, '2021-12-31')).toEqual(['2021 Q4'])
})

test('edge: a year that no report names and that ends on January 2 has the name of the year before', () => {
  const facts = [yearOf('2021-01-02', 2022, { filed: '2023-02-16' })]
  expect(fiscalCalendar(facts).years.map(({ fiscalYear }) => fiscalYear)).toEqual([2020])
})
