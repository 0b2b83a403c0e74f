import { indicatorRules } from '@fiq/shared/indicators/indicator-rules'
import { buildSchema, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { baseSchema } from '../../sources/base-schema.ts'
import { technicalsSdl } from './technicals-sdl.ts'

const schema = buildSchema(`${baseSchema} extend type Query { entity: Entity } ${technicalsSdl}`)

test('default: every indicator is a field with its defaults, and its type has its outputs', () => {
  const technicals = schema.getType('Technicals')
  const fields = isObjectType(technicals) ? technicals.getFields() : {}
  const signatures = Object.values(fields).map(
    ({ name, args, type }) =>
      `${name}(${args.map((arg) => `${arg.name}: ${arg.type}`).join(', ')}): ${type}`,
  )
  expect(Object.keys(fields)).toEqual(Object.keys(indicatorRules))
  expect(signatures).toMatchInlineSnapshot(`
    [
      "rsi(period: Int): IndicatorValue",
      "macd(fast: Int, slow: Int, signal: Int): MacdValue",
      "bollinger(period: Int, deviations: Float): BollingerValue",
      "ema(period: Int): IndicatorValue",
      "sma(period: Int): IndicatorValue",
      "atr(period: Int): IndicatorValue",
      "vwma(period: Int): IndicatorValue",
      "mfi(period: Int): IndicatorValue",
    ]
  `)
})
