import { expect, test } from 'vitest'
import { createHttpApp } from './http-defaults.ts'
import { requestId } from './request-ids.ts'

test('default: an id is random', () => {
  expect(requestId()).toMatch(/^req_[0-9a-f]{20}$/)
  expect(requestId()).not.toBe(requestId())
})

test('default: a refusal names its request, an answer does not', async () => {
  const app = createHttpApp({ dataMode: 'sandbox', report() {} })
  app.get('/there', async ({ id }) => ({ id }))
  app.get('/broken', async ({ id }) => {
    throw new Error(id)
  })
  const [there, broken, missing] = [
    await app.inject('/there'),
    await app.inject('/broken'),
    await app.inject('/missing'),
  ]
  expect(there.json().id).toMatch(/^req_[0-9a-f]{20}$/)
  expect(there.headers['x-request-id']).toBeUndefined()
  for (const { headers } of [broken, missing])
    expect(headers['x-request-id']).toMatch(/^req_[0-9a-f]{20}$/)
})
