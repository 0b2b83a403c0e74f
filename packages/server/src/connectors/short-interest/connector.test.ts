import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refuseUnanswered } from '../../sources/field-readiness.ts'
import {
  settlementDays,
  shortInterestColumns,
  shortInterestRecords,
} from '../../sources/finra/finra-files.ts'
import type { ShortInterestRecord } from '../../sources/finra/short-interest-record.ts'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { csvTable } from '../../upstreams/csv-table.ts'
import { bodyDigest } from '../../upstreams/mirror-path.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { entities } from '../entities/connector.ts'
import { searchEntities } from '../search-entities/connector.ts'
import { shortInterest } from './connector.ts'

describeConnector(
  shortInterest,
  [
    { coordinate: 'Query.shortInterest', args: { ticker: 'AAPL' } },
    { coordinate: 'Entity.shortInterest', args: {}, parent: { ticker: 'BRK-B' } },
  ],
  [entities, searchEntities],
)

const field = shortInterest.fields['Query.shortInterest']!
const { resolve, check } = field
const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = (parts = {}) => testContext(sandboxTransport({ now }), { now, ...parts })
const page = async (args: object, context = sandbox()) =>
  (await resolve(null, { ...args }, context)).value as ShortInterestRecord[]

function recorded(symbol: string, body: unknown): Fixture {
  const asked = {
    domainFilters: [{ fieldName: 'symbolCode', values: [symbol] }],
    offset: 0,
    limit: 1_000,
  }
  const url = 'https://api.finra.org/data/group/otcMarket/name/consolidatedShortInterest'
  const bodySha256 = bodyDigest(JSON.stringify(asked))
  return { recorded: { at: '2026-09-12T00:00:00Z', url, bodySha256 }, body }
}

const real = new URL(
  '../../../../../../shared/data/finra/consolidatedShortInterest_AAPL.json',
  import.meta.url,
)
/** A note in the report if the folder is absent. */
const absent = existsSync(real) ? '' : ' (skipped: ../shared/data/finra is absent)'

describe('shortInterest', () => {
  test.skipIf(absent !== '')(`default: reads real rows, sorted newest first${absent}`, async () => {
    const body = JSON.parse(readFileSync(real, 'utf8')) as { settlementDate: string }[]
    const context = testContext(recordedTransport([recorded('AAPL', body)]), { now })
    const { value, provenance } = await resolve(null, { ticker: 'aapl' }, context)
    const rows = value as ShortInterestRecord[]
    expect(rows).toHaveLength(20)
    const until = rows[3]!.settlementDate
    const past = await resolve(null, { ticker: 'aapl', filter: { until } }, context)
    expect(past.provenance).toMatchObject([{ asOf: until, stale: false }])
    expect(rows[0]).toEqual({
      settlementDate: '2026-08-31',
      sharesShort: 139749097,
      daysToCover: 3.53,
      previousSharesShort: 116327753,
      changePercent: 20.13,
      averageDailyVolume: 39537335,
    })
    const dates = rows.map(({ settlementDate }) => settlementDate)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(dates).not.toEqual(body.map(({ settlementDate }) => settlementDate))
    expect(provenance).toMatchObject([{ asOf: '2026-08-31', stale: true }])
  })

  test('behavior: omits the mark of share classes; a revised row replaces the first', async () => {
    const row = {
      symbolCode: 'BRKB',
      settlementDate: '2026-10-30',
      currentShortPositionQuantity: 7,
      previousShortPositionQuantity: 6,
      averageDailyVolumeQuantity: 3,
      daysToCoverQuantity: 2.33,
      changePercent: null,
      revisionFlag: null,
    }
    const body = [{ ...row, currentShortPositionQuantity: 8, revisionFlag: 'R' }, row]
    const context = testContext(recordedTransport([recorded('BRKB', body)]), { now })
    expect(await page({ ticker: 'brk.b' }, context)).toMatchObject([
      { settlementDate: '2026-10-30', sharesShort: 8, daysToCover: 2.33 },
    ])
  })

  test('behavior: with knownOn, a warning names the settlements that FINRA revised', async () => {
    const row = (settlementDate: string, revisionFlag: string | null) => ({
      symbolCode: 'BRKB',
      settlementDate,
      currentShortPositionQuantity: 7,
      previousShortPositionQuantity: 6,
      averageDailyVolumeQuantity: 3,
      daysToCoverQuantity: 2.33,
      changePercent: null,
      revisionFlag,
    })
    const body = [row('2026-09-30', null), row('2026-10-15', 'R'), row('2026-10-30', 'R')]
    const context = testContext(recordedTransport([recorded('BRKB', body)]), { now })
    const warningsOn = async (args: object) =>
      (await resolve(null, { ticker: 'brk.b', ...args }, context)).warnings
    expect(await warningsOn({ knownOn: '2026-11-01' })).toEqual([
      'FINRA revised the figures of 2026-10-15, on days that it does not state. They may differ from those known on 2026-11-01.',
    ])
    const until = { until: '2026-09-30' }
    expect(await warningsOn({ knownOn: '2026-11-01', filter: until })).toBeUndefined()
    expect(await warningsOn({})).toBeUndefined()
  })

  test('behavior: if the query fails, the files give the same figures', async () => {
    const query = await page({ ticker: 'BRK.B', filter: { limit: 12 } })
    const off = sandbox({ enabled: ({ id }: { id: string }) => id !== 'finra-short-interest' })
    const files = await resolve(null, { ticker: 'BRK.B', filter: { limit: 500 } }, off)
    expect(files.value).toEqual(query)
    expect(files.provenance).toMatchObject([{ source: 'FINRA equity short interest files' }])
    expect(query[0]).toMatchObject({ settlementDate: '2026-10-30' })
  })

  test('behavior: a filter limits the settlement date', async () => {
    const rows = await page({
      ticker: 'AAPL',
      filter: { since: '2026-09-01', until: '2026-10-15', sort: 'ASC' },
    })
    expect(rows.map(({ settlementDate }) => settlementDate)).toEqual([
      '2026-09-15',
      '2026-09-30',
      '2026-10-15',
    ])
  })

  test('error: is disabled by default, and the error names the setting', async () => {
    const off = sandbox({ enabled: () => false })
    const refused = expect.objectContaining({
      code: 'NOT_CONFIGURED',
      facts: expect.arrayContaining([
        'FIQ_RESTRICTED_UPSTREAMS=finra-short-interest turns on FINRA Query API, consolidated short interest',
      ]),
    })
    expect(() => refuseUnanswered(shortInterest, field, off)).toThrow(refused)
    await expect(resolve(null, { ticker: 'AAPL' }, off)).rejects.toEqual(refused)
  })

  test('error: refuses a misspelled ticker before it is priced', async () => {
    for (const ticker of ['APPL', 'BTC', '^GSPC', 'VOD.L', 'CL=F'])
      await expect(check!({ ticker }, sandbox())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

const url = new URL('https://cdn.finra.org/equity/otcmarket/biweekly/shrt20260831.csv')
const recordsOf = (text: string) =>
  shortInterestRecords(csvTable(text, url, shortInterestColumns, '|').rows, url)

test('default: reads a file by the names of its columns', () => {
  const text =
    'accountingYearMonthNumber|symbolCode|issueName|currentShortPositionQuantity|previousShortPositionQuantity|averageDailyVolumeQuantity|daysToCoverQuantity|changePercent|settlementDate\r\n' +
    '20260831|BRK.B|Berkshire|100|80||999.99|25|20260831\r\n'
  expect([...recordsOf(text)]).toEqual([
    [
      'BRKB',
      {
        settlementDate: '2026-08-31',
        sharesShort: 100,
        // FINRA's mark of a security without volume.
        daysToCover: null,
        previousSharesShort: 80,
        changePercent: 25,
        averageDailyVolume: null,
      },
    ],
  ])
})

const excerpt = new URL(
  '../recorded/cdn.finra.org/equity_otcmarket_biweekly_shrt20260814_excerpt.csv',
  real,
)

test.skipIf(!existsSync(excerpt))(
  'default: days to cover are the quotient, at least 1 (needs ../shared/data)',
  () => {
    const records = [...recordsOf(readFileSync(excerpt, 'utf8')).values()]
    const quotients = records.map(({ sharesShort, averageDailyVolume }) =>
      Math.max(1, Math.round((100 * sharesShort!) / averageDailyVolume!) / 100),
    )
    expect(records.map(({ daysToCover }) => daysToCover)).toEqual(quotients)
    expect(quotients).toEqual([3.77, 1])
  },
)

test('error: any text is parsed or refused', () => {
  const unit = fc.constantFrom('symbolCode', '|', '\n', 'settlementDate', '20260831', '1', 'x', '')
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      try {
        recordsOf(parts.join(''))
      } catch (error) {
        expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
      }
    }),
  )
})

test('behavior: settlements are the trading days up to the 15th and the end of a month', () => {
  // 15 August 2026 is a Saturday; 31 May 2026 a Sunday.
  expect(settlementDays(new Date('2026-09-10T00:00:00Z'), 8)).toEqual([
    '2026-08-31',
    '2026-08-14',
    '2026-07-31',
    '2026-07-15',
    '2026-06-30',
    '2026-06-15',
    '2026-05-29',
    '2026-05-15',
  ])
})

test('behavior: requests no file before the day of its publication', () => {
  const newest = (day: string) => settlementDays(new Date(`${day}T12:00:00Z`), 1)
  expect(newest('2026-08-24')).toEqual(['2026-07-31'])
  expect(newest('2026-08-25')).toEqual(['2026-08-14'])
})

test.each([
  ['live', 1],
  ['mirror', 12],
] as const)(
  'behavior: twelve tickers %s need this number of requests for ten',
  async (mode, single) => {
    const bodies: string[][] = []
    const inner = sandboxTransport({ now })
    const upstreams = {
      mode,
      fetch: (request: Parameters<typeof inner.fetch>[0]) => {
        bodies.push(JSON.parse(request.body ?? '').domainFilters[0].values)
        return inner.fetch(request)
      },
    }
    const tickers = 'AAPL MSFT NVDA GOOGL AMZN META TSLA AVGO JPM V MA BRK-B'.split(' ')
    const context = testContext(upstreams, { now })
    const all = await Promise.all(tickers.map((ticker) => page({ ticker }, context)))
    expect(bodies).toHaveLength(mode === 'live' ? 2 : single)
    const alone = await Promise.all(tickers.map((ticker) => page({ ticker })))
    expect(all).toEqual(alone)
  },
)

test('behavior: knownOn excludes settlements published later', async () => {
  const all = await page({ ticker: 'AAPL', filter: { limit: 500 } })
  const known = await page({ ticker: 'AAPL', filter: { limit: 500 }, knownOn: '2026-08-25' })
  // The settlement of 14 August is published on the 25th.
  expect(known).toEqual(all.filter(({ settlementDate }) => settlementDate <= '2026-08-14'))
  expect(known.length).toBeGreaterThan(3)
  const dayBefore = await page({ ticker: 'AAPL', filter: { limit: 1 }, knownOn: '2026-08-24' })
  expect(dayBefore[0]?.settlementDate).toBe('2026-07-31')
  await expect(page({ ticker: 'AAPL', knownOn: '1990-01-01' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
