import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { tariff } from '@fiq/shared/schema/contract'
import {
  executeSync,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isObjectType,
  parse,
} from 'graphql'
import { expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { buildSchema } from './build-schema.ts'
import {
  introspectionBytes,
  meanLengths,
  mostLengths,
  refuseLargeIntrospection,
} from './introspection-size.ts'
import { preflightOf } from './preflight.ts'

const contract = { schema: buildSchema(connectors), tariff }
const fieldsOf = (query: string) =>
  priceRequest(contract, prepareOperation(contract, query), {}).bound.plan.fields
const types = Object.values(contract.schema.getTypeMap())

/** Aliases of a name within every field of every type. */
const nested = (count: number) =>
  `{ __schema { types { fields { ${Array.from({ length: count }, (_, at) => `a${at}: name`).join(' ')} } } } }`

test('default: what tools send is accepted, and is no larger than estimated', () => {
  const query = getIntrospectionQuery()
  const { data } = executeSync({ schema: contract.schema, document: parse(query) })
  const bytes = introspectionBytes(fieldsOf(query))
  expect(bytes).toBeGreaterThan(JSON.stringify(data).length)
  expect(() => refuseLargeIntrospection(bytes)).not.toThrow()
})

test('behavior: the lengths are those of the schema or more', () => {
  const lengths = types.map((type) => ({
    fields: isObjectType(type) ? Object.keys(type.getFields()).length : 0,
    inputFields: isInputObjectType(type) ? Object.keys(type.getFields()).length : 0,
    enumValues: isEnumType(type) ? type.getValues().length : 0,
  }))
  expect(types.length).toBeLessThanOrEqual(meanLengths['types']!)
  for (const name of ['fields', 'inputFields', 'enumValues'] as const) {
    const counts = lengths.map((each) => each[name])
    expect(Math.max(...counts), name).toBeLessThanOrEqual(mostLengths[name]!)
    const sum = counts.reduce((total, count) => total + count, 0)
    expect(sum / types.length, name).toBeLessThanOrEqual(meanLengths[name]!)
  }
})

test('error: many fields of every field are refused before the schema is read', async () => {
  const preflight = preflightOf(connectors)
  const run = (query: string) =>
    preflight(priceRequest(contract, prepareOperation(contract, query), {}), undefined as never)
  const refusal = { code: 'QUERY_TOO_LARGE', funds: 'untouched' }
  await expect(run(nested(10))).resolves.toBeUndefined()
  await expect(run(nested(400))).rejects.toMatchObject(refusal)
})
