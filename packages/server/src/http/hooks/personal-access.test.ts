import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { httpRules } from '../http-defaults.ts'
import { personalAccess } from './personal-access.ts'

const key = 'fiq_right'
const host = '127.0.0.1:4021'

function scene() {
  const app = Fastify()
  personalAccess(app, { key, keyFile: '/data/key', hosts: () => new Set([host]) })
  httpRules(app, 'sandbox', () => {})
  for (const path of ['/healthz', '/readyz', '/page']) app.all(path, async () => 'answered')
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
    app.inject({ method, url, headers: { host, ...headers } })
}
const bearer = { authorization: `Bearer ${key}` }

test('default: admits a request with the key', async () => {
  expect((await scene()('/page', bearer)).body).toBe('answered')
})

test.each([{}, { authorization: key }, { authorization: 'Bearer fiq_wrong' }])(
  'error: %j gives 401 and names the file of the key',
  async (headers) => {
    const refused = await scene()('/page', headers as Record<string, string>)
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toMatchObject({ code: 'INVALID_KEY' })
    expect(refused.body).toContain('/data/key')
  },
)

test('behavior: the probes need no key, but only to be read', async () => {
  const send = scene()
  expect((await send('/healthz')).statusCode).toBe(200)
  expect((await send('/readyz')).statusCode).toBe(200)
  expect((await send('/healthz', {}, 'POST')).statusCode).toBe(401)
})

test.each([
  ['a web page', { ...bearer, origin: 'http://127.0.0.1:4021' }, 403, 'BROWSER_REFUSED'],
  ['another host name', { ...bearer, host: 'page.example' }, 421, 'HOST_REFUSED'],
])('error: refuses %s, even with the key', async (_, headers, status, code) => {
  const refused = await scene()('/page', headers)
  expect(refused.statusCode).toBe(status)
  expect(refused.json()).toMatchObject({ code })
})
