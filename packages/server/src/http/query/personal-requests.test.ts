import { gunzipSync } from 'node:zlib'
import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { buildSchema, ratesOf } from '../../execution/build-schema.ts'
import type { ExecutionOutcome } from '../../execution/execute.ts'
import { oneField } from '../testing/one-field.ts'
import { createPersonalAnswers } from './personal-answers.ts'
import { createPersonalRequests, type PersonalService } from './personal-requests.ts'

const connectors = [oneField(10)]
const contract = {
  schema: buildSchema(connectors),
  tariff: { version: 't1', rates: ratesOf(connectors) },
}
const outcome: ExecutionOutcome = { data: { cheap: 1 }, sources: [], warnings: [] }
const sender = { address: '127.0.0.1', authorization: undefined, pays: false }

function scene(service: Partial<PersonalService> = {}) {
  const reported: unknown[] = []
  const requests = createPersonalRequests({
    contract,
    preflight: async () => {},
    run: async () => outcome,
    report: (error) => void reported.push(error),
    answers: createPersonalAnswers(),
    nowMs: () => 1_000,
    ...service,
  })
  const operation = (query = '{ cheap }') => ({
    characters: query.length,
    read: () => ({ query, variables: {}, operationName: undefined }),
  })
  const url = 'http://127.0.0.1/api/graphql'
  return {
    requests,
    reported,
    operation,
    ask: (query?: string, storedAbove?: number) =>
      requests.answer({
        operation: operation(query),
        payment: undefined,
        url,
        sender,
        storedAbove,
      }),
  }
}

describe('an answer', () => {
  test('default: costs nothing, and only the first carries the disclaimers', async () => {
    const { ask } = scene()
    const first = await ask()
    expect(first.status).toBe(200)
    expect(JSON.parse(String(first.body))).toEqual({
      data: { cheap: 1 },
      extensions: { disclaimers },
    })
    expect(JSON.parse(String((await ask()).body))).toEqual({ data: { cheap: 1 } })
  })

  test('error: refuses what the preflight refuses, before it runs', async () => {
    let runs = 0
    const { ask, reported } = scene({
      preflight: () => Promise.reject(new FiqError('NOT_FOUND', 'No such ticker.')),
      run: async () => {
        runs += 1
        return outcome
      },
    })
    const body = JSON.parse(String((await ask()).body))
    expect(body.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    expect([runs, reported]).toEqual([0, []])
  })

  test('error: an answer without data has the code of its first error', async () => {
    const error = { message: 'down', extensions: { code: 'UPSTREAM_UNAVAILABLE' } }
    const { ask } = scene({
      run: async () => ({ ...outcome, data: { cheap: null }, errors: [error as never] }),
    })
    const answer = await ask()
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(JSON.parse(String(answer.body))).toMatchObject({
      errors: [{ message: 'down', extensions: { code: 'UPSTREAM_UNAVAILABLE' } }],
    })
  })

  test('error: an unforeseen failure is reported', async () => {
    const { ask, reported } = scene({ run: () => Promise.reject(new TypeError('x')) })
    expect((await ask()).status).toBe(500)
    expect(reported).toEqual([expect.any(TypeError)])
  })
})

describe('a large answer', () => {
  test('behavior: is stored above the limit of its request, and read by its id', async () => {
    const { ask, requests } = scene()
    const { storedId: id = '', body } = await ask(undefined, 10)
    expect((await ask(undefined, 10_000)).storedId).toBeUndefined()
    const parts: string[] = []
    for await (const bytes of requests.readLarge(id)) parts.push(gunzipSync(bytes).toString())
    expect(parts).toEqual([body])
    const remainingMs = await requests.admitReader(id, sender)
    expect(remainingMs).toBeGreaterThan(3_500_000)
    const access = await requests.findAnswer(id)
    expect(access?.storedUntilMs).toBeGreaterThan(3_500_000)
  })

  test('error: an unknown id is not found', async () => {
    const { requests } = scene()
    expect(await requests.findAnswer('x')).toBeUndefined()
    await expect(requests.admitReader('x', sender)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('behavior: the price of a valid operation is 0, and an invalid one is refused', async () => {
  const { requests, operation } = scene()
  const price = await requests.price(operation(), sender)
  expect(JSON.parse(String(price.body))).toEqual({
    tariff: 't1',
    credits: 0,
    amount: '0',
    rows: [],
  })
  expect((await requests.price(operation('{ dear }'), sender)).status).toBe(400)
})

test('behavior: counts no request', () => {
  const { requests } = scene()
  expect(requests.admit(sender)).toEqual({})
})
