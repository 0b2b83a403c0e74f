import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { productOf } from '../../sources/tidy.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { insiderTrades } from './connector.ts'

const field = insiderTrades.fields['Entity.insiderTrades']!

describeConnector(insiderTrades, [{ coordinate: 'Entity.insiderTrades', args: {}, parent: apple }])

const context = testContext(sandboxTransport({ now: () => new Date('2026-11-18T17:00:00Z') }))

type Row = {
  filedAt: string
  transactionDate: string
  code: string
  value: number
  shares: number
  price: number
}
const ask = async (filter: unknown) =>
  (await field.resolve(apple, { filter }, context)).value as Row[]

describe('insiderTrades', () => {
  test('default: newest filing first, with the value as shares times price', async () => {
    const rows = await ask({ limit: 5 })
    expect(rows).toHaveLength(5)
    expect(rows.map(({ filedAt }) => filedAt)).toEqual(
      rows
        .map(({ filedAt }) => filedAt)
        .sort()
        .reverse(),
    )
    for (const { value, shares, price, transactionDate, filedAt } of rows) {
      expect(value).toBe(productOf(shares, price))
      expect(transactionDate < filedAt).toBe(true)
    }
  })

  test('behavior: applies filters before the page is cut', async () => {
    const bought = await ask({ codes: ['P'], limit: 3 })
    expect(bought.map(({ code }) => code)).toEqual(['P', 'P', 'P'])
    const all = await ask({ limit: 60 })
    expect(bought).toEqual(all.filter(({ code }) => code === 'P').slice(0, 3))
  })

  test('behavior: pages follow each other without gap or repetition, in both directions', async () => {
    for (const sort of ['ASC', 'DESC']) {
      const whole = await ask({ sort, limit: 12, since: '2024-01-01' })
      const pages = [
        await ask({ sort, limit: 5, since: '2024-01-01' }),
        await ask({ sort, limit: 7, offset: 5, since: '2024-01-01' }),
      ]
      expect(pages.flat()).toEqual(whole)
    }
  })

  test('behavior: bounds apply to the day of filing', async () => {
    const rows = await ask({ since: '2025-01-01', until: '2025-06-30', limit: 50 })
    expect(rows.length).toBeGreaterThan(0)
    for (const { filedAt } of rows)
      expect(filedAt >= '2025-01-01' && filedAt <= '2025-06-30').toBe(true)
  })

  test('error: refuses wrong bounds', () => {
    expect(() => field.bounds?.({ filter: { limit: 201 } })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  })
})
