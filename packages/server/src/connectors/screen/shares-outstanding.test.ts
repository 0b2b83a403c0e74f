import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { testContext } from '../../sources/testing/describe-connector.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { loadSharesOutstanding } from './shares-outstanding.ts'

const cover = 'dei/EntityCommonStockSharesOutstanding/shares'
const average = 'us-gaap/WeightedAverageNumberOfDilutedSharesOutstanding/shares'
const frame = (path: string, data: unknown): Fixture => ({
  recorded: {
    at: '2026-02-10T00:00:00Z',
    url: `https://data.sec.gov/api/xbrl/frames/${path}.json`,
  },
  body: { data },
})

/** The SEC answers 404 for a quarter without reports. */
function load(...fixtures: Fixture[]) {
  const known = recordedTransport(fixtures)
  const urls = new Set(fixtures.map(({ recorded }) => recorded.url))
  const fetch: Transport['fetch'] = async (request) => {
    if (!urls.has(request.url.href)) throw new FiqError('NOT_FOUND', 'no such frame')
    return known.fetch(request)
  }
  const now = () => new Date('2026-02-10T00:00:00Z')
  return loadSharesOutstanding(testContext({ ...known, fetch }, { now }))
}

test('default: the newest cover page, otherwise the newest average; across the new year', async () => {
  const { value } = await load(
    frame(`${cover}/CY2025Q4I`, [{ cik: 1, val: 10 }]),
    frame(`${cover}/CY2025Q3I`, [
      { cik: 1, val: 9 },
      { cik: 2, val: 20 },
      { cik: 4, val: 0 },
    ]),
    frame(`${average}/CY2025Q2`, [
      { cik: 2, val: 21 },
      { cik: 3, val: 30 },
    ]),
  )
  expect(Object.fromEntries(value)).toEqual({
    1: { shares: 10, isAverage: false },
    2: { shares: 20, isAverage: false },
    3: { shares: 30, isAverage: true },
  })
})

test('error: fails without any frame, and for a frame of another form', async () => {
  await expect(load()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const odd = frame(`${cover}/CY2026Q1I`, [{ cik: 'x', val: 1 }])
  await expect(load(odd, frame(`${average}/CY2025Q4`, []))).rejects.toMatchObject({
    code: 'UPSTREAM_CHANGED',
  })
})
