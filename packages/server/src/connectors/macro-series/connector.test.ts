import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SeriesPoint } from '../../sources/connector.ts'
import {
  describeConnector,
  emptyFiles,
  testContext,
} from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { frequencyOf, macroSeries } from './connector.ts'
import api from './fixtures/CPIAUCSL.json' with { type: 'json' }

const cpi = { coordinate: 'Query.macroSeries', args: { seriesId: 'CPIAUCSL' } }
const unsaid = { title: null, unit: null, frequency: null, seasonalAdjustment: null }
const ofCpi = {
  title: 'Consumer Price Index',
  unit: 'Index 1982-1984=100',
  frequency: 'monthly',
  seasonalAdjustment: 'Seasonally Adjusted',
}
const ofGdp = {
  title: 'Gross Domestic Product',
  unit: 'Billions of Dollars',
  frequency: null,
  seasonalAdjustment: 'Seasonally Adjusted Annual Rate',
}

describeConnector(macroSeries, [
  cpi,
  { coordinate: 'Query.macroSeries', args: { seriesId: 'AMECO/ZUTN/EA19.1.0.0.0.ZUTN' } },
])

const { resolve, bounds, check } = macroSeries.fields['Query.macroSeries']!
const graph = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id='
const at = '2026-08-01T00:00:00Z'
const facts = {
  recorded: { at, url: 'https://api.stlouisfed.org/fred/series?file_type=json&series_id=CPIAUCSL' },
  body: {
    seriess: [
      { title: ofCpi.title, units: ofCpi.unit, seasonal_adjustment: ofCpi.seasonalAdjustment },
    ],
  },
}
const csv = (id: string, body: string) => ({ recorded: { at, url: graph + id }, body })
const keyless = (...fixtures: Parameters<typeof recordedTransport>[0]) =>
  testContext(recordedTransport(fixtures), { enabled: ({ id }) => id !== 'fred-api' })
const points = (args: object, context: Parameters<typeof resolve>[2]) =>
  resolve(null, { ...args }, context).then(({ value }) => value)

describe('macroSeries', () => {
  test('default: newest first, with a missing observation as null', async () => {
    expect(await resolve(null, cpi.args, testContext(recordedTransport([api, facts])))).toEqual({
      value: [
        { date: '2025-03-01', value: 319.615, ...ofCpi },
        { date: '2025-02-01', value: null, ...ofCpi },
        { date: '2025-01-01', value: 319.086, ...ofCpi },
      ],
      total: 3,
      provenance: [
        expect.objectContaining({ asOf: '2025-03-01', stale: true, retrievedAt: api.recorded.at }),
      ],
    })
  })

  test('behavior: without a key reads the download, with columns by position', async () => {
    const context = keyless(csv('GDP', 'observation_date,GDP\n2026-01-01,30000.5\n2026-04-01,.\n'))
    const { value, provenance } = await resolve(null, { seriesId: ' gdp ' }, context)
    expect(value).toEqual([
      { date: '2026-04-01', value: null, ...ofGdp },
      { date: '2026-01-01', value: 30000.5, ...ofGdp },
    ])
    expect(provenance).toMatchObject([{ asOf: '2026-01-01' }])
  })

  test.each([
    { since: '2025-02-01', until: '2025-02-01' },
    { since: '2025-02-01T00:00:00Z', until: '2025-02-01T23:59:59Z' },
  ])('behavior: $since to $until is inclusive', async (filter) => {
    const context = testContext(recordedTransport([api, facts]))
    expect(await points({ ...cpi.args, filter }, context)).toHaveLength(1)
  })

  test("behavior: the operator's own series has priority", async () => {
    const own = { value: [{ date: '2024-01-01', value: 1 }] as SeriesPoint[], provenance: [] }
    const files = {
      ...emptyFiles,
      series: (key: string) => (key === 'series:CPIAUCSL' ? own : undefined),
    }
    const context = testContext(recordedTransport([]), { files })
    expect(await points(cpi.args, context)).toEqual([{ date: '2024-01-01', value: 1, ...unsaid }])
  })

  test('error: refuses an unknown series before it is priced', async () => {
    const upstreams = sandboxTransport({ now: () => new Date('2026-11-18T17:00:00Z') })
    const refused = check!({ seriesId: 'NOPE' }, testContext(upstreams))
    await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(check!(cpi.args, testContext(upstreams))).resolves.toBeUndefined()
  })

  test.each([
    ['GDPX', 'FRED has no series GDPX.', 'https://fred.stlouisfed.org', ['Did you mean GDP?']],
    ['XYZZY', 'FRED has no series XYZZY.', 'https://fred.stlouisfed.org', []],
    ['AMECO/ZUTN/X', 'DBnomics has no series AMECO/ZUTN/X.', 'https://db.nomics.world', []],
  ])(
    'error: says that %s is unknown and how to search',
    async (seriesId, message, where, facts) => {
      const fetch = async ({ url }: { url: URL }) => {
        throw new FiqError('NOT_FOUND', `${url.host} does not know the requested item.`)
      }
      const live = testContext({ mode: 'live', fetch })
      await expect(points({ seriesId }, live)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message,
        facts,
        remedy: `Search for the identifier of the series at ${where}.`,
      })
      const mirror = testContext({ mode: 'mirror', fetch })
      await expect(points({ seriesId }, mirror)).rejects.toThrow('does not know the requested item')
    },
  )

  test('behavior: slashes mean DBnomics, capitals matter, "NA" is missing', async () => {
    const url = 'https://api.db.nomics.world/v22/series/AMECO/ZUTN/EA19.1.0.0.0.ZUTN?observations=1'
    const body = {
      series: {
        docs: [
          {
            period_start_day: ['2024-01-01', '2025-01-01'],
            value: [6.5, 'NA'],
            series_name: 'Unemployment rate',
          },
        ],
        num_found: 1,
      },
    }
    const context = testContext(recordedTransport([{ recorded: { at, url }, body }]))
    expect(await points({ seriesId: 'AMECO/ZUTN/EA19.1.0.0.0.ZUTN' }, context)).toEqual([
      { date: '2025-01-01', value: null, ...unsaid, title: 'Unemployment rate' },
      { date: '2024-01-01', value: 6.5, ...unsaid, title: 'Unemployment rate' },
    ])
    for (const seriesId of ['A/B', 'A/../C', 'A/B/../C', 'A/B/C/D', 'A/B/C?x=1', 'A//C'])
      expect(() => bounds!({ seriesId })).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })

  test('error: DBnomics is disabled until the operator enables it', async () => {
    const context = testContext(
      { mode: 'live', fetch: async () => Promise.reject(new Error('not asked')) },
      { enabled: () => false },
    )
    await expect(check!({ seriesId: 'A/B/C' }, context)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      facts: expect.arrayContaining(['FIQ_RESTRICTED_UPSTREAMS=dbnomics turns on DBnomics']),
    })
    await expect(check!({ seriesId: 'SP500' }, context)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
    })
    await expect(check!({ seriesId: 'DGS10' }, context)).resolves.toBeUndefined()
  })

  test.each(['', ' ', '../x', 'A B', 'A&api_key=1', 'x'.repeat(65)])(
    'error: %j is not an identifier',
    (seriesId) => {
      expect(() => bounds!({ seriesId })).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
    },
  )

  test.each(['observation_date,GDP\n', 'a,b\nyesterday,1\n', 'a,b\n2026-01-01,n/a\n'])(
    'error: refuses the series %j',
    async (body) => {
      await expect(points({ seriesId: 'GDP' }, keyless(csv('GDP', body)))).rejects.toMatchObject({
        code: 'UPSTREAM_CHANGED',
      })
    },
  )
})

describe('macroSeries as known on a day', () => {
  const now = () => new Date('2026-11-18T17:00:00Z')
  const known = { ...cpi.args, knownOn: '2024-06-30' }

  test('default: returns the version of that day, requested by its real-time period', async () => {
    const requests: string[] = []
    const inner = sandboxTransport({ now })
    const upstreams = {
      mode: 'sandbox',
      fetch: (request: Parameters<typeof inner.fetch>[0]) => {
        requests.push(request.url.search)
        return inner.fetch(request)
      },
    } as const
    const context = testContext(upstreams, { now, enabled: () => true })
    const { value, provenance } = await resolve(null, known, context)
    const dates = (value as { date: string }[]).map(({ date }) => date)
    expect(dates.every((date) => date <= '2024-06-30')).toBe(true)
    expect(dates.length).toBeGreaterThan(5)
    expect(provenance).toMatchObject([{ stale: false }])
    expect(requests.at(-1)).toContain('realtime_start=2024-06-30&realtime_end=2024-06-30')
  })

  test('error: refuses knownOn without a key, for a series without versions, and for an invalid day', async () => {
    await expect(check!(known, keyless())).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
    const other = { seriesId: 'AMECO/ZUTN/EA19.1.0.0.0.ZUTN', knownOn: '2024-06-30' }
    await expect(check!(other, keyless())).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect(() => bounds?.({ ...known, knownOn: '2024' })).toThrow('knownOn')
  })
})

const day = 86_400_000
const steps: Readonly<Record<string, (date: Date) => void>> = {
  daily: (date) => date.setUTCDate(date.getUTCDate() + 1),
  weekly: (date) => date.setUTCDate(date.getUTCDate() + 7),
  monthly: (date) => date.setUTCMonth(date.getUTCMonth() + 1),
  quarterly: (date) => date.setUTCMonth(date.getUTCMonth() + 3),
  semiannual: (date) => date.setUTCMonth(date.getUTCMonth() + 6),
  annual: (date) => date.setUTCFullYear(date.getUTCFullYear() + 1),
}

test('property: a series has the frequency of its steps, without weekends', () => {
  const start = fc.integer({ min: 0, max: 20_000 })
  fc.assert(
    fc.property(
      start,
      fc.constantFrom(...Object.keys(steps)),
      fc.integer({ min: 12, max: 80 }),
      (from, name, count) => {
        const date = new Date(from * day)
        date.setUTCDate(1)
        const points: { date: string }[] = []
        while (points.length < count) {
          const isWeekend = name === 'daily' && [0, 6].includes(date.getUTCDay())
          if (!isWeekend) points.push({ date: date.toISOString().slice(0, 10) })
          steps[name]!(date)
        }
        expect(frequencyOf(points)).toBe(name)
      },
    ),
  )
})

test('behavior: two observations have no frequency, and a census has none', () => {
  expect(frequencyOf([{ date: '2020-01-01' }, { date: '2020-02-01' }])).toBeNull()
  expect(
    frequencyOf(['1990', '2000', '2010'].map((year) => ({ date: `${year}-01-01` }))),
  ).toBeNull()
})

const folder = new URL('../../../../../../shared/data/fred/', import.meta.url)
test.skipIf(existsSync(folder))('SKIPPED: ../shared/data/fred is absent', () => undefined)

describe.runIf(existsSync(folder))('recorded series', () => {
  test.each([
    ...[
      ['DGS10', 'daily'],
      ['WALCL', 'weekly'],
      ['CPIAUCSL', 'monthly'],
      ['FEDFUNDS', 'monthly'],
    ],
    ...[
      ['GDP', 'quarterly'],
      ['T10Y2Y', 'daily'],
      ['UNRATE', 'monthly'],
      ['USREC', 'monthly'],
    ],
  ])('default: %s is %s', (id, frequency) => {
    const text = gunzipSync(readFileSync(new URL(`${id}.csv.gz`, folder))).toString()
    const points = text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => ({ date: line.slice(0, 10) }))
    expect(frequencyOf(points)).toBe(frequency)
  })
})
