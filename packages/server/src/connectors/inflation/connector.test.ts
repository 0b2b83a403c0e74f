import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import type { MacroPoint } from '../../sources/world-bank/country-points.ts'
import { csvRows } from '../../upstreams/csv.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { inflation, yearOverYear } from './connector.ts'

describeConnector(inflation, [{ coordinate: 'Query.inflation', args: { country: 'USA' } }])

const { resolve } = inflation.fields['Query.inflation']!
const at = '2026-08-01T00:00:00Z'
const indicator = (country: string) =>
  `https://api.worldbank.org/v2/country/${country}/indicator/FP.CPI.TOTL.ZG?format=json&per_page=1000`
const fault = [{ message: [{ id: '175', key: 'x', value: 'The indicator was not found.' }] }]

describe('inflation', () => {
  test('default: returns annual percent, newest first', async () => {
    const body = [
      { total: 1 },
      [
        { date: '2024', value: 2.9 },
        { date: '2025', value: 2.7 },
      ],
    ]
    const context = testContext(
      recordedTransport([{ recorded: { at, url: indicator('DEU') }, body }]),
    )
    expect((await resolve(null, { country: 'de' }, context)).value).toEqual([
      { date: '2025-01-01', value: 2.7, unit: 'percent, year over year' },
      { date: '2024-01-01', value: 2.9, unit: 'percent, year over year' },
    ])
  })

  test('behavior: the United States fall back to the price index', async () => {
    const context = testContext(
      recordedTransport([
        { recorded: { at, url: indicator('USA') }, body: fault },
        {
          recorded: { at, url: 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=CPIAUCNS' },
          body: 'observation_date,CPIAUCNS\n2025-06-01,100\n2026-06-01,103.456\n',
        },
      ]),
      { enabled: ({ id }) => id !== 'fred-api' },
    )
    expect((await resolve(null, { country: 'USA' }, context)).value).toEqual([
      { date: '2026-06-01', value: 3.46, unit: 'percent, year over year' },
    ])
  })

  test('error: an error inside a 200 means that the upstream changed', async () => {
    const context = testContext(
      recordedTransport([{ recorded: { at, url: indicator('DEU') }, body: fault }]),
    )
    await expect(resolve(null, { country: 'DEU' }, context)).rejects.toMatchObject({
      code: 'UPSTREAM_CHANGED',
      message: expect.stringContaining('The indicator was not found.'),
    })
  })
})

test('behavior: omits months without both values', () => {
  const point = (date: string, value: number | null) => ({ date, value })
  expect(
    yearOverYear([
      point('2024-01-01', null),
      point('2024-02-01', 0),
      point('2024-03-01', 200),
      point('2025-01-01', 1),
      point('2025-02-01', 1),
      point('2025-03-01', 190),
    ]),
  ).toEqual([point('2025-03-01', -5)])
})

const file = new URL('../../../../../../shared/data/macro/us_cpi_cpiai.csv', import.meta.url)
const absent = existsSync(file) ? '' : ' (skipped: ../shared/data/macro is absent)'

test.skipIf(absent !== '')(
  `default: has the published values of the Bureau of Labor Statistics${absent}`,
  async () => {
    // The file has the index without seasonal adjustment; FRED's series of adjusted ones differs.
    const index = csvRows(readFileSync(file, 'utf8')).slice(1)
    const graph = (id: string, rows: string) => ({
      recorded: { at, url: `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${id}` },
      body: `observation_date,${id}\n${rows}\n`,
    })
    const adjusted = readFileSync(new URL('../fred/CPIAUCSL.csv.gz', file))
    const [, ...rows] = gunzipSync(adjusted).toString().trim().split('\n')
    const context = testContext(
      recordedTransport([
        { recorded: { at, url: indicator('USA') }, body: fault },
        graph('CPIAUCSL', rows.join('\n')),
        graph('CPIAUCNS', index.map(([date, value]) => `${date},${value}`).join('\n')),
      ]),
      { enabled: ({ id }) => id !== 'fred-api' },
    )
    const { value } = await resolve(null, { country: 'USA' }, context)
    const byDate = new Map((value as MacroPoint[]).map(({ date, value }) => [date, value]))
    const months = ['1921-06-01', '1980-03-01', '2009-05-01', '2022-06-01', '2024-01-01']
    expect(months.map((month) => byDate.get(month))).toEqual([-15.79, 14.76, -1.28, 9.06, 3.09])
  },
)
