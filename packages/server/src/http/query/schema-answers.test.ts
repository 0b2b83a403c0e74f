import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { cacheSchemaAnswers } from './schema-answers.ts'

const contract = {
  schema: buildSchema('type Query { free: Int }'),
  tariff: { version: 't', rates: {} },
}

/** How often an operation runs that is asked for twice. */
async function runs(query: string, variables: Record<string, unknown> = {}): Promise<number> {
  let count = 0
  const answer = cacheSchemaAnswers(async () => {
    count += 1
    return `answer ${count}`
  })
  const priced = priceRequest(contract, prepareOperation(contract, query), variables)
  await answer(priced, {})
  expect(await answer(priced, {})).toBe(`answer ${count}`)
  return count
}

test('default: introspection is answered again without execution', async () => {
  expect(await runs('{ __typename __schema { types { name } } }')).toBe(1)
})

test.each([
  ['a field', '{ __typename free }', {}],
  ['variables', 'query ($all: Boolean!) { __typename @include(if: $all) }', { all: true }],
])('behavior: an operation with %s runs each time', async (_, query, variables) => {
  expect(await runs(query, variables)).toBe(2)
})
