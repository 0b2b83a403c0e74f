import { FiqError } from '@fiq/shared/errors'
import { zipOf } from '@fiq/shared/zip-of'
import { expect, test } from 'vitest'
import type { Transport } from '../../upstreams/transport.ts'
import { testContext } from '../testing/describe-connector.ts'
import { cusipTickers, readFailsToDeliver } from './fails-to-deliver.ts'

const url = new URL('https://www.sec.gov/files/data/fails-deliver-data/cnsfails202608a.zip')
const header = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE'
const file = (...lines: string[]) => ({
  body: zipOf({ 'cnsfails.txt': [header, ...lines, 'Trailer record count 2', ''].join('\r\n') }),
  mode: 'recorded' as const,
  asOf: null,
  retrievedAt: '2026-09-01T00:00:00Z',
})

test('default: the last listed day of a CUSIP decides; totals are not rows', () => {
  const rows = readFailsToDeliver(
    file('20260803|037833100|AAPX|1|APPLE INC|1.00', '20260804|037833100|AAPL|1|APPLE INC|1.00'),
    url,
  )
  expect([...rows]).toEqual([
    ['037833100', { ticker: 'AAPL', close: { price: 1, day: '2026-08-03' } }],
  ])
})

test('behavior: a price is the close of the trading day before the settlement; a point means none', () => {
  const rows = readFailsToDeliver(
    file('20260706|037833100|AAPL|1|APPLE INC|233.51', '20260803|594918104|MSFT|1|MICROSOFT|.'),
    url,
  )
  // Friday, July 3, 2026 is a holiday.
  expect(rows.get('037833100')?.close).toEqual({ price: 233.51, day: '2026-07-02' })
  expect(rows.get('594918104')).toEqual({ ticker: 'MSFT', close: undefined })
})

test('behavior: reads newest files first, and skips unpublished ones', async () => {
  const requests: string[] = []
  const upstreams: Transport = {
    mode: 'recorded',
    fetch: async (request) => {
      const half = /cnsfails(\d+[ab])/.exec(request.url.pathname)![1]!
      requests.push(half)
      if (half > '202608b') throw new FiqError('NOT_FOUND', 'not yet')
      return file(`20260803|084670702|${half === '202608b' ? 'BRKB' : 'OLD'}|1|B|1`)
    },
  }
  const now = () => new Date('2026-09-20T00:00:00Z')
  const { value, provenance } = await cusipTickers(testContext(upstreams, { now }))
  expect(requests).toEqual(['202609b', '202609a', '202608b', '202608a', '202607b', '202607a'])
  expect(value.tickerOf('084670702')).toBe('BRKB')
  expect(value.cusipsOf('BRK.B')).toEqual(['084670702'])
  expect([value.tickerOf('000000000'), value.cusipsOf('NONE')]).toEqual([null, []])
  expect(provenance).toMatchObject({ asOf: '2026-08-28', stale: false })
})

test('behavior: the close of a reused ticker is that of its newest CUSIP', async () => {
  const lines = ['20260805|111111111|META|1|A|620.5', '20260720|222222222|META|1|B|9.75']
  for (const order of [lines, lines.toReversed()]) {
    const upstreams: Transport = { mode: 'recorded', fetch: async () => file(...order) }
    const now = () => new Date('2026-08-20T00:00:00Z')
    const { value } = await cusipTickers(testContext(upstreams, { now }))
    expect(value.closeOf('META')).toEqual({ price: 620.5, day: '2026-08-04' })
  }
})

test('error: refuses a missing archive or table', () => {
  for (const body of [new Uint8Array([1]), zipOf({ a: 'A|B|C\n' })])
    expect(() => readFailsToDeliver({ ...file(), body }, url)).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
    )
})

test('error: refuses a table in which most rows have another form', () => {
  const [sound, odd] = ['20260803|037833100|AAPL|1|A|1.00', '20260803||AAPL|1|A|1.00']
  expect([...readFailsToDeliver(file(sound, odd), url).keys()]).toEqual(['037833100'])
  expect(() => readFailsToDeliver(file(sound, odd, odd), url)).toThrow(
    expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
  )
})

test('error: reports that there is no file', async () => {
  const upstreams: Transport = {
    mode: 'mirror',
    fetch: async () => {
      throw new FiqError('UPSTREAM_UNAVAILABLE', 'The mirror holds nothing of it.')
    },
  }
  await expect(cusipTickers(testContext(upstreams))).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  })
})
