import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { periodicFilings, periodicTitle } from './connector.ts'

const entity = {
  id: 'cik:0000000001',
  name: 'One',
  type: 'EQUITY',
  ticker: 'ONE',
  tickers: ['ONE'],
}
const filer = { ...entity, cik: '0000000001' }

describeConnector(periodicFilings, [
  { coordinate: 'Entity.periodicFilings', args: {}, parent: filer },
])

/** Columns of a list with an annual report each year, and another form in between. */
function columnsOf(years: readonly number[]) {
  const rows = years.flatMap((year) => [
    { form: '8-K', filed: `${year}-05-01`, document: 'event.htm', number: year * 10 },
    { form: '10-K', filed: `${year}-02-01`, document: 'year.htm', number: year * 10 + 1 },
  ])
  return {
    accessionNumber: rows.map(({ number }) => `0000000001-00-${String(number).padStart(6, '0')}`),
    filingDate: rows.map(({ filed }) => filed),
    reportDate: rows.map(({ filed }) => `${Number(filed.slice(0, 4)) - 1}-12-31`),
    form: rows.map(({ form }) => form),
    primaryDocument: rows.map(({ document }) => document),
    primaryDocDescription: rows.map(() => ''),
  }
}

const at = '2026-03-01T00:00:00.000Z'
const recent: Fixture = {
  recorded: { at, url: 'https://data.sec.gov/submissions/CIK0000000001.json' },
  body: {
    filings: {
      recent: columnsOf([2026, 2025, 2024]),
      files: [
        {
          name: 'CIK0000000001-submissions-001.json',
          filingFrom: '2021-02-01',
          filingTo: '2023-05-01',
        },
      ],
    },
  },
}
const older: Fixture = {
  recorded: { at, url: 'https://data.sec.gov/submissions/CIK0000000001-submissions-001.json' },
  body: columnsOf([2023, 2022, 2021]),
}
const now = () => new Date('2026-06-01T00:00:00Z')

function ask(filter: unknown, upstreams: Transport, parent: unknown = filer) {
  const field = periodicFilings.fields['Entity.periodicFilings']!
  return field.resolve(parent, { filter }, testContext(upstreams, { now }))
}

const years = (value: unknown) =>
  (value as { filedAt: string }[]).map(({ filedAt }) => filedAt.slice(0, 4))

describe('periodicFilings', () => {
  test('default: returns only periodic reports, newest first, with their address', async () => {
    const { value, provenance } = await ask({ limit: 2 }, recordedTransport([recent]))
    expect(value).toEqual([
      {
        form: '10-K',
        title: 'Annual report to 2025-12-31',
        filedAt: '2026-02-01',
        reportDate: '2025-12-31',
        accessionNumber: '0000000001-00-020261',
        description: null,
        url: 'https://www.sec.gov/Archives/edgar/data/1/000000000100020261/year.htm',
      },
      expect.objectContaining({ filedAt: '2025-02-01' }),
    ])
    expect(provenance).toEqual([
      {
        source: 'SEC EDGAR',
        sourceUrl: recent.recorded.url,
        asOf: '2026-02-01',
        retrievedAt: at,
        mode: 'recorded',
        stale: false,
        licence: 'US government work, public domain',
      },
    ])
  })

  test('behavior: requests older pages only if the newest does not fill the list', async () => {
    const both = recordedTransport([recent, older])
    const { value } = await ask(undefined, both)
    expect(years(value)).toEqual(['2026', '2025', '2024', '2023', '2022', '2021'])
    // The older page has no fixture, so a request for it would fail.
    const newest = recordedTransport([recent])
    expect(years((await ask({ limit: 3 }, newest)).value)).toEqual(['2026', '2025', '2024'])
    const bounded = await ask({ since: '2024-01-01' }, newest)
    expect(years(bounded.value)).toEqual(['2026', '2025', '2024'])
  })

  test('behavior: oldest first begins with the oldest page', async () => {
    const { value } = await ask({ sort: 'ASC', limit: 2 }, recordedTransport([recent, older]))
    expect(years(value)).toEqual(['2021', '2022'])
  })

  test("behavior: newest first ends at the source's end, oldest first fails there", async () => {
    const { fetch } = recordedTransport([recent])
    const partial: Transport = {
      mode: 'mirror',
      fetch: async (request) => {
        if (request.url.href !== older.recorded.url) return fetch(request)
        throw new FiqError('NOT_FOUND', 'The mirror does not hold it.')
      },
    }
    expect(years((await ask(undefined, partial)).value)).toEqual(['2026', '2025', '2024'])
    await expect(ask({ sort: 'ASC' }, partial)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('behavior: a list without filings for more than half a year is stale', async () => {
    const field = periodicFilings.fields['Entity.periodicFilings']!
    const context = testContext(recordedTransport([recent]), {
      now: () => new Date('2026-12-01T00:00:00Z'),
    })
    const { provenance } = await field.resolve(filer, { filter: { limit: 1 } }, context)
    expect(provenance[0]).toMatchObject({ asOf: '2026-02-01', stale: true })
  })

  test('error: refuses an entity that does not file', async () => {
    await expect(ask({}, recordedTransport([]), entity)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('error: refuses wrong bounds', () => {
    const field = periodicFilings.fields['Entity.periodicFilings']!
    expect(() => field.bounds?.({ filter: { limit: 0 } })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  })
})

test.each([
  ['10-K', '2024-09-28', 'Annual report to 2024-09-28'],
  ['10-Q/A', '2024-06-29', 'Quarterly report to 2024-06-29, amended'],
  ['20-F', null, 'Annual report of a foreign issuer'],
  ['40-F', null, 'Annual report of a Canadian issuer'],
  ['6-K', '2024-05-01', 'Interim report of a foreign issuer to 2024-05-01'],
])('default: %s of %s is "%s"', (form, reportDate, title) => {
  expect(periodicTitle(form, reportDate)).toBe(title)
})

test.each(['8-K', '4', 'NT 10-K', '', '/A', 'constructor', '10-K/A/A'])(
  'behavior: %j is not a periodic report',
  (form) => {
    expect(periodicTitle(form, null)).toBeNull()
  },
)
