import { expect, test } from 'vitest'
import type { ConnectorContext } from '../../sources/connector.ts'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { financials } from './connector.ts'

const entity = {
  id: 'cik:0000000001',
  name: 'One',
  type: 'EQUITY',
  ticker: 'ONE',
  tickers: ['ONE'],
}
const filer = { ...entity, cik: '0000000001' }

const year = (number: number, value: number) => ({
  start: `${number}-01-01`,
  end: `${number}-12-31`,
  val: value,
  accn: `0000000001-${number - 1999}-000001`,
  fy: number,
  fp: 'FY',
  form: '10-K',
  filed: `${number + 1}-02-01`,
})

const facts: Fixture = {
  recorded: {
    at: '2026-03-01T00:00:00.000Z',
    url: 'https://data.sec.gov/api/xbrl/companyfacts/CIK0000000001.json',
  },
  body: {
    cik: 1,
    entityName: 'One',
    facts: {
      'us-gaap': { Revenues: { units: { USD: [year(2023, 1), year(2024, 2), year(2025, 3)] } } },
    },
  },
}

const income = financials.fields['Financials.income']!

describeConnector(financials, [
  { coordinate: 'Financials.income', args: {}, parent: filer },
  { coordinate: 'Financials.balanceSheet', args: {}, parent: filer },
  { coordinate: 'Financials.cashFlow', args: {}, parent: filer },
])

test('default: newest year first, with the newest filing as its time', async () => {
  const { value, provenance } = await income.resolve(filer, {}, at('2026-03-02T00:00:00Z'))
  expect((value as { revenue: number }[]).map(({ revenue }) => revenue)).toEqual([3, 2, 1])
  expect(provenance).toEqual([
    {
      source: 'SEC EDGAR',
      sourceUrl: facts.recorded.url,
      asOf: '2026-02-01',
      retrievedAt: '2026-03-01T00:00:00.000Z',
      mode: 'recorded',
      stale: false,
      licence: 'US government work, public domain',
    },
  ])
})

test('behavior: the filter limits the last day of the period', async () => {
  const filter = { since: '2024-12-31', until: '2025-06-30' }
  const { value } = await income.resolve(filer, { filter }, at('2026-03-02T00:00:00Z'))
  expect(value).toMatchObject([{ endDate: '2024-12-31', revenue: 2 }])
})

test('behavior: a file without the reports of more than a year is stale', async () => {
  const { provenance } = await income.resolve(filer, {}, at('2027-08-01T00:00:00Z'))
  expect(provenance[0]).toMatchObject({ asOf: '2026-02-01', stale: true })
})

test('behavior: one request serves all statements of a filer', async () => {
  const context = at('2026-03-02T00:00:00Z')
  await income.resolve(filer, {}, context)
  const { fetch } = context.upstreams
  let requestCount = 0
  const counting = {
    ...context,
    upstreams: {
      ...context.upstreams,
      fetch: (request: Parameters<typeof fetch>[0]) => {
        requestCount += 1
        return fetch(request)
      },
    },
  }
  await financials.fields['Financials.balanceSheet']!.resolve(filer, {}, counting)
  await financials.fields['Financials.cashFlow']!.resolve(filer, {}, counting)
  expect(requestCount).toBe(0)
})

test('behavior: charges a list by the page, the group is free', () => {
  expect(financials.fields['Entity.financials']!.rate).toEqual({ credits: 0 })
  expect(income.rate).toEqual({ credits: 1, pagesOf: 'filter.limit', limitMax: 500 })
})

test('error: refuses an entity that does not file', async () => {
  const { resolve } = financials.fields['Entity.financials']!
  await expect(resolve(entity, {}, at('2026-03-02T00:00:00Z'))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('error: refuses wrong bounds', () => {
  expect(() => income.bounds?.({ filter: { limit: 501 } })).toThrow(
    expect.objectContaining({ code: 'BAD_INPUT' }),
  )
})

test('error: reports a filer without statements as not found', async () => {
  const empty = { ...facts, body: { cik: 1, entityName: 'One', facts: { dei: {} } } }
  await expect(income.resolve(filer, {}, at('2026-03-02T00:00:00Z', empty))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

function at(now: string, fixture: Fixture = facts): ConnectorContext {
  return testContext(recordedTransport([fixture]), { now: () => new Date(now) })
}
