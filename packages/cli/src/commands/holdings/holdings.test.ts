import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const institutionalHoldings = [
  { ticker: 'AAPL', shares: 165_333_962, value: 27_979_000_000, reportedAt: '2017-12-31' },
  { ticker: null, shares: 10, value: null, reportedAt: '2017-12-31' },
]

describe('fiq holdings', () => {
  test('default: a table on a terminal', async () => {
    const { context, out, asked } = sceneOf({ data: { institutionalHoldings } })
    await run(context, { arguments: { cik: ['1067983'] }, options: { limit: '2' } })
    expect(out()).toMatchInlineSnapshot(`
      "ticker  shares    USD  reported
      AAPL      165M  28.0B  2017-12-31
      –           10      –  2017-12-31
      "
    `)
    expect(asked[0]?.variables).toEqual({ cik: '0001067983', limit: 2 })
  })

  test('default: the rows as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { institutionalHoldings }, format: 'json' })
    await run(context, { arguments: { cik: ['1067983'] }, options: {} })
    expect(JSON.parse(out())).toEqual(institutionalHoldings)
  })

  test.each(['CIK0001067983', 'cik:1067983', 'cik 1067983'])(
    'default: %j is an identifier',
    async (cik) => {
      const { context, asked } = sceneOf({ data: { institutionalHoldings } })
      await run(context, { arguments: { cik: [cik] }, options: {} })
      expect(asked[0]?.variables).toMatchObject({ cik: '0001067983' })
    },
  )

  test('error: a CIK of letters is refused before anything is asked', async () => {
    const { context, asked } = sceneOf()
    await expect(
      run(context, { arguments: { cik: ['berkshire'] }, options: {} }),
    ).rejects.toMatchObject({ kind: 'usage' })
    expect(asked).toEqual([])
  })
})
