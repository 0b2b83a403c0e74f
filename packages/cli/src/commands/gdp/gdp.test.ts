import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const gdp = [
  { date: '2017-01-01', value: 17_348_625_000_000, unit: 'constant 2010 US$' },
  { date: '2016-01-01', value: 16_972_347_893_000.5, unit: 'constant 2010 US$' },
]

describe('fiq gdp', () => {
  test('default: a table on a terminal', async () => {
    const { context, out, asked } = sceneOf({ data: { gdp } })
    await run(context, { arguments: { country: ['usa'] }, options: { type: 'real' } })
    expect(out()).toMatchInlineSnapshot(`
      "unit: constant 2010 US$
      date        value
      2017-01-01  17.3T
      2016-01-01  17.0T
      "
    `)
    expect(asked[0]?.variables).toEqual({ country: 'USA', type: 'real' })
  })

  test('default: the values as they came in a pipe, no digit lost', async () => {
    const { context, out } = sceneOf({ data: { gdp }, format: 'json' })
    await run(context, { arguments: { country: ['USA'] }, options: {} })
    expect(JSON.parse(out())).toEqual(gdp)
  })

  test('error: a country code of one letter is refused before anything is asked', async () => {
    const { context, asked } = sceneOf()
    await expect(
      run(context, { arguments: { country: ['U'] }, options: {} }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect(asked).toEqual([])
  })
})
