import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { run } from './run.ts'

const inflation = [{ date: '2017-01-01', value: 2.13, unit: 'annual %' }]

describe('fiq inflation', () => {
  test('default: a table on a terminal', async () => {
    const { context, out, asked } = sceneOf({ data: { inflation } })
    await run(context, { arguments: { country: ['usa'] }, options: {} })
    expect(out()).toMatchInlineSnapshot(`
      "unit: annual %
      date        value
      2017-01-01   2.13
      "
    `)
    expect(asked[0]?.variables).toEqual({ country: 'USA' })
  })

  test('default: one JSON value a line with --ndjson', async () => {
    const { context, out } = sceneOf({ data: { inflation }, format: 'ndjson' })
    await run(context, { arguments: { country: ['USA'] }, options: {} })
    expect(out()).toBe('{"date":"2017-01-01","value":2.13,"unit":"annual %"}\n')
  })
})
