import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { earnings } from './connector.ts'

const field = earnings.fields['Entity.earnings']!

describeConnector(earnings, [
  { coordinate: 'Entity.earnings', args: {}, parent: apple },
  { coordinate: 'Entity.earningsCalendar', args: {}, parent: apple },
])

const now = () => new Date('2026-11-18T17:00:00Z')
const context = testContext(sandboxTransport({ now }), { now })
type Row = {
  date: string | null
  periodEnd: string
  epsActual: number
  fiscalPeriod: string
  derived: string[]
}
const ask = async (filter: unknown) =>
  (await field.resolve(apple, { filter }, context)).value as Row[]

describe('earnings', () => {
  test('default: returns quarters newest first, announced after their end', async () => {
    const { value, provenance } = await field.resolve(apple, { filter: { limit: 5 } }, context)
    const rows = value as Row[]
    expect(rows.map(({ periodEnd }) => periodEnd)).toEqual([
      '2026-09-30',
      '2026-06-30',
      '2026-03-31',
      '2025-12-31',
      '2025-09-30',
    ])
    for (const { date, periodEnd, epsActual } of rows) {
      expect(date! > periodEnd).toBe(true)
      expect(epsActual).toBeGreaterThan(0)
    }
    expect(rows[3]).toMatchObject({
      fiscalPeriod: 'Q4',
      derived: expect.arrayContaining(['epsActual']),
    })
    expect(provenance).toHaveLength(2)
  })

  test('behavior: pages follow each other, also oldest first', async () => {
    for (const sort of ['ASC', 'DESC']) {
      const pages = [await ask({ sort, limit: 3 }), await ask({ sort, limit: 4, offset: 3 })]
      expect(pages.flat()).toEqual(await ask({ sort, limit: 7 }))
    }
  })

  test('error: refuses an entity that does not file, and wrong bounds', async () => {
    const { cik: _, ...none } = apple
    await expect(field.resolve(none, {}, context)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(() => field.bounds?.({ filter: { limit: 501 } })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  })
})
