import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { splitsIn } from './share-splits.ts'
import { sharesOfReports, statedSplits } from './stated-splits.ts'

const ratio = 'StockholdersEquityNoteStockSplitConversionRatio1'
const shares = 'WeightedAverageNumberOfSharesOutstandingBasic'

type Reported = readonly [end: string, filed: string, value: number]

function factsOf(reported: Readonly<Record<string, readonly Reported[]>>): Map<string, Fact[]> {
  return new Map(
    Object.entries(reported).map(([concept, rows]) => [
      concept,
      rows.map(([end, filed, value]) => ({
        start: `${end.slice(0, 4)}-01-01`,
        end,
        value,
        filed,
        accession: filed,
        form: '10-K',
        fiscalYear: null,
        fiscalPeriod: null,
      })),
    ]),
  )
}

const years: readonly Reported[] = [
  ['2019-12-31', '2020-02-01', 1_000],
  ['2020-12-31', '2021-02-01', 980],
  ['2021-12-31', '2022-02-01', 3_800],
  ['2022-12-31', '2023-02-01', 3_900],
]

test('default: a stated ratio and the shares of two reports show a split that nothing restates', () => {
  const splits = [{ ratio: 4, firstFiled: '2022-02-01' }]
  for (const value of [4, 1 / 4])
    expect(
      splitsIn(factsOf({ [shares]: years, [ratio]: [['2021-08-01', '2022-02-01', value]] })),
    ).toEqual(splits)
  expect(statedSplits(factsOf({ [shares]: years }))).toEqual([])
})

test.each<[string, Reported, readonly Reported[]]>([
  ['its day is later', ['2022-08-01', '2023-02-01', 4], years],
  ['its day is years before', ['2019-08-01', '2020-02-01', 4], years],
  ['the shares differ by another ratio', ['2021-08-01', '2022-02-01', 10], years],
  [
    'the shares are those of an issue',
    ['2020-08-01', '2021-02-01', 2],
    [
      ['2019-12-31', '2020-02-01', 1_000],
      ['2020-12-31', '2021-02-01', 1_300],
    ],
  ],
])('behavior: a stated ratio is no split if %s', (_, stated, counted) => {
  expect(statedSplits(factsOf({ [shares]: counted, [ratio]: [stated] }))).toEqual([])
})

test('behavior: with several classes, the shares are income divided by earnings per share', () => {
  const facts = factsOf({
    NetIncomeLoss: years.map(([end, filed, count]) => [end, filed, 5 * count]),
    EarningsPerShareBasic: years.map(([end, filed]) => [end, filed, 5]),
    [ratio]: [['2021-08-01', '2022-02-01', 4]],
  })
  expect(statedSplits(facts)).toEqual([{ ratio: 4, firstFiled: '2022-02-01' }])
})

test('behavior: a split that reports also restate counts once', () => {
  const facts = factsOf({
    [shares]: [...years, ['2020-12-31', '2022-02-01', 3_920]],
    EarningsPerShareBasic: [
      ['2020-12-31', '2021-02-01', 8],
      ['2020-12-31', '2022-02-01', 2],
    ],
    [ratio]: [['2021-08-01', '2022-02-01', 4]],
  })
  expect(splitsIn(facts)).toEqual([{ ratio: 4, firstFiled: '2022-02-01' }])
})

test('default: the shares of a report are those of its newest period, newest report first', () => {
  const facts = factsOf({
    [shares]: [
      ['2024-12-31', '2026-02-01', 90],
      ['2025-12-31', '2026-02-01', 100],
      ['2024-12-31', '2025-02-01', 90],
    ],
  })
  expect(sharesOfReports(facts)).toEqual([
    { filed: '2026-02-01', end: '2025-12-31', value: 100 },
    { filed: '2025-02-01', end: '2024-12-31', value: 90 },
  ])
})
