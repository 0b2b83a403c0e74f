import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const shortInterest = [{ settlementDate: '2018-01-31', sharesShort: 40_238_531, daysToCover: 1.2 }]

describe('fiq short-interest', () => {
  test('default: a table on a terminal', async () => {
    const { context, out, asked } = sceneOf({ data: { shortInterest } })
    await run(context, { arguments: { ticker: ['aapl'] }, options: { limit: '6' } })
    expect(out()).toMatchInlineSnapshot(`
      "settlement  shares short  days to cover
      2018-01-31         40.2M           1.20
      "
    `)
    expect(asked[0]?.variables).toEqual({ ticker: 'AAPL', filter: { limit: 6 } })
  })

  test('default: the rows as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { shortInterest }, format: 'json' })
    await run(context, { arguments: { ticker: ['aapl'] }, options: {} })
    expect(JSON.parse(out())).toEqual(shortInterest)
  })

  test('error: a limit over the cap is refused before anything is asked', async () => {
    const { context, asked } = sceneOf()
    await expect(
      run(context, { arguments: { ticker: ['AAPL'] }, options: { limit: '501' } }),
    ).rejects.toMatchObject({ kind: 'usage' })
    expect(asked).toEqual([])
  })
})
