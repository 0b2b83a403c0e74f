import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const campaignFinance = [
  {
    committeeName: 'BERNIE 2016',
    cycle: 2016,
    party: 'DEM',
    state: 'VT',
    totalRaised: 237_640_730,
  },
]

describe('fiq campaign-finance', () => {
  test('default: a table on a terminal', async () => {
    const { context, out, asked } = sceneOf({ data: { campaignFinance } })
    await run(context, {
      arguments: { name: ['Bernie', 'Sanders'] },
      options: { cycle: '2016', limit: '1' },
    })
    expect(out()).toMatchInlineSnapshot(`
      "cycle  committee    party  state  raised, USD
      2016   BERNIE 2016  DEM    VT            238M
      "
    `)
    expect(asked[0]?.variables).toEqual({
      name: 'Bernie Sanders',
      filter: { limit: 1, cycle: 2016 },
    })
  })

  test('default: the rows as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { campaignFinance }, format: 'json' })
    await run(context, { arguments: { name: ['Bernie', 'Sanders'] }, options: {} })
    expect(JSON.parse(out())).toEqual(campaignFinance)
  })

  test('error: a cycle that is no year is refused before anything is asked', async () => {
    const { context, asked } = sceneOf()
    await expect(
      run(context, { arguments: { name: ['x'] }, options: { cycle: 'soon' } }),
    ).rejects.toMatchObject({ kind: 'usage' })
    expect(asked).toEqual([])
  })
})
