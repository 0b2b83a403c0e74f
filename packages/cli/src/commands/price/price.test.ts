import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { readEstimate } from './read-estimate.ts'
import { run } from './run.ts'

const given = (options: Record<string, string | boolean> = {}) => ({
  arguments: { query: ['{ quotes }'] },
  options,
})
const remote = {
  tariff: 't2',
  credits: 12,
  amount: '36000',
  rows: [
    ['quotes', 2, 2],
    ['quotes.news', 2, 10],
  ],
}

describe('fiq price', () => {
  test('default: prints rows and total by the built-in tariff, and sends nothing', async () => {
    const { context, out, called } = sceneOf()
    await run(context, given())
    expect(out()).toMatchInlineSnapshot(`
      "for      times  credits   USDC
      quotes       1        1  0.003
      minimum      1        4  0.012
      0.015 USDC
      5 credits of an API key, tariff t1
      "
    `)
    expect(called).toEqual([])
  })

  test('default: amounts are decimal strings in JSON', async () => {
    const { context, out } = sceneOf({ format: 'json' })
    await run(context, given())
    expect(JSON.parse(out())).toEqual({
      tariff: 't1',
      credits: 5,
      amount: '0.015',
      rows: [
        { path: 'quotes', times: 1, credits: 1, amount: '0.003' },
        { path: 'minimum', times: 1, credits: 4, amount: '0.012' },
      ],
    })
  })

  test('behavior: labels a play wallet that would pay', async () => {
    const { context, err } = sceneOf({ paysWithPlay: true })
    await run(context, given())
    expect(err()).toContain('From a PLAY wallet')
    const real = sceneOf()
    await run(real.context, given())
    expect(real.err()).not.toContain('PLAY')
  })

  test('behavior: --remote queries the server for its price', async () => {
    const { context, out, called } = sceneOf({ format: 'json', free: () => remote })
    await run(context, given({ remote: true }))
    expect(called).toEqual([
      { path: '/api/v1/price', body: { query: '{ quotes }', variables: {} } },
    ])
    expect(JSON.parse(out())).toMatchObject({ amount: '0.036', tariff: 't2' })
  })
})

describe('readEstimate', () => {
  test('default: reads only the used members', () => {
    expect(readEstimate({ ...remote, more: 1 })).toEqual({ ...remote, amount: 36_000n })
  })

  test.each([
    null,
    { ...remote, amount: '-1' },
    { ...remote, amount: 0.036 },
    { ...remote, credits: -1 },
    { ...remote, rows: [['a', 1]] },
    { ...remote, rows: [['a', 1, 2, 'x']] },
  ])('error: refuses %j as a price', (answer) => {
    expect(() => readEstimate(answer)).toThrow(expect.objectContaining({ code: 'SERVER_ERROR' }))
  })

  test('property: any JSON is a price or a FiqError', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        try {
          readEstimate(answer)
        } catch (error) {
          expect(error).toBeInstanceOf(FiqError)
        }
      }),
    )
  })
})
