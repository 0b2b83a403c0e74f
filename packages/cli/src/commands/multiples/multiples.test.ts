import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const sp500Multiples = [{ date: '2018-01-01', value: 33.31 }]

describe('fiq multiples', () => {
  test('default: a table on a terminal', async () => {
    const { context, out, asked } = sceneOf({ data: { sp500Multiples } })
    await run(context, { arguments: { series: ['shiller-pe'] }, options: {} })
    expect(out()).toMatchInlineSnapshot(`
      "date        value
      2018-01-01  33.31
      "
    `)
    expect(asked[0]?.variables).toEqual({ series: 'shiller-pe' })
  })

  test('default: the rows as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { sp500Multiples }, format: 'json' })
    await run(context, { arguments: { series: ['shiller-pe'] }, options: {} })
    expect(JSON.parse(out())).toEqual(sp500Multiples)
  })

  test('error: a series there is not is refused before anything is asked', async () => {
    const { context, asked } = sceneOf()
    await expect(
      run(context, { arguments: { series: ['pe'] }, options: {} }),
    ).rejects.toMatchObject({ kind: 'usage' })
    expect(asked).toEqual([])
  })
})
