import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UpstreamAnswer } from '../../upstreams/transport.ts'
import { isResultsReport, readOlderSubmissions, readSubmissions } from './submissions.ts'

const url = new URL('https://data.sec.gov/submissions/CIK0000000001.json')

const recent = {
  accessionNumber: ['0000000001-25-000002', '0000000001-25-000001'],
  filingDate: ['2025-02-02', '2025-02-01'],
  reportDate: ['', '2024-12-31'],
  form: ['4', '8-K'],
  items: ['', '2.02,9.01'],
  primaryDocument: ['', 'one.htm'],
  primaryDocDescription: ['FORM 4', ''],
  size: [1, 2],
}
const files = [
  { name: 'CIK0000000001-submissions-002.json', filingFrom: '1994-01-01', filingTo: '1999-12-31' },
  { name: 'CIK0000000001-submissions-001.json', filingFrom: '2000-01-01', filingTo: '2015-12-31' },
]

function answer(body: unknown): UpstreamAnswer {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return { body: bytes, mode: 'recorded', asOf: null, retrievedAt: '2025-03-01T00:00:00Z' }
}

test('default: converts columns to rows; older pages come newest first', () => {
  expect(readSubmissions(answer({ filings: { recent, files } }), url)).toEqual({
    filings: [
      {
        accession: '0000000001-25-000002',
        form: '4',
        items: '',
        filed: '2025-02-02',
        reportDate: null,
        document: '',
        description: 'FORM 4',
      },
      {
        accession: '0000000001-25-000001',
        form: '8-K',
        items: '2.02,9.01',
        filed: '2025-02-01',
        reportDate: '2024-12-31',
        document: 'one.htm',
        description: '',
      },
    ],
    older: [
      { name: 'CIK0000000001-submissions-001.json', from: '2000-01-01', to: '2015-12-31' },
      { name: 'CIK0000000001-submissions-002.json', from: '1994-01-01', to: '1999-12-31' },
    ],
  })
})

test('behavior: older pages that end on the same day keep their order', () => {
  const sameDay = ['003', '001', '002'].map((page) => ({
    name: `CIK0000000001-submissions-${page}.json`,
    filingFrom: '2020-01-02',
    filingTo: '2020-01-02',
  }))
  const { older } = readSubmissions(answer({ filings: { recent, files: sameDay } }), url)
  expect(older.map(({ name }) => name)).toEqual(sameDay.map(({ name }) => name))
})

test('behavior: an older page has only the columns', () => {
  expect(readOlderSubmissions(answer(recent), url)).toHaveLength(2)
})

test('behavior: recognises results by their item', () => {
  const [form4, results] = readOlderSubmissions(answer(recent), url)
  expect([form4!, results!].map(isResultsReport)).toEqual([false, true])
  expect(isResultsReport({ ...results!, items: '12.02' })).toBe(false)
  // The number until August 22, 2004.
  expect(isResultsReport({ ...results!, items: '7,12' })).toBe(true)
})

test.each([
  ['columns of unequal length', { ...recent, form: ['4'] }, files],
  ['a missing column', { ...recent, form: undefined }, files],
  ['a day that is none', { ...recent, filingDate: ['02/02/2025', '2025'] }, files],
  ['a page that is no file name', recent, [{ ...files[0], name: '../../etc/passwd' }]],
])('error: %s means that the upstream changed', (_, columns, pages) => {
  expect(() =>
    readSubmissions(answer({ filings: { recent: columns, files: pages } }), url),
  ).toThrow(expect.objectContaining({ code: 'UPSTREAM_CHANGED' }))
})

test('behavior: omits a filing without a day, and keeps the others', () => {
  const columns = { ...recent, filingDate: [recent.filingDate[0], null] }
  const read = (found: object) =>
    readSubmissions(answer({ filings: { recent: found, files } }), url).filings
  expect(read(columns)).toEqual(read(recent).slice(0, 1))
})

test('error: for any bytes, the only error is UPSTREAM_CHANGED', () => {
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.jsonValue().map((value) => new TextEncoder().encode(JSON.stringify({ filings: value }))),
  )
  fc.assert(
    fc.property(body, (bytes) => {
      for (const read of [readSubmissions, readOlderSubmissions])
        try {
          read({ ...answer({}), body: bytes }, url)
          expect.unreachable('random bytes are no submissions')
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
          expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
        }
    }),
  )
})

const folder = new URL('../../../../../../shared/data/edgar/', import.meta.url)
const names = existsSync(folder)
  ? readdirSync(folder).filter((name) => /^submissions_CIK\d{10}(-.*)?\.json/.test(name))
  : []

describe.skipIf(names.length === 0)(
  `recorded files${names.length === 0 ? ' (skipped: ../shared/data/edgar is absent)' : ''}`,
  () => {
    test.each(names.length === 0 ? ['none'] : names)('behavior: reads %s completely', (name) => {
      const body = gunzipSync(readFileSync(new URL(name, folder)))
      const isPage = name.includes('-submissions-')
      const given = { ...answer({}), body }
      const filings = isPage
        ? readOlderSubmissions(given, url)
        : readSubmissions(given, url).filings
      expect(filings.length).toBeGreaterThan(50)
      const raw = JSON.parse(body.toString()) as Record<string, Record<string, unknown>>
      const columns = (isPage ? raw : raw['filings']!['recent']) as { form: string[] }
      expect(filings.map(({ form }) => form)).toEqual(columns.form)
    })
  },
)
