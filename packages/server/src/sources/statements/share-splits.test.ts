import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { splitRatioConcept } from './sections/section.ts'
import { sharesSince, splitsIn } from './share-splits.ts'

const shares = 'WeightedAverageNumberOfSharesOutstandingBasic'
const eps = 'EarningsPerShareBasic'

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

test('default: a split is before the first report that restates by it', () => {
  const splits = splitsIn(
    factsOf({
      [shares]: [
        ['2018-12-31', '2019-02-01', 1_000],
        ['2018-12-31', '2020-02-01', 1_000],
        ['2018-12-31', '2021-02-01', 4_000],
        ['2019-12-31', '2020-10-30', 900],
        ['2019-12-31', '2021-01-15', 3_600],
      ],
      [eps]: [
        ['2018-12-31', '2019-02-01', 12],
        ['2018-12-31', '2020-02-01', 12],
        ['2018-12-31', '2021-02-01', 3],
        ['2019-12-31', '2020-10-30', 12.4],
        ['2019-12-31', '2021-01-15', 3.1],
      ],
    }),
  )
  expect(splits).toEqual([{ ratio: 4, firstFiled: '2021-01-15' }])
  expect(sharesSince(splits, '2021-01-14')).toBe(4)
  expect(sharesSince(splits, '2021-01-15')).toBe(1)
})

test('behavior: reports that restate nothing are on the basis that their own shares are nearer to', () => {
  const splits = splitsIn(
    factsOf({
      [shares]: [
        ['2018-12-31', '2019-02-01', 1_000],
        ['2019-12-31', '2020-02-01', 1_100],
        ['2020-12-31', '2021-02-01', 4_700],
        ['2021-12-31', '2022-02-01', 5_000],
        ['2019-12-31', '2023-02-01', 4_400],
      ],
      [eps]: [
        ['2019-12-31', '2020-02-01', 12],
        ['2019-12-31', '2023-02-01', 3],
      ],
    }),
  )
  expect(splits).toEqual([{ ratio: 4, firstFiled: '2021-02-01' }])
})

test('behavior: shares decide about the ratio if earnings per share are only a few cents', () => {
  const splits = splitsIn(
    new Map([
      ...factsOf({
        [shares]: [
          ['2013-12-31', '2014-02-01', 1_000],
          ['2013-12-31', '2015-02-01', 20_000],
        ],
        [eps]: [
          ['2013-12-31', '2014-02-01', 0.16],
          ['2013-12-31', '2015-02-01', 0.01],
        ],
        StockholdersEquityNoteStockSplitConversionRatio1: [['2024-12-31', '2025-02-01', 10]],
      }),
    ]),
  )
  expect(splits).toEqual([{ ratio: 20, firstFiled: '2015-02-01' }])
})

test('behavior: handles two splits, one of them reverse; a period after both adds none', () => {
  const splits = splitsIn(
    factsOf({
      [shares]: [
        ['2018-12-31', '2019-02-01', 700],
        ['2018-12-31', '2020-02-01', 70],
        ['2019-12-31', '2020-02-01', 71],
        ['2019-12-31', '2021-02-01', 142],
        ['2017-12-31', '2018-02-01', 690],
        ['2017-12-31', '2022-02-01', 138],
      ],
      [eps]: [
        ['2018-12-31', '2019-02-01', 1],
        ['2018-12-31', '2020-02-01', 10],
        ['2019-12-31', '2020-02-01', 11],
        ['2019-12-31', '2021-02-01', 5.5],
        ['2017-12-31', '2018-02-01', 1],
        ['2017-12-31', '2022-02-01', 5],
      ],
    }),
  )
  expect(splits).toEqual([
    { ratio: 1 / 10, firstFiled: '2020-02-01' },
    { ratio: 2, firstFiled: '2021-02-01' },
  ])
})

test('behavior: a ratio beyond the usual ones counts if the filer states it or its inverse', () => {
  const reports: Record<string, readonly Reported[]> = {
    [shares]: [
      ['2018-12-31', '2019-02-01', 250_000],
      ['2018-12-31', '2020-02-01', 1_000],
    ],
    [eps]: [
      ['2018-12-31', '2019-02-01', 0.2],
      ['2018-12-31', '2020-02-01', 50],
    ],
  }
  const reverse = [{ ratio: 1 / 250, firstFiled: '2020-02-01' }]
  expect(splitsIn(factsOf(reports))).toEqual([])
  expect(
    splitsIn(factsOf({ ...reports, [splitRatioConcept]: [['2019-12-31', '2020-02-01', 250]] })),
  ).toEqual(reverse)
})

test('behavior: a change of shares without one of earnings per share is no split, nor the reverse', () => {
  const restated: readonly Reported[] = [
    ['2018-12-31', '2019-02-01', 2],
    ['2018-12-31', '2020-02-01', 4],
  ]
  const still: readonly Reported[] = [
    ['2018-12-31', '2019-02-01', 8],
    ['2018-12-31', '2020-02-01', 8],
  ]
  expect(splitsIn(factsOf({ [shares]: restated, [eps]: still }))).toEqual([])
  expect(splitsIn(factsOf({ [shares]: still, [eps]: restated }))).toEqual([])
})

test('behavior: earnings per share confirm a ratio that the filer states', () => {
  const facts = factsOf({
    [eps]: [
      ['2020-12-31', '2021-02-03', 59.15],
      ['2020-12-31', '2023-02-03', 2.96],
    ],
    StockholdersEquityNoteStockSplitConversionRatio1: [['2022-07-15', '2023-02-03', 20]],
  })
  expect(splitsIn(facts)).toEqual([{ ratio: 20, firstFiled: '2023-02-03' }])
})
