import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { search } from './declaration.ts'
import { run } from './run.ts'

const searchEntities = [
  {
    id: 'cik:0000320193',
    name: 'Apple Inc.',
    type: 'EQUITY',
    tickers: ['AAPL'],
    confidence: 1,
    source: 'SEC EDGAR',
  },
  {
    id: 'cik:0001067983',
    name: 'BERKSHIRE HATHAWAY INC',
    type: 'EQUITY',
    tickers: ['BRK-B', 'BRK-A'],
    confidence: 0.731,
    source: 'SEC EDGAR',
  },
]

describe('fiq search', () => {
  test('default: a table on a terminal, words joined', async () => {
    const { context, out, asked } = sceneOf({ data: { searchEntities } })
    await run(context, {
      arguments: { words: ['berkshire', 'hathaway'] },
      options: { limit: '3', type: 'equity' },
    })
    expect(out()).toMatchInlineSnapshot(`
      "tickers       name                    type    id              confidence
      AAPL          Apple Inc.              EQUITY  cik:0000320193        1.00
      BRK-B, BRK-A  BERKSHIRE HATHAWAY INC  EQUITY  cik:0001067983        0.73
      not shown: source
      "
    `)
    expect(asked[0]?.variables).toEqual({ query: 'berkshire hathaway', type: 'EQUITY', limit: 3 })
  })

  test('default: the rows as JSON in a pipe, an empty list included', async () => {
    const { context, out } = sceneOf({ data: { searchEntities: [] }, format: 'json' })
    await run(context, { arguments: { words: ['zzz'] }, options: {} })
    expect(out()).toBe('[]\n')
  })

  test('behavior: no match is said in words on a terminal', async () => {
    const { context, out } = sceneOf({ data: { searchEntities: [] } })
    await run(context, { arguments: { words: ['zzz'] }, options: {} })
    expect(out()).toBe('No entity matches.\n')
  })

  test.each(['0', '51', 'ten', '1.5'])(
    'error: --limit %s is refused, nothing is asked',
    async (limit) => {
      const { context, asked } = sceneOf()
      await expect(
        run(context, { arguments: { words: ['a'] }, options: { limit } }),
      ).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('1 to 50') })
      expect(asked).toEqual([])
    },
  )

  test('error: nothing but spaces is no query', async () => {
    const { context } = sceneOf()
    await expect(run(context, { arguments: { words: ['  '] }, options: {} })).rejects.toMatchObject(
      { code: 'BAD_INPUT' },
    )
  })

  test('behavior: the fields that can be picked are those of a row', () => {
    expect(search.fields).toEqual(Object.keys(searchEntities[0]!))
  })
})
