import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { financials } from '../financials/connector.ts'
import { segmentedRevenue } from './connector.ts'

const field = segmentedRevenue.fields['Entity.segmentedRevenue']!

describeConnector(
  segmentedRevenue,
  [{ coordinate: 'Entity.segmentedRevenue', args: {}, parent: apple }],
  [financials],
)

const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = sandboxTransport({ now })
const context = testContext(sandbox, { now })
type Row = {
  axis: string
  name: string
  value: number
  periodStart: string
  periodEnd: string
  form: string
}
const ask = async (args: Record<string, unknown>) =>
  (await field.resolve(apple, args, context)).value as Row[]

describe('segmentedRevenue', () => {
  test('default: parts of the newest year sum to its revenue', async () => {
    const rows = await ask({})
    const year = rows.filter(({ periodEnd }) => periodEnd === rows[0]?.periodEnd)
    expect(year[0]).toMatchObject({
      periodStart: '2025-01-01',
      periodEnd: '2025-12-31',
      form: '10-K',
    })
    const income = await financials.fields['Financials.income']!.resolve(apple, {}, context)
    const [{ revenue }] = income.value as [{ revenue: number }]
    for (const axis of ['PRODUCT', 'GEOGRAPHY']) {
      const parts = year.filter((row) => row.axis === axis)
      expect(parts.length).toBeGreaterThan(1)
      expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(revenue)
    }
  })

  test.each([
    ['ASML', '0000937966', 'EUR'],
    ['TSM', '0001046179', 'TWD'],
  ])('behavior: years of %s come from forms 20-F, in %3$s', async (ticker, cik, currency) => {
    const { value } = await field.resolve({ ...apple, ticker, cik }, {}, context)
    expect((value as Row[])[0]).toMatchObject({ form: '20-F', currency })
  })

  test('behavior: quarters come from quarterly reports, within the bounds', async () => {
    const filter = { since: '2026-01-01', until: '2026-06-30', limit: 50 }
    const rows = await ask({ period: 'QUARTERLY', filter })
    expect([...new Set(rows.map(({ periodEnd }) => periodEnd))]).toEqual([
      '2026-06-30',
      '2026-03-31',
    ])
  })

  test('behavior: pages follow each other, also oldest first', async () => {
    for (const sort of ['ASC', 'DESC']) {
      const whole = await ask({ filter: { sort, limit: 11 } })
      const pages = [
        await ask({ filter: { sort, limit: 4 } }),
        await ask({ filter: { sort, limit: 7, offset: 4 } }),
      ]
      expect(pages.flat()).toEqual(whole)
    }
  })

  test('behavior: finds a missing instance of a report in its index, if there is one', async () => {
    const upstreams: Transport = {
      mode: 'sandbox',
      fetch: async (request) => {
        if (request.url.pathname.endsWith('.xml')) throw new FiqError('NOT_FOUND', 'none')
        const answer = await sandbox.fetch(request)
        const text = Buffer.from(answer.body).toString()
        return request.url.pathname.endsWith('-index.htm')
          ? { ...answer, body: Buffer.from(text.replaceAll('_htm.xml', '_other.txt')) }
          : answer
      },
    }
    const { value } = await field.resolve(apple, {}, testContext(upstreams, { now }))
    expect(value).toEqual([])
  })

  test('error: refuses an entity that does not file', async () => {
    const { cik: _, ...none } = apple
    await expect(field.resolve(none, {}, context)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
