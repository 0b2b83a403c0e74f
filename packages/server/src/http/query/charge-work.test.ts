import { bounds } from '@fiq/shared/bounds'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { schemaText } from '@fiq/shared/schema/contract'
import { buildSchema, getIntrospectionQuery } from 'graphql'
import { expect, test } from 'vitest'
import { introspectionBytes } from '../../execution/introspection-size.ts'
import { introspectionUnits } from '../../rate-limit/work-units.ts'
import { oneField } from '../testing/one-field.ts'
import { smallApp } from '../testing/small-app.ts'
import { priceCharged, unitsOf } from './charge-work.ts'

const productSchema = buildSchema(schemaText)
const sender = { address: '192.0.2.1', authorization: undefined }

const schema = buildSchema('type Query { quotes(of: [String!]!): [Quote!] } type Quote { a: Int }')
const rates = { 'Query.quotes': { credits: 1, timesOf: 'of' } }
const contract = { schema, tariff: { version: 't', rates } }
const priceOf = (query: string, variables = {}) =>
  priceRequest(contract, prepareOperation(contract, query), variables)

test.each([
  ['49 fields with one below each', 49, '["x"]', 1],
  ['49 fields whose lists have three items', 49, '["x", "y", "z"]', 2],
  ['two fields with one list of 99 items', 2, '$of', 2],
])('default: one unit per hundred planned fields and items: %s', (_, count, of, units) => {
  const fields = Array.from({ length: count }, (_, at) => `a${at}: quotes(of: ${of}) { a }`)
  const given = of === '$of' ? 'query ($of: [String!]!) ' : ''
  const variables = { of: Array.from({ length: 99 }, (_, at) => `${at}`) }
  expect(unitsOf(priceOf(`${given}{ ${fields.join(' ')} }`, variables), schema)).toBe(units)
})

test('default: an introspection costs one unit per 20,000 bytes of its maximum size', () => {
  const wide = `{ ${['a', 'b'].map((key) => `${key}: __schema { types { name fields { name description } } }`).join(' ')} }`
  const priced = priceOf(wide)
  const bytes = introspectionBytes(schema, priced.bound.plan.fields)
  expect(unitsOf(priced, schema)).toBe(Math.floor(bytes / 20_000))
  expect(unitsOf(priced, productSchema)).toBeGreaterThan(2)
})

test('behavior: the standard introspection query fits several times into the burst', () => {
  const { fields } = priceOf(getIntrospectionQuery()).bound.plan
  const units = introspectionUnits(introspectionBytes(productSchema, fields))
  expect(units).toBeGreaterThan(0)
  expect(units).toBeLessThan(bounds.workBurstMin / 5)
})

test('behavior: reads, prices and quotes a large request in separate turns', async () => {
  const turnsOf = async (characters: number) => {
    let turn = 0
    const count = () => {
      turn += 1
      if (turn < 20) setImmediate(count)
    }
    setImmediate(count)
    let pricedIn = -1
    let readIn = -1
    const read = () => {
      readIn = turn
      return { query: '{ a }', variables: {}, operationName: undefined }
    }
    const gate = { chargeWork: async () => {} }
    const request = { operation: { characters, read }, sender }
    await priceCharged(request, {}, { gate, contract } as never, () => {
      pricedIn = turn
      return priceOf('{ __typename }')
    })
    return [readIn, pricedIn, turn]
  }
  expect(await turnsOf(20)).toEqual([0, 0, 0])
  const [readIn = 0, pricedIn = 0, quotedIn = 0] = await turnsOf(600_000)
  expect(readIn).toBeGreaterThan(0)
  expect(pricedIn).toBeGreaterThan(readIn)
  expect(quotedIn).toBeGreaterThan(pricedIn)
})

async function priceAlone(payload: object) {
  const { app } = smallApp(oneField(10))
  const headers = { 'content-type': 'application/json' }
  return app.inject({ method: 'POST', url: '/api/v1/price', payload, headers })
}

test('default: the price alone, with its rows and the headers of the limit', async () => {
  const { statusCode, headers, body } = await priceAlone({ query: '{ cheap }' })
  expect([statusCode, headers['ratelimit-policy']]).toEqual([200, expect.any(String)])
  const rows = [['cheap', 1, 10]]
  expect(JSON.parse(body)).toEqual({ tariff: 'test', credits: 10, amount: '30000', rows })
})

test('error: the price alone refuses what a quote would refuse', async () => {
  const { statusCode, headers, body } = await priceAlone({ query: '{ none }' })
  expect([statusCode, headers['ratelimit-policy']]).toEqual([400, expect.any(String)])
  expect(body).toContain('GRAPHQL_VALIDATION_FAILED')
})
