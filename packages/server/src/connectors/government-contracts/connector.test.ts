import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { governmentContracts } from './connector.ts'

const lockheed = { name: 'LOCKHEED MARTIN CORP', ticker: 'LMT' }
const coordinate = 'Entity.governmentContracts'
describeConnector(governmentContracts, [{ coordinate, args: {}, parent: lockheed }])

const { resolve } = governmentContracts.fields[coordinate]!
const at = '2026-11-18T17:00:00Z'
const shapes = new URL('../../../../../../shared/data/shapes/upstream_shapes.json', import.meta.url)

/** Responds to POST requests with the given pages in turn, and records the requests. */
function pages(...bodies: unknown[]) {
  const requests: Record<string, unknown>[] = []
  const upstreams: Transport = {
    mode: 'recorded',
    fetch: async ({ url, body }) => {
      expect(url.href).toBe('https://api.usaspending.gov/api/v2/search/spending_by_award/')
      const text = JSON.stringify(bodies[requests.length])
      requests.push(JSON.parse(body!))
      return { body: new TextEncoder().encode(text), mode: 'recorded', asOf: at, retrievedAt: at }
    },
  }
  return { context: testContext(upstreams), requests }
}

test.skipIf(!existsSync(shapes))(
  'default: awards as recorded, of the company alone (needs ../shared/data)',
  async () => {
    const body = JSON.parse(readFileSync(shapes, 'utf8'))['usaspending_spending_by_award']
    const page = { ...body, page_metadata: { hasNext: false } }
    const { context, requests } = pages(page, page)
    expect((await resolve(lockheed, {}, context)).value).toEqual([
      expect.objectContaining({
        awardId: 'CONT_AWD_DEAC0494AL85000_8900_-NONE-_-NONE-',
        recipient: 'LOCKHEED MARTIN CORP',
        description: null,
        startDate: '1993-10-15',
      }),
    ])
    const raytheon = { name: 'RAYTHEON CO/', ticker: 'RTN' }
    expect((await resolve(raytheon, {}, context)).value).toEqual([
      {
        awardId: 'W91ZLK24P0063',
        recipient: 'RAYTHEON COMPANY',
        amount: 18800000,
        agency: 'Department of Defense',
        description: 'RADAR EQUIPMENT DEVELOPMENT',
        startDate: '2024-08-27',
        endDate: '2025-08-26',
        url: 'https://www.usaspending.gov/award/CONT_AWD_W91ZLK24P0063_9700_-NONE-_-NONE-/',
      },
    ])
    expect(requests[0]).toMatchObject({
      filters: {
        recipient_search_text: ['LOCKHEED MARTIN'],
        award_type_codes: ['A', 'B', 'C', 'D'],
      },
      sort: 'Start Date',
      order: 'desc',
      limit: 100,
      page: 1,
    })
    expect(requests[0]!['filters']).not.toHaveProperty('time_period')
  },
)

test('behavior: pages after the first may fail; the rows before them stay', async () => {
  const row = { generated_internal_id: 'X', 'Recipient Name': 'LOCKHEED MARTIN CORP' }
  const page = { results: Array(100).fill(row), page_metadata: { hasNext: true } }
  const { context } = pages(page, { results: 'none' })
  const { value, unanswered } = await resolve(lockheed, { filter: { limit: 150 } }, context)
  expect(value).toHaveLength(100)
  expect(unanswered).toMatchObject([{ source: 'USAspending.gov' }])
})

test('behavior: reads pages until the filter is filled; converts amounts to numbers', async () => {
  const row = {
    generated_internal_id: 'X',
    'Recipient Name': 'LOCKHEED MARTIN CORP',
    'Start Date': '2025-01-01',
    'Award Amount': '-1.5',
  }
  const page = { results: Array(100).fill(row), page_metadata: { hasNext: true } }
  const { context, requests } = pages(page, page, page)
  const filter = { limit: 150, since: '2024-01-01', sort: 'ASC' }
  const { value } = await resolve(lockheed, { filter }, context)
  expect((value as { amount: number }[]).map(({ amount }) => amount)).toEqual(Array(150).fill(-1.5))
  expect(requests.map(({ page }) => page)).toEqual([1, 2])
  expect(requests[0]).toMatchObject({
    order: 'asc',
    filters: { time_period: [{ start_date: '2024-01-01', end_date: '2026-11-18' }] },
  })
})

test('behavior: the sandbox has contracts', async () => {
  const context = testContext(sandboxTransport({ now: () => new Date(at) }))
  const { value } = await resolve(lockheed, { filter: { limit: 2 } }, context)
  expect(value).toMatchObject([{ recipient: 'LOCKHEED MARTIN' }, {}])
})
