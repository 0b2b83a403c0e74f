import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { httpRules } from '../http-defaults.ts'
import { oneField } from '../testing/one-field.ts'
import { smallApp } from '../testing/small-app.ts'
import { chargePages } from './charge-pages.ts'

test.each([
  ['GET', '/', [5]],
  ['HEAD', '/', [5]],
  ['GET', '/?edited=1&lines=x', [5]],
  ['GET', '/tools/quotes', [6]],
  ['GET', '/%74ools/quotes', [6]],
  ['GET', '/openapi.json', [5]],
  ['GET', '/account/statement.csv?days=7', [60]],
  ['GET', '/docs', [1]],
  ['GET', '/pages/editor.js', [15]],
  ['HEAD', '/pages/%65ditor.js?a', [15]],
  ['GET', '/pages/small.js', [1]],
  ['GET', '/pages/nothing', [1]],
  ['GET', '/nothing/here', [1]],
  ['GET', '/healthz', []],
  ['GET', '/readyz', []],
  ['GET', '/metrics', []],
  ['POST', '/docs', []],
] as const)('default: %s %s is charged %j units', async (method, url, units) => {
  const charged: number[] = []
  const app = Fastify()
  httpRules(app, 'sandbox', () => {})
  app.get('/', async () => 'home')
  const files = new Map(Object.entries({ 'editor.js': 1_882_438, 'small.js': 131_072 }))
  chargePages(app, { chargeWork: async (_, each) => void charged.push(each) }, files)
  app.get('/pages/*', async () => 'file')
  for (const route of [
    '/tools/:name',
    '/openapi.json',
    '/docs',
    '/healthz',
    '/readyz',
    '/metrics',
    '/account/statement.csv',
  ])
    app.get(route, async () => 'page')
  app.post('/docs', async () => 'posted')
  await app.inject({ method, url })
  expect(charged).toEqual(units)
})

test('error: an address that requests pages without end gets 429; its probes and others do not', async () => {
  const { app } = smallApp(oneField(10))
  const statusOf = async (url: string, remoteAddress = '192.0.2.1') =>
    (await app.inject({ url, remoteAddress })).statusCode
  let answered = 0
  while ((await statusOf('/openapi.json')) === 200) answered += 1
  expect(answered).toBe(120)
  expect(await statusOf('/api/v1/tariff')).toBe(429)
  expect(await statusOf('/nothing/here')).toBe(429)
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/openapi.json', '192.0.2.2')).toBe(200)
})
