import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { boughtOf } from './bought-of.ts'

const contract = { schema: buildSchema(schemaText), tariff }
const describeBought = boughtOf(connectors)
const bought = (query: string, variables: Record<string, unknown> = {}) => {
  const priced = priceRequest(contract, prepareOperation(contract, query), variables)
  return { ...describeBought(priced), credits: priced.price.credits }
}

test('default: describes fields and their arguments; the minimum belongs to the area', () => {
  expect(bought('{ quotes(tickers: ["AAPL", "MSFT"]) { ticker } }')).toEqual({
    text: 'quotes\nAAPL, MSFT',
    areas: [{ area: 'quotes', credits: 5 }],
    credits: 5,
  })
  expect(bought('{ marketStatus { session } }').text).toBe('marketStatus')
})

test('behavior: leaves out arguments that equal their defaults, also in input objects', () => {
  const bars = 'priceHistory(tickers: ["AAPL"], range: "1y", interval: "1d") { ticker }'
  expect(bought(`{ ${bars} }`).text).toBe('priceHistory\nAAPL')
  expect(bought(`{ ${bars.replace('1y', '5y')} }`).text).toBe('priceHistory\nAAPL, 5y')
  const series = (filter: string) =>
    bought(`{ macroSeries(seriesId: "GDP", filter: {${filter}}) { date } }`).text
  expect(series('limit: 20, sort: "DESC"')).toBe('macroSeries\nGDP')
  expect(series('since: "2020-01-01", limit: 50')).toBe('macroSeries\nGDP, 50, 2020-01-01')
})

test('behavior: long lists end with a number, and aliases do not count as names', () => {
  const tickers = Array.from({ length: 50 }, (_, n) => `T${n}`)
  const query = 'query Q($t: [String!]!) { a: quotes(tickers: $t) { ticker } }'
  expect(bought(query, { t: tickers }).text).toBe('quotes\nT0, T1, T2, T3, 46 more')
})

test('behavior: control characters and long texts are not recorded', () => {
  const query = 'query Q($n: String!) { sanctionsScreen(name: $n) { __typename } }'
  const text = bought(query, { n: `\u001b[31m${'x'.repeat(150)}` }).text
  expect(text.length).toBeLessThan(60)
  expect(text).not.toContain('\u001b')
})

test('behavior: areas of one operation sum to its price, the largest first', () => {
  const { areas, credits } = bought(
    '{ quotes(tickers: ["AAPL"]) { ticker } gdp(country: "USA") { date } }',
  )
  expect(areas.map(({ area }) => area).sort()).toEqual(['gdp', 'quotes'])
  expect(areas.reduce((sum, each) => sum + each.credits, 0)).toBe(credits)
  expect(areas.map((each) => each.credits)).toEqual(
    areas.map((each) => each.credits).sort((a, b) => b - a),
  )
})
