import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const interestRates = [{ date: '2018-01-01', value: 1.41, unit: 'percent' }]

describe('fiq rates', () => {
  test('default: a table on a terminal', async () => {
    const { context, out, asked } = sceneOf({ data: { interestRates } })
    await run(context, { arguments: { country: ['usa'] }, options: {} })
    expect(out()).toMatchInlineSnapshot(`
      "unit: percent
      date        value
      2018-01-01   1.41
      "
    `)
    expect(asked[0]?.variables).toEqual({ country: 'USA' })
  })

  test('default: the rows as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { interestRates }, format: 'json' })
    await run(context, { arguments: { country: ['usa'] }, options: {} })
    expect(JSON.parse(out())).toEqual(interestRates)
  })

  test('error: a country code of one letter is refused before anything is asked', async () => {
    const { context, asked } = sceneOf()
    await expect(
      run(context, { arguments: { country: ['U'] }, options: {} }),
    ).rejects.toMatchObject({ kind: 'usage' })
    expect(asked).toEqual([])
  })
})
