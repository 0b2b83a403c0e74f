import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import { builtInTariff } from '../../query/built-in-tariff.ts'
import { run, technicalsDocument } from './run.ts'

const technicals = {
  rsi: { value: 61.234, date: '2018-02-07', reason: null },
  macd: { macd: 1.5, signal: 1.2, histogram: 0.3, date: '2018-02-07', reason: null },
  mfi: { value: null, date: null, reason: 'too few bars' },
}
const given = { arguments: { ticker: ['aapl'] }, options: { range: '6mo' } }

describe('fiq technicals', () => {
  test('behavior: the schema has every selected field', () => {
    const operation = { query: technicalsDocument, variables: { ticker: 'AAPL' } }
    expect(() => builtInTariff().estimate(operation)).not.toThrow()
  })

  test('default: one line per indicator, with the reason for a missing value', async () => {
    const { context, out, requests } = sceneOf({ data: { technicals } })
    await run(context, given)
    expect(out()).toMatchInlineSnapshot(`
      "AAPL   6mo of daily bars
      RSI 14  61.23   MACD +1.50, signal +1.20, histogram +0.30
      MFI 14  too few bars
      "
    `)
    expect(requests[0]?.variables).toEqual({ ticker: 'AAPL', range: '6mo', interval: '1d' })
  })

  test('default: prints the indicators as JSON in a pipe', async () => {
    const { context, out } = sceneOf({ data: { technicals }, format: 'json' })
    await run(context, given)
    expect(JSON.parse(out())).toEqual(technicals)
  })
})
