import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import type { Provenance } from '../../sources/connector.ts'
import { sdmxColumns, sdmxPoints } from '../../sources/sdmx-csv.ts'
import {
  describeConnector,
  emptyFiles,
  testContext,
} from '../../sources/testing/describe-connector.ts'
import { csvTable } from '../../upstreams/csv-table.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { gdp } from './connector.ts'

describeConnector(gdp, [
  { coordinate: 'Query.gdp', args: { country: 'USA', type: 'real' } },
  { coordinate: 'Query.gdp', args: { country: 'DEU', type: 'nominal' } },
  { coordinate: 'Query.gdp', args: { country: 'DEU', type: 'forecast' } },
])

const { resolve, check, bounds } = gdp.fields['Query.gdp']!
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = testContext(sandboxTransport({ now }), { now })
const at = '2026-08-01T00:00:00Z'
const url =
  'https://api.worldbank.org/v2/country/DEU/indicator/NY.GDP.MKTP.KD?format=json&per_page=1000'
const answered = (body: unknown) =>
  testContext(recordedTransport([{ recorded: { at, url }, body }]))

describe('gdp', () => {
  test('default: real, newest first, empty years only in between', async () => {
    const rows = [null, 3.1, null, 2.9, null].map((value, back) => ({
      date: String(2025 - back),
      value,
      indicator: { id: 'NY.GDP.MKTP.KD', value: 'GDP (constant 2021 US$)' },
    }))
    const { value, provenance } = await resolve(
      null,
      { country: 'DEU' },
      answered([{ total: 5 }, rows]),
    )
    // As the answer states it: the Bank moves the base year.
    const unit = 'constant 2021 USD'
    expect(value).toEqual([
      { date: '2024-01-01', value: 3.1, unit },
      { date: '2023-01-01', value: null, unit },
      { date: '2022-01-01', value: 2.9, unit },
    ])
    expect(provenance).toMatchObject([{ asOf: '2024-01-01', stale: false, mode: 'recorded' }])
  })

  test.each([
    ['Billions of Chained 2023 Dollars', 'billions of chained 2023 USD'],
    ['Billions of Dollars', 'billions of chained USD'],
  ])('behavior: the second source of the United States: %s', async (units, unit) => {
    const api = 'https://api.stlouisfed.org/fred/series'
    const unknown = [{ message: [{ id: '120', key: 'Invalid value', value: 'not valid' }] }]
    const series = { title: 'Real GDP', units, seasonal_adjustment: 'Seasonally Adjusted' }
    const context = testContext(
      recordedTransport([
        { recorded: { at, url: url.replace('DEU', 'USA') }, body: unknown },
        {
          recorded: { at, url: `${api}/observations?file_type=json&series_id=GDPC1` },
          body: { observations: [{ date: '2026-04-01', value: '24000.5' }] },
        },
        {
          recorded: { at, url: `${api}?file_type=json&series_id=GDPC1` },
          body: { seriess: [series] },
        },
      ]),
      { now },
    )
    expect((await resolve(null, { country: 'USA' }, context)).value).toEqual([
      { date: '2026-04-01', value: 24000.5, unit: `${unit}, seasonally adjusted annual rate` },
    ])
  })

  test.each(['real', 'nominal', 'forecast'])('behavior: the sandbox answers %s', async (type) => {
    const { value } = await resolve(null, { country: 'USA', type }, sandbox)
    expect((value as unknown[]).length).toBeGreaterThan(30)
  })

  test("behavior: the operator's series has priority, and is marked if old", async () => {
    const source: Provenance = {
      source: 'own',
      sourceUrl: 'https://example.org',
      asOf: '2016-01-01',
      retrievedAt: at,
      mode: 'files',
      stale: false,
      licence: 'own',
    }
    const series = (key: string) =>
      key === 'gdp:nominal:USA'
        ? { value: [{ date: '2016-01-01', value: 1.5 }], provenance: [source] }
        : undefined
    const context = testContext(recordedTransport([]), { files: { ...emptyFiles, series } })
    expect(await resolve(null, { country: 'US', type: 'nominal' }, context)).toEqual({
      value: [{ date: '2016-01-01', value: 1.5, unit: 'current USD' }],
      provenance: [{ ...source, stale: true }],
    })
  })

  test('error: an unknown country costs nothing, a wrong type is bad input', async () => {
    await expect(check!({ country: 'XXX' }, sandbox)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(() => bounds!({ country: 'USA', type: 'fast' })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  })

  test('error: reports a country unknown to the Bank, and a country without figures', async () => {
    const unknown = [{ message: [{ id: '120', key: 'Invalid value', value: 'not valid' }] }]
    for (const body of [unknown, [{ total: 0 }, null]])
      await expect(resolve(null, { country: 'DEU' }, answered(body))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
  })

  test('error: a live forecast without its key costs nothing', async () => {
    const fetch = async () => {
      throw new FiqError('NOT_CONFIGURED', 'api.imf.org needs IMF_API_KEY.')
    }
    const live = testContext({ mode: 'live', fetch })
    await expect(check!({ country: 'USA', type: 'forecast' }, live)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
    })
    await expect(check!({ country: 'USA' }, live)).resolves.toBeUndefined()
  })

  test('error: forecasts without their source are not configured', async () => {
    const context = testContext(recordedTransport([]), { enabled: () => false })
    await expect(
      resolve(null, { country: 'USA', type: 'forecast' }, context),
    ).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
  })
})

test('error: refuses SDMX rows of another form', () => {
  const page = new URL('https://api.imf.org/x')
  const pointsOf = (text: string) => sdmxPoints(csvTable(text, page, sdmxColumns).rows, page)
  expect(pointsOf('TIME_PERIOD,OBS_VALUE\n2025,-1.5\n2026,\n')).toEqual([
    { date: '2026-01-01', value: null },
    { date: '2025-01-01', value: -1.5 },
  ])
  for (const text of [
    'a,b\n',
    'TIME_PERIOD,OBS_VALUE\n2025-X03,1\n',
    // The rows of two series, whose other columns differ.
    'TIME_PERIOD,OBS_VALUE\n2025,1\n2024,1\n2025,2\n',
    'TIME_PERIOD,OBS_VALUE\n2025,x',
  ])
    expect(() => pointsOf(text)).toThrow(expect.objectContaining({ code: 'UPSTREAM_CHANGED' }))
})
