import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readOlderSubmissions, type Submission } from '../../sources/edgar/submissions.ts'
import { announcedOn, announcementOf, isOfResults } from './announcement-of.ts'

function filing(filed: string, more: Partial<Submission> = {}): Submission {
  const document = { accession: filed, document: 'a.htm', description: '' }
  return { form: '8-K', items: '2.02,9.01', filed, reportDate: filed, ...document, ...more }
}

const report = (periodEnd: string, filed: string) =>
  filing(filed, { form: '10-Q', items: '', reportDate: periodEnd })

const filings = [
  filing('2026-07-30'),
  report('2026-03-31', '2026-05-04'),
  filing('2026-05-08'),
  filing('2026-04-30'),
  filing('2026-04-02'),
  filing('2026-01-29'),
]

test('default: uses the last one up to the report, not one on deliveries before it', () => {
  expect(announcementOf('2026-03-31', filings)?.filed).toBe('2026-04-30')
})

test("behavior: a fiscal week that ends near the month's end belongs to its quarter", () => {
  expect(announcementOf('2026-03-28', filings)?.filed).toBe('2026-04-30')
})

test('behavior: accepts one on the day of the report, and a few days after it', () => {
  const sameDay = [report('2026-03-31', '2026-05-04'), filing('2026-05-04')]
  expect(announcementOf('2026-03-31', sameDay)?.filed).toBe('2026-05-04')
  const after = [report('2026-03-31', '2026-05-04'), filing('2026-05-06'), filing('2026-05-07')]
  expect(announcementOf('2026-03-31', after)?.filed).toBe('2026-05-06')
  expect(announcementOf('2026-03-31', [after[0]!, filing('2026-05-20')])).toBeUndefined()
})

test('behavior: without a named item, uses exhibits of the day before the report', () => {
  const own = report('2026-03-31', '2026-05-04')
  const exhibits = filing('2026-05-03', { items: '9.01' })
  expect([own, exhibits].every(isOfResults)).toBe(true)
  expect(announcementOf('2026-03-31', [own, exhibits])?.filed).toBe('2026-05-03')
  const earlier = filing('2026-05-02', { items: '9.01' })
  expect(announcementOf('2026-03-31', [own, earlier])).toBeUndefined()
  const named = filing('2026-04-28')
  expect(announcementOf('2026-03-31', [own, exhibits, named])?.filed).toBe('2026-04-28')
})

test.each(['10-K', '10-KT', '10-QT', '20-F', '40-F'])('behavior: a form %s is a report', (form) => {
  const own = { ...report('2026-03-31', '2026-06-30'), form }
  const announced = [own, filing('2026-04-30'), filing('2026-06-29')]
  expect(announcementOf('2026-03-31', announced)?.filed).toBe('2026-06-29')
})

test('behavior: an amendment of the report does not change it', () => {
  const amended = { ...report('2026-03-31', '2026-06-30'), form: '10-Q/A' }
  expect(announcementOf('2026-03-31', [...filings, amended])?.filed).toBe('2026-04-30')
})

test('behavior: without the report, uses the last one within 45 days', () => {
  expect(announcementOf('2026-06-30', filings)?.filed).toBe('2026-07-30')
  expect(announcementOf('2026-07-30', filings)).toBeUndefined()
  expect(announcementOf('2025-09-27', filings)).toBeUndefined()
})

test.each([
  ['the day of the event', '2.02,9.01', '2026-04-29', '2026-04-29'],
  [
    'the day of filing, where the event is the end of the quarter',
    '2.02',
    '2026-03-31',
    '2026-04-30',
  ],
  [
    'the day of filing, where an agreement came first',
    '1.01,2.02,9.01',
    '2026-04-28',
    '2026-04-30',
  ],
  ['the day of filing, where the event is stated as later', '2.02', '2026-05-30', '2026-04-30'],
])('behavior: announced on %s', (_, items, reportDate, day) => {
  expect(announcedOn('2026-03-31', filing('2026-04-30', { items, reportDate }))).toBe(day)
})

const recorded = new URL(
  '../../../../../../shared/data/edgar/submissions_CIK0001318605-submissions-001.json.gz',
  import.meta.url,
)
test.skipIf(!existsSync(recorded))(
  'behavior: a maker of cars that reports its deliveries first (needs ../shared/data)',
  () => {
    const body = gunzipSync(readFileSync(recorded))
    const answer = { body, mode: 'mirror', asOf: null, retrievedAt: '' } as const
    const found = readOlderSubmissions(answer, recorded).filter(isOfResults)
    const days = ['2016-03-31', '2016-12-31', '2017-06-30'].map(
      (end) => announcementOf(end, found)?.filed,
    )
    expect(days).toEqual(['2016-05-04', '2017-02-22', '2017-08-02'])
  },
)
