import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { regulatory } from '../regulatory/connector.ts'
import { sanctionsScreen } from '../sanctions-screen/connector.ts'
import { risk } from './connector.ts'
import type { RiskSignal } from './filing-signals.ts'

const listed = { ...apple, name: 'Invented Petroleum Co.' }
const { fields } = risk

describeConnector(
  risk,
  [
    { coordinate: 'Risk.sanctions', args: {}, parent: apple },
    { coordinate: 'Risk.signals', args: {}, parent: apple },
    { coordinate: 'Regulatory.sanctions', args: {}, parent: apple },
  ],
  [regulatory, sanctionsScreen],
)

const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = sandboxTransport({ now })
const context = testContext(sandbox, { now })

describe('risk.sanctions and regulatory.sanctions', () => {
  test('default: a company that is not on the list', async () => {
    const { value } = await fields['Risk.sanctions']!.resolve(apple, {}, context)
    expect(value).toEqual({
      matched: false,
      score: null,
      matchedName: null,
      listName: null,
      program: null,
      count: 0,
    })
    expect((await fields['Regulatory.sanctions']!.resolve(apple, {}, context)).value).toEqual([])
  })

  test('behavior: a company on the list, with the best match', async () => {
    const { value, provenance } = await fields['Risk.sanctions']!.resolve(listed, {}, context)
    expect(value).toMatchObject({
      matched: true,
      matchedName: 'INVENTED PETROLEUM COMPANY',
      listName: 'SDN',
    })
    expect(provenance[0]).toMatchObject({ source: 'OFAC Specially Designated Nationals list' })
    const rows = (await fields['Regulatory.sanctions']!.resolve(listed, {}, context)).value
    expect(rows).toMatchObject([{ matchedName: 'INVENTED PETROLEUM COMPANY', type: 'entity' }])
    const until = { filter: { until: '2020-01-01' } }
    expect((await fields['Regulatory.sanctions']!.resolve(listed, until, context)).value).toEqual(
      [],
    )
  })

  test('behavior: a match has the day of its own list', async () => {
    const older: Transport = {
      mode: 'sandbox',
      async fetch(request) {
        const answer = await sandbox.fetch(request)
        if (request.url.host !== 'webgate.ec.europa.eu') return answer
        const text = Buffer.from(answer.body).toString().replace('18/11/2026', '05/08/2026')
        return { ...answer, body: Buffer.from(text) }
      },
    }
    const own = testContext(older, { now })
    const firm = { ...apple, name: 'Compagnie Fictive du Bac à Sable' }
    const { value } = await fields['Risk.signals']!.resolve(firm, {}, own)
    expect(value).toContainEqual(
      expect.objectContaining({ kind: 'SANCTIONS_MATCH', date: '2026-08-05' }),
    )
    const rows = async (filter: object) =>
      (await fields['Regulatory.sanctions']!.resolve(firm, { filter }, own)).value
    expect(await rows({ until: '2026-08-05' })).toMatchObject([{ listName: 'EU' }])
    expect(await rows({ since: '2026-08-06' })).toEqual([])
  })

  test('error: an entity that is not a company is on no list', async () => {
    const index = { ...apple, type: 'INDEX' }
    await expect(fields['Risk.sanctions']!.resolve(index, {}, context)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('risk.signals', () => {
  const signals = fields['Risk.signals']!

  /** The sandbox with a report that has a going-concern doubt, and a late filing in the list. */
  const troubled: Transport = {
    mode: 'sandbox',
    async fetch(request) {
      const answer = await sandbox.fetch(request)
      if (request.url.pathname.endsWith('_10k.htm'))
        return {
          ...answer,
          body: Buffer.from(
            '<p>Losses raise substantial doubt about our ability to continue as a going concern.</p>',
          ),
        }
      if (!request.url.pathname.startsWith('/submissions/')) return answer
      const text = Buffer.from(answer.body).toString().replaceAll('"5.07"', '"3.01,4.02"')
      return { ...answer, body: Buffer.from(text) }
    },
  }

  test('default: returns signals by day, each with its reason, marked as derived', async () => {
    const { value, provenance } = await signals.resolve(
      listed,
      { filter: { limit: 4 } },
      testContext(troubled, { now }),
    )
    expect((value as RiskSignal[]).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['SANCTIONS_MATCH', expect.stringContaining('name alike by')],
      ['LISTING_NOTICE', 'form 8-K, item 3.01'],
      ['NON_RELIANCE', 'form 8-K, item 4.02'],
      ['GOING_CONCERN', expect.stringContaining('substantial doubt')],
    ])
    expect(provenance.map(({ source }) => source)).toEqual([
      'Derived by this server from SEC EDGAR',
      'Derived by this server from SEC EDGAR',
      'Derived by this server from OFAC Specially Designated Nationals list',
      'Derived by this server from OFAC consolidated list of other sanctions',
      'Derived by this server from United Nations Security Council consolidated list',
      'Derived by this server from UK sanctions list',
      'Derived by this server from EU consolidated financial sanctions list',
      'Derived by this server from US Consolidated Screening List',
    ])
  })

  test('behavior: omits a source that fails, without citing it', async () => {
    const upstreams: Transport = {
      mode: 'sandbox',
      fetch: (request) =>
        sandbox.fetch(
          request.url.host === 'data.sec.gov'
            ? request
            : { ...request, url: new URL('https://down.example/') },
        ),
    }
    const { value, provenance } = await signals.resolve(listed, {}, testContext(upstreams, { now }))
    expect(value).toEqual([])
    expect(provenance).toHaveLength(1)
  })

  test('behavior: pages follow each other', async () => {
    const own = testContext(troubled, { now })
    const page = async (offset: number, limit: number) =>
      (await signals.resolve(listed, { filter: { offset, limit } }, own)).value as RiskSignal[]
    expect([...(await page(0, 3)), ...(await page(3, 5))]).toEqual(await page(0, 8))
  })

  /** The sandbox with signals on a page of older filings only, and the requests for that page. */
  function oldSignals(late: number) {
    const older: string[] = []
    const upstreams: Transport = {
      mode: 'sandbox',
      async fetch(request) {
        const { pathname } = request.url
        if (!pathname.startsWith('/submissions/')) return sandbox.fetch(request)
        const rows = Array.from({ length: late }, (_, at) => `2010-${String(12 - at)}-01`)
        const columns = {
          accessionNumber: rows.map(
            (_, at) => `0000320193-10-${String(100 - at).padStart(6, '0')}`,
          ),
          filingDate: rows,
          reportDate: rows,
          form: rows.map(() => 'NT 10-Q'),
          items: rows.map(() => ''),
          primaryDocument: rows.map(() => 'late.htm'),
          primaryDocDescription: rows.map(() => ''),
        }
        const answer = await sandbox.fetch({ ...request, url: ownList })
        if (pathname.includes('-submissions-')) {
          older.push(pathname)
          return { ...answer, body: Buffer.from(JSON.stringify(columns)) }
        }
        const list = JSON.parse(Buffer.from(answer.body).toString())
        const file = { name: 'CIK0000320193-submissions-001.json', filingCount: late }
        list.filings.files = [{ ...file, filingFrom: '2010-01-01', filingTo: '2010-12-31' }]
        return { ...answer, body: Buffer.from(JSON.stringify(list)) }
      },
    }
    return { older, upstreams }
  }
  const ownList = new URL('https://data.sec.gov/submissions/CIK0000320193.json')

  test('behavior: reads an older page of filings only if the page of signals needs it', async () => {
    const { older, upstreams } = oldSignals(3)
    const own = testContext(upstreams, { now })
    const page = async (filter: object) =>
      (await signals.resolve(apple, { filter }, own)).value as RiskSignal[]
    expect((await page({ offset: 1, limit: 2 })).map(({ date }) => date)).toEqual([
      '2010-11-01',
      '2010-10-01',
    ])
    expect(older).toHaveLength(1)
    const recent = testContext(upstreams, { now })
    const none = await signals.resolve(apple, { filter: { since: '2020-01-01' } }, recent)
    expect(none.value).toEqual([])
    expect(older).toHaveLength(1)
  })

  test.each([
    ['TSM', '0001046179', '20-F'],
    ['AAPL', '0000320193', '10-K'],
  ])('behavior: reads the wording of the annual report of %s', async (ticker, cik, form) => {
    const doubtful: Transport = {
      mode: 'sandbox',
      async fetch(request) {
        const answer = await sandbox.fetch(request)
        if (!request.url.pathname.endsWith('.htm')) return answer
        const doubt = 'There is substantial doubt about our ability to continue as a going concern.'
        return { ...answer, body: Buffer.from(`<p>${doubt}</p>`) }
      },
    }
    const own = testContext(doubtful, { now })
    const { value } = await signals.resolve({ ...apple, ticker, cik }, {}, own)
    expect(value).toContainEqual(
      expect.objectContaining({
        kind: 'GOING_CONCERN',
        reason: expect.stringMatching(`^wording of form ${form}: `),
      }),
    )
  })
})
