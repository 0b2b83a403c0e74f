import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { regulatory } from '../regulatory/connector.ts'
import { filings } from './connector.ts'

const field = filings.fields['Regulatory.filings']!

describeConnector(
  filings,
  [{ coordinate: 'Regulatory.filings', args: {}, parent: apple }],
  [regulatory],
)

const context = testContext(sandboxTransport({ now: () => new Date('2026-11-18T17:00:00Z') }))

describe('regulatory.filings', () => {
  test('default: returns every form, newest first, with its items and address', async () => {
    const { value, provenance } = await field.resolve(apple, { filter: { limit: 3 } }, context)
    const rows = value as { filedAt: string; url: string; items: string[] }[]
    expect(rows).toHaveLength(3)
    expect(rows.map(({ filedAt }) => filedAt)).toEqual(
      rows
        .map(({ filedAt }) => filedAt)
        .sort()
        .reverse(),
    )
    for (const { url } of rows) expect(url).toMatch(/^https:\/\/www\.sec\.gov\/Archives\/edgar\//)
    expect(provenance).toMatchObject([{ source: 'SEC EDGAR', mode: 'sandbox', stale: false }])
  })

  test('behavior: filters by form', async () => {
    const args = { forms: ['8-K'], filter: { limit: 50 } }
    const rows = (await field.resolve(apple, args, context)).value as {
      form: string
      items: string[]
    }[]
    expect(new Set(rows.map(({ form }) => form))).toEqual(new Set(['8-K']))
    expect(rows.map(({ items }) => items)).toContainEqual(['2.02', '9.01'])
  })

  test('behavior: pages follow each other without gap or repetition', async () => {
    const page = async (offset: number, limit: number) =>
      (await field.resolve(apple, { filter: { offset, limit } }, context)).value as unknown[]
    expect([...(await page(0, 4)), ...(await page(4, 5))]).toEqual(await page(0, 9))
  })

  test('error: refuses an entity that does not file, and wrong bounds', async () => {
    const { cik: _, ...none } = apple
    await expect(field.resolve(none, {}, context)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const args of [{ forms: [] }, { filter: { limit: 501 } }])
      expect(() => field.bounds?.(args)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })
})
