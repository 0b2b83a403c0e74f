import { existsSync, readFileSync } from 'node:fs'
import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { fdaEvents, isShortFor } from './connector.ts'

const pfizer = { name: 'PFIZER INC', ticker: 'PFE' }
const coordinate = 'Entity.fdaEvents'
describeConnector(fdaEvents, [{ coordinate, args: {}, parent: pfizer }])

const { resolve } = fdaEvents.fields[coordinate]!
const at = '2026-11-18T17:00:00Z'

/** Responds by path; to any other path with 404, which openFDA sends if nothing is found. */
function openFda(bodies: Readonly<Record<string, unknown>>) {
  const requests: string[] = []
  const upstreams: Transport = {
    mode: 'recorded',
    fetch: async ({ url }) => {
      requests.push(decodeURIComponent(`${url.pathname}${url.search}`).replaceAll('+', ' '))
      const body = url.host === 'api.fda.gov' ? bodies[url.pathname] : undefined
      if (body === undefined) throw new FiqError('NOT_FOUND', 'No matches found!')
      const text = JSON.stringify(body)
      return { body: new TextEncoder().encode(text), mode: 'recorded', asOf: null, retrievedAt: at }
    },
  }
  return { context: testContext(upstreams), requests }
}
const recall = { recall_number: 'D-1', product_description: 'P', report_date: '20250102' }
const clearance = { k_number: 'K1', device_name: 'D', decision_date: '2025-03-04' }

test('default: merges kinds, newest first; omits a kind without matches', async () => {
  const { context, requests } = openFda({
    '/drug/enforcement.json': { meta: { last_updated: '2026-11-10' }, results: [recall] },
    '/device/510k.json': { meta: { last_updated: '2026-11-12' }, results: [clearance] },
  })
  const { value, provenance } = await resolve(pfizer, { filter: { limit: 5 } }, context)
  expect(value).toMatchObject([
    { kind: 'DEVICE_CLEARANCE', date: '2025-03-04', reference: 'K1' },
    { kind: 'DRUG_RECALL', date: '2025-01-02', reference: 'D-1' },
  ])
  expect(provenance.map(({ asOf }) => asOf)).toEqual(['2025-01-02', '2025-03-04'])
  expect(requests).toContain(
    '/drug/enforcement.json?search=recalling_firm:"PFIZER"&sort=report_date:desc&limit=10',
  )
  expect(requests).toContain(
    '/drug/drugsfda.json?search=(sponsor_name:"PFIZER" OR openfda.manufacturer_name:"PFIZER")&limit=1000',
  )
})

const approval = new URL(
  '../../../../../../shared/data/recorded/api.fda.gov/drug_drugsfda_NDA021272_excerpt.json',
  import.meta.url,
)
test.skipIf(!existsSync(approval))(
  'default: a sponsor whose name is cut short; no other sponsor (needs ../shared/data)',
  async () => {
    const { results } = JSON.parse(readFileSync(approval, 'utf8'))
    const other = { ...results[0], sponsor_name: 'TEVA' }
    const { context } = openFda({ '/drug/drugsfda.json': { results: [...results, other] } })
    const { value } = await resolve({ name: 'United Therapeutics Corp' }, {}, context)
    expect(value).toMatchObject([
      { kind: 'DRUG_APPROVAL', date: '2002-05-21', company: 'UNITED THERAP' },
    ])
  },
)

test.each([
  ['UNITED THERAP', 'United Therapeutics', true],
  ['JANSSEN PHARMS', 'Janssen Pharmaceuticals', true],
  ['PFIZER LABS', 'PFIZER', true],
  ['WYETH PFIZER', 'Pfizer', true],
  ['UNITED RES LABS', 'United Therapeutics', false],
  ['UNITED', 'United Therapeutics', false],
  [null, 'Pfizer', false],
])('default: %s for %s gives %s', (sponsor, company, is) => {
  expect(isShortFor(sponsor, company)).toBe(is)
})

test('behavior: omits recalls of other firms whose names contain the name', async () => {
  const firms = [
    'Ford Motor Co.',
    'Henry Ford Health System',
    'Acme, a Ford company',
    'Fordham Labs',
  ]
  const results = firms.map((firm, at) => ({
    ...recall,
    recall_number: `D-${at}`,
    recalling_firm: firm,
  }))
  const { context } = openFda({ '/device/enforcement.json': { results } })
  const { value } = await resolve({ name: 'FORD CO' }, {}, context)
  expect(value).toMatchObject([{ company: firms[0] }, { company: firms[2] }])
})

test('behavior: sends bounds to the source', async () => {
  const { context, requests } = openFda({})
  const filter = { since: '2024-01-01', limit: 20, sort: 'ASC' }
  expect((await resolve(pfizer, { filter }, context)).value).toEqual([])
  expect(requests).toContain(
    '/device/pma.json?search=applicant:"PFIZER" AND decision_date:[20240101 TO 21001231]&sort=decision_date:asc&limit=40',
  )
})

test('error: refuses results of another shape', async () => {
  const { context } = openFda({ '/drug/enforcement.json': { results: [{ recall: 1 }] } })
  await expect(resolve(pfizer, {}, context)).rejects.toMatchObject({ code: 'UPSTREAM_CHANGED' })
})

test('behavior: the sandbox has events of drug companies', async () => {
  const context = testContext(sandboxTransport({ now: () => new Date(at) }))
  const { value } = await resolve(pfizer, {}, context)
  const kinds = new Set((value as { kind: string }[]).map(({ kind }) => kind))
  expect(kinds.has('DRUG_APPROVAL') && kinds.has('DRUG_RECALL')).toBe(true)
  expect((await resolve({ name: 'FORD MOTOR CO' }, {}, context)).value).toEqual([])
})
