import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { zipEntries } from '../../upstreams/zip.ts'
import { regulatory } from '../regulatory/connector.ts'
import { campaignFinance } from './connector.ts'
import { fecBulk } from './fec-cycle.ts'
import { readMasters } from './fec-rows.ts'

const pfizer = { id: 'cik:0000078003', name: 'PFIZER INC', ticker: 'PFE' }
describeConnector(
  campaignFinance,
  [
    { coordinate: 'Query.campaignFinance', args: { name: 'Sanders' } },
    { coordinate: 'Regulatory.campaignFinance', args: {}, parent: pfizer },
  ],
  [regulatory],
)

const { resolve, bounds } = campaignFinance.fields['Query.campaignFinance']!
const at = '2026-11-18T17:00:00Z'
const bulkOnly = { enabled: ({ id }: { id: string }) => id === fecBulk.id }
const sandbox = testContext(sandboxTransport({ now: () => new Date(at) }), bulkOnly)

test('default: finds committees by name, newest cycle first', async () => {
  const { value, provenance } = await resolve(null, { name: 'sanders', filter: {} }, sandbox)
  expect(value).toMatchObject([
    {
      committeeName: 'SANDERS FOR SANDBOX',
      cycle: 2026,
      party: 'DEM',
      candidateName: 'SANDERS, SANDBOX',
    },
    { committeeName: 'SANDERS FOR SANDBOX', cycle: 2024, party: 'DEM' },
  ])
  expect(provenance).toMatchObject([
    { source: fecBulk.name, asOf: '2026-09-30', stale: false, mode: 'sandbox' },
    { asOf: '2024-12-31', stale: false },
  ])
})

test.each([
  [2026, '2027-04-18T00:00:00Z', false],
  [2026, '2027-04-19T00:00:00Z', true],
  [2024, '2027-04-19T00:00:00Z', false],
])('behavior: figures of %i that end before the cycle are stale after 200 days', async (...row) => {
  const [cycle, day, isStale] = row
  const upstreams = sandboxTransport({ now: () => new Date(at) })
  const context = testContext(upstreams, { ...bulkOnly, now: () => new Date(day) })
  const { provenance } = await resolve(null, { name: 'sanders', filter: { cycle } }, context)
  expect(provenance).toMatchObject([{ stale: isStale }])
})

const ofCompany = (name: string, filter = {}, context = sandbox) =>
  campaignFinance.fields['Regulatory.campaignFinance']!.resolve(
    { name, ticker: 'ANY' },
    { filter },
    context,
  )

test('behavior: a company has the committees that name it as connected organisation', async () => {
  const filter = { cycle: 2024, state: 'dc' }
  for (const name of ['Apple Inc.', 'APPLE INC', 'The Apple Corporation']) {
    const { value, warnings } = await ofCompany(name, filter)
    expect(value).toMatchObject([{ committeeName: 'APPLE INC. SANDBOX PAC', state: 'DC' }])
    expect(warnings).toEqual([])
  }
})

test('behavior: a company without committees has an empty list, with a reason', async () => {
  for (const name of ['Sanders Inc.', 'Appl Inc.']) {
    const { value, warnings } = await ofCompany(name)
    expect(value).toEqual([])
    expect(warnings).toEqual([expect.stringContaining(`names ${name} as its connected organ`)])
  }
})

test('behavior: reads letters of Windows-1252, and ignores spaces within the name of a company', async () => {
  const master = 'C00000001|PE\u00d1A PAC|||||TX||B|Q|||C|EXXONMOBIL CORPORATION|'
  const figures = [
    'C00000001',
    'PE\u00d1A PAC',
    'Q',
    'B',
    'Q',
    '12.5',
    ...Array(20).fill(''),
    '06/30/2026',
  ]
  const files: Record<string, string> = { cm26: master, webk26: figures.join('|') }
  const context = {
    ...sandbox,
    cached: <value>(_key: string, _age: number, build: (each: typeof context) => Promise<value>) =>
      build(context),
    async fetch({ url }: { url: URL }) {
      const text = files[/(\w+)\.zip$/.exec(url.pathname)![1]!]
      if (text === undefined) throw new FiqError('NOT_FOUND', 'absent')
      return { body: Buffer.from(text, 'latin1'), mode: 'live', asOf: null, retrievedAt: at }
    },
  } as unknown as typeof sandbox
  const { value } = await ofCompany('EXXON MOBIL CORP', { cycle: 2026 }, context)
  expect(value).toMatchObject([
    { committeeName: 'PE\u00d1A PAC', totalRaised: 12.5, coverageEnd: '2026-06-30' },
  ])
})

test('property: the master file names the company for each of its committees', async () => {
  const url = 'https://www.fec.gov/files/bulk-downloads/2026/cm26.zip'
  const file = await sandbox.fetch({ url: new URL(url), expects: 'binary' })
  const master = zipEntries(file.body)![0]!.read(1e8)
  const sponsors = new Map(
    readMasters(new TextDecoder().decode(master), new URL(url)).map((row) => [row.id, row]),
  )
  let found = 0
  for (const sponsor of new Set([...sponsors.values()].map((row) => row.connectedOrganisation))) {
    const { value } = await ofCompany(sponsor ?? 'SANDERS FOR SANDBOX', { cycle: 2026 })
    for (const { committeeId } of value as { committeeId: string }[]) {
      expect(sponsors.get(committeeId)?.connectedOrganisation).toBe(sponsor)
      found += 1
    }
  }
  expect(found).toBe(40)
})

test('behavior: sources are the files of the answer, with the day of its rows', async () => {
  const read = async (name: string) =>
    (await resolve(null, { name, filter: {} }, sandbox)).provenance
  const files = (await read('sanders')).map(({ sourceUrl }) => sourceUrl.replace(/^.*\//, ''))
  expect(files).toEqual(['weball26.zip', 'weball24.zip'])
  const ofApple = (await read('apple')).map(({ sourceUrl }) => sourceUrl.replace(/^.*\//, ''))
  expect(ofApple).toEqual(['webk26.zip', 'webk24.zip'])
})

test('behavior: uses openFEC first if its key is set, for committees and their totals', async () => {
  const committee = {
    committee_id: 'C00577130',
    name: 'BERNIE 2016',
    party: 'DEM',
    party_full: 'DEMOCRATIC PARTY',
    state: 'VT',
    committee_type: 'P',
  }
  const url = 'https://api.open.fec.gov/v1'
  const fixtures = recordedTransport([
    {
      recorded: { at, url: `${url}/committees/?q=Bernie&cycle=2016&per_page=20` },
      body: { results: [committee] },
    },
    {
      recorded: { at, url: `${url}/committee/C00577130/totals/?cycle=2016&per_page=20` },
      body: {
        results: [
          { cycle: 2016, receipts: 237_640_000.5, coverage_end_date: '2016-12-31T00:00:00' },
        ],
      },
    },
  ])
  const { value, provenance } = await resolve(
    null,
    { name: 'Bernie', filter: { cycle: 2016, party: 'dem', minRaised: 1e8 } },
    testContext(fixtures),
  )
  expect(value).toEqual([
    {
      committeeName: 'BERNIE 2016',
      committeeId: 'C00577130',
      committeeType: 'P',
      candidateName: null,
      candidateId: null,
      repeatedAs: [],
      cycle: 2016,
      // As in the files of the FEC.
      party: 'DEM',
      state: 'VT',
      totalRaised: 237_640_000.5,
      coverageEnd: '2016-12-31',
    },
  ])
  // The search names the committee, and its totals are the figures.
  expect(provenance).toMatchObject([
    { source: 'Federal Election Commission, openFEC' },
    { sourceUrl: expect.stringContaining('/C00577130/totals/'), asOf: '2016-12-31' },
  ])
})

test('error: refuses an odd cycle, and a state of three letters', () => {
  const bad = expect.objectContaining({ code: 'BAD_INPUT' })
  expect(() => bounds!({ name: 'x', filter: { cycle: 2023 } })).toThrow(bad)
  expect(() => bounds!({ name: 'x', filter: { state: 'NYC' } })).toThrow(bad)
  expect(() => bounds!({ name: 'x', filter: { cycle: 2024, party: 'DEM' } })).not.toThrow()
})

const file = new URL('../../../../../../shared/data/fec/weball24.txt.gz', import.meta.url)

describe.skipIf(!existsSync(file))('a mirror of 2024 (needs ../shared/data/fec)', () => {
  const mirror: Transport = {
    mode: 'mirror',
    fetch: async ({ url }) => {
      if (!url.pathname.endsWith('/2024/weball24.zip')) throw new FiqError('NOT_FOUND', 'not held')
      const body = gunzipSync(readFileSync(file))
      return { body, mode: 'mirror', asOf: null, retrievedAt: at }
    },
  }

  test('default: the unpacked file of candidates replaces its archive', async () => {
    const { value, provenance } = await resolve(
      null,
      { name: 'Peltola', filter: {} },
      testContext(mirror, bulkOnly),
    )
    expect(value).toMatchObject([
      { committeeName: 'PELTOLA, MARY', cycle: 2024, party: 'DEM', totalRaised: 13443537.46 },
    ])
    expect(provenance).toMatchObject([{ mode: 'mirror', stale: false }])
  })

  test('behavior: sorts a cycle by amount, to the cent', async () => {
    const { value } = await resolve(
      null,
      { name: 'smith', filter: { limit: 6, minRaised: 948_026.71 } },
      testContext(mirror, bulkOnly),
    )
    const rows = value as { candidateName: string; totalRaised: number }[]
    expect(rows.map((row) => [row.candidateName, row.totalRaised])).toEqual([
      ['SMITH, JASON T', 6549798.75],
      ['SMITH, ADRIAN', 1996681.41],
      ['SMITH, D. ADAM', 1677915.88],
      ['SMITH, TINA', 1464674.23],
      ['SMITH, TIM', 1344166.48],
      ['SMITH, SANDY', 948026.71],
    ])
  })

  test('behavior: asOf is the day of the returned rows, not of the newest row of the file', async () => {
    const read = (name: string, offset: number) =>
      resolve(null, { name, filter: { limit: 1, offset } }, testContext(mirror, bulkOnly))
    expect((await read('Winn Kathleen', 0)).provenance).toMatchObject([{ asOf: '2024-12-31' }])
    expect((await read('Winn Kathleen', 1)).provenance).toMatchObject([{ asOf: '2023-06-30' }])
  })

  test('behavior: marks receipts under several numbers of one candidate', async () => {
    const { value } = await resolve(
      null,
      { name: 'Gallego Ruben', filter: {} },
      testContext(mirror, bulkOnly),
    )
    expect(value).toMatchObject([
      { candidateId: 'H4AZ07043', repeatedAs: ['S4AZ00139'], totalRaised: 64657199.96 },
      { candidateId: 'S4AZ00139', repeatedAs: ['H4AZ07043'], totalRaised: 64657199.96 },
    ])
    const lee = await resolve(null, { name: 'Lee Barbara' }, testContext(mirror, bulkOnly))
    for (const { repeatedAs } of lee.value as { repeatedAs: string[] }[])
      expect(repeatedAs).toEqual([])
  })

  test('error: a mirror without the master does not know the committees of a company', async () => {
    await expect(
      ofCompany('Apple Inc.', { cycle: 2024 }, testContext(mirror, bulkOnly)),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('error: refuses a cycle that the mirror does not have', async () => {
    await expect(
      resolve(null, { name: 'x', filter: { cycle: 2022 } }, testContext(mirror, bulkOnly)),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
