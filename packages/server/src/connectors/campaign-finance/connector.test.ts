import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { recordedTransport } from '../../upstreams/recorded.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { regulatory } from '../regulatory/connector.ts'
import { campaignFinance } from './connector.ts'
import { fecBulk } from './fec-bulk.ts'

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

test('default: committees of a name, newest cycle first', async () => {
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

test('behavior: a company finds the committees that carry its trade name', async () => {
  const field = campaignFinance.fields['Regulatory.campaignFinance']!
  const apple = { name: 'Apple Inc.', ticker: 'AAPL' }
  const { value } = await field.resolve(apple, { filter: { cycle: 2024, state: 'dc' } }, sandbox)
  expect(value).toMatchObject([{ committeeName: 'APPLE INC. SANDBOX PAC', state: 'DC' }])
})

test('behavior: openFEC is asked first where its key is, for committees and their totals', async () => {
  const committee = {
    committee_id: 'C00577130',
    name: 'BERNIE 2016',
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
      cycle: 2016,
      party: 'DEMOCRATIC PARTY',
      state: 'VT',
      totalRaised: 237_640_000.5,
      coverageEnd: '2016-12-31',
    },
  ])
  expect(provenance).toMatchObject([{ source: 'Federal Election Commission, openFEC' }])
})

test('error: an odd cycle, a state of three letters', () => {
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

  test('default: the unpacked file of candidates answers in the place of its archive', async () => {
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

  test('behavior: of one cycle the largest come first, to the cent', async () => {
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

  test('error: a cycle the mirror does not hold', async () => {
    await expect(
      resolve(null, { name: 'x', filter: { cycle: 2022 } }, testContext(mirror, bulkOnly)),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
