import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { createSampleAnswers } from './sample-answers.ts'

const operation = { query: '{ marketStatus { session } }', variables: {} }

function samples(run: () => Promise<string>) {
  const clock = { ms: 0 }
  const contract = { schema: buildSchema(schemaText), tariff }
  const sample = createSampleAnswers({ contract, run, nowMs: () => 5, steadyMs: () => clock.ms })
  return { sample, clock }
}

test('default: creates an answer once in ten minutes, for any number of requests', async () => {
  let runs = 0
  const { sample, clock } = samples(async () => `{"data":${++runs}}`)
  const both = await Promise.all([sample(operation), sample(operation)])
  expect(both).toEqual([
    { body: { data: 1 }, atMs: 5 },
    { body: { data: 1 }, atMs: 5 },
  ])
  clock.ms = 600_000
  expect((await sample(operation)).body).toEqual({ data: 2 })
})

test('error: does not store a failure', async () => {
  let runs = 0
  const { sample } = samples(async () => {
    runs += 1
    if (runs === 1) throw new Error('once')
    return '{}'
  })
  await expect(sample(operation)).rejects.toThrow('once')
  expect((await sample(operation)).body).toEqual({})
})
