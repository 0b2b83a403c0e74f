import { setImmediate } from 'node:timers/promises'
import { FiqError } from '@fiq/shared/errors'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { createTurns } from '../../scheduling/turns.ts'
import { compilePlan } from './compile-plan.ts'
import type { FieldFetch } from './field-fetch.ts'
import { rowsAtOnce, rowsPerFetch } from './place.ts'
import { runPlan } from './run-plan.ts'

const schema = buildSchema(
  'type Query { a: Int boxes(of: [Int!]!): [Box!] rows: [Row!] strict: Strict } type Strict { rows: [Row!]! } type Row { n: Int } type Box { item: Item! } type Item { b: Int }',
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

const run = (query: string, turns = createTurns()) => {
  const { bound, runsMax } = priceRequest(contract, prepareOperation(contract, query), {})
  return runPlan(compilePlan(bound.plan), { schema, bound, runsMax, context: {}, turns })
}
const query = '{ boxes(of: [1, 2]) { item { b } } }'

test('default: a plan runs as often as it was priced', async () => {
  made = 2
  itemRuns = 0
  expect(await run(query)).toEqual({
    data: { boxes: [{ item: { b: 1 } }, { item: { b: 2 } }] },
  })
})

test('error: a priced field that would run more often than priced ends the run', async () => {
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

test('error: counts the first priced field of a plan too, and runs nothing below it', async () => {
  itemRuns = 0
  const { bound } = priceRequest(contract, prepareOperation(contract, query), {})
  const parts = { schema, bound, context: {}, turns: createTurns() }
  await expect(
    runPlan(compilePlan(bound.plan), { ...parts, runsMax: [0, 2] }),
  ).rejects.toMatchObject({ code: 'INTERNAL', facts: ['Field: boxes', 'Priced: 0 times'] })
  expect(itemRuns).toBe(0)
})

test('error: a denied field gives its error, and nothing below it runs', async () => {
  itemRuns = 0
  const { bound, runsMax } = priceRequest(contract, prepareOperation(contract, query), {})
  const denial = new FiqError('TIER_DENIED', 'Your plan has no boxes.')
  const denied = new Map([[bound.plan.fields[0]!, denial]])
  const parts = { schema, runsMax, context: {}, turns: createTurns() }
  const { data, errors } = await runPlan(compilePlan(bound.plan), {
    ...parts,
    bound: { ...bound, denied },
  })
  expect([data, errors?.map(({ originalError }) => originalError), itemRuns]).toEqual([
    { boxes: null },
    [denial],
    0,
  ])
})

/** Maximum number of completed rows, or started fields, between two turns of the event loop. */
async function mostInATurn(work: (seen: () => void) => Promise<unknown>): Promise<number> {
  let most = 0
  let inTurn = 0
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      await setImmediate()
      inTurn = 0
    }
  })()
  await work(() => {
    inTurn += 1
    most = Math.max(most, inTurn)
  })
  isOver = true
  await counting
  return most
}

test('behavior: completes a long list in turns of a few rows', async () => {
  const { rows } = schema.getQueryType()!.getFields()
  const most = await mostInATurn(async (seen) => {
    const row = {
      get n() {
        seen()
        return 1
      },
    }
    rows!.resolve = () => Array(1_000).fill(row)
    const { data } = await run('{ rows { n } }', createTurns(0))
    expect(data?.['rows']).toEqual(Array(1_000).fill({ n: 1 }))
  })
  expect(most).toBeLessThanOrEqual(rowsAtOnce)
})

test('behavior: runs fields of many objects in turns, a few at once', async () => {
  made = 100
  const { item } = box.getFields()
  const resolve = item!.resolve
  const most = await mostInATurn(async (seen) => {
    const fetch = () => {
      seen()
      return { b: 1 }
    }
    const fetching: FieldFetch = { fetch, receive: (answer) => answer }
    item!.resolve = Object.assign(() => undefined, { fetching })
    const of = JSON.stringify(Array.from({ length: made }, (_, at) => at))
    const { data } = await run(`{ boxes(of: ${of}) { item { b } } }`, createTurns(0))
    expect(data?.['boxes']).toHaveLength(made)
  })
  item!.resolve = resolve
  expect(most).toBeLessThanOrEqual(rowsAtOnce / rowsPerFetch)
})

test('error: a non-null row that fails in a later turn makes its list null', async () => {
  const { rows } = schema.getQueryType()!.getFields()
  rows!.resolve = () => [...Array(500).fill({ n: 1 }), null, ...Array(500).fill({ n: 1 })]
  const { data, errors } = await run('{ rows { n } a }', createTurns(0))
  expect(data).toEqual({ rows: null, a: null })
  expect(errors?.map(({ path }) => path)).toEqual([['rows', 500]])
})

test('error: a non-null list that fails in a later turn makes the object around it null', async () => {
  const { strict } = schema.getQueryType()!.getFields()
  strict!.resolve = () => ({ rows: [...Array(500).fill({ n: 1 }), null] })
  const { data, errors } = await run('{ strict { rows { n } } a }', createTurns(0))
  expect(data).toEqual({ strict: null, a: null })
  expect(errors?.map(({ path }) => path)).toEqual([['strict', 'rows', 500]])
})

test('error: a promise below a list that is null already may reject', async () => {
  const { rows } = schema.getQueryType()!.getFields()
  rows!.resolve = () => [null, Promise.reject(new Error('late'))]
  const { data, errors } = await run('{ rows { n } a }')
  expect(data).toEqual({ rows: null, a: null })
  expect(errors).toHaveLength(1)
  await setImmediate()
})

test('error: a non-null field whose fetch fails in a later turn makes its list null', async () => {
  made = 4
  let fetched = 0
  const { item } = box.getFields()
  const resolve = item!.resolve
  const fetching: FieldFetch = {
    fetch() {
      fetched += 1
      // The first one that waits for a turn of its own.
      if (fetched === rowsAtOnce / rowsPerFetch) throw new Error('not fetched')
      return { b: 1 }
    },
    receive: (answer) => answer,
  }
  item!.resolve = Object.assign(() => undefined, { fetching })
  const fields = 'item { b } other: item { b }'
  const { data } = await run(`{ boxes(of: [1, 2, 3, 4]) { ${fields} } }`, createTurns(0))
  item!.resolve = resolve
  expect(data).toEqual({ boxes: null })
})
