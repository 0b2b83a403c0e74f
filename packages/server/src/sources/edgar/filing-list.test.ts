import { expect, test } from 'vitest'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { defaultFilter } from '../array-filter.ts'
import { testContext } from '../testing/describe-connector.ts'
import { filerCik, filingsOf } from './filing-list.ts'

const now = () => new Date('2026-11-18T17:00:00Z')
const entity = { id: 'x', name: 'X', type: 'INDEX', ticker: '^X', tickers: ['^X'] } as const

/** The sandbox, with the requested addresses. */
function counted(): { requests: string[]; upstreams: Transport } {
  const requests: string[] = []
  const { mode, fetch } = sandboxTransport({ now })
  const upstreams: Transport = {
    mode,
    fetch: (request) => {
      requests.push(request.url.pathname)
      return fetch(request)
    },
  }
  return { requests, upstreams }
}

test('default: one request serves every area that reads the list, also concurrently', async () => {
  const { requests, upstreams } = counted()
  const context = testContext(upstreams, { now })
  const lists = await Promise.all(
    ['8-K', '4', '10-K'].map((form) =>
      filingsOf('0000320193', (filing) => filing.form === form, defaultFilter, context),
    ),
  )
  expect(lists.map(({ filings }) => filings[0]?.form)).toEqual(['8-K', '4', '10-K'])
  expect(requests).toEqual(['/submissions/CIK0000320193.json'])
})

test('behavior: cites the pages that list the filings, each with the day of the newest of them', async () => {
  const columns = (...days: readonly string[]) => ({
    accessionNumber: days.map((day) => `0000000001-${day.slice(2, 4)}-${day.slice(5, 7)}0001`),
    filingDate: days,
    reportDate: days.map(() => ''),
    form: days.map((_, at) => (at === 0 ? '8-K' : '10-K')),
    items: days.map(() => ''),
    primaryDocument: days.map(() => 'a.htm'),
    primaryDocDescription: days.map(() => ''),
  })
  const older = 'CIK0000000001-submissions-001.json'
  const files = [{ name: older, filingCount: 2, filingFrom: '2019-01-01', filingTo: '2020-12-01' }]
  const bodies = new Map<string, unknown>([
    ['CIK0000000001.json', { filings: { recent: columns('2026-11-02', '2026-03-01'), files } }],
    [older, columns('2020-12-01', '2019-01-01')],
  ])
  const upstreams: Transport = {
    mode: 'recorded',
    fetch: async ({ url }) => ({
      body: Buffer.from(JSON.stringify(bodies.get(url.pathname.split('/').at(-1)!))),
      mode: 'recorded',
      asOf: null,
      retrievedAt: '2026-11-18T17:00:00Z',
    }),
  }
  const context = testContext(upstreams, { now })
  const isAnnual = ({ form }: { form: string }) => form === '10-K'
  const list = await filingsOf('0000000001', isAnnual, defaultFilter, context)
  const cited = (used: typeof list.filings) =>
    list.provenanceOf(used).map(({ sourceUrl, asOf }) => [sourceUrl.split('/').at(-1), asOf])
  expect(cited(list.filings)).toEqual([
    ['CIK0000000001.json', '2026-03-01'],
    [older, '2019-01-01'],
  ])
  expect(cited(list.filings.slice(1))).toEqual([[older, '2019-01-01']])
  expect(cited([])).toEqual([['CIK0000000001.json', '2026-11-02']])
})

test('behavior: on a past day, asOf is the newest filing of that day, and nothing is stale', async () => {
  const later = () => new Date('2028-01-01T00:00:00Z')
  const context = testContext(sandboxTransport({ now }), { now: later })
  const listOn = (day?: string) =>
    filingsOf('0000320193', () => true, defaultFilter, context, day).then((list) => list.provenance)
  expect(await listOn()).toMatchObject({ stale: true })
  const { filings } = await filingsOf('0000320193', () => true, defaultFilter, context)
  const day = filings.map(({ filed }) => filed).find((filed) => filed < '2026-06-30')
  expect(await listOn('2026-06-29')).toMatchObject({ asOf: day, stale: false })
  expect(await listOn('1990-01-01')).toMatchObject({ asOf: '1990-01-01', stale: false })
})

test('error: refuses an entity that does not file', () => {
  expect(() => filerCik(entity)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  expect(filerCik({ ...entity, cik: '0000000001' })).toBe('0000000001')
})
