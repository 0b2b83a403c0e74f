import { expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { calendar } from './declaration.ts'
import { expectedEarnings, nextEarnings } from './events.ts'
import { calendarFile } from './ics.ts'
import { run } from './run.ts'

const earnings = [
  { date: '2026-10-26', fiscalYear: 2026, fiscalPeriod: 'Q3', epsActual: 3.2, currency: 'USD' },
  { date: '2026-07-27', fiscalYear: 2026, fiscalPeriod: 'Q2', epsActual: 3.1, currency: 'USD' },
  { date: '2026-04-27', fiscalYear: 2026, fiscalPeriod: 'Q1', epsActual: 3, currency: 'USD' },
  { date: '2026-01-27', fiscalYear: 2025, fiscalPeriod: 'Q4', epsActual: 3.4, currency: 'USD' },
]
const data = {
  entitiesByTickers: [{ ticker: 'AAPL', earnings }, null],
  priceHistory: [
    {
      ticker: 'AAPL',
      currency: 'USD',
      bars: [
        { date: '2025-12-10', dividends: 0.26 },
        { date: '2026-03-10', dividends: 0.27 },
        { date: '2026-03-11', dividends: 0 },
      ],
    },
  ],
}
const given = (options: Record<string, string | boolean> = {}) => ({
  arguments: { tickers: ['AAPL', 'VOD.L'] },
  options: { releases: false, ...options },
})

test('default: estimates results and dividends from a year before, and marks them', async () => {
  const { context, out } = sceneOf({ data })
  await run(context, given())
  expect(out()).toMatchInlineSnapshot(`
    "day             time  who   event              before  sure
    Wed 2026-12-09  –     AAPL  ex-dividend      0.26 USD  estimate
    Tue 2027-01-26  –     AAPL  results Q4 2026  3.40 USD  estimate
    "
  `)
})

test('default: announced splits and dividends are expected, and replace the estimate', async () => {
  const announced = [
    { date: '2026-12-07', dividend: 0.27, split: null },
    { date: '2027-01-15', dividend: null, split: 4 },
    { date: '2027-02-01', dividend: null, split: 0.1 },
    { date: '\u001b[2J', dividend: 9, split: null },
  ]
  const priceHistory = [{ ...data.priceHistory[0]!, announced }]
  const path = 'priceHistory.0.announced'
  const source = { path, source: 'Alpaca corporate actions', mode: 'live' } as const
  const sources = [{ ...source, sourceUrl: undefined, asOf: undefined, stale: false }]
  const { context, out, err } = sceneOf({
    answer: { data: { ...data, priceHistory }, sources },
    columns: 120,
  })
  await run(context, given())
  expect(out()).toMatchInlineSnapshot(`
    "day             time  who   event              before  sure      forecast
    Mon 2026-12-07  –     AAPL  ex-dividend      0.26 USD  expected      0.27
    Fri 2027-01-15  –     AAPL  split 4:1               –  expected         –
    Tue 2027-01-26  –     AAPL  results Q4 2026  3.40 USD  estimate         –
    Mon 2027-02-01  –     AAPL  split 1:10              –  expected         –
    "
  `)
  expect(err()).toContain('Expected days are from the Alpaca corporate actions.')
})

test('behavior: without a source of announcements the query has no such field', async () => {
  const free = () => ({
    rates: { 'PriceHistory.announced': { credits: 1 } },
    unavailable: { 'PriceHistory.announced': 'announced dividends and splits' },
  })
  const { context, err, requests } = sceneOf({ data, free })
  await run(context, given())
  expect(requests[0]?.query).not.toContain('announced')
  expect(err().replace(/\s+/g, ' ')).toContain('A key of Alpaca adds one')
})

test('behavior: a ticker with prices and without reports is a note, an unknown ticker an error', async () => {
  const bars = [{ date: '2026-11-19', dividends: 0 }]
  const priceHistory = [...data.priceHistory, { ticker: 'VOD.L', currency: 'GBp', bars }]
  const facts: string[] = []
  const error = { code: 'NOT_FOUND', path: 'entitiesByTickers.1', message: 'x', facts } as const
  const known = sceneOf({ answer: { data: { ...data, priceHistory }, errors: [error] } })
  await run(known.context, given())
  expect(known.err()).toContain('No reports to the SEC, so no days of results: VOD.L.')
  const unknown = sceneOf({ answer: { data, errors: [error] } })
  await expect(run(unknown.context, given())).rejects.toMatchObject({ code: 'PARTIAL_DATA' })
})

test('behavior: shows only events within the requested time', async () => {
  const { context, out } = sceneOf({ data })
  await run(context, given({ next: '10d' }))
  expect(out()).toContain('nothing that is due')
})

test('default: without tickers, shows US releases with their times, free of charge', async () => {
  const { context, out, err, requests } = sceneOf()
  await run(context, { arguments: {}, options: { next: '20d' } })
  expect(out()).toMatchInlineSnapshot(`
    "day             time       who  event                before  sure
    Wed 2026-11-25  08:30 EST  USA  GDP 2026-Q3, second       –  estimate
    Fri 2026-12-04  08:30 EST  USA  employment 2026-11        –  estimate
    Wed 2026-12-09  14:00 EST  USA  Fed rate decision         –  expected
    Thu 2026-12-10  08:30 EST  USA  CPI 2026-11               –  estimate
    "
  `)
  expect(err()).toContain('Expected days are from the meeting schedule of the Federal Reserve.')
  expect(requests).toEqual([])
  const json = sceneOf({ data, format: 'json' })
  await run(json.context, { arguments: { tickers: ['AAPL'] }, options: {} })
  const rows = JSON.parse(json.out()) as object[]
  expect(new Set(rows.map((row) => Object.keys(row).join()))).toEqual(
    new Set([calendar.fields?.join()]),
  )
})

test('behavior: --ics states the instant of a release in UTC', async () => {
  const { context, out } = sceneOf()
  await run(context, { arguments: {}, options: { next: '20d', ics: true } })
  expect(out().split('\r\n')).toContain('DTSTART:20261204T133000Z')
  expect(out()).toContain('SUMMARY:USA Fed rate decision (expected)')
})

test('error: --ics reports missing data like the table', async () => {
  const errors = [{ message: 'no such ticker', code: 'NOT_FOUND' as const, path: '', facts: [] }]
  const { context, out } = sceneOf({ answer: { data: null, errors } })
  await expect(run(context, given({ ics: true }))).rejects.toMatchObject({ code: 'PARTIAL_DATA' })
  expect(out()).toContain('BEGIN:VCALENDAR')
})

test('behavior: --ics writes days that a calendar program can read', async () => {
  const { context, out, err } = sceneOf({ data })
  await run(context, given({ ics: true }))
  expect(err()).toContain('cost    0.015 USDC')
  const lines = out().split('\r\n')
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines).toContain('DTSTART;VALUE=DATE:20270126')
  expect(lines).toContain('SUMMARY:AAPL results Q4 2026 (estimate)')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  const event = {
    day: '2027-01-01',
    time: null,
    who: 'A,B;C',
    event: 'x'.repeat(200),
    before: null,
    currency: null,
    session: null,
    forecast: null,
    source: null,
  }
  const long = calendarFile([{ ...event, sure: 'estimate' }], new Date('2026-11-20T12:00:00Z'))
  for (const line of long.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(long).toContain('A\\,B\\;C')
})

test('default: a day of a calendar replaces the estimate, with its source, session and forecast', async () => {
  const row = { session: 'POST', fiscalYear: null, fiscalPeriod: null, currency: 'USD' }
  const earningsCalendar = [
    { ...row, date: '2027-01-28', periodEnd: '2026-12-31', epsEstimate: 3.61 },
    { date: '\u001b[2J', periodEnd: 'x' },
  ]
  const reported = earnings.map((each, at) => ({
    ...each,
    periodEnd: ['2026-09-30', '2026-06-30', '2026-03-31', '2025-12-31'][at],
  }))
  const entity = { ticker: 'AAPL', earnings: reported, earningsCalendar }
  const path = 'entitiesByTickers.0.earningsCalendar'
  const source = 'Alpha Vantage earnings calendar'
  const sources = [{ path, source, sourceUrl: undefined, asOf: undefined, mode: 'live' }]
  const answer = {
    data: { ...data, entitiesByTickers: [entity, null] },
    sources: sources.map((each) => ({ ...each, stale: false })),
  }
  const { context, out, err, requests, called } = sceneOf({ answer, columns: 120 })
  await run(context, given())
  expect(called).toEqual([{ path: '/api/v1/tariff' }])
  expect(requests[0]?.query).toContain('earningsCalendar {')
  expect(err()).toContain('Expected days are from the Alpha Vantage earnings calendar.')
  expect(out()).toMatchInlineSnapshot(`
    "day             time         who   event              before  sure      forecast
    Wed 2026-12-09  –            AAPL  ex-dividend      0.26 USD  estimate         –
    Thu 2027-01-28  after close  AAPL  results Q4 2026  3.40 USD  expected      3.61
    "
  `)
})

test('behavior: without a calendar the query has no such field, and a note says what adds one', async () => {
  const free = () => ({
    rates: { 'Entity.earnings': { credits: 1 }, 'Entity.earningsCalendar': { credits: 1 } },
    unavailable: { 'Entity.earningsCalendar': 'earnings calendar' },
  })
  const { context, err, out, requests } = sceneOf({ data, free })
  await run(context, given())
  expect(requests[0]?.query).not.toContain('earningsCalendar')
  expect(out()).toContain('results Q4 2026  3.40 USD  estimate')
  expect(err().replace(/\s+/g, ' ')).toContain('A key of Alpha Vantage or Finnhub adds one')
})

test('behavior: names the quarter that the calendar or the end of its period states', () => {
  const of = (expected: object, reported: object[] = []) =>
    expectedEarnings('A', [{ date: '2027-01-28', ...expected }], reported as never, 'C')[0]?.event
  expect(of({ fiscalPeriod: 'Q1', fiscalYear: 2027 })).toBe('results Q1 2027')
  const newest = { fiscalPeriod: 'Q4', fiscalYear: 2026, periodEnd: '2026-09-26' }
  expect(of({ periodEnd: '2026-12-31' }, [newest])).toBe('results Q1 2027')
  expect(of({ periodEnd: '2027-03-31' }, [newest])).toBe('results Q2 2027')
  expect(of({ periodEnd: null }, [newest])).toBe('results')
  expect(of({ periodEnd: '2026-12-31' })).toBe('results')
})

test('behavior: estimates a first quarter after the fourth; without last year, one quarter later', () => {
  const [, , , fourth] = earnings
  expect(nextEarnings('A', [fourth!])).toMatchObject({
    day: '2026-04-28',
    event: 'results Q1 2026',
    before: null,
  })
  expect(
    nextEarnings('A', [{ date: '2026-02-01', fiscalYear: 2025, fiscalPeriod: 'FY' }]),
  ).toMatchObject({
    day: '2027-01-31',
    event: 'results FY2026',
  })
  expect(nextEarnings('A', [])).toBeUndefined()
})
