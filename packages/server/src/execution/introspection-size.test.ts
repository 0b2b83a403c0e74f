import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { tariff } from '@fiq/shared/schema/contract'
import { buildSchema as buildSdl, executeSync, getIntrospectionQuery, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { buildSchema } from './build-schema.ts'
import { introspectionBytes, refuseLargeIntrospection } from './introspection-size.ts'
import { preflightOf } from './preflight.ts'

const own = buildSchema(connectors)
const typeRef = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }'

/** Schemas with parts that ours does not have: interfaces, unions, deprecated parts. */
const abstract = buildSdl(`
  "Has a name" interface Named { name: String! @deprecated(reason: "${'long '.repeat(40)}") }
  interface Node implements Named { name: String! id(of: [Int!]! = [1, 2, 3]): ID! }
  ${Array.from({ length: 12 }, (_, at) => `type T${at} implements Node & Named { name: String! id(of: [Int!]! = [1, 2, 3]): ID! next: Node }`).join('\n')}
  union Any = ${Array.from({ length: 12 }, (_, at) => `T${at}`).join(' | ')}
  enum Colour { RED GREEN @deprecated BLUE }
  input Filter { colour: Colour = RED text: String = "quoted \\"text\\"" }
  type Query { any(filter: Filter): [Any!]! named: Named }
`)

const planOf = (schema: typeof own, query: string) =>
  priceRequest({ schema, tariff }, prepareOperation({ schema, tariff }, query), {}).bound.plan
    .fields

/** Estimated size and real size in bytes. */
function sizesOf(schema: typeof own, query: string) {
  const { data, errors } = executeSync({ schema, document: parse(query) })
  expect(errors).toBeUndefined()
  return {
    estimated: introspectionBytes(schema, planOf(schema, query)),
    actual: Buffer.byteLength(JSON.stringify(data)),
  }
}

/** Selects each part of the schema once. */
const once = [
  '{ __schema { types { name kind description specifiedByURL isOneOf } } }',
  '{ __schema { types { fields(includeDeprecated: true) { name description isDeprecated deprecationReason } } } }',
  '{ __schema { types { fields(includeDeprecated: true) { args { name description defaultValue } } } } }',
  '{ __schema { types { inputFields { name defaultValue } enumValues(includeDeprecated: true) { name description } } } }',
  '{ __schema { description directives { name description isRepeatable locations args { name description } } } }',
]
/** Selects parts repeatedly. */
const repeated = [
  getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }),
  `{ __schema { types { fields { type { ${typeRef} } args { type { ${typeRef} } } } } } }`,
  `{ __schema { types { interfaces { ${typeRef} } possibleTypes { ${typeRef} fields { name } } } } }`,
  '{ __schema { queryType { name fields { name type { name fields { name args { name } } } } } } }',
  '{ __schema { types { fields { type { fields { type { name } } enumValues { name } } } } } }',
  '{ __type(name: "Query") { name fields { name __typename args { __typename type { name kind } } } } }',
]

describe.each([
  ['of connectors', own],
  ['with abstract types', abstract],
])('the schema %s', (_, schema) => {
  test.each(once)('behavior: estimates %s exactly, except for braces and commas', (query) => {
    const { estimated, actual } = sizesOf(schema, query)
    expect(estimated).toBeGreaterThanOrEqual(actual)
    expect(estimated).toBeLessThan(actual * 1.5 + 300)
  })

  test.each(repeated)('behavior: %s is at most as large as estimated', (query) => {
    const { estimated, actual } = sizesOf(schema, query)
    expect(estimated).toBeGreaterThanOrEqual(actual)
  })
})

test('default: accepts queries that tools send', () => {
  const { estimated } = sizesOf(own, getIntrospectionQuery())
  expect(() => refuseLargeIntrospection(estimated)).not.toThrow()
})

test('error: refuses many descriptions of every field before the schema is read', async () => {
  const preflight = preflightOf(connectors, own)
  const contract = { schema: own, tariff }
  const run = (aliases: number) => {
    const fields = Array.from({ length: aliases }, (_, at) => `a${at}: description`).join(' ')
    const query = `{ __schema { types { fields { ${fields} } } } }`
    const priced = priceRequest(contract, prepareOperation(contract, query), {})
    return preflight(priced, { upstreams: { mode: 'sandbox' } } as never)
  }
  await expect(run(10)).resolves.toBeUndefined()
  const refusal = { code: 'QUERY_TOO_LARGE', funds: 'untouched' }
  await expect(run(400)).rejects.toMatchObject(refusal)
})
