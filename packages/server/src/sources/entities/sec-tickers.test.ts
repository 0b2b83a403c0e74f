import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mode } from '../../upstreams/transport.ts'
import { createConnectorContext } from '../context.ts'
import { loadDirectory, loadEntitySearch, readCompanyRows } from './sec-tickers.ts'

const answer = (value: unknown, mode: Mode = 'recorded') => ({
  body: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
  mode,
  asOf: '2026-08-22',
  retrievedAt: '2026-08-23T00:00:00Z',
})
const url = new URL('https://www.sec.gov/files/company_tickers_exchange.json')
const fields = ['cik', 'name', 'ticker', 'exchange']
const apple = ['320193', 'Apple Inc.', 'AAPL', 'Nasdaq']

test('default: reads rows in order, with cik as text or number, without incomplete rows', () => {
  const data = [
    apple,
    [789019, 'MICROSOFT CORP', 'msft', null],
    [1, 'X', null, null],
    [2, 'Y', 'NONE.', null],
    [3, null, 'NAMELESS', null],
    [4, 'Z', 4, null],
    [null, 'A', 'A', null],
  ]
  expect(readCompanyRows(answer({ fields, data }), url)).toEqual([
    { cik: '0000320193', name: 'Apple Inc.', ticker: 'AAPL' },
    { cik: '0000789019', name: 'MICROSOFT CORP', ticker: 'MSFT' },
  ])
})

test('behavior: finds columns by name, not by position', () => {
  const moved = { fields: ['ticker', 'cik', 'name'], data: [['AAPL', 320193, 'Apple Inc.']] }
  expect(readCompanyRows(answer(moved), url)).toHaveLength(1)
})

test.each([
  ['no column of tickers', { fields: ['cik', 'name'], data: [['1', 'X']] }],
  ['a row without a filer', { fields, data: [[null, 'X', 'X', null]] }],
  ['no rows', { fields, data: [] }],
  ['another shape', { error: 'denied' }],
  ['text that is not JSON', 'Undeclared automated tool'],
])('error: refuses %s', (_, value) => {
  expect(() => readCompanyRows(answer(value), url)).toThrowError(
    expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
  )
})

test('error: refuses a mirror with a list far too short', () => {
  expect(() => readCompanyRows(answer({ fields, data: [apple] }, 'mirror'), url)).toThrowError(
    expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
  )
})

test('behavior: any JSON gives rows or UPSTREAM_CHANGED, never another error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.array(fc.jsonValue())), (value, data) => {
      for (const body of [value, { fields, data }]) {
        try {
          readCompanyRows(answer(body), url)
        } catch (error) {
          expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
        }
      }
    }),
  )
})

test('behavior: directory and search share one fetch of each list', async () => {
  const requests: string[] = []
  const context = createConnectorContext({
    files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
    now: () => new Date('2026-11-20'),
    allowed: new Set(),
    upstreams: {
      mode: 'recorded',
      fetch: async ({ url }) => {
        requests.push(url.href)
        return answer({ fields, data: [apple] })
      },
    },
  })
  const [directory, search] = await Promise.all([loadDirectory(context), loadEntitySearch(context)])
  expect(directory.value.findTicker('aapl')?.id).toBe('cik:0000320193')
  expect(search.value.search('aple', { limit: 1 })[0]?.entity.tickers).toEqual(['AAPL'])
  expect(directory.provenance).toEqual([
    {
      source: 'SEC company tickers',
      sourceUrl: 'https://www.sec.gov/files/company_tickers_exchange.json',
      asOf: '2026-08-22',
      retrievedAt: '2026-08-23T00:00:00Z',
      mode: 'recorded',
      stale: null,
      licence: 'US government work, public domain',
    },
  ])
  expect(requests).toEqual([
    'https://www.sec.gov/files/company_tickers_exchange.json',
    'https://www.sec.gov/files/company_tickers_mf.json',
    'https://www.nasdaqtrader.com/dynamic/SymDir/nasdaqtraded.txt',
  ])
})
