import { expect, test } from 'vitest'
import { createHttpApp } from './http-defaults.ts'
import { requestIds } from './request-ids.ts'

test('default: counts the requests of a process after its random start', () => {
  const next = requestIds(() => Buffer.from('5f0c2ab91e', 'hex'))
  expect([next(), next()]).toEqual(['req_5f0c2ab91e_1', 'req_5f0c2ab91e_2'])
  expect(requestIds()()).not.toBe(requestIds()())
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
  expect(there.json().id).toMatch(/^req_[0-9a-f]{10}_1$/)
  expect(there.headers['x-request-id']).toBeUndefined()
  expect(broken.headers['x-request-id']).toMatch(/_2$/)
  expect(missing.headers['x-request-id']).toMatch(/_3$/)
})
