import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { cacheSchemaAnswers } from './schema-answers.ts'

const contract = {
  schema: buildSchema('type Query { free: Int }'),
  tariff: { version: 't', rates: {} },
}

/** Number of executions of an operation that is requested twice. */
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

test('default: answers introspection again without execution', async () => {
  expect(await runs('{ __typename __schema { types { name } } }')).toBe(1)
})

test.each([
  ['a field', '{ __typename free }', {}],
  ['variables', 'query ($all: Boolean!) { __typename @include(if: $all) }', { all: true }],
])('behavior: an operation with %s runs each time', async (_, query, variables) => {
  expect(await runs(query, variables)).toBe(2)
})

test('behavior: counts a short answer with its document, so that not too many are stored', async () => {
  let count = 0
  const answer = cacheSchemaAnswers(async () => `${++count}`, 100_000)
  const long = (name: string) =>
    `{ ${name}: __typename ${Array.from({ length: 15 }, (_, at) => `f${at}: free @skip(if: true)`).join(' ')} }`
  const [first, ...others] = ['a', 'b', 'c'].map((name) =>
    priceRequest(contract, prepareOperation(contract, long(name)), {}),
  )
  for (const priced of [first!, first!, ...others]) await answer(priced, {})
  expect(count).toBe(1 + others.length)
  await answer(first!, {})
  expect(count).toBe(2 + others.length)
})
