import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { openFileStore } from '../packages/server/src/imported-files/file-store.ts'
import type { ConnectorContext } from '../packages/server/src/sources/connector.ts'
import { testContext } from '../packages/server/src/sources/testing/describe-connector.ts'
import { mirrorTransport } from '../packages/server/src/upstreams/mirror/mirror.ts'
import { type LaidOut, mirrorSharedData } from './mirror-shared-data.ts'

const from = new URL('../../shared/data', import.meta.url).pathname
const present = existsSync(join(from, 'MANIFEST.md'))

test.skipIf(present)('SKIPPED: the real data is absent from ../shared/data', () => undefined)

describe.runIf(present)('real data', () => {
  const to = mkdtempSync(join(tmpdir(), 'mirror-'))
  let laidOut: LaidOut
  let store: ReturnType<typeof openFileStore>
  let context: ConnectorContext
  beforeAll(async () => {
    laidOut = await mirrorSharedData(from, to)
    store = openFileStore(join(to, 'files.sqlite'))
    context = testContext(mirrorTransport(to), {
      files: store,
      now: () => new Date('2026-11-20T17:00:00Z'),
    })
  })
  afterAll(() => {
    store?.close()
    rmSync(to, { recursive: true })
  })

  const ask = async (field: string, args: Record<string, unknown>) => {
    const connector = connectors.find(({ fields }) => fields[`Query.${field}`])
    const { check, resolve } = connector!.fields[`Query.${field}`]!
    await check?.(args, context)
    return resolve(null, args, context)
  }

  test('default: every file is in its place, and every bar is imported', () => {
    expect(laidOut).toEqual({ files: 34, bars: 619040, tickers: 505, series: expect.any(Number) })
    expect(laidOut.series).toBeGreaterThan(400)
  })

  test('behavior: the last bar of Apple is its quote, with its age', async () => {
    const { value, provenance } = await ask('quotes', { tickers: ['AAPL'] })
    expect(value).toMatchObject([{ price: 159.54, previousClose: 163.03, asOf: '2018-02-07' }])
    expect(provenance).toMatchObject([{ asOf: '2018-02-07', stale: true, mode: 'files' }])
  })

  test('behavior: five years end with the newest bar', async () => {
    const args = { tickers: ['AAPL', 'brk.b'], range: '5y', interval: '1d' }
    const { value } = await ask('priceHistory', args)
    const [{ bars }] = value as [{ bars: { date: string; close: number }[] }]
    expect(bars.length).toBeGreaterThan(1250)
    expect(bars.at(-1)).toMatchObject({ date: '2018-02-07', close: 159.54 })
  })

  test('behavior: GDP equals the files', async () => {
    const gdp = await ask('gdp', { country: 'USA', type: 'nominal' })
    expect(gdp.provenance).toMatchObject([{ mode: 'files' }])
    expect((gdp.value as { value: number }[])[0]!.value).toBeGreaterThan(2e13)
    const real = await ask('gdp', { country: 'USA' })
    expect(real.value).toContainEqual({
      date: '2024-01-01',
      value: expect.any(Number),
      unit: 'billions of chained USD, seasonally adjusted annual rate',
    })
  })

  test('behavior: inflation of the United States is the change of its consumer price index', async () => {
    const monthly = readFileSync(join(from, 'macro/us_cpi_cpiai.csv'), 'utf8').split('\n')
    const meanOf = (year: number) => {
      const months = monthly.filter((line) => line.startsWith(`${year}-`))
      return months.reduce((sum, line) => sum + Number(line.split(',')[1]), 0) / months.length
    }
    const { value } = await ask('inflation', { country: 'USA' })
    const stated = new Map(
      (value as { date: string; value: number }[]).map((point) => [point.date, point.value]),
    )
    for (const year of [1974, 2009, 2022, 2024])
      expect(stated.get(`${year}-01-01`)).toBeCloseTo(
        100 * (meanOf(year) / meanOf(year - 1) - 1),
        1,
      )
  })

  test('behavior: a FRED series states the date of the newest requested row', async () => {
    const { value, provenance } = await ask('macroSeries', {
      seriesId: 'FEDFUNDS',
      filter: { limit: 1, sort: 'ASC' },
    })
    const facts = {
      title: 'Federal Funds Effective Rate',
      frequency: 'monthly',
      seasonalAdjustment: 'Not Seasonally Adjusted',
    }
    expect(value).toEqual([{ date: '1980-01-01', value: 13.82, unit: 'Percent', ...facts }])
    expect(provenance).toMatchObject([{ mode: 'mirror', asOf: '1980-01-01' }])
  })

  test('error: files missing from the mirror are reported before payment', async () => {
    await expect(ask('macroSeries', { seriesId: 'NOPE' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(ask('gdp', { country: 'DEU', type: 'real' })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
    await expect(ask('quotes', { tickers: ['TSM'] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
