import type { FiqError } from '@fiq/shared/errors'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { compilePlan } from './compile-plan.ts'
import { runPlan } from './run-plan.ts'

const schema = buildSchema(
  'type Query { a: Int boxes(of: [Int!]!): [Box!] } type Box { item: Item! } type Item { b: Int }',
)
const rates = { 'Query.boxes': { credits: 1, timesOf: 'of' }, 'Box.item': { credits: 1 } }
const contract = { schema, tariff: { version: 't', rates } }
const { boxes } = schema.getQueryType()!.getFields()
let made = 2
let itemRuns = 0
boxes!.resolve = () => Array.from({ length: made }, () => ({}))
const box = schema.getType('Box') as unknown as {
  getFields(): Record<string, { resolve?: unknown }>
}
box.getFields()['item']!.resolve = async () => {
  itemRuns += 1
  return { b: itemRuns }
}

const run = (query: string) => {
  const { bound, runsMax } = priceRequest(contract, prepareOperation(contract, query), {})
  return runPlan(compilePlan(bound.plan), { schema, bound, runsMax, context: {} })
}
const query = '{ boxes(of: [1, 2]) { item { b } } }'

test('default: a plan runs as often as it was priced', async () => {
  made = 2
  itemRuns = 0
  expect(await run(query)).toEqual({
    data: { boxes: [{ item: { b: 1 } }, { item: { b: 2 } }] },
  })
})

test('error: a rated field that would run more often than it was priced ends the run', async () => {
  made = 5
  itemRuns = 0
  const error = await run(query).then(
    () => undefined,
    (thrown: FiqError) => thrown,
  )
  expect(error).toMatchObject({
    code: 'INTERNAL',
    facts: ['Field: boxes.item', 'Priced: 2 times'],
  })
  expect(itemRuns).toBe(2)
})
