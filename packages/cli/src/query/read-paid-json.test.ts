import { expect, test } from 'vitest'
import { terms } from '../payment/testing/test-terms.ts'
import { readPaidJson } from './read-paid-json.ts'

const purchase = { ...terms(1), state: 'answered' } as const
const answer = (body: string) => ({
  status: 200,
  headers: {},
  body,
  paid: 15_000n,
  resumed: true,
  notes: [],
  purchase,
  delivered() {},
})

test('default: returns the JSON of the body', async () => {
  expect(await readPaidJson(answer('{"data":1}'))).toEqual({ data: 1 })
})

test('error: a body that is not JSON is an error about the purchase', async () => {
  await expect(readPaidJson(answer('<html>'))).rejects.toThrow(
    expect.objectContaining({ code: 'PAYMENT_OUTCOME_UNKNOWN', funds: 'at-risk' }),
  )
})
