import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { buildSchema } from '../schema/build-schema.ts'
import { distinctQuestions, questionsOf } from './area-questions.ts'
import { chosenByDefault } from './chosen.ts'

const schema = buildSchema(connectors)
const one = { tickers: ['AAPL'], ciks: ['1'], countries: ['USA'], series: ['GDP'], names: ['x'] }
const textsOf = (area: string) =>
  connectors
    .filter((connector) => connector.area === area)
    .flatMap((connector) => questionsOf(schema, connector, one))
    .map(({ text }) => text)

test.each(connectors.map((connector) => [connector.area, connector] as const))(
  'default: %s asks valid queries',
  (_area, connector) => {
    const questions = questionsOf(schema, connector, chosenByDefault)
    expect(questions.length).toBeGreaterThan(0)
    for (const { text } of questions) expect(validate(schema, parse(text))).toEqual([])
  },
)

test('default: for each choice, each kind and the whole range', () => {
  expect(textsOf('gdp')).toEqual(
    ['real', 'nominal', 'forecast'].map(
      (type) => `{ gdp(country: "USA", type: "${type}") { date value unit } }`,
    ),
  )
  expect(textsOf('price-history')[0]).toContain('(tickers: "AAPL", range: "max", interval: "1d")')
  expect(textsOf('filings')).toEqual([
    expect.stringContaining('{ entityByTicker(ticker: "AAPL") { regulatory { filings {'),
  ])
  expect(textsOf('screen')).toContainEqual(
    expect.stringContaining('filter: { universe: MOST_SHORTED }'),
  )
})

test('behavior: a question is asked once', () => {
  const question = { area: 'a', path: 'a', text: '{ a }', isList: true }
  expect(distinctQuestions([question, { ...question, area: 'b' }])).toHaveLength(1)
})
