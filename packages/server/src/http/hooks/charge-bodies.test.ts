import { defined } from '@fiq/shared/defined'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createOrganisation, issueKey } from '../../accounts/accounts.ts'
import { httpRules } from '../http-defaults.ts'
import { oneField } from '../testing/one-field.ts'
import { smallApp } from '../testing/small-app.ts'
import { chargeBodies, freeCharacters } from './charge-bodies.ts'

test.each([
  ['/mcp', freeCharacters, []],
  ['/mcp', freeCharacters + 1, [3]],
  ['/mcp?a=b', 100_000, [19]],
  ['/api/graphql', 100_000, []],
  ['/%61pi/graphql', 100_000, []],
  ['/api/graphqls', 100_000, [19]],
  ['/tools/quotes', 100_000, []],
  ['/api/v1/price', 100_000, []],
  ['/api/v1/credits/claim', 100_000, [19]],
])(
  'default: charges the hook’s paths by the length of the body: %s %i',
  async (url, length, units) => {
    const charged: number[] = []
    const app = Fastify()
    httpRules(app, 'sandbox', () => {})
    chargeBodies(app, { chargeReading: async (_, each) => void charged.push(each) })
    const routes = [
      '/mcp',
      '/api/graphql',
      '/tools/:name',
      '/api/v1/price',
      '/api/v1/credits/claim',
    ]
    for (const route of [...routes, '*']) app.post(route, async () => 'read')
    const payload = `"${'x'.repeat(length - 2)}"`
    const headers = { 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url, payload, headers })).body).toBe('read')
    expect(charged).toEqual(units)
  },
)

test('behavior: a customer is charged, and not its address; an invalid key is refused', async () => {
  const { app, access } = smallApp(oneField(10))
  const { id } = await createOrganisation({ name: 'Acme', plan: 'basic' }, access.accounts)
  const { key } = await issueKey({ organisation: id, name: 'ci', days: 1 }, access.accounts)
  const statusOf = async (authorization?: string) => {
    const a = 'x'.repeat(600_000)
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/mcp',
      remoteAddress: '192.0.2.1',
      payload: { jsonrpc: '2.0', id: 1, method: 'ping', params: { a } },
      headers: {
        host: 'fiq.test',
        accept: 'application/json, text/event-stream',
        ...defined({ authorization }),
      },
    })
    return statusCode
  }
  for (let n = 0; n < 5; n += 1) expect(await statusOf()).toBe(200)
  expect(await statusOf()).toBe(429)
  expect(await statusOf(`Bearer ${key}`)).toBe(200)
  expect(await statusOf('Bearer fiq_none')).toBe(401)
})
