import { execute, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { connectors, sandboxHosts } from '../../connectors/connectors.ts'
import { buildSchema } from '../../execution/build-schema.ts'
import { createConnectorContext } from '../../sources/context.ts'
import { emptyFiles } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { areaQueriesOf, distinctQueries } from './area-queries.ts'
import { chosenByDefault } from './chosen.ts'

const schema = buildSchema(connectors)
const one = { tickers: ['AAPL'], ciks: ['1'], countries: ['USA'], series: ['GDP'], names: ['x'] }
const textsOf = (area: string) =>
  connectors
    .filter((connector) => connector.area === area)
    .flatMap((connector) => areaQueriesOf(schema, connector, one))
    .map(({ text }) => text)

test.each(connectors.map((connector) => [connector.area, connector] as const))(
  'default: %s asks valid queries',
  (_area, connector) => {
    const questions = areaQueriesOf(schema, connector, chosenByDefault)
    expect(questions.length).toBeGreaterThan(0)
    for (const { text } of questions) expect(validate(schema, parse(text))).toEqual([])
  },
)

test('default: has a query for each choice, each kind and the whole range', () => {
  expect(textsOf('gdp')).toEqual(
    ['real', 'nominal', 'forecast'].map(
      (type) =>
        `{ gdp(country: "USA", type: "${type}") { date value unit title frequency seasonalAdjustment } }`,
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

test('behavior: the answers to all print times in one form', async () => {
  const now = () => new Date('2026-11-18T17:00:00Z')
  const upstreams = sandboxTransport({ now, hosts: sandboxHosts })
  const upstreamKeyOf = () => 'key'
  const allowed = new Set(connectors.flatMap((each) => each.upstreams.map(({ id }) => id)))
  const context = createConnectorContext({
    upstreams,
    files: emptyFiles,
    now,
    allowed,
    upstreamKeyOf,
  })
  const wish = { ...one, ciks: ['0001067983'], names: ['smith'] }
  const questions = connectors.flatMap((connector) => areaQueriesOf(schema, connector, wish))
  const instants = new Set<string>()
  for (const { text } of distinctQueries(questions)) {
    const contextValue = { connectors: context, cite: () => undefined }
    const { data } = await execute({ schema, document: parse(text), contextValue })
    for (const [instant] of JSON.stringify(data).matchAll(/"\d{4}-\d\d-\d\dT[^"]*"/g))
      instants.add(instant)
  }
  expect(instants.size).toBeGreaterThan(30)
  // Market hours use the time zone of the exchange.
  const form = /T\d\d:\d\d:\d\d(?:Z|-0[45]:00)"$/
  expect([...instants].filter((instant) => !form.test(instant))).toEqual([])
})

test('behavior: no query occurs twice', () => {
  const question = { area: 'a', path: 'a', text: '{ a }', isList: true }
  expect(distinctQueries([question, { ...question, area: 'b' }])).toHaveLength(1)
})
