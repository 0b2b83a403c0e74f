import { describe, expect, test } from 'vitest'
import type { ConnectorContext } from '../../sources/connector.ts'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { earnings } from './connector.ts'
import type { ExpectedEarnings } from './expected-earnings.ts'
import { loadExpected } from './load-expected.ts'

const at = '2026-07-03T12:00:00Z'
const now = () => new Date(at)
const recorded = (url: string, body: unknown): Fixture => ({ recorded: { at, url }, body })
const share = (ticker: string) =>
  ({ id: 'cik:1', name: 'A', type: 'EQUITY', ticker, tickers: [ticker] }) as const

const tableUrl = 'https://www.alphavantage.co/query?function=EARNINGS_CALENDAR&horizon=3month'
const header = 'symbol,name,reportDate,fiscalDateEnding,estimate,currency,timeOfTheDay'
const table = (...rows: string[]) => recorded(tableUrl, [header, ...rows, ''].join('\r\n'))
const finnhubUrl = (symbol: string) =>
  `https://finnhub.io/api/v1/calendar/earnings?from=2026-07-03&to=2026-10-03&symbol=${symbol}`
const finnhubRow = {
  date: '2026-07-30',
  epsActual: null,
  epsEstimate: 1.52,
  hour: 'amc',
  quarter: 3,
  revenueActual: null,
  revenueEstimate: 90_000_000_000,
  symbol: 'AAPL',
  year: 2026,
}

function load(ticker: string, fixtures: readonly Fixture[], ids = ['alpha-vantage-calendar']) {
  const enabled: ConnectorContext['enabled'] = ({ id }) => ids.includes(id)
  const context = testContext(recordedTransport(fixtures), { now, enabled })
  return loadExpected(share(ticker), context)
}
const both = ['alpha-vantage-calendar', 'finnhub-calendar']
const apple = 'AAPL,Apple Inc,2026-07-30,2026-06-30,1.52,USD,post-market'

describe('Alpha Vantage', () => {
  test('default: one table has the dates of all companies, with session, period and estimate', async () => {
    const { value, provenance } = await load('AAPL', [
      table(
        'MSFT,"Microsoft Corp, Redmond",2026-07-28,2026-06-30,4.1,USD,',
        'AAPL,Apple Inc,2026-10-29,2026-09-30,,USD,',
        apple,
      ),
    ])
    expect(value).toEqual([
      {
        date: '2026-07-30',
        session: 'POST',
        periodEnd: '2026-06-30',
        fiscalYear: null,
        fiscalPeriod: null,
        epsEstimate: 1.52,
        revenueEstimate: null,
        currency: 'USD',
      },
      expect.objectContaining({ date: '2026-10-29', session: null, epsEstimate: null }),
    ])
    expect(provenance).toMatchObject([
      { source: 'Alpha Vantage earnings calendar', sourceUrl: tableUrl },
    ])
  })

  test('behavior: days that are over are not expected', async () => {
    const over = 'AAPL,Apple Inc,2026-07-02,2026-06-30,1.52,USD,post-market'
    const today = 'AAPL,Apple Inc,2026-07-03,2026-06-30,1.52,USD,pre-market'
    const { value } = await load('AAPL', [table(over, today)])
    expect(value).toMatchObject([{ date: '2026-07-03', session: 'PRE' }])
  })

  test('behavior: finds columns by name, without the newest one, in any order', async () => {
    const body =
      'name,currency,symbol,fiscalDateEnding,estimate,reportDate\nA,CAD,BRK-B,,-0.31,2026-08-01'
    const { value } = await load('BRK-B', [recorded(tableUrl, body)])
    expect(value).toMatchObject([
      { date: '2026-08-01', epsEstimate: -0.31, currency: 'CAD', periodEnd: null, session: null },
    ])
  })

  test('behavior: a company without a date, and odd cells, do not fail the others', async () => {
    const { value } = await load('AAPL', [
      table('NEW,New Inc,,2026-06-30,,USD,', 'ODD,Odd,2026-08-01,None,None,,noon', apple),
    ])
    expect(value).toHaveLength(1)
  })

  test.each([
    [
      'the notice of a used-up quota',
      '{"Information": "25 requests per day"}',
      'UPSTREAM_RATE_LIMITED',
    ],
    ['the older notice', '{\n  "Note": "Thank you"\n}', 'UPSTREAM_RATE_LIMITED'],
    ['the notice as a row', `${header}\r\nI,n,f,o,r,m,a`, 'UPSTREAM_RATE_LIMITED'],
    [
      'the notice below the older header',
      'symbol,name,reportDate,fiscalDateEnding,estimate,currency\r\nI,n,f,o,r,m\r\n',
      'UPSTREAM_RATE_LIMITED',
    ],
    ['another row of letters', `${header}\r\nI,n,v,a,l,i,d`, 'UPSTREAM_CHANGED'],
    ['an error', '{"Error Message": "Invalid API call"}', 'UPSTREAM_CHANGED'],
    ['a header alone', `${header}\r\n`, 'UPSTREAM_CHANGED'],
    ['a renamed column', `${header.replace('reportDate', 'date')}\r\n${apple}`, 'UPSTREAM_CHANGED'],
    ['a row that is cut short', `${header}\r\nAAPL,Apple Inc,2026-0`, 'UPSTREAM_CHANGED'],
    ['another form of a day', `${header}\r\nA,A,30/07/2026,,1,USD,`, 'UPSTREAM_CHANGED'],
    ['a page', '<html>Too many</html>', 'UPSTREAM_CHANGED'],
  ])('error: refuses %s', async (_, body, code) => {
    await expect(load('AAPL', [recorded(tableUrl, body)])).rejects.toMatchObject({ code })
  })
})

describe('Finnhub', () => {
  const only = ['finnhub-calendar']
  const answer = (rows: unknown, symbol = 'AAPL') =>
    recorded(finnhubUrl(symbol), { earningsCalendar: rows })

  test('default: the dates of one company', async () => {
    const other = { ...finnhubRow, symbol: 'AAPL.MX' }
    const reported = { ...finnhubRow, date: '2026-07-03', epsActual: 1.6 }
    const { value, provenance } = await load('AAPL', [answer([other, reported, finnhubRow])], only)
    expect(value).toEqual([
      {
        date: '2026-07-30',
        session: 'POST',
        periodEnd: null,
        fiscalYear: 2026,
        fiscalPeriod: 'Q3',
        epsEstimate: 1.52,
        revenueEstimate: 90e9,
        currency: null,
      },
    ])
    expect(provenance).toMatchObject([{ source: 'Finnhub earnings calendar' }])
  })

  test.each([
    [{ hour: 'bmo' }, { session: 'PRE' }],
    [{ hour: 'dmh' }, { session: 'REGULAR' }],
    [{ hour: '' }, { session: null }],
    [{ hour: null, quarter: null, year: null, epsEstimate: null }, { fiscalPeriod: null }],
    [{ quarter: 0, year: 0, revenueEstimate: undefined }, { fiscalPeriod: null }],
  ])('behavior: reads %j', async (part, expected) => {
    const { value } = await load(
      'BRK-B',
      [answer([{ ...finnhubRow, symbol: 'BRK.B', ...part }], 'BRK.B')],
      only,
    )
    expect(value).toMatchObject([expected])
  })

  test('behavior: no row is no date', async () => {
    for (const rows of [[], null])
      expect((await load('AAPL', [answer(rows)], only)).value).toEqual([])
  })

  test.each([
    [{ error: "You don't have access to this resource." }],
    [{ earningsCalendar: [{ ...finnhubRow, date: 'soon' }] }],
  ])('error: refuses %j', async (body) => {
    const asked = load('AAPL', [recorded(finnhubUrl('AAPL'), body)], only)
    await expect(asked).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
  })
})

describe('both calendars', () => {
  const finnhub = recorded(finnhubUrl('AAPL'), { earningsCalendar: [finnhubRow] })

  test('default: Alpha Vantage comes first, Finnhub where it has no date or does not answer', async () => {
    const sourceOf = async (first: Fixture) =>
      (await load('AAPL', [first, finnhub], both)).provenance[0]?.source
    expect(await sourceOf(table(apple))).toBe('Alpha Vantage earnings calendar')
    expect(await sourceOf(table('B,B,2026-08-01,,,USD,'))).toBe('Finnhub earnings calendar')
    const limited = recorded(tableUrl, '{"Information": "25 requests per day"}')
    expect(await sourceOf(limited)).toBe('Finnhub earnings calendar')
  })

  test('behavior: a calendar without a date is an answer, even if the other one fails', async () => {
    const failing = recorded(finnhubUrl('AAPL'), '<html>')
    const found = await load('AAPL', [table('B,B,2026-08-01,,,USD,'), failing], both)
    expect(found).toMatchObject({
      value: [],
      provenance: [{ source: 'Alpha Vantage earnings calendar' }],
    })
  })

  test('error: without a key, the field names the settings', async () => {
    await expect(load('AAPL', [], [])).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      facts: [
        'ALPHAVANTAGE_API_KEY turns on Alpha Vantage earnings calendar',
        'FINNHUB_API_KEY turns on Finnhub earnings calendar',
      ],
    })
  })
})

test('default: in the sandbox both calendars have the same dates, some weeks ahead', async () => {
  const { resolve } = earnings.fields['Entity.earningsCalendar']!
  const november = () => new Date('2026-11-18T17:00:00Z')
  const datesOf = async (id: string, ticker: string) => {
    const enabled: ConnectorContext['enabled'] = (upstream) => upstream.id === id
    const transport = sandboxTransport({ now: november })
    const context = testContext(transport, { now: november, enabled })
    const { value } = await resolve(share(ticker), {}, context)
    return (value as ExpectedEarnings[]).map(({ date, session, epsEstimate }) => [
      ...[date, session, epsEstimate],
    ])
  }
  for (const ticker of ['AAPL', 'BRK-B']) {
    const [first] = await datesOf('alpha-vantage-calendar', ticker)
    expect(first?.[0]).toMatch(/^2027-01-/)
    expect(await datesOf('finnhub-calendar', ticker)).toEqual([first])
  }
  const index = { ...share('^GSPC'), type: 'INDEX' } as const
  const context = testContext(sandboxTransport({ now: november }), { now: november })
  expect((await loadExpected(index, context)).value).toEqual([])
})
