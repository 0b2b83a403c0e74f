import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const macroSeries = [
  { date: '2018-02-01', value: 249.529 },
  { date: '2018-01-01', value: 248.859 },
]

describe('fiq series', () => {
  test('default: a table on a terminal', async () => {
    const { context, out, asked } = sceneOf({ data: { macroSeries } })
    await run(context, { arguments: { 'series-id': ['cpiaucsl'] }, options: { limit: '2' } })
    expect(out()).toMatchInlineSnapshot(`
      "date          value
      2018-02-01  249.529
      2018-01-01  248.859
      "
    `)
    expect(asked[0]?.variables).toEqual({ seriesId: 'CPIAUCSL', filter: { limit: 2 } })
  })

  test('default: CSV for a spreadsheet', async () => {
    const { context, out, asked } = sceneOf({ data: { macroSeries }, format: 'csv' })
    await run(context, { arguments: { 'series-id': ['CPIAUCSL'] }, options: {} })
    expect(out()).toBe('date,value\n2018-02-01,249.529\n2018-01-01,248.859\n')
    expect(asked[0]?.variables).toEqual({ seriesId: 'CPIAUCSL' })
  })

  test('error: a wrong order is refused before anything is asked', async () => {
    const { context, asked } = sceneOf()
    await expect(
      run(context, { arguments: { 'series-id': ['GDP'] }, options: { sort: 'UP' } }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT' })
    expect(asked).toEqual([])
  })
})
