import { describe, expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { executives } from './connector.ts'

const apple = {
  id: 'cik:0000320193',
  name: 'Apple Inc.',
  type: 'EQUITY',
  ticker: 'AAPL',
  tickers: ['AAPL'],
  cik: '0000320193',
}
const field = executives.fields['Entity.executives']!

describeConnector(executives, [{ coordinate: 'Entity.executives', args: {}, parent: apple }])

const now = () => new Date('2026-11-18T17:00:00Z')
const context = testContext(sandboxTransport({ now }), { now })

describe('executives', () => {
  test('default: lists each person once, officers with their titles first', async () => {
    const { value } = await field.resolve(apple, {}, context)
    const rows = value as {
      cik: string
      isOfficer: boolean
      title: string | null
      reportedAt: string
    }[]
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ cik }) => cik)).size).toBe(rows.length)
    const flags = rows.map(({ isOfficer }) => isOfficer)
    expect(flags).toEqual([...flags].sort((a, b) => Number(b) - Number(a)))
    expect(rows.find(({ isOfficer }) => isOfficer)?.title).toMatch(/^(Chief|General)/)
    for (const { reportedAt } of rows) expect(reportedAt >= '2024-11-18').toBe(true)
  })

  test('error: refuses an entity that does not file', async () => {
    const { cik: _, ...none } = apple
    await expect(field.resolve(none, {}, context)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
