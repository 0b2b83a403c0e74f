import { catalog } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { Operation } from '../../query/operation.ts'
import { run } from './run.ts'

describe('fiq tools', () => {
  test('default: lists every tool with its price, without a request', async () => {
    const { context, out, called } = sceneOf({ columns: 60 })
    await run(context)
    expect(out().split('\n').slice(0, 4).join('\n')).toMatchInlineSnapshot(`
      "tool                    USDC  summary
      quotes                 0.015  Last price, change and volume…
      searchEntities         0.015  Companies, crypto assets and…
      priceHistory           0.015  Open, high, low, close and vo…"
    `)
    expect(called).toEqual([])
  })

  test('default: prints the rows as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ format: 'json' })
    await run(context)
    const rows = JSON.parse(out()) as { name: string; price: string }[]
    expect(rows.map(({ name }) => name)).toEqual(catalog.map(({ name }) => name))
    expect(rows[0]).toMatchObject({ price: '0.015', inputs: ['tickers'] })
  })

  test('behavior: lists a tool without a source without a price, the others with one', async () => {
    const estimateOf = (context: ReturnType<typeof sceneOf>['context']) => ({
      ...context,
      estimate: async (operation: Operation) => {
        if (operation.label?.startsWith('screen'))
          throw new FiqError('NOT_CONFIGURED', 'This server has no source for stock screens.')
        return context.estimate(operation)
      },
    })
    const json = sceneOf({ format: 'json' })
    await run(estimateOf(json.context))
    const rows = JSON.parse(json.out()) as { name: string; price: string | null }[]
    for (const { name, price } of rows) expect(price).toBe(name === 'screen' ? null : '0.015')
    const text = sceneOf({ columns: 80 })
    await run(estimateOf(text.context))
    expect(text.out()).toMatch(/^screen .* – /m)
  })

  test('behavior: lists a tool without a price in the tariff without one', async () => {
    const { context, out } = sceneOf({ format: 'json' })
    await run({
      ...context,
      estimate: async () => {
        throw new FiqError('GRAPHQL_VALIDATION_FAILED', 'Unknown field.')
      },
    })
    expect(JSON.parse(out())[0]).toMatchObject({ price: null })
  })
})
