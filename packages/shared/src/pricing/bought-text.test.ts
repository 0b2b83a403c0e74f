import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { schemaText, tariff } from '../schema/contract.ts'
import { chosenValues, listed, pricedFields } from './bought-text.ts'
import { prepareOperation, priceRequest } from './price-request.ts'

const contract = { schema: buildSchema(schemaText), tariff }
const boundOf = (query: string) =>
  priceRequest(contract, prepareOperation(contract, query), {}).bound

test('default: lists the priced fields at every depth, and none that is free', () => {
  const query = '{ entityByTicker(ticker: "AAPL") { name market { price } news { title } } }'
  const names = pricedFields(boundOf(query).plan.fields).map(({ field }) => field.name)
  expect(names).toEqual(['entityByTicker', 'market', 'news'])
})

test.each([
  ['priceHistory(tickers: ["AAPL"], range: "1y") { ticker }', ['AAPL']],
  ['priceHistory(tickers: ["AAPL"], range: "5y") { ticker }', ['AAPL', '5y']],
  ['macroSeries(seriesId: "GDP", filter: {limit: 20, offset: 3}) { date }', ['GDP', '3']],
  ['marketStatus { session }', []],
])('default: the chosen values of %s are %j', (field, values) => {
  expect(chosenValues(boundOf(`{ ${field} }`))).toEqual(values)
})

test('behavior: considers a thousand values, however many fields share a list', () => {
  const fields = Array.from(
    { length: 100 },
    (_, at) => `t${at}: technicals(bars: $bars) { rsi { value } }`,
  )
  const query = prepareOperation(contract, `query ($bars: [BarInput!]) { ${fields.join(' ')} }`)
  const bars = Array(900).fill({ date: '2026-01-05', close: 1 })
  const { bound } = priceRequest(contract, query, { bars })
  expect(chosenValues(bound)).toHaveLength(1_000)
})

test('default: lists distinct texts, and counts those beyond the maximum', () => {
  expect(listed(['a', '', 'b', 'a', 'c', 'd'], 2)).toBe('a, b, 2 more')
  expect(listed(['a'], 2)).toBe('a')
})
